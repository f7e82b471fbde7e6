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
