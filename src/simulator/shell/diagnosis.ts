import type { LogEntry, ReportEntry } from '../../host/call-log.js'
import type { OpenPage } from './seat.js'

/** Why there may be nothing to see, for the developer. */
export interface Diagnosis {
  readonly title: string
  readonly advice: string
  /** What went wrong in the app, the first first; at most three. */
  readonly causes: readonly {
    readonly message: string
    readonly place: string | null
    readonly why: string | null
  }[]
}

const MAX_CAUSES = 3

/**
 * Says why an app may show nothing: told when the page has loaded, the cover went by itself, and `ready` was not
 * called (4.2).
 * @param newestFirst the seat's log entries
 */
export const diagnose = (page: OpenPage, newestFirst: Iterable<LogEntry>): Diagnosis | null => {
  const { openedAfter } = page
  if (page.ready || page.covered || !page.loaded || openedAfter === null) return null
  const reports: ReportEntry[] = []
  let calls = 0
  for (const entry of newestFirst) {
    if (entry.seq <= openedAfter) break
    if (entry.kind === 'call') calls++
    else if (
      entry.kind === 'violation' ||
      entry.kind === 'error' ||
      entry.kind === 'rejection' ||
      entry.kind === 'failed-file'
    )
      reports.unshift(entry)
  }
  const causes = tellingOnes(reports)
    .slice(0, MAX_CAUSES)
    .map((report) => ({
      message: report.message,
      place: placeOf(report),
      why: report.why ?? null,
    }))
  if (causes.length > 0)
    return {
      title: 'The app did not call ready()',
      advice: `The cover went by itself after 3 seconds. ${causes.length === 1 ? 'This came' : 'These came'} before:`,
      causes,
    }
  if (calls === 0)
    return {
      title: 'The app has not said anything',
      advice:
        'No call reached the host. Load service-miniapp.js by a script element before your own code, and call Service.ready() as soon as something is on screen.',
      causes: [],
    }
  return {
    title: 'The app did not call ready()',
    advice:
      'The cover went by itself after 3 seconds. Call Service.ready() as soon as something is on screen, before you load storage or purchases.',
    causes: [],
  }
}

/**
 * The reports that say what to do, or where. A file that the policy blocked is reported once more as one that failed, and an
 * error without a place ("Script error.") says nothing.
 */
const tellingOnes = (reports: readonly ReportEntry[]): readonly ReportEntry[] => {
  const telling = reports.filter(
    ({ kind, why, file }) => why !== undefined || (kind !== 'failed-file' && file !== null),
  )
  return telling.length > 0 ? telling : reports
}

/** `game.js:12`, as far as it is known. */
export const placeOf = (report: {
  readonly file: string | null
  readonly line: number | null
}): string | null =>
  report.file === null ? null : report.line === null ? report.file : `${report.file}:${report.line}`
