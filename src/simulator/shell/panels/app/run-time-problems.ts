import type { ReportEntry } from '../../../../host/log/call-log.js'

/** A run-time problem of the app, listed once, however often it occurred. */
export interface RunTimeProblem extends Pick<ReportEntry, 'message' | 'file' | 'line' | 'column'> {
  readonly kind: Exclude<ReportEntry['kind'], 'console'>
  /** The fix, if known. */
  readonly why: string | null
  readonly count: number
}

/** The problems among the app's reports, in order of first occurrence. */
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
