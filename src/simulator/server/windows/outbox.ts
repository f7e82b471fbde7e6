import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { MB } from '../../../platform/units.js'

/** The parts of a WebSocket that an outbox uses. */
export type OutboxSocket = Pick<WebSocket, 'bufferedAmount' | 'terminate'> & {
  readonly readyState: number
  readonly OPEN: number
  send(text: string): void
}

/** How much may wait for a window to read. A window with more counts as lost. */
export const MAX_UNREAD_BYTES = 64 * MB

/**
 * Writes to a window's connection. Its stream is corked from the first message of an event loop turn to the turn's end, so
 * that all messages go out in one write. In a match of eight seats the writes take the time, not the messages: with one
 * write per message, the simulator delivers less than half as many (0.55 times a bare relay, instead of 1.13 times;
 * `npm run bench -- seats` measures their cost).
 */
export class Outbox {
  readonly #socket: OutboxSocket
  readonly #stream: Pick<Duplex, 'cork' | 'uncork'>
  #isCorked = false

  /** @param stream what the socket writes to */
  constructor(socket: OutboxSocket, stream: Pick<Duplex, 'cork' | 'uncork'>) {
    this.#socket = socket
    this.#stream = stream
  }

  /** Sends a message in this turn. */
  write(text: string): void {
    const { readyState, OPEN, bufferedAmount } = this.#socket
    if (readyState !== OPEN) return
    if (bufferedAmount >= MAX_UNREAD_BYTES) {
      // The page reconnects once it reads again.
      this.#socket.terminate()
      return
    }
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#stream.cork()
      setImmediate(() => this.flush())
    }
    this.#socket.send(text)
  }

  /** Writes the messages of this turn. Called before a closing message, which must come after them. */
  flush(): void {
    if (!this.#isCorked) return
    this.#isCorked = false
    this.#stream.uncork()
  }
}
