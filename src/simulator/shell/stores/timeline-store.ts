import { batch, computed, signal } from '@preact/signals'
import {
  seatsOf,
  type Timeline,
  type TimelineEntry,
  type TimelineMatch,
} from '../../../host/matches/timeline-entry.js'
import { wordsOfError } from '../../../platform/text.js'
import { onceEach } from './once-each.js'

/** `losses`: what did not arrive, and players who lost their connection. `type:move`: the messages of a type. */
export type TimelineKind = 'all' | 'players' | 'messages' | 'losses' | 'desync' | `type:${string}`

/** The timeline of matches in this window, as far as it is filtered. As much is kept as the host keeps. */
export type TimelineStore = ReturnType<typeof createTimelineStore>

/** @param ask requests what is new or changed since a revision */
export const createTimelineStore = (ask: (after: number) => Promise<Timeline>) => {
  const all = signal<readonly TimelineEntry[]>([])
  const matches = signal<readonly TimelineMatch[]>([])
  const types = signal<readonly string[]>([])
  const match = signal<string | null>(null)
  const seat = signal<number | null>(null)
  const kind = signal<TimelineKind>('all')
  const text = signal('')
  const problem = signal<string | null>(null)
  let revision = 0
  let running: Promise<void> | null = null
  let again = false

  const take = (timeline: Timeline): void => {
    // A simulator that was started again counts from the start.
    const isNew = timeline.revision < revision
    revision = timeline.revision
    batch(() => {
      matches.value = timeline.matches
      all.value = merged(isNew ? [] : all.value, timeline)
      const found = new Set(types.value)
      for (const entry of timeline.entries) if (entry.kind === 'message') found.add(entry.type)
      if (found.size !== types.value.length && found.size <= MOST_TYPES) types.value = [...found].sort()
      if (match.value !== null && !timeline.matches.some(({ id }) => id === match.value)) match.value = null
    })
  }

  const request = async (): Promise<void> => {
    do {
      again = false
      try {
        const before = revision
        const timeline = await ask(before)
        take(timeline.revision < before ? await ask(0) : timeline)
        problem.value = null
      } catch (error) {
        problem.value = wordsOfError(error)
      }
    } while (again)
    running = null
  }

  return {
    /** Everything, oldest first. */
    all,
    /** The matches that have entries. */
    matches,
    /** The types of messages, sorted. */
    types,
    /** The id of the only match that is shown; null for all. */
    match,
    /** The seat whose entries are shown; null for all. */
    seat,
    kind,
    text,
    /** Why the last request failed; null if it did not. */
    problem,
    /** What passes the filters, oldest first. */
    shown: computed(() => {
      const words = text.value.trim().toLowerCase()
      const [onlyMatch, onlySeat, onlyKind] = [match.value, seat.value, kind.value]
      return all.value.filter(
        (entry) =>
          (onlyMatch === null || entry.match === onlyMatch) &&
          (onlySeat === null || seatsOf(entry).includes(onlySeat)) &&
          isOfKind(entry, onlyKind) &&
          (words === '' || searchText(entry).includes(words)),
      )
    }),
    /** Requests what is new. A request while one runs is made after it. */
    refresh: (): Promise<void> => {
      if (running === null) running = request()
      else again = true
      return running
    },
  }
}

/** A person would not find one among more. */
const MOST_TYPES = 200

/** Puts new and changed entries in their places. Numbers increase by one, so an entry's index follows from its number. */
const merged = (known: readonly TimelineEntry[], { first, entries }: Timeline): readonly TimelineEntry[] => {
  const start = known[0]?.seq ?? first
  const kept = known.slice(Math.max(0, first - start))
  const from = kept[0]?.seq ?? first
  for (const entry of entries) kept[entry.seq - from] = entry
  return kept
}

/** Whether something of a message or a player was lost. */
export const isLoss = (entry: TimelineEntry): boolean => {
  switch (entry.kind) {
    case 'message':
      return (
        entry.outcome === 'lost' ||
        entry.outcome === 'dropped' ||
        entry.deliveries.some(({ outcome }) => outcome === 'lost' || outcome === 'missed')
      )
    case 'left':
    case 'closed':
      return entry.reason === 'connection_lost'
    default:
      return false
  }
}

const isOfKind = (entry: TimelineEntry, kind: TimelineKind): boolean => {
  switch (kind) {
    case 'all':
      return true
    case 'players':
      return entry.kind !== 'message' && entry.kind !== 'desync'
    case 'messages':
      return entry.kind === 'message'
    case 'losses':
      return isLoss(entry)
    case 'desync':
      return entry.kind === 'desync'
    default:
      return entry.kind === 'message' && entry.type === kind.slice('type:'.length)
  }
}

/** The searchable text. */
const searchText = onceEach((entry: TimelineEntry) => {
  const { seq: _seq, at: _at, match: _match, ...rest } = entry
  return JSON.stringify('data' in rest ? [rest.type, rest.outcome, rest.data] : rest).toLowerCase()
})

/** When it happened, in milliseconds since 1970. */
export const timeOf = onceEach((entry: TimelineEntry) => Date.parse(entry.at))
