import type { Method } from '../../../platform/calls/table.js'
import type { ErrorCode } from '../../../platform/error-codes.js'
import type { SheetKind, SheetKinds } from '../../session/sheets.js'

/** What can befall a call, on the developer's order. */
export type CallTrouble =
  /** It is never answered: the SDK's own timeout tells the app (8.2). */
  | { readonly what: 'silence' }
  /** It takes so many milliseconds longer, by the host's clock. */
  | { readonly what: 'slow'; readonly ms: number }
  /** It is refused with this code. */
  | { readonly what: 'error'; readonly code: ErrorCode }
  /** Whatever sheet it opens is closed at once, as by a person who does not want to. */
  | { readonly what: 'cancel' }

/** An order: which calls are troubled, and how. */
export interface TroubleOrder {
  /** Null: of every seat. */
  readonly seat: number | null
  /** Null: every method. */
  readonly method: Method | null
  readonly times: 'next' | 'every'
  readonly trouble: CallTrouble
}

export interface StandingOrder extends TroubleOrder {
  readonly id: number
}

/** What can befall a running app at a moment, beside its calls. */
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

/** What the developer orders, as the control API takes it: a moment at once, or trouble for calls to come. */
export type TroubleRequest =
  | { readonly moment: Moment | 'zero-size'; readonly seat?: number }
  | ({
      /** Left out: every seat. */
      readonly seat?: number
      /** Left out: every method. */
      readonly method?: Method
      /** Default: the next call alone. */
      readonly times?: 'next' | 'every'
    } & (
      | { readonly silence: true }
      | { readonly slow: number }
      | { readonly error: ErrorCode }
      | { readonly cancel: true }
    ))

/** What stands, as the control API tells it. */
export interface TroubleState {
  readonly orders: readonly StandingOrder[]
  /** The seed of the torture that is on, or null. */
  readonly torture: number | null
}

/** The choice of a person who closes a sheet without doing what it offers. */
export const DECLINED: { readonly [Kind in SheetKind]: SheetKinds[Kind]['choice'] } = {
  payment: 'cancel',
  nickname: null,
  share: null,
  'pick-image': null,
  'pick-video': null,
  ai: 'not-now',
}

/** How long what passes by itself lasts, by the host's clock. */
export const PASSING_MOMENT_MS = 2_000

/** A trouble in words, for the log. */
export const describeTrouble = (trouble: CallTrouble): string => {
  switch (trouble.what) {
    case 'silence':
      return 'Trouble was ordered: this call is never answered.'
    case 'slow':
      return `Trouble was ordered: this call took ${trouble.ms} ms longer.`
    case 'error':
      return `Trouble was ordered: this call is refused with ${trouble.code}.`
    case 'cancel':
      return 'Trouble was ordered: the sheet was closed at once.'
  }
}
