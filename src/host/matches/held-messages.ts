/** A message that a developer holds back. `deliver` passes it to those who are in the match by then. */
export type Delivery = () => void

/**
 * The messages that a developer holds back in a match, in the order in which they were sent. So many are held; then the
 * earliest are delivered.
 */
export class HeldMessages {
  readonly #waiting: Delivery[] = []
  #holding = false

  /** Whether new messages are held back. */
  get holding(): boolean {
    return this.#holding
  }

  get count(): number {
    return this.#waiting.length
  }

  hold(): void {
    this.#holding = true
  }

  /** Holds a message back. */
  add(deliver: Delivery): void {
    this.#waiting.push(deliver)
    if (this.#waiting.length > MOST_HELD) this.#waiting.shift()?.()
  }

  /** @param count how many of the earliest to deliver; null delivers all, and holds no more */
  release(count: number | null): void {
    if (count === null) this.#holding = false
    for (const deliver of this.#waiting.splice(0, count ?? this.#waiting.length)) deliver()
  }
}

/** About half a minute of eight players who send as fast as they may (8.3). */
const MOST_HELD = 5_000
