// What can be bought, and how it gets to the player: never lost, never twice, whatever fails in between.

const CHANCES_KEY = 'chances'
const CHANCES_A_PACK = 3
const NO_CHANCES = { bought: 0, spent: 0, credited: [] }

/** What storage holds under the key. Both counts only ever grow, so that writing the same twice does no harm. */
const readChances = (text) => {
  if (text === null) return NO_CHANCES
  const { bought, spent, credited } = JSON.parse(text)
  return { bought, spent, credited }
}

/** The packs that are paid and not yet marked as delivered. */
const openPacks = (purchases) =>
  purchases.filter(
    ({ product, consumed_at }) => product === 'second_chances' && (consumed_at ?? null) === null,
  )

/**
 * Credits every open pack that is not credited yet. The ids stand beside the count, in one value: a crash leaves both
 * or neither.
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

/** Forgets the ids of packs that are consumed or refunded: those are never open again. */
const forgetDone = (chances, purchases) => {
  const open = openPacks(purchases).map(({ id }) => id)
  return { ...chances, credited: chances.credited.filter((id) => open.includes(id)) }
}

class Shop {
  /** @param onChange is called when what the player owns has changed */
  constructor(onChange) {
    this.chances = NO_CHANCES
    this.hasComet = false
    this.onChange = onChange
    this.work = Promise.resolve()
  }

  get chancesLeft() {
    return Math.max(0, this.chances.bought - this.chances.spent)
  }

  /**
   * Brings everything that is paid: at the start, after a payment, and whenever the player comes back, since nobody
   * tells when a pending payment is confirmed. Rejects when the host does not answer; then it is tried again later.
   */
  deliver() {
    return this.inTurn(async () => {
      const { purchases } = await Service.getPurchases()
      this.hasComet = purchases.some(({ product }) => product === 'comet')
      await this.bring(openPacks(purchases))
      // Storage has limits: the ids that are done with need not be kept.
      await this.save((chances) => forgetDone(chances, purchases))
    })
  }

  /** Opens the payment sheet. Call it directly in a tap or click handler. Resolves to the answer of `pay`. */
  async buy(product) {
    const answer = await Service.pay({ product })
    if (answer.status === 'paid') {
      if (product === 'comet') this.hasComet = true
      await this.inTurn(() => this.bring(openPacks([answer.purchase])))
    }
    if (answer.status === 'failed' && answer.reason === 'already_owned') await this.deliver()
    return answer
  }

  /** Uses a second chance, if there is one. It counts at once, and is written when that works. */
  spend() {
    if (this.chancesLeft === 0) return false
    this.chances = { ...this.chances, spent: this.chances.spent + 1 }
    this.onChange()
    this.inTurn(() => this.save((chances) => chances)).catch(() => {})
    return true
  }

  /** 4.3: credit, save, and only then mark as delivered. Whatever fails, the next call goes on from there. */
  async bring(packs) {
    await this.save((chances) => creditPacks(chances, packs))
    for (const { id } of packs) {
      try {
        await Service.consume(id)
      } catch (error) {
        // Consumed by another device of the player in the meantime: then all is well.
        if (error.code !== 'NOT_CONSUMABLE') throw error
      }
    }
  }

  /** Changes what is stored. What is stored is read first, since another device may have changed it. */
  async save(change) {
    const before = await Service.storage.get(CHANCES_KEY)
    const stored = readChances(before)
    const after = JSON.stringify(change({ ...stored, spent: Math.max(stored.spent, this.chances.spent) }))
    if (after !== (before ?? JSON.stringify(NO_CHANCES))) await Service.storage.set(CHANCES_KEY, after)
    const saved = JSON.parse(after)
    // A chance may have been spent while this was on its way.
    this.chances = { ...saved, spent: Math.max(saved.spent, this.chances.spent) }
    this.onChange()
  }

  /** One piece of work after the other, so that no two of them change what is stored at once. */
  inTurn(piece) {
    const done = this.work.then(piece)
    this.work = done.catch(() => {})
    return done
  }
}
