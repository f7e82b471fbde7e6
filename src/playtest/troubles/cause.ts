import type { LogEntry } from '../../testing/index.js'

/** A log entry in a message: `storage.set (log entry 12)`. */
export const entryName = (entry: LogEntry): string => {
  const what =
    entry.kind === 'call' || entry.kind === 'dropped'
      ? (entry.method ?? entry.wire ?? 'a message')
      : entry.kind
  return `${what} (log entry ${entry.seq})`
}

/**
 * The call that an entry of the app's own errors is about: the latest one that was refused at the same place of the app;
 * null if no call was refused there.
 */
export const refusedCallOf = (entry: LogEntry, log: readonly LogEntry[]): LogEntry | null => {
  if (entry.kind !== 'rejection' && entry.kind !== 'error') return null
  return (
    log.findLast(
      (one) =>
        one.kind === 'call' &&
        one.error !== undefined &&
        one.seq < entry.seq &&
        one.calledFrom?.file === entry.file &&
        one.calledFrom?.line === entry.line,
    ) ?? null
  )
}
