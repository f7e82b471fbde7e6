import { type CallEntry, isPending } from '../../../../host/log/call-log.js'
import type { CallName } from '../../../../platform/calls/table.js'
import type { ErrorCode } from '../../../../platform/error-codes.js'

/** What the form for a fault starts with: the answer of a logged call, or what the developer chose elsewhere. */
export interface FaultDraft {
  /** Null: any. */
  readonly method: CallName | null
  /** Null: the selected seat. */
  readonly seat: number | null
  /** Null: as the form has it. */
  readonly fault:
    | { readonly kind: 'error'; readonly code: ErrorCode }
    /** @property json indented */
    | { readonly kind: 'answer'; readonly json: string }
    | { readonly kind: Exclude<FaultKind, 'error' | 'answer'> }
    | null
}

/** What happens to a call. */
export type FaultKind = 'error' | 'answer' | 'slow' | 'silence' | 'cancel'

/**
 * A fault that answers the next call as this one was answered.
 * @param hasMedia whether its answer has a picture, a sound or a video, which the log does not keep
 * @returns null if that is not possible
 */
export const faultLike = (call: CallEntry, hasMedia: boolean): FaultDraft | null => {
  const { method, seat, error, result } = call
  if (method === null || isPending(call)) return null
  if (error !== undefined) return { method, seat, fault: { kind: 'error', code: error.code } }
  if (result === undefined || hasMedia) return null
  return { method, seat, fault: { kind: 'answer', json: JSON.stringify(result, null, 2) } }
}
