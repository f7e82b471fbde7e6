import type { ErrorCode } from '../platform/error-codes.js'
import { textOf } from '../platform/json-form.js'

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

/** What was thrown, as an error with a code: only the app's own values throw something else when they are read. */
export const asCallError = (thrown: unknown): CallError =>
  thrown instanceof CallError
    ? thrown
    : new CallError('INVALID', `The parameters cannot be read: ${textOf(thrown)}`)
