import type { ReportEntry } from '../../host/log/call-log.js'

/** What went wrong in the app while it ran, once, however often it happened. */
export interface RunTimeProblem {
  readonly kind: Exclude<ReportEntry['kind'], 'console'>
  readonly message: string
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  /** What to do about it, where that is known. */
  readonly why: string | null
  readonly count: number
}

/** The problems among the app's reports, in the order in which each was first seen. */
export const runTimeProblems = (reports: readonly ReportEntry[]): readonly RunTimeProblem[] => {
  const found = new Map<string, RunTimeProblem>()
  for (const { kind, message, file, line, column, why } of reports) {
    if (kind === 'console') continue
    const key = JSON.stringify([kind, message, file, line, column])
    const count = (found.get(key)?.count ?? 0) + 1
    found.set(key, { kind, message, file, line, column, why: why ?? null, count })
  }
  return [...found.values()]
}
