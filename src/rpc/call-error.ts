import type { ErrorCode } from '../platform/error-codes.js'

/** What a call rejects with: an Error with a code of section 7 and a message for developers. */
export class CallError extends Error {
  override readonly name = 'ServiceError'
  /** A newer host may send a code that is not in section 7 yet. */
  readonly code: ErrorCode | (string & {})

  constructor(code: ErrorCode | (string & {}), message: string) {
    super(message)
    this.code = code
  }
}
