/** Chance that repeats: the same parts give the same numbers, on every machine. */
export interface Random {
  /** From `low` to below `high`. */
  between(low: number, high: number): number
  /** A whole number from 0 to below `bound`. */
  integer(bound: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  /** Whether something that happens with this probability happens. */
  chance(probability: number): boolean
}

/** @param parts what the numbers hang on, such as a seed and words */
export const createRandom = (...parts: readonly (string | number)[]): Random => {
  let state = hashOf(parts.join('\u0000'))
  // mulberry32: only whole-number arithmetic, so that every machine rounds alike.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (bound: number): number => Math.floor(next() * bound)
  return {
    between: (low, high) => low + next() * (high - low),
    integer,
    pick: (from) => from[integer(from.length)] ?? from[0],
    chance: (probability) => next() < probability,
  }
}

/** FNV-1a over the text's UTF-16 units, mixed at the end: 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
