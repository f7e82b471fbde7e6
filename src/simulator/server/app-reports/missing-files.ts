import type { Bundle } from '../../../bundle/bundle.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { RateWindow } from '../../../host/rate-window.js'
import { SECOND_MS } from '../../../platform/units.js'
import { Turns } from '../turns.js'
import { namedAt } from './named-at.js'

/**
 * Puts into the log which files the app asked for that it cannot have, in the order in which it asked, and not without
 * end: each is looked for in all of the app's pages, and any page in the same browser can ask.
 */
export class MissingFiles {
  readonly #log: CallLog
  readonly #now: () => number
  readonly #rate = new RateWindow({ limit: MISSING_PER_SECOND, windowMs: SECOND_MS })
  readonly #turns = new Turns()
  #waiting = 0
  /** Whether it was said that more is left out. */
  #leftOut = false

  /** @param now milliseconds, rising */
  constructor(log: CallLog, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /** Resolves once it is told. @param why it cannot be had */
  async tell(bundle: Bundle, path: string, why: string): Promise<void> {
    if (this.#waiting >= MISSING_PER_SECOND || this.#rate.take(this.#now()) !== null) {
      if (this.#leftOut) return
      this.#leftOut = true
      this.#log.add({
        kind: 'note',
        seat: 1,
        message: `The app asks for more than ${MISSING_PER_SECOND} files a second that are not there; the rest is left out.`,
      })
      return
    }
    this.#leftOut = false
    this.#waiting += 1
    try {
      await this.#turns.run(() => this.#tell(bundle, path, why))
    } finally {
      this.#waiting -= 1
    }
  }

  async #tell(bundle: Bundle, path: string, why: string): Promise<void> {
    const place = await namedAt(bundle, [path, `./${path}`])
    this.#log.add({
      kind: 'failed-file',
      seat: 1,
      message: `The app asked for ${path}, which is not there.`,
      ...(place ?? { file: path, line: null, column: null }),
      why,
    })
  }
}

/** A page that lacks a folder of pictures is told of all of them. */
const MISSING_PER_SECOND = 200
