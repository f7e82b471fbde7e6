import type { ErrorCode } from '../../platform/error-codes.js'
import type { Clock } from '../clock.js'
import type { Action, Received } from './action.js'
import { weightOf } from './weight-of.js'

/**
 * The log of everything that passes between an app and its host, for the developer. What the app is never told
 * (why a call failed, what was dropped) is told here. The shapes are those of `control/calls` and of
 * `dev --format json` (stable interfaces).
 */
export type LogEntry = CallEntry | EventEntry | DroppedEntry | ReportEntry | NoteEntry

interface Common {
  /** From 1, rising by one with every entry of a simulator. */
  readonly seq: number
  /** When, by the host's clock, as an ISO 8601 time in UTC. */
  readonly at: string
  /** The seat, from 1. */
  readonly seat: number
  /** Why it came out so and how to mend it, for the developer; absent where there is nothing to say. */
  readonly why?: string
  /** The developer ordered it to go so: it is no fault of the app. */
  readonly ordered?: true
}

/** A call and its answer; neither `result` nor `error` where the page was gone before there was one. */
export interface CallEntry extends Common {
  readonly kind: 'call'
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly result?: unknown
  readonly error?: { readonly code: ErrorCode; readonly message: string }
  /** How long the host took, in milliseconds. */
  readonly ms: number
  /** The request's size in bytes of JSON. */
  readonly bytes: number
  /** Whether the browser reported a user activation. */
  readonly gesture: boolean
  /** When the request reached the host; the entry itself is as late as the answer. */
  readonly received?: Received
  /** What the developer's `ai.json` said to an AI request; absent where it said nothing. */
  readonly script?: FollowedScript
}

/** What a developer's script said to an AI request. */
export interface FollowedScript {
  /** How long the making took by it, in milliseconds of the host's time; null where it left that to the pace. */
  readonly delayMs: number | null
  /** What it refused with, `given` where it gave what was made, or null where the stand-ins made it. */
  readonly answer: 'cancelled' | 'unavailable' | 'blocked' | 'given' | null
}

/** An event that the app was sent. */
export interface EventEntry extends Common {
  readonly kind: 'event'
  readonly event: string
  readonly data: unknown
}

/** A request that gets no answer, ever: too large, or no request at all. */
export interface DroppedEntry extends Common {
  readonly kind: 'dropped'
  readonly method: string | null
  readonly bytes: number
  readonly why: string
  /** A call that the developer ordered to go unanswered: what it was, for a replay. */
  readonly asked?: Pick<CallEntry, 'id' | 'params' | 'gesture'> & { readonly received: Received }
}

/** What went wrong inside the app: the browser's own reports. */
export interface ReportEntry extends Common {
  readonly kind: 'violation' | 'error' | 'rejection' | 'failed-file' | 'console'
  readonly message: string
  /** The bundle path, where it is known. */
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly stack?: string
}

/** What the simulator itself has to say: opened, reloaded, switched, reset. */
export interface NoteEntry extends Common {
  readonly kind: 'note'
  readonly message: string
  /** What was done to the host, where it is more than words. */
  readonly action?: Action
  readonly received?: Received
}

/** An entry before the log numbers it and says when. */
export type NewEntry = DistributiveOmit<LogEntry, 'seq' | 'at'>

type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never

/** How many entries are kept; the oldest go first. */
const MAX_ENTRIES = 100_000
/** How much may be over before the oldest are cut off in one go. */
const SLACK = 10_000
/** How much memory they may take, estimated: an app can fill every call to its last byte. */
const MAX_WEIGHT = 128 * 1_048_576

/** Keeps the log of a simulator and tells whoever listens of each new entry. */
export class CallLog {
  readonly #clock: Clock
  readonly #listeners = new Set<(entry: LogEntry) => void>()
  readonly #entries: LogEntry[] = []
  readonly #weights: number[] = []
  #weight = 0
  #lastSeq = 0
  /** The host's time that was written out last: of the entries of a busy app many are of the same millisecond. */
  #lastTime = { now: Number.NaN, at: '' }
  /** An event that many seats are told is weighed once. */
  #lastData: { readonly data: unknown; readonly weight: number } = { data: null, weight: 0 }
  #lastOrder = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(entry: NewEntry): LogEntry {
    this.#lastSeq += 1
    const numbered: LogEntry = { seq: this.#lastSeq, at: this.#at(), ...entry }
    this.#keep(numbered, weightOf(numbered))
    return numbered
  }

  /** An event that a seat was told: what a busy match adds most, without the detour that other entries take. */
  addEvent(seat: number, event: string, data: unknown): void {
    this.#lastSeq += 1
    if (data !== this.#lastData.data) this.#lastData = { data, weight: weightOf(data) }
    this.#keep(
      { seq: this.#lastSeq, at: this.#at(), kind: 'event', seat, event, data },
      EVENT_BYTES + this.#lastData.weight,
    )
  }

  /** Something reaches the host now: a request, or what a person or developer does. */
  receive(): Received {
    this.#lastOrder += 1
    return {
      order: this.#lastOrder,
      after: this.#lastSeq,
      at: this.#at(),
    }
  }

  /** The number of the newest entry that ever was; 0 before the first. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  /** The entries that are kept, oldest first; with `last`, only so many of the latest. */
  entries(last = MAX_ENTRIES): readonly LogEntry[] {
    return this.#entries.slice(-last)
  }

  /** The entries after one of a number, oldest first, at most so many. */
  entriesAfter(seq: number, most: number): readonly LogEntry[] {
    // Numbers rise by one, so that the place of one is known.
    const start = Math.max(0, seq + 1 - (this.#entries[0]?.seq ?? 0))
    return this.#entries.slice(start, start + most)
  }

  /** Forgets all entries; the numbers go on rising. */
  clear(): void {
    this.#dropOldest(this.#entries.length)
  }

  #at(): string {
    const now = this.#clock.now()
    if (now !== this.#lastTime.now) this.#lastTime = { now, at: new Date(now).toISOString() }
    return this.#lastTime.at
  }

  #keep(entry: LogEntry, weight: number): void {
    this.#entries.push(entry)
    this.#weights.push(weight)
    this.#weight += weight
    if (this.#entries.length > MAX_ENTRIES + SLACK) this.#dropOldest(SLACK)
    else if (this.#weight > MAX_WEIGHT) this.#dropOldest(Math.ceil(this.#entries.length / 10))
    for (const listener of this.#listeners) listener(entry)
  }

  #dropOldest(count: number): void {
    for (const weight of this.#weights.splice(0, count)) this.#weight -= weight
    this.#entries.splice(0, count)
  }

  /** @returns how to stop listening */
  onEntry(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** About what an event takes without its data. */
const EVENT_BYTES = 300
