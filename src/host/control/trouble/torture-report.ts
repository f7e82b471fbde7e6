import type { LogEntry, ReportEntry } from '../../log/call-log.js'

/** Something that the app did not get over: an error that nothing caught, or a refused call that nothing handled. */
export interface Unhandled {
  readonly report: ReportEntry
  /** What was ordered to go wrong right before, in words; null where nothing was. */
  readonly after: string | null
}

/** Follows the log of a tortured app, and keeps what it did not get over. */
export class TortureReport {
  readonly unhandled: Unhandled[] = []
  #ordered = 0
  /** What was ordered last, by seat. */
  readonly #last = new Map<number, string>()

  /** How many calls were troubled. */
  get ordered(): number {
    return this.#ordered
  }

  add(entry: LogEntry): void {
    if (entry.ordered === true) {
      this.#ordered += 1
      this.#last.set(entry.seat, wordsOf(entry))
    } else if (entry.kind === 'error' || entry.kind === 'rejection')
      this.unhandled.push({ report: entry, after: this.#last.get(entry.seat) ?? null })
  }
}

const wordsOf = (entry: LogEntry): string => {
  if (entry.kind === 'dropped') return `${entry.method ?? 'a call'} got no answer`
  if (entry.kind !== 'call') return entry.kind
  return entry.error === undefined
    ? `${entry.method} took long or was declined`
    : `${entry.method} was refused with ${entry.error.code}`
}
