import type { Request } from '../../../src/platform/envelope.js'
import type { Transport } from '../../../src/rpc/transport.js'

export interface FakeParent {
  readonly transport: Transport<unknown, unknown>
  /** All that was posted, oldest first. */
  readonly posted: unknown[]
  /** How many listeners are installed. */
  listeners(): number
  /** The last request that was posted. */
  lastRequest(): Request
  /** Posts something to the page. */
  post(message: unknown): void
  /** Answers the last request with a result. */
  answer(result: unknown): void
  /** Answers the last request with an error. */
  refuse(code: string, message?: string): void
}

/** The host's window as a page sees it, without a browser. What is posted is cloned, as `postMessage` does. */
export const fakeParent = (): FakeParent => {
  const posted: unknown[] = []
  const receivers = new Set<(message: unknown) => void>()
  const post = (message: unknown) => {
    for (const receive of [...receivers]) receive(message)
  }
  const lastRequest = () => {
    const last = posted.at(-1)
    if (last === undefined) throw new Error('Nothing was posted.')
    return last as Request
  }
  return {
    transport: {
      send: (message) => {
        posted.push(structuredClone(message))
      },
      listen: (receive) => {
        receivers.add(receive)
        return () => receivers.delete(receive)
      },
    },
    posted,
    listeners: () => receivers.size,
    lastRequest,
    post,
    answer: (result) => post({ service: 1, id: lastRequest().id, result }),
    refuse: (code, message = 'No.') => post({ service: 1, id: lastRequest().id, error: { code, message } }),
  }
}
