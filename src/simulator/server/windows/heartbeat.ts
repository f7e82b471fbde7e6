import type { BaseClock } from '../../../host/clock.js'

/** What a heartbeat needs from a WebSocket. */
export interface BeatingSocket {
  ping(): void
  terminate(): void
  on(event: 'pong', listener: () => void): unknown
}

/**
 * Ends a connection that was lost without being closed, such as that of a phone that left the network. Browsers answer
 * pings automatically, even for pages that are hidden or paused in a debugger (RFC 6455, 5.5.2).
 * @returns a function that stops it
 */
export const keepAlive = (socket: BeatingSocket, wake: BaseClock['wake']): (() => void) => {
  let unanswered = 0
  socket.on('pong', () => {
    unanswered = 0
  })
  const beat = (): void => {
    if (unanswered === MAX_UNANSWERED) {
      socket.terminate()
      return
    }
    unanswered += 1
    socket.ping()
    cancel = wake(BEAT_MS, beat)
  }
  let cancel = wake(BEAT_MS, beat)
  return () => cancel()
}

const BEAT_MS = 15_000
/** A phone may sleep for a while. */
const MAX_UNANSWERED = 3
