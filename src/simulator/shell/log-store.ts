import type { ReadonlySignal } from '@preact/signals'
import { computed, signal } from '@preact/signals'
import type { LogEntry, ReportEntry } from '../../host/log/call-log.js'
import { weightOf } from '../../host/log/weight-of.js'

/** The maximum number of entries; the oldest are dropped first, a tenth at a time. */
export const LOG_CAPACITY = 100_000
/**
 * The maximum memory of the entries, estimated: an app can fill every call to the limit; as many plain calls
 * fit.
 */
export const LOG_MAX_WEIGHT = 112 * 1_048_576

const REPORTS_KEPT = 1_000

export const LOG_FILTERS = ['all', 'calls', 'events', 'failures', 'app', 'notes'] as const
/** `failures`: everything that failed; `app`: what the browser reported from inside the app. */
export type LogFilter = (typeof LOG_FILTERS)[number]

interface LogView {
  /** The entries that match the filter, the oldest first. Grows in place: read it with the signal. */
  readonly entries: readonly LogEntry[]
  /** The total number of entries, filtered or not. */
  readonly total: number
}

export interface LogStore {
  readonly view: ReadonlySignal<LogView>
  readonly text: { value: string }
  readonly filter: { value: LogFilter }
  /** The seat whose entries are shown; null shows everyone's. */
  readonly seat: { value: number | null }
  /** The seats in the log and the selected one, sorted. */
  readonly seats: ReadonlySignal<readonly number[]>
  /** The number of failures among the entries. */
  readonly failures: ReadonlySignal<number>
  /** The number of notes of the simulator itself since the page was opened. */
  readonly notes: ReadonlySignal<number>
  add(entries: readonly LogEntry[]): void
  /** Removes all entries. */
  replace(entries: readonly LogEntry[]): void
  /** The entries of a seat, the newest first. */
  newestFirst(seat: number): Iterable<LogEntry>
  /** The app's reports after an entry, the oldest first: the latest thousand. */
  reports(after: number): readonly ReportEntry[]
}

/**
 * The log, filtered incrementally: a new entry always costs the same.
 * @param schedule runs the function once when the log is to be drawn, so that a thousand entries cause one
 *   draw
 */
export const createLogStore = (schedule: (run: () => void) => void): LogStore => {
  let entries: LogEntry[] = []
  let weights: number[] = []
  let totalWeight = 0
  let failureCount = 0
  let noteCount = 0
  let reports: ReportEntry[] = []
  /** Incremented when entries were dropped, to restart filtering. */
  let epoch = 0
  let scheduled = false
  const version = signal(0)
  const text = signal('')
  const filter = signal<LogFilter>('all')
  const seat = signal<number | null>(null)
  const seats = signal<readonly number[]>([])

  const changed = () => {
    if (scheduled) return
    scheduled = true
    schedule(() => {
      scheduled = false
      version.value++
    })
  }

  let passed: LogEntry[] = []
  let read = 0
  let filteredFor = ''
  const view = computed((): LogView => {
    version.value
    const wanted = text.value.trim().toLowerCase()
    const key = JSON.stringify([epoch, filter.value, seat.value, wanted])
    if (key !== filteredFor) {
      filteredFor = key
      passed = []
      read = 0
    }
    for (; read < entries.length; read++) {
      const entry = entries[read]
      if (entry === undefined || (seat.value !== null && entry.seat !== seat.value)) continue
      if (passes(entry, filter.value, wanted)) passed.push(entry)
    }
    return { entries: passed, total: entries.length }
  })

  const dropOldest = (count: number) => {
    for (const weight of weights.slice(0, count)) totalWeight -= weight
    weights = weights.slice(count)
    entries = entries.slice(count)
  }

  const add = (added: readonly LogEntry[]) => {
    for (const entry of added) {
      entries.push(entry)
      const weight = weightOf(entry)
      weights.push(weight)
      totalWeight += weight
      if (isFailure(entry)) failureCount++
      if (entry.kind === 'note') noteCount++
      if (!seats.value.includes(entry.seat)) seats.value = [...seats.value, entry.seat].sort((a, b) => a - b)
      if (isReport(entry)) reports.push(entry)
    }
    if (reports.length > 2 * REPORTS_KEPT) reports = reports.slice(-REPORTS_KEPT)
    const before = entries.length
    if (before > LOG_CAPACITY) dropOldest(before - LOG_CAPACITY * 0.9)
    while (totalWeight > LOG_MAX_WEIGHT && entries.length > 1) dropOldest(Math.ceil(entries.length / 10))
    if (entries.length < before) {
      failureCount = entries.filter(isFailure).length
      epoch++
    }
    changed()
  }

  return {
    view,
    text,
    filter,
    seat,
    seats: computed(() => {
      const told = seats.value
      if (seat.value === null || told.includes(seat.value)) return told
      return [...told, seat.value].sort((a, b) => a - b)
    }),
    failures: computed(() => {
      version.value
      return failureCount
    }),
    notes: computed(() => {
      version.value
      return noteCount
    }),
    add,
    replace: (replacement) => {
      entries = []
      weights = []
      totalWeight = 0
      reports = []
      failureCount = 0
      epoch++
      seats.value = []
      add(replacement)
    },
    reports: (after) => {
      version.value
      return reports.slice(-REPORTS_KEPT).filter(({ seq }) => seq > after)
    },
    *newestFirst(seat) {
      for (let index = entries.length - 1; index >= 0; index--) {
        const entry = entries[index]
        if (entry?.seat === seat) yield entry
      }
    },
  }
}

/** Whether an entry is a failure. */
const isFailure = (entry: LogEntry): boolean => {
  switch (entry.kind) {
    case 'call':
      return entry.error !== undefined
    case 'dropped':
    case 'violation':
    case 'error':
    case 'rejection':
    case 'failed-file':
      return true
    case 'event':
    case 'console':
    case 'note':
      return false
  }
}

const isReport = (entry: LogEntry): entry is ReportEntry =>
  entry.kind !== 'call' && entry.kind !== 'event' && entry.kind !== 'dropped' && entry.kind !== 'note'

const passes = (entry: LogEntry, filter: LogFilter, wanted: string): boolean =>
  passesFilter(entry, filter) && (wanted === '' || searchText(entry).includes(wanted))

const passesFilter = (entry: LogEntry, filter: LogFilter): boolean => {
  switch (filter) {
    case 'all':
      return true
    case 'calls':
      return entry.kind === 'call' || entry.kind === 'dropped'
    case 'events':
      return entry.kind === 'event'
    case 'failures':
      return isFailure(entry)
    case 'app':
      return isReport(entry)
    case 'notes':
      return entry.kind === 'note'
  }
}

const searchTexts = new WeakMap<LogEntry, string>()

/** The searchable text: computed once per entry, when first needed. */
const searchText = (entry: LogEntry): string => {
  const known = searchTexts.get(entry)
  if (known !== undefined) return known
  const made = textOf(entry).toLowerCase()
  searchTexts.set(entry, made)
  return made
}

const textOf = (entry: LogEntry): string => {
  // The host has truncated very long values, so the browser's own JSON is fastest.
  const shown = (value: unknown) => JSON.stringify(value) ?? ''
  switch (entry.kind) {
    case 'call':
      return `${entry.method} ${entry.error?.code ?? ''} ${entry.error?.message ?? ''} ${shown(entry.params)} ${shown(entry.result)} ${entry.why ?? ''}`
    case 'event':
      return `${entry.event} ${shown(entry.data)}`
    case 'dropped':
      return `dropped ${entry.method ?? ''} ${entry.why}`
    case 'note':
      return entry.message
    default:
      return `${entry.kind} ${entry.message} ${entry.file ?? ''} ${entry.why ?? ''}`
  }
}
