import type { Bundle } from '../../../bundle/bundle.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { RateWindow } from '../../../host/rate-window.js'
import { SECOND_MS } from '../../../platform/units.js'
import { Turns } from '../turns.js'
import type { ReadAppReport } from '../windows/shell-message-schema.js'
import { bundlePathOf, namesOfBlocked, reportEntry } from './app-reports.js'
import { namedAt } from './named-at.js'

/** Puts into the log what one seat's page reports of its app, in the order in which it came, and not without end. */
export class ReportIntake {
  readonly #log: CallLog
  readonly #seat: number
  readonly #bundle: () => Bundle
  readonly #rate = new RateWindow({ limit: REPORTS_PER_SECOND, windowMs: SECOND_MS })
  /** Whether it was said that more is left out. */
  #leftOut = false
  readonly #turns = new Turns()

  /** @param bundle what the app is made of, as it is on disk now */
  constructor(log: CallLog, seat: number, bundle: () => Bundle) {
    this.#log = log
    this.#seat = seat
    this.#bundle = bundle
  }

  /** Reports come into the log in the order in which they came here, however long one is looked for. */
  take(report: ReadAppReport): Promise<void> {
    return this.#turns.run(() => this.#tell(report))
  }

  /** An app that fails on every frame would fill the log with nothing else. */
  async #tell(report: ReadAppReport): Promise<void> {
    if (this.#isToldElsewhere(report)) return
    if (this.#rate.take(performance.now()) === null) {
      this.#leftOut = false
      const entry = reportEntry(report, this.#seat)
      const place = entry.file === null ? await namedAt(this.#bundle(), namesOfBlocked(report)) : null
      this.#log.add({ ...entry, ...place })
    } else if (!this.#leftOut) {
      this.#leftOut = true
      this.#log.add({
        kind: 'note',
        seat: this.#seat,
        message: `The app reports more than ${REPORTS_PER_SECOND} problems a second; the rest is left out.`,
      })
    }
  }

  /**
   * An element that could not load its file is told of by the browser, and by whoever knows why: the bundle's server where
   * the file is not there, the policy where it is elsewhere.
   */
  #isToldElsewhere({ kind, source }: ReadAppReport): boolean {
    if (kind !== 'failed-file' || source === null || !/^https?:/.test(source)) return false
    const path = bundlePathOf(source)
    return path === null || this.#bundle().files.every((file) => file.path !== path)
  }
}

const REPORTS_PER_SECOND = 50
