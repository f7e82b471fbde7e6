// The best scores of all players, in the store that they share: one record a player, ordered by its rank.

const RANKING_KEY = 'best'
const SHOWN_RECORDS = 10

class Ranking {
  constructor() {
    this.best = 0
    this.written = null // null: what stands there is not known
  }

  /** Brings the player's best score into the ranking; what fails is tried again with the next call. */
  async enter(best) {
    this.best = Math.max(this.best, best)
    try {
      this.written ??= (await Service.db.get(RANKING_KEY))?.rank ?? 0
      if (this.best <= this.written) return
      const score = this.best
      // Replaceable: when the store is full, the lowest scores make room.
      await Service.db.set(RANKING_KEY, String(score), { rank: score, replaceable: true })
      this.written = score
    } catch {
      // The game does not depend on it.
    }
  }

  /** The best records, best first. Rejects when they cannot be had. */
  async top() {
    const { records } = await Service.db.list(RANKING_KEY, { order: 'rank_desc', limit: SHOWN_RECORDS })
    return records
  }
}
