// Purchases, and how they reach the player: never lost and never delivered twice, even if something fails in between.

/* exported Shop -- other scripts of the page use it. */

const CHANCES_KEY = 'chances'
const CHANCES_A_PACK = 3

/** @typedef {readonly ServiceMiniapp.Purchase[]} Purchases */

/**
 * The stored value. Both counts only grow, so writing the same value twice is harmless.
 * @typedef {{ bought: number, spent: number, credited: string[] }} Chances
 */

/** @type {Chances} */
const NO_CHANCES = { bought: 0, spent: 0, credited: [] }

/** @type {(text: string | null) => Chances} */
const readChances = (text) => (text === null ? NO_CHANCES : /** @type {Chances} */ (JSON.parse(text)))

/**
 * Packs that are paid for and not consumed yet.
 * @param {Purchases} purchases
 */
const openPacks = (purchases) =>
  purchases.filter(
    ({ product, consumed_at }) => product === 'second_chances' && (consumed_at ?? null) === null,
  )

/**
 * Credits every open pack that is not credited yet. The ids are in the same value as the count: a crash saves both
 * or neither.
 * @type {(chances: Chances, packs: Purchases) => Chances}
 */
const creditPacks = (chances, packs) => {
  const fresh = packs.map(({ id }) => id).filter((id) => !chances.credited.includes(id))
  if (fresh.length === 0) return chances
  return {
    ...chances,
    bought: chances.bought + fresh.length * CHANCES_A_PACK,
    credited: [...chances.credited, ...fresh],
  }
}

/**
 * Removes the ids of packs that are consumed or refunded: they are never open again.
 * @type {(chances: Chances, purchases: Purchases) => Chances}
 */
const forgetDone = (chances, purchases) => {
  const open = openPacks(purchases).map(({ id }) => id)
  return { ...chances, credited: chances.credited.filter((id) => open.includes(id)) }
}

class Shop {
  chances = NO_CHANCES
  hasComet = false
  work = Promise.resolve()

  /** @param {() => void} onChange called when the player's items change */
  constructor(onChange) {
    this.onChange = onChange
  }

  get chancesLeft() {
    return Math.max(0, this.chances.bought - this.chances.spent)
  }

  /**
   * Delivers everything that is paid for: at the start, after a payment, and when the player returns, since no event
   * says when a pending payment is confirmed. Rejects if the host does not answer; the next call tries again.
   */
  deliver() {
    return this.inTurn(async () => {
      const { purchases } = await Service.getPurchases()
      this.hasComet = purchases.some(({ product }) => product === 'comet')
      await this.bring(openPacks(purchases))
      // Storage is limited, so remove ids that are no longer needed.
      await this.save((chances) => forgetDone(chances, purchases))
    })
  }

  /**
   * Opens the payment sheet. Call it directly in a tap or click handler. Resolves to the answer of `pay`.
   * @param {string} product
   */
  async buy(product) {
    const answer = await Service.pay({ product })
    if (answer.status === 'paid') {
      if (product === 'comet') this.hasComet = true
      await this.inTurn(() => this.bring(openPacks([answer.purchase])))
    }
    if (answer.status === 'failed' && answer.reason === 'already_owned') await this.deliver()
    return answer
  }

  /** Uses a second chance, if there is one. It counts immediately, and is saved when storage works. */
  spend() {
    if (this.chancesLeft === 0) return false
    this.chances = { ...this.chances, spent: this.chances.spent + 1 }
    this.onChange()
    this.inTurn(() => this.save((chances) => chances)).catch(() => {})
    return true
  }

  /**
   * 4.3: credit, save, then consume. If a step fails, the next call continues there.
   * @param {Purchases} packs
   */
  async bring(packs) {
    await this.save((chances) => creditPacks(chances, packs))
    for (const { id } of packs) {
      try {
        await Service.consume(id)
      } catch (error) {
        // Another device of the player has consumed it in the meantime.
        if (codeOf(error) !== 'NOT_CONSUMABLE') throw error
      }
    }
  }

  /**
   * Changes the stored value. Reads it first, since another device may have changed it.
   * @param {(chances: Chances) => Chances} change
   */
  async save(change) {
    const before = await Service.storage.get(CHANCES_KEY)
    const stored = readChances(before)
    const after = JSON.stringify(change({ ...stored, spent: Math.max(stored.spent, this.chances.spent) }))
    if (after !== (before ?? JSON.stringify(NO_CHANCES))) await Service.storage.set(CHANCES_KEY, after)
    const saved = readChances(after)
    // A chance may have been used while this was saved.
    this.chances = { ...saved, spent: Math.max(saved.spent, this.chances.spent) }
    this.onChange()
  }

  /**
   * Runs one task after the other, so that no two change the stored value at the same time.
   * @param {() => Promise<void>} piece
   */
  inTurn(piece) {
    const done = this.work.then(piece)
    this.work = done.catch(() => {})
    return done
  }
}
