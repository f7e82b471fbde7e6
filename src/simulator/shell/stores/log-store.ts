import { computed, signal } from '@preact/signals'
import {
  type DroppedEntry,
  isFailure,
  isPending,
  type LogEntry,
  type PendingCall,
  type ReportEntry,
} from '../../../host/log/call-log.js'
import { weightOf } from '../../../host/log/weight-of.js'
import type { StartTimer } from '../../../rpc/transport.js'
import { onceEach } from './once-each.js'

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

export type LogStore = ReturnType<typeof createLogStore>

export const createLogStore = (
  schedule: (run: () => void) => void,
  now: () => number = () => performance.now(),
) => {
  /** When pending calls were sent, by the monotonic clock. */
  const sentAt = new WeakMap<PendingCall, number>()
  let entries: LogEntry[] = []
  let weights: number[] = []
  let totalWeight = 0
  /** The failures of each seat since its latest page load. */
  const failureCounts = new Map<number, number>()
  let noteCount = 0
  let reports: ReportEntry[] = []
  /** Incremented when entries were dropped, to restart filtering. */
  let epoch = 0
  let scheduled = false
  const version = signal(0)
  const text = signal('')
  const filter = signal<LogFilter>('all')
  const seat = signal<number | null>(null)
  const thisLoad = signal(false)
  /** The latest entry before the latest page load of each seat. */
  const loads = new Map<number, number>()
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
  /** Entries that replaced others after those were filtered. */
  let revised: LogEntry[] = []
  let filteredFor = ''
  const view = computed((): LogView => {
    version.value
    const wanted = readSearch(text.value)
    const loadsShown = thisLoad.value ? [...loads] : null
    const key = JSON.stringify([epoch, filter.value, seat.value, wanted, loadsShown])
    const isShown = (entry: LogEntry): boolean =>
      (loadsShown === null || entry.seq > (loads.get(entry.seat) ?? 0)) &&
      passes(entry, seat.value, filter.value, wanted)
    if (key !== filteredFor) {
      filteredFor = key
      passed = []
      read = 0
      revised = []
    }
    for (; read < entries.length; read++) {
      const entry = entries[read]
      if (entry !== undefined && isShown(entry)) passed.push(entry)
    }
    for (const entry of revised) {
      const { found, place } = placeBySeq(passed, entry.seq)
      const kept = isShown(entry) ? [entry] : []
      passed.splice(place, found ? 1 : 0, ...kept)
    }
    revised = []
    return { entries: passed, total: entries.length }
  })

  const isOfThisLoad = ({ seq, seat }: LogEntry): boolean => seq > (loads.get(seat) ?? 0)

  /** Counts again where entries left: a page was loaded, or the oldest were dropped. */
  const countFailures = (seat: number) => {
    const ofLoad = (entry: LogEntry): boolean =>
      entry.seat === seat && isFailure(entry) && isOfThisLoad(entry)
    failureCounts.set(seat, entries.filter(ofLoad).length)
  }

  const dropOldest = (count: number) => {
    for (const weight of weights.slice(0, count)) totalWeight -= weight
    weights = weights.slice(count)
    entries = entries.slice(count)
  }

  /** Puts an entry in its place: mostly the end, or that of the pending call with its number. */
  const put = (entry: LogEntry) => {
    const weight = weightOf(entry)
    totalWeight += weight
    if (entry.seq > (entries.at(-1)?.seq ?? 0)) {
      entries.push(entry)
      weights.push(weight)
      return
    }
    const { found, place } = placeBySeq(entries, entry.seq)
    totalWeight -= found ? (weights[place] ?? 0) : 0
    entries.splice(place, found ? 1 : 0, entry)
    weights.splice(place, found ? 1 : 0, weight)
    if (place >= read) return
    revised.push(entry)
    // An answer to a call that this window does not have: it was cleared here, or is too old.
    if (!found) read++
  }

  const add = (added: readonly LogEntry[]) => {
    for (const entry of added) {
      put(entry)
      if (isPending(entry)) sentAt.set(entry, now())
      if (entry.kind === 'note') noteCount++
      if (entry.kind === 'note' && entry.action?.do === 'open') {
        loads.set(entry.seat, entry.loadedAfter ?? entry.seq - 1)
        countFailures(entry.seat)
      } else if (isFailure(entry) && isOfThisLoad(entry))
        failureCounts.set(entry.seat, (failureCounts.get(entry.seat) ?? 0) + 1)
      if (!seats.value.includes(entry.seat)) seats.value = [...seats.value, entry.seat].sort((a, b) => a - b)
      if (isReport(entry)) reports.push(entry)
    }
    if (reports.length > 2 * REPORTS_KEPT) reports = reports.slice(-REPORTS_KEPT)
    const before = entries.length
    if (before > LOG_CAPACITY) dropOldest(before - LOG_CAPACITY * 0.9)
    while (totalWeight > LOG_MAX_WEIGHT && entries.length > 1) dropOldest(Math.ceil(entries.length / 10))
    if (entries.length < before) {
      for (const seat of failureCounts.keys()) countFailures(seat)
      epoch++
    }
    changed()
  }

  return {
    view,
    text,
    filter,
    /** The seat whose entries are shown; null shows everyone's. */
    seat,
    /** Whether only the entries of each seat's latest page load are shown. */
    thisLoad,
    /** The seats in the log and the selected one, sorted. */
    seats: computed(() => {
      const told = seats.value
      if (seat.value === null || told.includes(seat.value)) return told
      return [...told, seat.value].sort((a, b) => a - b)
    }),
    /** The number of failures since the app was loaded, of all seats. */
    failures: computed(() => {
      version.value
      return [...failureCounts.values()].reduce((sum, count) => sum + count, 0)
    }),
    /** The number of notes of the simulator itself since the page was opened. */
    notes: computed(() => {
      version.value
      return noteCount
    }),
    /** Adds new entries. An entry with the number of a pending call replaces it in its place. */
    add,
    /**
     * Removes all entries, and adds these.
     * @param hostNow the host's time, in milliseconds since 1970, for how long pending calls among them have been running
     */
    replace: (replacement: readonly LogEntry[], hostNow?: number): void => {
      entries = []
      weights = []
      totalWeight = 0
      reports = []
      failureCounts.clear()
      epoch++
      seats.value = []
      loads.clear()
      add(replacement)
      if (hostNow === undefined) return
      for (const entry of replacement)
        if (isPending(entry)) sentAt.set(entry, now() - Math.max(0, hostNow - Date.parse(entry.at)))
    },
    /** How long a pending call has been running, in milliseconds. */
    runningMs: (call: PendingCall): number => now() - (sentAt.get(call) ?? now()),
    /** The app's reports after an entry, the oldest first: the latest thousand. */
    reports: (after: number): readonly ReportEntry[] => {
      version.value
      return reports.slice(-REPORTS_KEPT).filter(({ seq }) => seq > after)
    },
    /** The entries of a seat, the newest first. */
    *newestFirst(seat: number): Generator<LogEntry> {
      for (let index = entries.length - 1; index >= 0; index--) {
        const entry = entries[index]
        if (entry?.seat === seat) yield entry
      }
    },
  }
}

const isReport = (entry: LogEntry): entry is ReportEntry =>
  entry.kind !== 'call' && entry.kind !== 'event' && entry.kind !== 'dropped' && entry.kind !== 'note'

const passes = (entry: LogEntry, seat: number | null, filter: LogFilter, wanted: Search): boolean =>
  (seat === null || entry.seat === seat) &&
  passesFilter(entry, filter) &&
  (wanted.seat === null || entry.seat === wanted.seat) &&
  (wanted.words.length === 0 || hasAll(searchText(entry), wanted.words))

const hasAll = (text: string, words: readonly string[]): boolean => words.every((word) => text.includes(word))

/** What the person looks for: entries of a seat, with all these words. */
interface Search {
  readonly seat: number | null
  readonly words: readonly string[]
}

/** Reads a search such as `seat 2 refused pay`. */
const readSearch = (text: string): Search => {
  const lower = text.toLowerCase()
  const [named, number] = /\bseat (\d)(?!\S)/.exec(lower) ?? ['', undefined]
  return {
    seat: number === undefined ? null : Number(number),
    words: lower.replace(named, ' ').split(/\s+/).filter(Boolean),
  }
}

/** Where the entry with a number is among sorted ones, or would be. */
export const placeBySeq = (
  entries: readonly { readonly seq: number }[],
  seq: number,
): { readonly found: boolean; readonly place: number } => {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return { found: entries[low]?.seq === seq, place: low }
}

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

/** The name of a call, and its name in the protocol. */
const methodWords = ({ method, wire }: Pick<DroppedEntry, 'method' | 'wire'>): string =>
  `${method ?? ''} ${wire ?? ''}`

const textOf = (entry: LogEntry): string => {
  // The host has truncated very long values, so the browser's own JSON is fastest.
  const shown = (value: unknown) => JSON.stringify(value) ?? ''
  switch (entry.kind) {
    case 'call':
      return `${isPending(entry) ? 'pending call' : entry.error === undefined ? 'call' : 'refused'} ${methodWords(entry)} ${entry.error?.code ?? ''} ${entry.error?.message ?? ''} ${shown(entry.params)} ${shown(entry.result)} ${entry.why ?? ''} ${entry.calledFrom?.file ?? ''}`
    case 'event':
      return `event ${entry.event} ${shown(entry.data)}`
    case 'dropped':
      return `dropped ${methodWords(entry)} ${entry.why}`
    case 'note':
      return `note ${entry.message}`
    default:
      return `${entry.kind} ${entry.message} ${entry.file ?? ''} ${entry.why ?? ''}`
  }
}

/** The searchable text. */
const searchText = onceEach((entry: LogEntry) => textOf(entry).toLowerCase())

/** How long the first entry after a pause waits for those that directly follow. */
const DRAW_AFTER_MS = 40
/** How often a constantly growing log is drawn. */
const DRAW_EVERY_MS = 200

export interface DrawScheduleOptions {
  readonly startTimer: StartTimer
  readonly now: () => number
}

/**
 * Schedules drawing of the log: soon after a pause, seldom in a stream. Every answer to the app passes
 * through the page that draws it, and waits meanwhile. Uses a timer, not an animation frame: a hidden page
 * gets none, but the log must continue.
 * @returns runs a function once when it is time
 */
export const createDrawSchedule = ({ startTimer, now }: DrawScheduleOptions): ((run: () => void) => void) => {
  let drawnAt = Number.NEGATIVE_INFINITY
  return (run) => {
    startTimer(
      () => {
        drawnAt = now()
        run()
      },
      Math.max(DRAW_AFTER_MS, drawnAt + DRAW_EVERY_MS - now()),
    )
  }
}
