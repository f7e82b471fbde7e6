/** Random choices from a seed: the same seed gives the same choices everywhere. */
export class Random {
  #state

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0
  }

  /** A number from 0 to 1, without 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** @param {number} below */
  number(below) {
    return Math.floor(this.next() * below)
  }

  /** @param {number} chance from 0 to 1 */
  happens(chance) {
    return this.next() < chance
  }

  /**
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  pick(list) {
    const picked = list[this.number(list.length)]
    if (picked === undefined) throw new Error('Cannot pick from an empty list.')
    return picked
  }

  /**
   * @template T
   * @param {number} least
   * @param {number} most
   * @param {() => T} make
   * @returns {T[]}
   */
  list(least, most, make) {
    return Array.from({ length: least + this.number(most - least + 1) }, make)
  }
}
