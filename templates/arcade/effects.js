// Short-lived effects: sparks that fly and text that rises.

/* exported Effects -- other scripts of the page use it. */

const SPARK_SECONDS = 0.8
const WORD_SECONDS = 0.8

class Effects {
  /** @type {(Place & { alongPace: number, acrossPace: number, age: number })[]} */
  sparks = []
  /** @type {(Place & { text: string, age: number })[]} */
  words = []

  /**
   * Shows an event of the game, without fireworks for players who prefer reduced motion.
   * @param {GameEvent} event
   * @param {boolean} isCalm
   */
  show({ kind, along, across, points }, isCalm) {
    if (kind === 'land') this.words.push({ along, across, text: `+${String(points)}`, age: 0 })
    if (kind === 'land' && !isCalm) this.burst({ along, across }, 16, 3)
    if (kind === 'end' && !isCalm) this.burst({ along, across }, 44, 5)
  }

  /**
   * @param {Place} place
   * @param {number} count
   * @param {number} speed
   */
  burst(place, count, speed) {
    for (let index = 0; index < count; index++) {
      const angle = Math.random() * FULL_TURN
      const pace = speed * (0.3 + Math.random())
      this.sparks.push({
        ...place,
        alongPace: Math.cos(angle) * pace,
        acrossPace: Math.sin(angle) * pace,
        age: 0,
      })
    }
  }

  /**
   * @param {View} view
   * @param {number} seconds
   */
  draw(view, seconds) {
    for (const thing of [...this.sparks, ...this.words]) thing.age += seconds
    this.sparks = this.sparks.filter(({ age }) => age < SPARK_SECONDS)
    this.words = this.words.filter(({ age }) => age < WORD_SECONDS)
    for (const spark of this.sparks) {
      spark.along += spark.alongPace * seconds
      spark.across += spark.acrossPace * seconds
      const { x, y } = view.point(spark)
      const left = 1 - spark.age / SPARK_SECONDS
      view.disc(x, y, 1 + 3 * left, rgba(view.colours.glow, left))
    }
    const { pen } = view
    pen.textAlign = 'center'
    pen.font = font(800, Math.max(18, view.scale * 0.55))
    pen.fillStyle = view.colours.text
    for (const word of this.words) {
      const { x, y } = view.point(word)
      pen.globalAlpha = 1 - word.age / WORD_SECONDS
      pen.fillText(word.text, x, y - 16 - word.age * 34)
    }
    pen.globalAlpha = 1
  }
}
