import type { NotJson, Request } from '../platform/envelope.js'

/**
 * The function of the window that the SDK calls before each request, where there is one: only the simulator adds it, to show
 * the developer where the app made a call. Hosts never see it.
 */
export const CALL_NOTICE = 'miniappSimulatorCall'

/**
 * @param id of the request
 * @param stack where the app is now, as the browser describes it
 */
export type NoticeCall = (id: string, stack: string | undefined) => void

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
