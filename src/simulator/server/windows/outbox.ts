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
 * How a window's connection is written to: its stream is corked from the first message of a turn of the event loop to
 * the turn's end, so that all of them go out in one write. In a match of eight seats the writes, not the messages, take
 * the time: with a write for each the simulator passes on less than half as many messages (`npm run bench -- matches`:
 * 0.55 times what a bare relay does, instead of 1.13 times).
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
      // The page comes back by itself once it reads again.
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

  /** Lets out what was sent in this turn: a goodbye must come behind it. */
  flush(): void {
    if (!this.#isCorked) return
    this.#isCorked = false
    this.#stream.uncork()
  }
}
