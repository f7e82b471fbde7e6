/** Chance, passed in, so that a test or a seeded run repeats. */
export interface Randomness {
  /** A whole number from 0 to below `bound`, each as likely. */
  integer(bound: number): number
}

/** A text of characters drawn from an alphabet. */
export const randomText = (randomness: Randomness, alphabet: string, length: number): string => {
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet.charAt(randomness.integer(alphabet.length))
  return text
}
