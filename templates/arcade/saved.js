// What the host keeps for this person in this app: the best score, and whether sound is off. Storage can fail at
// any time (no host, no connection, too slow), and then the game goes on with what it has in memory.

class Saved {
  /**
   * @param onLoad is called when the saved values are there
   * @param onProblem is told the error's code when something could not be loaded or saved, and null once it could
   */
  constructor(onLoad, onProblem) {
    this.best = 0
    this.muted = false
    this.isLoaded = false
    this.waiting = new Map() // what has yet to be written, by key
    this.onLoad = onLoad
    this.onProblem = onProblem
  }

  async load() {
    try {
      const [best, muted] = await Promise.all([Service.storage.get('best'), Service.storage.get('muted')])
      // Whoever plays before this has come back may have done better, or touched the sound button, already.
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

  /** Returns whether the score is a new best one, and keeps it if so. */
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

  /** Writes what waits; what cannot be written waits on for the next call. */
  async flush() {
    // Without knowing what was saved before, a write could replace a better score.
    if (this.waiting.size > 0 && !this.isLoaded) await this.load()
    if (!this.isLoaded) return
    for (const [key, value] of this.waiting) {
      try {
        await Service.storage.set(key, value)
        // A newer value may have come while this one was on its way.
        if (this.waiting.get(key) === value) this.waiting.delete(key)
        this.onProblem(null)
      } catch (error) {
        this.onProblem(error.code)
      }
    }
  }
}
