import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { textFrames } from './text-frames.js'

/** A WebSocket, as far as it is written to. */
export type OutboxSocket = Pick<WebSocket, 'bufferedAmount' | 'terminate'> & {
  readonly readyState: number
  readonly OPEN: number
}

/** How much may wait for a window to read it; one that lets more pile up is as good as gone. */
export const MAX_UNREAD_BYTES = 64 * 1_048_576

/**
 * How a window's connection is written to: all that is said to it in one turn of the event loop goes out in one write,
 * since in a busy match the writes, not the messages, take the time.
 */
export class Outbox {
  readonly #socket: OutboxSocket
  readonly #stream: Pick<Duplex, 'write'>
  #held: string[] = []
  #heldCharacters = 0

  /** @param stream what the socket writes to; messages must not be compressed on it */
  constructor(socket: OutboxSocket, stream: Pick<Duplex, 'write'>) {
    this.#socket = socket
    this.#stream = stream
  }

  /** Says something, in this turn. */
  write(text: string): void {
    const { readyState, OPEN, bufferedAmount } = this.#socket
    if (readyState !== OPEN) return
    if (bufferedAmount + this.#heldCharacters >= MAX_UNREAD_BYTES) {
      // The page comes back by itself once it reads again.
      this.#socket.terminate()
      return
    }
    if (this.#held.length === 0) setImmediate(() => this.flush())
    this.#held.push(text)
    this.#heldCharacters += text.length
  }

  /** What was said goes out now: a goodbye must come behind it. */
  flush(): void {
    const texts = this.#held
    this.#held = []
    this.#heldCharacters = 0
    if (texts.length > 0 && this.#socket.readyState === this.#socket.OPEN)
      this.#stream.write(textFrames(texts))
  }
}
