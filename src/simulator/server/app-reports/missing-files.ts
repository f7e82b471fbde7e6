import type { Bundle } from '../../../bundle/bundle.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { RateWindow } from '../../../host/rate-window.js'
import { Mutex } from '../../../mutex.js'
import { SECOND_MS } from '../../../platform/units.js'
import { namedAt } from './named-at.js'

/**
 * Logs missing files that the app requested, and requests that fail for their headers, in order and up to a limit: each is searched for in all pages of the app,
 * and any page in the same browser can make requests.
 */
export class MissingFiles {
  readonly #log: CallLog
  readonly #now: () => number
  readonly #rate = new RateWindow({ limit: MISSING_PER_SECOND, windowMs: SECOND_MS })
  readonly #mutex = new Mutex()
  #waiting = 0
  /** Whether the log already says that more is left out. */
  #leftOut = false

  /** @param now monotonic milliseconds */
  constructor(log: CallLog, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /**
   * Logs a request that the browser did not send, since the host does not allow its headers.
   * @param headers their names, with commas
   */
  async reportPreflight(bundle: Bundle, path: string, headers: string): Promise<void> {
    const isOfJQuery = /x-requested-with/i.test(headers)
    await this.report(
      bundle,
      path,
      `The page has no origin, so a browser sends a preflight request before headers such as ${headers}, and the host does not allow them. Request the file without these headers${isOfJQuery ? ': jQuery adds none after $.ajaxSetup({ crossDomain: true })' : ''}, or add the browser shim with \`miniapp init --shim\` (2.10).`,
      'but with custom headers, so the request fails',
    )
  }

  /**
   * Logs a request that failed, a missing file's unless something else is said. Resolves once it is logged.
   * @param why it failed, and what to do
   * @param how goes on after “The app requested a.png,”
   */
  async report(bundle: Bundle, path: string, why: string, how?: string): Promise<void> {
    if (this.#waiting >= MISSING_PER_SECOND || this.#rate.take(this.#now()) !== null) {
      if (this.#leftOut) return
      this.#leftOut = true
      this.#log.note(
        1,
        `The app requests more than ${MISSING_PER_SECOND} missing files a second. The others are not logged.`,
      )
      return
    }
    this.#leftOut = false
    this.#waiting += 1
    try {
      await this.#mutex.run(() => this.#logMissing(bundle, path, why, how))
    } finally {
      this.#waiting -= 1
    }
  }

  async #logMissing(bundle: Bundle, path: string, why: string, how = 'which does not exist'): Promise<void> {
    const place = await namedAt(bundle, [path, `./${path}`])
    this.#log.add({
      kind: 'failed-file',
      seat: 1,
      message: `The app requested ${path}, ${how}.`,
      ...(place ?? { file: path, line: null, column: null }),
      why,
    })
  }
}

/** Enough to list a whole missing folder of pictures. */
const MISSING_PER_SECOND = 200
