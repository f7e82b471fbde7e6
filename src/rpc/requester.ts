import type { Request } from '../platform/envelope.js'
import { PROTOCOL_VERSION } from '../platform/envelope.js'
import type { ErrorCode } from '../platform/error-codes.js'
import { textOf } from '../platform/json-form.js'
import { readHostMessage } from './host-message.js'
import type { StartTimer, Transport } from './transport.js'

export interface Requester {
  /** Creates a request with its own id. Does not send it. */
  prepare(method: string, params: unknown): Request
  /**
   * Sends a request and waits for its answer.
   * @param timeoutMs rejects with `TIMEOUT` after this time; null never times out
   * @param name what error messages call the call
   * @returns the `result`, as the host sent it; rejects with a CallError
   */
  send(request: Request, timeoutMs: number | null, name: string): Promise<unknown>
}

export interface RequesterOptions {
  readonly transport: Transport<Request, unknown>
  readonly startTimer: StartTimer
  /** Distinguishes this page's ids from those of the page that was in the frame before. At most 40 characters. */
  readonly idPrefix: string
  /** Called for every event that the host sends. */
  readonly onEvent: (event: string, data: unknown) => void
}

interface OpenRequest {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: CallError) => void
  /** The stack of the app's call. The stack of an answer would not show where the app made the call. */
  readonly calledFrom: string | undefined
  readonly stopTimer: (() => void) | null
}

/** The app's side of the message channel (section 4). Matches each answer to its request, once. */
export const createRequester = (options: RequesterOptions): Requester => {
  const open = new Map<string, OpenRequest>()
  let sent = 0

  const settle = (id: string): OpenRequest | undefined => {
    const request = open.get(id)
    if (request === undefined) return undefined
    open.delete(id)
    request.stopTimer?.()
    return request
  }

  /** Rejects with an error whose stack leads to the call. */
  const refuse = (id: string, error: CallError): void => {
    const request = settle(id)
    if (request === undefined) return
    const { calledFrom } = request
    // Some engines put the error's text before the stack. That text is not from this error.
    if (calledFrom !== undefined) error.stack = calledFrom.replace(/^Error:? *(?=\n|$)/, () => String(error))
    request.reject(error)
  }

  options.transport.listen((data) => {
    const message = readHostMessage(data)
    if (message === null) return
    if (message.kind === 'event') options.onEvent(message.event, message.data)
    else if (message.kind === 'result') settle(message.id)?.resolve(message.result)
    else refuse(message.id, new CallError(message.code, message.message))
  })

  return {
    prepare: (method, params) => ({
      service: PROTOCOL_VERSION,
      id: `${options.idPrefix}-${++sent}`,
      method,
      params,
    }),
    send: (request, timeoutMs, name) =>
      new Promise((resolve, reject) => {
        const expire = () =>
          refuse(
            request.id,
            new CallError('TIMEOUT', `The host did not answer ${name} within ${timeoutMs} ms.`),
          )
        open.set(request.id, {
          resolve,
          reject,
          calledFrom: new Error().stack,
          stopTimer: timeoutMs === null ? null : options.startTimer(expire, timeoutMs),
        })
        try {
          options.transport.send(request)
        } catch (error) {
          settle(request.id)?.reject(
            new CallError('INVALID', `The parameters of ${name} cannot be sent: ${textOf(error)}`),
          )
        }
      }),
  }
}

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
