// The best scores of all players, in the shared store: one record per player, ordered by rank.

/* exported Ranking -- other scripts of the page use it. */

const RANKING_KEY = 'best'
const SHOWN_RECORDS = 10

class Ranking {
  best = 0
  /** The score in the store; null: unknown. @type {number | null} */
  written = null

  /**
   * Writes the player's best score. If it fails, the next call tries again.
   * @param {number} best
   */
  async enter(best) {
    this.best = Math.max(this.best, best)
    try {
      this.written ??= (await Service.db.get(RANKING_KEY))?.rank ?? 0
      if (this.best <= this.written) return
      const score = this.best
      // Replaceable: when the store is full, the lowest scores are evicted.
      await Service.db.set(RANKING_KEY, String(score), { rank: score, replaceable: true })
      this.written = score
    } catch {
      // The game does not depend on it.
    }
  }

  /** The best records, best first. Rejects if they cannot be loaded. */
  async top() {
    const { records } = await Service.db.list(RANKING_KEY, { order: 'rank_desc', limit: SHOWN_RECORDS })
    return records
  }
}
