import { SECOND_MS } from '../../../platform/units.js'

/**
 * Where each page load begins in the log: when its page was served, not when the window says that its frame was opened.
 * Both come over connections of their own, in any order, and the browser requests the files that a page names before the
 * page runs. Only their order tells which belong together, since the bundle's server does not know the seats.
 */
export class PageLoads {
  readonly #lastSeq: () => number
  readonly #now: () => number
  /** Pages that were served before their frame was announced, oldest first. */
  #served: { readonly after: number; readonly at: number }[] = []
  /** When frames were announced whose page was not served yet, oldest first. */
  #announced: number[] = []

  /**
   * @param lastSeq the number of the latest entry of the log
   * @param now monotonic milliseconds
   */
  constructor(lastSeq: () => number, now: () => number) {
    this.#lastSeq = lastSeq
    this.#now = now
  }

  /** A page of the app is being served. Requests for its files come after this. */
  pageServed(): void {
    this.#forgetOld()
    if (this.#announced.shift() !== undefined || this.#served.length >= MOST_WAITING) return
    this.#served.push({ after: this.#lastSeq(), at: this.#now() })
  }

  /** A window opened a frame, or the app put another page into it. @returns the last entry of the log before this load */
  frameOpened(): number {
    this.#forgetOld()
    const served = this.#served.shift()
    if (served !== undefined) return served.after
    if (this.#announced.length < MOST_WAITING) this.#announced.push(this.#now())
    return this.#lastSeq()
  }

  /** A page may be opened without a window, and a frame closed before it loads: they must not meet a later load. */
  #forgetOld(): void {
    const oldest = this.#now() - LONGEST_APART_MS
    this.#served = this.#served.filter(({ at }) => at > oldest)
    this.#announced = this.#announced.filter((at) => at > oldest)
  }
}

/** The two are some milliseconds apart, and seconds while an app keeps the browser busy as it starts. */
const LONGEST_APART_MS = 10 * SECOND_MS

/** More pages than the seats load at the same time. */
const MOST_WAITING = 100
