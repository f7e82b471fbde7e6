import type { NotJson, Request } from '../platform/envelope.js'

/**
 * A request that the SDK refused, or that could not be posted. It has no protocol marker, so hosts ignore it. The simulator
 * lists it among the calls, where the developer looks for it.
 */
export interface Refusal {
  readonly refused: 'NEEDS_TAP' | 'INVALID'
  /** As JSON: `notJson` says what is named in the parameters instead of being there. */
  readonly request: Request
  readonly notJson: readonly NotJson[]
}
