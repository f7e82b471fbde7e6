import type { ErrorCode } from '../platform/error-codes.js'

/** What a call rejects with: an Error with one of the codes of section 7. The message is for developers. */
export class CallError extends Error {
  override readonly name = 'ServiceError'
  /** A host that is newer than this code may send a code that is not among them. */
  readonly code: ErrorCode | (string & {})

  constructor(code: ErrorCode | (string & {}), message: string) {
    super(message)
    this.code = code
  }
}
