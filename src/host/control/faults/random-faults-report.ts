import type { LogEntry, ReportEntry } from '../../log/call-log.js'

/** Something that the app did not recover from: an uncaught error, or a rejected call that nothing handled. */
export interface Unhandled {
  readonly report: ReportEntry
  /** The latest injected fault before it, in words; null if there was none. */
  readonly after: string | null
}

/** Follows the log of an app under random faults, and collects what the app did not recover from. */
export class RandomFaultsReport {
  readonly unhandled: Unhandled[] = []
  #faults = 0
  /** The latest injected fault, by seat. */
  readonly #latest = new Map<number, string>()

  /** The number of calls with an injected fault. */
  get faults(): number {
    return this.#faults
  }

  add(entry: LogEntry): void {
    if (entry.ordered === true) {
      this.#faults += 1
      this.#latest.set(entry.seat, describe(entry))
    } else if (entry.kind === 'error' || entry.kind === 'rejection')
      this.unhandled.push({ report: entry, after: this.#latest.get(entry.seat) ?? null })
  }
}

const describe = (entry: LogEntry): string => {
  if (entry.kind === 'dropped') return `${entry.method ?? entry.wire ?? 'a call'} got no answer`
  if (entry.kind !== 'call') return entry.kind
  const name = entry.method ?? entry.wire
  return entry.error === undefined
    ? `${name} was slow or declined`
    : `${name} was rejected with ${entry.error.code}`
}
