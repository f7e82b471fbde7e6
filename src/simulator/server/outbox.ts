import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/**
 * How a window's connection is written to: all that is said to it in one turn of the event loop goes out in one write,
 * since in a busy match the writes, not the messages, take the time.
 * @param stream what the socket writes to
 */
export const outbox = (socket: WebSocket, stream: Duplex): ((text: string) => void) => {
  let held = false
  return (text) => {
    if (socket.readyState !== socket.OPEN) return
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
