import type { Randomness } from './randomness.js'

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
