import type { CallName } from '../../../platform/calls/table.js'
import type { ErrorCode } from '../../../platform/error-codes.js'
import type { SheetKind, SheetKinds } from '../../session/sheets.js'

/** What the host does to a call on purpose. */
export type Fault =
  /** The call is never answered: the SDK's timeout rejects it (8.2). */
  | { readonly what: 'silence' }
  /** The call takes longer by this many milliseconds of the host's time. */
  | { readonly what: 'slow'; readonly ms: number }
  /** The call is rejected with this code. */
  | { readonly what: 'error'; readonly code: ErrorCode }
  /** The call resolves with this, and the host does nothing for it. @property result any JSON value */
  | { readonly what: 'answer'; readonly result: unknown }
  /** The sheet that the call opens is closed immediately, as if the person had declined. */
  | { readonly what: 'cancel' }

/** Which calls get which fault. */
export interface FaultPlan {
  /** Null: every seat. */
  readonly seat: number | null
  /** Null: every call. */
  readonly method: CallName | null
  readonly times: 'next' | 'every'
  readonly fault: Fault
}

/** A fault that calls may still get. */
export interface ActiveFault extends FaultPlan {
  readonly id: number
}

/** What can happen to a running app besides faults of its calls. */
export const MOMENTS = [
  'end-session',
  'fill-storage',
  'fill-shared-store',
  'hide-and-show',
  'flip-theme',
  'offline-for-a-while',
  'drop-connection',
] as const

export type Moment = (typeof MOMENTS)[number]

/** A request to the control API: something that happens to the app immediately, or a fault for later calls. */
export type FaultRequest =
  | { readonly moment: Moment | 'zero-size'; readonly seat?: number }
  | ({
      /** Default: every seat. */
      readonly seat?: number
      /** Default: every call. */
      readonly method?: CallName
      /** Default: only the next call. */
      readonly times?: 'next' | 'every'
    } & (
      | { readonly silence: true }
      | { readonly slow: number }
      | { readonly error: ErrorCode }
      /** Any JSON value. */
      | { readonly answer: unknown }
      | { readonly cancel: true }
    ))

/** The active faults, as the control API returns them. */
export interface FaultState {
  readonly faults: readonly ActiveFault[]
  /** The seed of the random faults, or null if there are none. */
  readonly randomSeed: number | null
}

/** What a person chooses who closes a sheet without doing what it offers. */
export const DECLINED: { readonly [Kind in SheetKind]: SheetKinds[Kind]['choice'] } = {
  payment: 'cancel',
  nickname: null,
  share: null,
  'pick-image': null,
  'pick-video': null,
  ai: 'not-now',
}

/** How long moments that end by themselves last, in milliseconds of the host's time. */
export const PASSING_MOMENT_MS = 2_000

/** A fault in words, for the log. */
export const describeFault = (fault: Fault): string => {
  switch (fault.what) {
    case 'silence':
      return 'Injected fault: this call is never answered.'
    case 'slow':
      return `Injected fault: this call took ${fault.ms} ms longer.`
    case 'error':
      return `Injected fault: this call is rejected with ${fault.code}.`
    case 'answer':
      return 'Injected fault: this call got the answer that you set, and the host did nothing.'
    case 'cancel':
      return 'Injected fault: the sheet was closed immediately.'
  }
}
