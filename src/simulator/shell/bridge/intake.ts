import type { StartTimer } from '../../../rpc/transport.js'

/**
 * Detects an app that sends messages without end, which would leave this page no time for anything else: a
 * token bucket that allows any realistic burst of calls.
 */
export class FloodGuard {
  readonly #now: () => number
  #messages = BURST
  #countedAt: number

  /** @param now monotonic time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
    this.#countedAt = now()
  }

  /**
   * Counts messages; a large one counts for several.
   * @returns false if there are too many
   */
  take(messages: number): boolean {
    const now = this.#now()
    this.#messages = Math.min(BURST, this.#messages + ((now - this.#countedAt) * PER_SECOND) / 1_000)
    this.#countedAt = now
    this.#messages -= messages
    return this.#messages >= 0
  }
}

/** Far more than any app sends in one burst, and no more than this page can queue. */
const BURST = 100_000
/** Faster than any app that waits for its answers. */
const PER_SECOND = 5_000

/** A message from the app's frame: reading `data` is the expensive part. */
export interface Posted {
  readonly data: unknown
}

export interface IntakeOptions {
  readonly startTimer: StartTimer
  /** Monotonic time in milliseconds. */
  readonly now: () => number
  /**
   * Handles a message.
   * @returns its length in characters
   */
  readonly handle: (posted: Posted) => number
  /** The app floods the page with messages: none of them are handled any more. */
  readonly onFlood: () => void
}

/**
 * Receives the messages of an app's page in order. A few messages are handled immediately; of many, each is
 * counted and queued, and they are handled in batches, so that this page keeps drawing and reacting to
 * clicks.
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

  /** Drops the queue and accepts no more messages. */
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

/** How many messages are handled immediately, between two batches. */
const AT_ONCE = 100
const SLICE_MS = 8
/** A shared picture of 9 MB counts for a tenth of the allowed burst. */
const CHARACTERS_PER_MESSAGE = 1_024
