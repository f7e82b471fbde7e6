import type { Refusal } from '../rpc/call-notice.js'
import { CALL_NOTICE, type NoticeCall } from '../rpc/call-notice.js'
import type { StartTimer, Transport } from '../rpc/transport.js'

/** Everything that the SDK needs from the browser. Tests pass their own. */
export interface Environment {
  /** The channel to the parent window; null outside a host, where every call rejects `NO_HOST`. */
  readonly host: Transport<unknown, unknown> | null
  /** Whether a tap is in progress (4.1). True where the browser cannot say: the host checks too. */
  readonly withinTap: () => boolean
  readonly startTimer: StartTimer
  /** Distinguishes this page's request ids from other pages'. */
  readonly idPrefix: string
  /** Reports a call that the SDK refused to the simulator. */
  readonly reportRefusal: (refusal: Refusal) => void
  /** Tells the simulator which call is made from where; null on every other host. */
  readonly noticeCall: NoticeCall | null
  /** Receives errors that the app's listeners throw, so that one listener does not silence the others. */
  readonly reportError: (error: unknown) => void
}

/** The environment of a page in a real browser. */
export const browserEnvironment = (page: Window): Environment => {
  // Read now: a script's own `var parent` would replace the window's.
  const { parent } = page
  const host = parent === page ? null : parentTransport(page, parent)
  return {
    host,
    withinTap: () => {
      // Missing in browsers before Chrome 72, Safari 16.4 and Firefox 120.
      const activation = page.navigator.userActivation as UserActivation | undefined
      return activation === undefined || activation.isActive
    },
    startTimer: (fire, milliseconds) => {
      const timer = page.setTimeout(fire, milliseconds)
      return () => page.clearTimeout(timer)
    },
    idPrefix: Math.random().toString(36).slice(2, 12),
    reportRefusal: (refusal) => host?.send(refusal),
    noticeCall: noticeCallOf(page),
    // Thrown outside of this stack it reaches window.onerror like any uncaught error.
    reportError: (error) => {
      page.setTimeout(() => {
        throw error
      })
    },
  }
}

const noticeCallOf = (page: Window): NoticeCall | null => {
  const notice: unknown = Reflect.get(page, CALL_NOTICE)
  return typeof notice === 'function' ? (notice as NoticeCall) : null
}

/** Only the parent counts: another frame that got hold of this window must not answer for the host (5). */
const parentTransport = (page: Window, parent: Window): Transport<unknown, unknown> => ({
  // The host's origin is not known to a page without an origin of its own.
  send: (message) => parent.postMessage(message, '*'),
  listen: (receive) => {
    const onMessage = (event: MessageEvent) => {
      if (event.source === parent) receive(event.data)
    }
    page.addEventListener('message', onMessage)
    return () => page.removeEventListener('message', onMessage)
  },
})
