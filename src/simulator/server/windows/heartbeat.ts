import type { BaseClock } from '../../../host/clock.js'

/** What a heartbeat needs of a WebSocket. */
export interface BeatingSocket {
  ping(): void
  terminate(): void
  on(event: 'pong', listener: () => void): unknown
}

/**
 * Ends a connection that is gone although nobody said goodbye, such as a phone's that left the network: browsers answer
 * pings by themselves, also in a page that is hidden or stopped in a debugger (RFC 6455, 5.5.2).
 * @returns how to stop
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
/** A phone may sleep for a moment. */
const MAX_UNANSWERED = 3
