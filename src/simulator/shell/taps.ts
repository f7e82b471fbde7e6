export interface TapsOptions {
  /** Whether the browser reports a user activation of this window now. */
  readonly isActive: () => boolean
  /** Monotonic time in milliseconds. */
  readonly now: () => number
}

/**
 * Tracks which seat was tapped. Browsers report a user activation for a whole window, in which several users
 * may have their apps: a tap in one is not a tap in the others (4.1). An app could fake a tap, which gains it
 * nothing over a window of its own.
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

  /** Whether a call of this seat's app follows a tap. */
  counts(seat: number): boolean {
    if (!this.#options.isActive()) return false
    const since = this.#options.now() - ACTIVATION_MS
    const recent = [...this.#last].filter(([, at]) => at > since)
    // Taps that no app reported (a browser driven by a program) count for all.
    return recent.length === 0 || recent.some(([tapped]) => tapped === seat)
  }
}

/** No browser keeps a user activation for longer. */
const ACTIVATION_MS = 5_500
