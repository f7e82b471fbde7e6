// What the host saves for this person: the best score, and whether sound is off. Storage can fail at
// any time (no host, no connection, too slow). Then the game goes on with the values in memory.

/* exported Saved -- other scripts of the page use it. */

class Saved {
  best = 0
  muted = false
  isLoaded = false
  /** Values to write, by key. @type {Map<string, string>} */
  waiting = new Map()

  /**
   * @param {() => void} onLoad called when the saved values are loaded
   * @param {(error: unknown) => void} onProblem called with the error of a failed call, and with null once it works
   */
  constructor(onLoad, onProblem) {
    this.onLoad = onLoad
    this.onProblem = onProblem
  }

  async load() {
    try {
      const [best, muted] = await Promise.all([Service.storage.get('best'), Service.storage.get('muted')])
      // The player may already have beaten the score, or used the sound button.
      if (!this.waiting.has('best') || Number(best) >= this.best) {
        this.best = Number(best) || 0
        this.waiting.delete('best')
      }
      if (!this.waiting.has('muted')) this.muted = muted === 'yes'
      this.isLoaded = true
      this.onLoad()
      this.onProblem(null)
    } catch (error) {
      this.onProblem(error)
    }
  }

  /**
   * Saves a score that is a new best. Returns whether it is.
   * @param {number} score
   */
  addScore(score) {
    if (score <= this.best) return false
    this.best = score
    this.keep('best', String(score))
    return true
  }

  /** @param {boolean} muted */
  setMuted(muted) {
    this.muted = muted
    this.keep('muted', muted ? 'yes' : 'no')
  }

  /** @type {(key: string, value: string) => void} */
  keep(key, value) {
    this.waiting.set(key, value)
    void this.flush()
  }

  /** Writes waiting values. What fails waits for the next call. */
  async flush() {
    // Before the saved score is loaded, a write could replace a better one.
    if (this.waiting.size > 0 && !this.isLoaded) await this.load()
    if (!this.isLoaded) return
    for (const [key, value] of this.waiting) {
      try {
        await Service.storage.set(key, value)
        // A newer value may have been set while this one was written.
        if (this.waiting.get(key) === value) this.waiting.delete(key)
        this.onProblem(null)
      } catch (error) {
        this.onProblem(error)
      }
    }
  }
}
