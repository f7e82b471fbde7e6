import type { ErrorCode } from '../../../platform/error-codes.js'

/** What can be wrong with the arguments of a call; the checker has one rule for each. */
export type ArgumentFaultKind =
  | 'wrong-type'
  | 'missing-argument'
  | 'unknown-option'
  | 'bad-key'
  | 'share-text'
  | 'share-image'
  | 'text-length'
  | 'number-out-of-range'
  | 'unknown-value'

export interface ArgumentFault {
  readonly kind: ArgumentFaultKind
  /** To read on after the call's name: `value is a number; it must be a string`. */
  readonly found: string
  /** What the call rejects with; `throws` where the SDK throws synchronously; null where neither. */
  readonly code: ErrorCode | 'throws' | null
  readonly fix: string
}

export const missing = (name: string, wanted: string): ArgumentFault => ({
  kind: 'missing-argument',
  found: `${name} is missing`,
  code: 'INVALID',
  fix: `Pass ${wanted === 'it' || wanted === 'one of them' ? name : `${wanted} as ${name}`}.`,
})
