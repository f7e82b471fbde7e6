/** A source of randomness. It is passed in, so that tests and seeded runs repeat. */
export interface Randomness {
  /** A whole number from 0 to below `bound`, uniformly distributed. */
  integer(bound: number): number
}

/** A number from 0 to below 1. */
export const randomFraction = (randomness: Randomness): number => randomness.integer(2 ** 32) / 2 ** 32

/** A text of characters from an alphabet. */
export const randomText = (randomness: Randomness, alphabet: string, length: number): string => {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet.charAt(randomness.integer(alphabet.length))
  return text
}

const ID_CHARACTERS = 16

/** A new id of a person (`u`), a purchase (`p`) or a match (`m`). */
export const randomId = (randomness: Randomness, prefix: 'u' | 'p' | 'm'): string =>
  `${prefix}_${randomText(randomness, 'abcdefghijklmnopqrstuvwxyz234567', ID_CHARACTERS)}`

/**
 * Randomness that repeats: the same numbers for the same seed (mulberry32).
 * @param parts the parts of the seed, each used as a 32-bit integer
 */
export const seededRandomness = (...parts: readonly number[]): Randomness => {
  let state = 0
  for (const part of parts) state = mixed((state + STEP) ^ part)
  return {
    integer: (bound) => {
      state = (state + STEP) | 0
      return Math.floor((mixed(state) / 2 ** 32) * bound)
    },
  }
}

const STEP = 0x6d2b79f5

/** Spreads every bit of a number over all 32. */
const mixed = (value: number): number => {
  let bits = Math.imul(value ^ (value >>> 15), value | 1)
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
  return (bits ^ (bits >>> 14)) >>> 0
}
