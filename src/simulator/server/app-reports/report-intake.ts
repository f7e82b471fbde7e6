import type { Bundle } from '../../../bundle/bundle.js'
import type { CallLog } from '../../../host/log/call-log.js'
import { RateWindow } from '../../../host/rate-window.js'
import { Mutex } from '../../../mutex.js'
import { SECOND_MS } from '../../../platform/units.js'
import type { AppReport } from '../../injected-messages.js'
import { bundlePathOf, namesOfBlocked, reportEntry } from './app-reports.js'
import { namedAt } from './named-at.js'

/** Logs the reports of a seat's page about its app, in order and up to a limit. */
export class ReportIntake {
  readonly #log: CallLog
  readonly #seat: number
  readonly #bundle: () => Bundle
  readonly #bundleOrigin: string
  readonly #rate = new RateWindow({ limit: REPORTS_PER_SECOND, windowMs: SECOND_MS })
  /** Whether the log already says that more is left out. */
  #leftOut = false
  readonly #mutex = new Mutex()

  /**
   * @param bundle returns the app's current files
   * @param bundleOrigin the origin of the app's files, as the reporting browser knows it
   */
  constructor(log: CallLog, seat: number, bundle: () => Bundle, bundleOrigin: string) {
    this.#bundleOrigin = bundleOrigin
    this.#log = log
    this.#seat = seat
    this.#bundle = bundle
  }

  /** Logs a report. Reports keep their order, however long the search for one takes. */
  take(report: AppReport): Promise<void> {
    return this.#mutex.run(() => this.#logReport(report))
  }

  /** Limited: an app that fails on every frame would fill the log. */
  async #logReport(report: AppReport): Promise<void> {
    if (this.#isReportedElsewhere(report)) return
    if (this.#rate.take(performance.now()) === null) {
      this.#leftOut = false
      const entry = reportEntry(report, this.#seat, this.#bundleOrigin)
      const place =
        entry.file === null ? await namedAt(this.#bundle(), namesOfBlocked(report, this.#bundleOrigin)) : null
      this.#log.add({ ...entry, ...place })
    } else if (!this.#leftOut) {
      this.#leftOut = true
      this.#log.note(
        this.#seat,
        `The app reports more than ${REPORTS_PER_SECOND} problems a second. The others are not logged.`,
      )
    }
  }

  /**
   * Whether a failed file is also reported with its reason: by the bundle's server if it is missing, or by the policy if
   * it is outside the bundle.
   */
  #isReportedElsewhere({ kind, source }: AppReport): boolean {
    if (kind !== 'failed-file' || source === null || !/^https?:/.test(source)) return false
    const path = bundlePathOf(source)
    return path === null || this.#bundle().files.every((file) => file.path !== path)
  }
}

const REPORTS_PER_SECOND = 50
