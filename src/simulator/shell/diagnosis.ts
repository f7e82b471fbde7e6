import type { Problem } from '../../check/problem.js'
import type { LogEntry, ReportEntry } from '../../host/log/call-log.js'
import type { OpenPage } from './seat-page.js'

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

const NOT_OPENED: Diagnosis = {
  title: 'The app was not opened',
  advice: 'The simulator could not open it: its notes among the calls say why.',
  causes: [],
}

const STILL_LOADING: Diagnosis = {
  title: 'The app is still loading',
  advice:
    'Its load event has not come for 10 seconds: a script that does not end, or a file that does not arrive, holds it up.',
  causes: [],
}

/**
 * Says why an app may show nothing: told when the page has loaded, the cover went by itself, and `ready` was not
 * called (4.2).
 * @param newestFirst the seat's log entries
 * @param problems what the check found; it speaks where the app itself gave no sign
 */
export const diagnose = (
  page: OpenPage,
  newestFirst: Iterable<LogEntry>,
  problems: readonly Problem[] = [],
): Diagnosis | null => {
  const { openedAfter } = page
  if (openedAfter === null) return page.overdue ? NOT_OPENED : null
  if (page.ready) return null
  if (page.overdue && !page.loaded) return STILL_LOADING
  if (page.covered || !page.loaded) return null
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
  if (calls === 0) {
    const suspects = problems
      .filter(({ level }) => level === 'error' || level === 'warning')
      .slice(0, MAX_CAUSES)
      .map((problem) => ({ message: problem.message, place: placeOf(problem), why: problem.fix }))
    return {
      title: 'The app has not said anything',
      advice: `No call reached the host, and nothing failed where it can be seen. ${
        suspects.length === 0
          ? 'Load service-miniapp.js by a script element before your own code, and call Service.ready() as soon as something is on screen, before anything that may take long.'
          : 'The check found this:'
      }`,
      causes: suspects,
    }
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
