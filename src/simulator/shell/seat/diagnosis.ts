import type { Problem } from '../../../check/problem.js'
import type { LogEntry, ReportEntry } from '../../../host/log/call-log.js'
import { COVER_MAX_MS } from '../../../platform/limits.js'
import { SECOND_MS } from '../../../platform/units.js'
import type { OpenPage } from './seat-page.js'

/** A diagnosis, for the developer, of why the app may be blank. */
export interface Diagnosis {
  readonly title: string
  readonly advice: string
  /** The app's problems, in order; at most three. */
  readonly causes: readonly {
    readonly message: string
    readonly place: string | null
    readonly why: string | null
  }[]
}

const MAX_CAUSES = 3

const NOT_OPENED: Diagnosis = {
  title: 'The app was not opened',
  advice: 'The simulator could not open it. Its notes in the Calls panel explain why.',
  causes: [],
}

const STILL_LOADING: Diagnosis = {
  title: 'The app is still loading',
  advice:
    'It has not finished loading after 10 seconds. A script that does not end or a file that does not arrive may block it.',
  causes: [],
}

/**
 * Explains why an app may be blank, after its page has loaded, the cover disappeared by timeout, and `ready`
 * was not called (4.2).
 * @param newestFirst the seat's log entries
 * @param problems the results of the check, used if the app itself reported nothing
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
      advice: `The cover disappeared after ${COVER_MAX_MS / SECOND_MS} seconds. ${causes.length === 1 ? 'This problem' : 'These problems'} came first:`,
      causes,
    }
  if (calls === 0) {
    const suspects = problems
      .filter(({ level }) => level === 'error' || level === 'warning')
      .slice(0, MAX_CAUSES)
      .map((problem) => ({ message: problem.message, place: placeOf(problem), why: problem.fix }))
    return {
      title: 'The app has not made any calls',
      advice: `No call reached the host, and no error was reported. ${
        suspects.length === 0
          ? 'Load service-miniapp.js with a script element before your own code, and call Service.ready() as soon as something is on screen, before anything that may take long.'
          : 'The check found:'
      }`,
      causes: suspects,
    }
  }
  return {
    title: 'The app did not call ready()',
    advice: `The cover disappeared after ${COVER_MAX_MS / SECOND_MS} seconds. Call Service.ready() as soon as something is on screen, before you load storage or purchases.`,
    causes: [],
  }
}

/**
 * The reports with a fix or a location. A file blocked by the policy is reported again as one that failed,
 * and an error without a location ("Script error.") is not useful.
 */
const tellingOnes = (reports: readonly ReportEntry[]): readonly ReportEntry[] => {
  const telling = reports.filter(
    ({ kind, why, file }) => why !== undefined || (kind !== 'failed-file' && file !== null),
  )
  return telling.length > 0 ? telling : reports
}

/** `game.js:12`, as far as known. */
export const placeOf = (report: {
  readonly file: string | null
  readonly line: number | null
}): string | null =>
  report.file === null ? null : report.line === null ? report.file : `${report.file}:${report.line}`
