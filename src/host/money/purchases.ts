import { type Randomness, randomText } from '../randomness.js'

/** The developer's handle on the payment sheet; the service has the real one. */
export const DEVELOPER = '@developer'

/** How long a pending payment takes to be confirmed here; on the service it is up to the ledger. */
export const CONFIRMATION_MS = 10_000

const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const ID_CHARACTERS = 16

/** A new purchase's id. */
export const purchaseId = (randomness: Randomness): string =>
  `p_${randomText(randomness, ID_ALPHABET, ID_CHARACTERS)}`
