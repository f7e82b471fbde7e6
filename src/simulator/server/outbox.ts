import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** A WebSocket, as far as it is written to. */
export type OutboxSocket = Pick<WebSocket, 'bufferedAmount' | 'terminate'> & {
  readonly readyState: number
  readonly OPEN: number
  send(text: string): void
}

/** How much may wait for a window to read it; one that lets more pile up is as good as gone. */
export const MAX_UNREAD_BYTES = 64 * 1_048_576

/**
 * How a window's connection is written to: all that is said to it in one turn of the event loop goes out in one write,
 * since in a busy match the writes, not the messages, take the time.
 * @param stream what the socket writes to
 */
export const outbox = (socket: OutboxSocket, stream: Duplex): ((text: string) => void) => {
  let held = false
  return (text) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount >= MAX_UNREAD_BYTES) {
      // The page comes back by itself once it reads again.
      socket.terminate()
      return
    }
    if (!held) {
      held = true
      stream.cork()
      setImmediate(() => {
        held = false
        stream.uncork()
      })
    }
    socket.send(text)
  }
}
