export interface TapsOptions {
  /** Whether the browser reports a user activation of this window now. */
  readonly isActive: () => boolean
  /** Milliseconds, rising. */
  readonly now: () => number
}

/**
 * Whose tap it was. Browsers report a user activation of a whole window, in which several people may have their apps: a
 * tap in one of them is no tap in the others (4.1). An app could claim a tap, and gains nothing by it that it would not
 * have in a window of its own.
 */
export class Taps {
  readonly #options: TapsOptions
  /** When each seat's app was last tapped. */
  readonly #last = new Map<number, number>()

  constructor(options: TapsOptions) {
    this.#options = options
  }

  tapped(seat: number): void {
    this.#last.set(seat, this.#options.now())
  }

  /** Whether a call of this seat's app is made from a tap. */
  counts(seat: number): boolean {
    if (!this.#options.isActive()) return false
    const since = this.#options.now() - ACTIVATION_MS
    const recent = [...this.#last].filter(([, at]) => at > since)
    // What no app was told of (a browser driven by a program) counts for all.
    return recent.length === 0 || recent.some(([tapped]) => tapped === seat)
  }
}

/** No browser lets a tap count for longer. */
const ACTIVATION_MS = 5_500
