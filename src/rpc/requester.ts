import type { Request } from '../platform/envelope.js'
import { PROTOCOL_VERSION } from '../platform/envelope.js'
import { CallError } from './call-error.js'
import { readHostMessage } from './host-message.js'
import type { StartTimer, Transport } from './transport.js'

export interface Requester {
  /** A request with an id of its own, not sent yet. */
  prepare(method: string, params: unknown): Request
  /**
   * Sends a request and waits for its answer.
   * @param timeoutMs rejects `TIMEOUT` after that long; null waits for ever
   * @returns the `result`, as the host sent it; rejects with a CallError
   */
  send(request: Request, timeoutMs: number | null): Promise<unknown>
  /** How many requests wait for an answer. */
  openRequests(): number
  /** Stops listening. Open requests stay unanswered until their time is up. */
  stop(): void
}

export interface RequesterOptions {
  readonly transport: Transport<Request, unknown>
  readonly startTimer: StartTimer
  /** Sets this side's ids apart from those of a page that was in the frame before; at most 40 characters. */
  readonly idPrefix: string
  /** Every event that the host sends. */
  readonly onEvent: (event: string, data: unknown) => void
}

interface OpenRequest {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: CallError) => void
  /** Where the app made the call; an answer comes from nowhere that a stack would name. */
  readonly calledFrom: string | undefined
  readonly stopTimer: (() => void) | null
}

/** The app's side of the message channel (section 4): matches each answer to its request, once. */
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
    // Some engines put the error's text before the stack, some do not; what they put first is not this error's.
    if (calledFrom !== undefined) error.stack = calledFrom.replace(/^Error:? *(?=\n|$)/, () => String(error))
    request.reject(error)
  }

  const stop = options.transport.listen((data) => {
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
    send: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        const expire = () =>
          refuse(
            request.id,
            new CallError('TIMEOUT', `The host did not answer ${request.method} within ${timeoutMs} ms.`),
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
            new CallError('INVALID', `The parameters of ${request.method} cannot be sent: ${String(error)}`),
          )
        }
      }),
    openRequests: () => open.size,
    stop,
  }
}
