import type { Request } from '../platform/envelope.js'

/**
 * A request that the SDK refused by itself and never made. It carries no protocol marker, so a host takes no notice;
 * the simulator shows it to the developer among the calls, who would otherwise look for it in vain.
 */
export interface Refusal {
  readonly refused: 'NEEDS_TAP'
  readonly request: Request
}
