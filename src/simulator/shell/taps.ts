export interface TapsOptions {
  /** Whether the browser reports a user activation of this window now. */
  readonly isActive: () => boolean
  /** Milliseconds, rising. */
  readonly now: () => number
}

/**
 * Which app a person tapped. Browsers report a user activation of a whole window, in which the host's own buttons are and
 * several people may have their apps: only a tap in the app itself counts for it (4.1), until the person turns to something
 * else or the browser lets it lapse.
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
    return tapped !== undefined && this.#options.now() - tapped < ACTIVATION_MS && this.#options.isActive()
  }
}

/** How long a tap counts in the browsers of today; what they say themselves comes first. */
const ACTIVATION_MS = 5_500
