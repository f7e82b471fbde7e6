import { utf8Bytes } from '../../platform/text.js'
import { isoTime, MB } from '../../platform/units.js'
import type { DistributiveOmit } from '../log/call-log.js'
import type { Match } from './match-registry.js'
import { messageChanges, messageType } from './message-type.js'
import type {
  Delivery,
  MessageDetails,
  MessageEntry,
  Timeline,
  TimelineEntry,
  TimelineMatch,
} from './timeline-entry.js'

/** Which entries are wanted. */
export interface TimelineFilter {
  /** The revision that the reader knows; 0 for everything. */
  readonly after: number
  /** The id or code of the only match. */
  readonly match?: string | undefined
}

/** An entry without what the timeline adds. */
export type NewTimelineEntry = DistributiveOmit<Exclude<TimelineEntry, MessageEntry>, 'seq' | 'at' | 'match'>

/** A message that a player sent. */
export interface SentMessage extends Pick<MessageEntry, 'seat' | 'player' | 'to' | 'data' | 'outcome'> {
  /** When the app sent it, in milliseconds since 1970. */
  readonly sentAt: number
  readonly madeUp: boolean
}

/**
 * The latest events and messages of an app's matches, also of those that closed. Bounded: the oldest are removed first. An entry
 * that changes later, as a message arrives, gets the next revision, so that a reader can ask for what is new.
 */
export class MatchTimeline {
  #entries: Kept[] = []
  #weight = 0
  #lastSeq = 0
  #revision = 0
  readonly #matches = new Map<string, KnownMatch>()
  readonly #limits: TimelineLimits

  constructor(limits: TimelineLimits = LIMITS) {
    this.#limits = limits
  }

  opened({ id, code, startedAt }: Match): void {
    this.#matches.set(id, {
      id,
      code,
      startedAt,
      closedAt: null,
      lastSeq: this.#lastSeq + 1,
      latest: new Map(),
    })
  }

  /** Adds an event of a match. @returns a function that replaces what it says */
  add(match: string, entry: NewTimelineEntry, now: number): (entry: NewTimelineEntry) => void {
    const kept = this.#keep(match, (seq) => ({ seq, at: isoTime(now), match, ...entry }), EVENT_BYTES)
    return (changed) => {
      const { seq, at } = kept.entry
      kept.entry = { seq, at, match, ...changed }
      this.#revise(kept)
    }
  }

  /** The match is over. */
  closed(match: string, now: number): void {
    const known = this.#matches.get(match)
    if (known === undefined) return
    known.closedAt = now
    known.latest.clear()
    this.#revision += 1
  }

  /** Adds a message, and follows it. */
  message(match: string, { sentAt, madeUp, ...sent }: SentMessage): FollowedMessage {
    const { player, data } = sent
    const type = messageType(data)
    const bytes = utf8Bytes(JSON.stringify(data) ?? '')
    const latest = this.#matches.get(match)?.latest
    const key = `${player} ${type}`
    const before = latest?.get(key) ?? null
    const kept = this.#keep(
      match,
      (seq): MessageEntry => ({
        seq,
        at: isoTime(sentAt),
        match,
        kind: 'message',
        ...sent,
        type,
        bytes,
        ...(madeUp ? { madeUp } : {}),
        deliveries: [],
        previous: before?.seq ?? null,
      }),
      EVENT_BYTES + BYTES_OF_JSON * bytes,
    )
    kept.before = before
    if (latest !== undefined && (before !== null || latest.size < MOST_TYPES))
      latest.set(key, { seq: kept.entry.seq, at: kept.entry.at, data })
    return new FollowedMessage(kept, sentAt, () => this.#revise(kept))
  }

  /** What is new or changed since a revision. */
  read({ after, match }: TimelineFilter): Timeline {
    const matches = [...this.#matches.values()].filter(
      ({ id, code }) => match === undefined || match === id || match === code,
    )
    const ids = new Set(matches.map(({ id }) => id))
    return {
      revision: this.#revision,
      first: this.#first,
      matches: matches.map(shownMatch),
      entries: this.#entries.flatMap(({ revision, entry }) =>
        revision > after && ids.has(entry.match) ? [entry] : [],
      ),
    }
  }

  /** A message by its number; null if it is not kept, or not a message. */
  details(seq: number): MessageDetails | null {
    const kept = this.#entries[seq - this.#first]
    if (kept?.entry.kind !== 'message') return null
    const { entry, before } = kept
    return {
      entry,
      previous: before,
      changes: before === null ? [] : messageChanges(before.data, entry.data),
    }
  }

  /** Removes all entries. The numbers continue. */
  clear(): void {
    this.#entries = []
    this.#weight = 0
    this.#revision += 1
    this.#forgetMatches()
  }

  #keep(match: string, make: (seq: number) => TimelineEntry, weight: number): Kept {
    this.#lastSeq += 1
    this.#revision += 1
    const kept: Kept = { entry: make(this.#lastSeq), revision: this.#revision, weight, before: null }
    this.#entries.push(kept)
    this.#weight += weight
    const known = this.#matches.get(match)
    if (known !== undefined) known.lastSeq = this.#lastSeq
    this.#limit()
    return kept
  }

  /** The number of the oldest entry, or of the next one. Numbers increase by one, so an entry's index follows from its number. */
  get #first(): number {
    return this.#entries[0]?.entry.seq ?? this.#lastSeq + 1
  }

  #revise(kept: Kept): void {
    this.#revision += 1
    kept.revision = this.#revision
  }

  /** Removes the oldest, a tenth at a time, when there are too many. */
  #limit(): void {
    const { entries, weight } = this.#limits
    if (this.#entries.length <= entries && this.#weight <= weight) return
    while (this.#entries.length > 1 && (this.#entries.length > entries || this.#weight > weight)) {
      const removed = Math.max(1, Math.floor(this.#entries.length / 10))
      for (const kept of this.#entries.slice(0, removed)) this.#weight -= kept.weight
      this.#entries = this.#entries.slice(removed)
    }
    this.#forgetMatches()
  }

  /** Forgets matches that are over and have no entries. */
  #forgetMatches(): void {
    const first = this.#first
    for (const { id, closedAt, lastSeq } of this.#matches.values())
      if (closedAt !== null && lastSeq < first) this.#matches.delete(id)
  }
}

/** A message on its way. */
export class FollowedMessage {
  readonly #kept: Kept
  readonly #sentAt: number
  readonly #revised: () => void

  constructor(kept: Kept, sentAt: number, revised: () => void) {
    this.#kept = kept
    this.#sentAt = sentAt
    this.#revised = revised
  }

  /** It was passed on, or held messages were released. */
  passedOn(deliveries: readonly Omit<Delivery, 'ms'>[]): void {
    this.#change({ outcome: 'sent', deliveries: deliveries.map((delivery) => ({ ...delivery, ms: null })) })
  }

  /** It reached the app of a player. */
  delivered(seat: number, now: number): void {
    this.#settle(seat, { outcome: 'delivered', ms: now - this.#sentAt })
  }

  /** It will not reach the app of a player. */
  missed(seat: number): void {
    this.#settle(seat, { outcome: 'missed', ms: null })
  }

  #settle(seat: number, outcome: Pick<Delivery, 'outcome' | 'ms'>): void {
    const { entry } = this.#kept
    if (entry.kind !== 'message') return
    this.#change({
      deliveries: entry.deliveries.map((delivery) =>
        delivery.seat === seat && delivery.outcome === 'underway' ? { seat, ...outcome } : delivery,
      ),
    })
  }

  #change(changes: Partial<MessageEntry>): void {
    const { entry } = this.#kept
    if (entry.kind !== 'message') return
    this.#kept.entry = { ...entry, ...changes }
    this.#revised()
  }
}

/** How much is kept. */
export interface TimelineLimits {
  readonly entries: number
  /** Estimated bytes. */
  readonly weight: number
}

/** Two minutes of eight players who send as fast as they may (8.3). */
const LIMITS: TimelineLimits = { entries: 20_000, weight: 48 * MB }

/** The approximate size of an entry without its data. */
const EVENT_BYTES = 600
/** The approximate size of a value, for each byte of its JSON. */
const BYTES_OF_JSON = 4

/** Of each match: a message may have any name. */
const MOST_TYPES = 1_000

interface Kept {
  entry: TimelineEntry
  revision: number
  readonly weight: number
  /** Of a message: the sender's latest one of its type before. */
  before: Earlier | null
}

interface Earlier {
  readonly seq: number
  readonly at: string
  readonly data: unknown
}

interface KnownMatch {
  readonly id: string
  readonly code: string
  readonly startedAt: number
  closedAt: number | null
  /** Its latest entry. */
  lastSeq: number
  /** The latest message of each sender and type. */
  readonly latest: Map<string, Earlier>
}

const shownMatch = ({ id, code, startedAt, closedAt }: KnownMatch): TimelineMatch => ({
  id,
  code,
  startedAt: isoTime(startedAt),
  closedAt: closedAt === null ? null : isoTime(closedAt),
})
