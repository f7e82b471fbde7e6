import { type Randomness, randomId } from '../randomness.js'

/** The developer's handle on the payment sheet. Only the service knows the real one. */
export const DEVELOPER = '@developer'

/** How long a pending payment takes to be confirmed in the simulator. The service gives no such time. */
export const CONFIRMATION_MS = 10_000

/** A new purchase's id. */
export const purchaseId = (randomness: Randomness): string => randomId(randomness, 'p')
