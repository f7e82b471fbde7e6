export interface TapsOptions {
  /** Monotonic time in milliseconds. */
  readonly now: () => number
}

/** How long a user activation lasts in Chromium. */
export const ACTIVATION_MS = 5_000

/**
 * Which app a person tapped. Browsers report a user activation only for a whole window, which also holds the host's buttons
 * and other people's apps: only a tap in the app itself counts for it (4.1), until the person taps something else or the
 * activation lapses.
 */
export class Taps {
  readonly #options: TapsOptions
  /** When each seat's app was last tapped. */
  readonly #last = new Map<number, number>()

  constructor(options: TapsOptions) {
    this.#options = options
  }

  /** The app in a seat was tapped. */
  tapped(seat: number): void {
    this.#last.set(seat, this.#options.now())
  }

  /** The page that was tapped is gone. */
  forget(seat: number): void {
    this.#last.delete(seat)
  }

  /** A person tapped something of the host: its bar, a sheet, a panel. */
  hostTapped(): void {
    this.#last.clear()
  }

  /** Whether a call of this seat's app is made from a tap. */
  counts(seat: number): boolean {
    const tapped = this.#last.get(seat)
    return tapped !== undefined && this.#options.now() - tapped < ACTIVATION_MS
  }
}
