import type { StartTimer } from '../../rpc/transport.js'
import { FloodGuard } from './flood-guard.js'

/** What the app's frame posted, as far as it is looked at: reading `data` is what takes time. */
export interface Posted {
  readonly data: unknown
}

export interface IntakeOptions {
  readonly startTimer: StartTimer
  /** Milliseconds, rising. */
  readonly now: () => number
  /**
   * Handles what was posted.
   * @returns its length in characters
   */
  readonly handle: (posted: Posted) => number
  /** The app posts without end: nothing of it is handled any more. */
  readonly onFlood: () => void
}

/**
 * Takes in what a page of the app posts, in its order. A few messages are handled as they come; of very many each is
 * only counted and put by, and they are handled a slice at a time, so that this page goes on drawing and hears a click.
 */
export class Intake {
  readonly #options: IntakeOptions
  readonly #guard: FloodGuard
  #waiting: Posted[] = []
  #next = 0
  #room = AT_ONCE
  #scheduled = false
  #stopped = false

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#guard = new FloodGuard(options.now)
  }

  take(posted: Posted): void {
    if (this.#stopped) return
    if (!this.#guard.take(1)) {
      this.#flood()
      return
    }
    this.#schedule()
    if (this.#room > 0 && this.#waiting.length === 0) {
      this.#room -= 1
      this.#handle(posted)
    } else this.#waiting.push(posted)
  }

  /** Forgets what waits, and takes no more. */
  stop(): void {
    this.#stopped = true
    this.#waiting = []
  }

  #handle(posted: Posted): void {
    const characters = this.#options.handle(posted)
    if (!this.#guard.take(characters / CHARACTERS_PER_MESSAGE)) this.#flood()
  }

  #flood(): void {
    if (this.#stopped) return
    this.stop()
    this.#options.onFlood()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.#options.startTimer(() => {
      this.#scheduled = false
      this.#room = AT_ONCE
      this.#handleSlice()
    }, 0)
  }

  #handleSlice(): void {
    const { now } = this.#options
    const begin = now()
    for (;;) {
      const item = this.#waiting[this.#next]
      if (item === undefined) break
      this.#next += 1
      this.#handle(item)
      if (now() - begin >= SLICE_MS) break
    }
    if (this.#next >= this.#waiting.length) {
      this.#waiting = []
      this.#next = 0
    } else this.#schedule()
  }
}

/** How many are handled as they come, between two slices. */
const AT_ONCE = 100
const SLICE_MS = 8
/** A picture to share, of 9 MB, counts for a tenth of what may come at once. */
const CHARACTERS_PER_MESSAGE = 1_024
