import type { Method } from '../../../platform/calls/table.js'
import type { ErrorCode } from '../../../platform/error-codes.js'
import type { SheetKind, SheetKinds } from '../../session/sheets.js'

/**
 * A fault that the host injects into a call. In logs and in the control API, which are stable interfaces, faults are
 * called `trouble` and random faults `torture`.
 */
export type InjectedFault =
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

/** An order of the developer: which calls get which fault. */
export interface FaultOrder {
  /** Null: every seat. */
  readonly seat: number | null
  /** Null: every method. */
  readonly method: Method | null
  readonly times: 'next' | 'every'
  readonly trouble: InjectedFault
}

export interface ActiveFaultOrder extends FaultOrder {
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
      /** Default: every method. */
      readonly method?: Method
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
  readonly orders: readonly ActiveFaultOrder[]
  /** The seed of the random faults, or null if there are none. */
  readonly torture: number | null
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
export const describeFault = (fault: InjectedFault): string => {
  switch (fault.what) {
    case 'silence':
      return 'Injected fault: this call is never answered.'
    case 'slow':
      return `Injected fault: this call took ${fault.ms} ms longer.`
    case 'error':
      return `Injected fault: this call is rejected with ${fault.code}.`
    case 'answer':
      return 'Injected fault: this call got an answer chosen by the developer, and the host did nothing.'
    case 'cancel':
      return 'Injected fault: the sheet was closed immediately.'
  }
}
