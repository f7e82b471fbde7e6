import type { OperationName } from '../platform/publishing.js'

/** Real-world failures of the API on demand, to see how an app handles them. */
export const API_FAULTS = {
  none: 'works',
  denied: '403: a permission is off, or another cause',
  'until-refreshed': '403 until the app refreshes its token',
  limited: '429 with Retry-After: 2',
  credits: '400: too few credits (upstream status 402)',
  broken: '500',
  slow: 'the answer comes after 5 seconds',
  'cut-off': 'the connection breaks during the answer',
  garbage: '200 with an HTML page instead of JSON',
} as const satisfies Record<string, string>

export const SIGN_IN_FAULTS = {
  none: 'works',
  slow_down: 'every device poll gets slow_down',
  expired_token: 'the device code has expired',
  access_denied: 'the user denied access',
  invalid_grant: 'token refresh fails: the app was disconnected',
} as const satisfies Record<string, string>

export type ApiFault = keyof typeof API_FAULTS
export type SignInFault = keyof typeof SIGN_IN_FAULTS

/** The fault of one operation. */
export interface OperationFault {
  readonly fault: ApiFault
  /** How many more requests get it; null: all, until it is switched off. */
  readonly count: number | null
  /** How much later each of these requests is answered, in milliseconds. */
  readonly delayMs: number
}

/** The faults of operations, by name. */
export type OperationFaults = Readonly<Partial<Record<OperationName, OperationFault>>>
