// What the host saves for this person: the best score, and whether sound is off. Storage can fail at
// any time (no host, no connection, too slow). Then the game goes on with the values in memory.

class Saved {
  /**
   * @param onLoad called when the saved values are loaded
   * @param onProblem called with the error's code if loading or saving failed, and with null once it works
   */
  constructor(onLoad, onProblem) {
    this.best = 0
    this.muted = false
    this.isLoaded = false
    this.waiting = new Map() // values to write, by key
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
      this.onProblem(error.code)
    }
  }

  /** Saves a score that is a new best. Returns whether it is. */
  addScore(score) {
    if (score <= this.best) return false
    this.best = score
    this.keep('best', String(score))
    return true
  }

  setMuted(muted) {
    this.muted = muted
    this.keep('muted', muted ? 'yes' : 'no')
  }

  keep(key, value) {
    this.waiting.set(key, value)
    this.flush()
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
        this.onProblem(error.code)
      }
    }
  }
}
