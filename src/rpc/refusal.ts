import type { Request } from '../platform/envelope.js'

/**
 * A request that the SDK refused and never sent. It has no protocol marker, so hosts ignore it. The simulator lists it
 * among the calls, where the developer looks for it.
 */
export interface Refusal {
  readonly refused: 'NEEDS_TAP'
  readonly request: Request
}
