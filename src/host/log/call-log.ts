import type { CallName } from '../../platform/calls/table.js'
import type { NotJson } from '../../platform/envelope.js'
import type { ErrorCode } from '../../platform/error-codes.js'
import { isoTime, MB } from '../../platform/units.js'
import type { Clock, ClockListener } from '../clock.js'
import type { Cause } from '../control/switches.js'
import { TurnClock } from '../turn-clock.js'
import type { Action, Received } from './action.js'
import type { CallStep } from './call-step.js'
import { OutsideWork } from './outside-work.js'
import type { Move, Turn } from './turn.js'
import { weightOf } from './weight-of.js'

/**
 * The log of everything that passes between an app and its host, for the developer. It also says what the app never
 * learns: why a call failed, and what was dropped. The shapes are those of `control/calls` and `dev --format json`
 * (stable interfaces).
 */
export type LogEntry = CallEntry | EventEntry | DroppedEntry | ReportEntry | NoteEntry

interface Common {
  /** From 1, increasing by one with every entry of a simulator. */
  readonly seq: number
  /** The host's time, ISO 8601 in UTC. */
  readonly at: string
  /** The seat, from 1. */
  readonly seat: number
  /** The reason and the fix, for the developer; absent if there is nothing to say. */
  readonly why?: string
  /** A fault of the developer did this: it is not a mistake of the app. */
  readonly ordered?: true
  /** What moved the host on since the entry or the answer before this one, for a replay. */
  readonly turns?: readonly Turn[]
}

/**
 * A call and its answer. It is logged when it is sent, and replaced in the same place when it is answered. Without `result`
 * and `error` while it is pending, and if the page was closed before the answer.
 */
export interface CallEntry extends Common {
  readonly kind: 'call'
  /** The call has no answer yet. */
  readonly state?: 'pending'
  readonly id: string
  /** The SDK's name of the call, such as `multiplayer.host`; null if no call has the name that the app sent. */
  readonly method: CallName | null
  /** The name in the protocol, as the app sent it: `mp.host`. */
  readonly wire: string
  readonly params: unknown
  /** What the parameters had that JSON has no form for. `params` has its name in its place, such as `NaN`. */
  readonly notJson?: readonly NotJson[]
  readonly result?: unknown
  readonly error?: { readonly code: ErrorCode; readonly message: string }
  /** How long the host took, in milliseconds; null while the call is pending. */
  readonly ms: number | null
  /** The request's size in bytes of JSON. */
  readonly bytes: number
  /** Whether the browser reported a user activation. */
  readonly gesture: boolean
  /** When the request was sent. */
  readonly received?: Received
  /** When it was answered. */
  readonly answered?: Received
  /** Where the app made the call; absent if that is not known. */
  readonly calledFrom?: CallPlace
  /** What the outcome comes from; absent if it comes from the call. */
  readonly by?: Cause
  /** What the host did for the call until its answer, in order; absent if there is nothing to say. */
  readonly steps?: readonly CallStep[]
}

/** A position in a file of the bundle, from 1. Columns count UTF-16 units. */
export interface CallPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** An event that the app was sent. */
export interface EventEntry extends Common {
  readonly kind: 'event'
  readonly event: string
  readonly data: unknown
}

/** A request that is never answered: it is too large, or not a request. */
export interface DroppedEntry extends Common {
  readonly kind: 'dropped'
  /** As that of a call. */
  readonly method: CallName | null
  /** As that of a call; null if the message has none. */
  readonly wire: string | null
  readonly bytes: number
  readonly why: string
  /** The call, if the host got it and did not answer it. For a replay. */
  readonly asked?: Pick<CallEntry, 'id' | 'params' | 'notJson' | 'gesture'> & { readonly received: Received }
  /** Where the app made the call; absent if that is not known. */
  readonly calledFrom?: CallPlace
}

/** What went wrong inside the app, as the browser reports it. */
export interface ReportEntry extends Common {
  readonly kind: 'violation' | 'error' | 'rejection' | 'failed-file' | 'console'
  readonly message: string
  /** The bundle path, if it is known. */
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly stack?: string
}

/** A message of the simulator: opened, reloaded, switched, reset. */
export interface NoteEntry extends Common {
  readonly kind: 'note'
  readonly message: string
  /** What was done to the host, if the note stands for an action. */
  readonly action?: Action
  readonly received?: Received
  /** Of a note that the app's page was loaded: the latest entry before that load. Its requests may come before the note. */
  readonly loadedAfter?: number
}

/** Whether an entry is a call that has no answer yet. */
export const isPending = (entry: LogEntry): entry is PendingCall =>
  entry.kind === 'call' && entry.state === 'pending'

/** Whether an entry is a failure, by chance or on purpose. */
export const isFailure = (entry: LogEntry): boolean => {
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

/** A call that has no answer yet. */
export type PendingCall = CallEntry & { readonly state: 'pending' }

/** An entry without the number and time that the log adds. */
export type NewEntry = DistributiveOmit<LogEntry, 'seq' | 'at'>

/** A call to log before its answer. */
type NewCall = Pick<
  CallEntry,
  'seat' | 'id' | 'method' | 'wire' | 'params' | 'notJson' | 'bytes' | 'gesture' | 'calledFrom'
> & {
  readonly received: Received
}

export type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never

/** How many entries are kept. The oldest are removed first. */
const MAX_ENTRIES = 100_000
/** How many more entries may collect before the oldest are removed together. */
const SLACK = 10_000
/** How much memory the entries may take, estimated: an app can make every call as large as possible. */
const MAX_WEIGHT = 128 * MB

/** Keeps the log of a simulator, and passes each new entry, and each answer to a pending call, to its listeners. */
export class CallLog implements ClockListener {
  readonly #clock: Clock
  /** The time of the host that is logged. */
  readonly hostClock: TurnClock
  readonly outside = new OutsideWork((move) => this.turn(move))
  readonly #listeners = new Set<(entry: LogEntry) => void>()
  readonly #entries: LogEntry[] = []
  readonly #weights: number[] = []
  #weight = 0
  #lastSeq = 0
  /** The latest formatted time: many entries of a busy app have the same millisecond. */
  #lastTime = { now: Number.NaN, at: '' }
  /** The size of the latest event's data, which many seats may get. */
  #lastData: { readonly data: unknown; readonly weight: number } = { data: null, weight: 0 }
  #lastOrder = 0
  /** The turns since the latest entry or answer; null while no host is logged for a replay. */
  #turns: Turn[] | null = null
  /** The latest entry that `clear` removed; 0 if there is none. */
  #cleared = 0

  constructor(clock: Clock) {
    this.#clock = clock
    this.hostClock = new TurnClock(clock)
  }

  /** A host starts, whose turns are logged from now on. @param apart as of `OutsideWork.restart` */
  recordTurns(apart: () => Promise<void>): void {
    this.#turns = []
    this.outside.restart(apart)
  }

  /** Something moves the host on now. */
  turn(move: Move): void {
    this.hostClock.begin()
    if (this.#turns === null) return
    const { order, at } = this.place()
    this.#turns.push({ order, at, ...move })
  }

  /** The clock moves. */
  moves(move: Move): void {
    this.turn(move)
  }

  moved(): void {
    this.hostClock.begin()
  }

  add(entry: NewEntry): LogEntry {
    this.#lastSeq += 1
    const numbered: LogEntry = { seq: this.#lastSeq, at: this.#at(), ...entry, ...this.#newTurns() }
    this.#keep(numbered, weightOf(numbered))
    return numbered
  }

  /** Adds a note for the developer. @param done what was done, which a replay repeats */
  note(
    seat: number,
    message: string,
    done: Pick<NoteEntry, 'action' | 'received' | 'loadedAfter'> = {},
  ): void {
    this.add({ kind: 'note', seat, message, ...done })
  }

  /** Adds a call that is sent now, and that `settle` will replace. */
  addPending(call: NewCall): PendingCall {
    this.#lastSeq += 1
    const pending: PendingCall = {
      seq: this.#lastSeq,
      at: this.#at(),
      kind: 'call',
      state: 'pending',
      ...call,
      ms: null,
      ...this.#newTurns(),
    }
    this.#keep(pending, weightOf(pending))
    return pending
  }

  /**
   * Replaces a pending call with what became of it, in its place and with its number and time. Does nothing if the log
   * was cleared since.
   */
  settle(pending: PendingCall, outcome: NewEntry): void {
    const { seq, at } = pending
    if (seq <= this.#cleared) return
    const settled: LogEntry = { seq, at, ...outcome, ...this.#newTurns(pending.turns) }
    const index = seq - (this.#entries[0]?.seq ?? 0)
    // A log that dropped the call in the meantime still tells its listeners.
    if (this.#entries[index] === pending) {
      const weight = weightOf(settled)
      this.#weight += weight - (this.#weights[index] ?? 0)
      this.#entries[index] = settled
      this.#weights[index] = weight
    }
    this.#tell(settled)
    this.#limit()
  }

  /** Adds an event that was sent to a seat. Faster than `add`: a busy match logs mostly events. */
  addEvent(seat: number, event: string, data: unknown): void {
    this.#lastSeq += 1
    if (data !== this.#lastData.data) this.#lastData = { data, weight: weightOf(data) }
    const turns = this.#newTurns()
    this.#keep(
      { seq: this.#lastSeq, at: this.#at(), kind: 'event', seat, event, data, ...turns },
      EVENT_BYTES + this.#lastData.weight + (turns === undefined ? 0 : weightOf(turns)),
    )
  }

  /** Something reaches the host now: a request, or an action of a person or the developer. */
  receive(): Received {
    this.hostClock.begin()
    return this.place()
  }

  /** The place of what happens now in the order of everything that reaches the host and that it answers. */
  place(): Received {
    this.#lastOrder += 1
    return {
      order: this.#lastOrder,
      after: this.#lastSeq,
      at: this.#turns === null ? this.#at() : this.#format(this.hostClock.now()),
    }
  }

  /** The latest place in that order. */
  get lastOrder(): number {
    return this.#lastOrder
  }

  /** The number of the latest entry, even if it is no longer kept; 0 before the first. */
  get lastSeq(): number {
    return this.#lastSeq
  }

  /** The kept entries, oldest first. @param last how many of the latest to return */
  entries(last = MAX_ENTRIES): readonly LogEntry[] {
    return this.#entries.slice(-last)
  }

  /** The entries after a number, oldest first. @param most how many to return at most */
  entriesAfter(seq: number, most: number): readonly LogEntry[] {
    // Numbers increase by one, so an entry's index follows from its number.
    const start = Math.max(0, seq + 1 - (this.#entries[0]?.seq ?? 0))
    return this.#entries.slice(start, start + most)
  }

  /** Removes all entries. The numbers continue. */
  clear(): void {
    this.#cleared = this.#lastSeq
    this.#turns = null
    this.#dropOldest(this.#entries.length)
  }

  /** @param before those that the entry has already */
  #newTurns(before: readonly Turn[] = []): { readonly turns: readonly Turn[] } | undefined {
    const added = this.#turns ?? []
    if (added.length + before.length === 0) return undefined
    if (added.length > 0) this.#turns = []
    return { turns: [...before, ...added] }
  }

  #at(): string {
    return this.#format(this.#clock.now())
  }

  #format(now: number): string {
    if (now !== this.#lastTime.now) this.#lastTime = { now, at: isoTime(now) }
    return this.#lastTime.at
  }

  #keep(entry: LogEntry, weight: number): void {
    this.#entries.push(entry)
    this.#weights.push(weight)
    this.#weight += weight
    this.#limit()
    this.#tell(entry)
  }

  #limit(): void {
    if (this.#entries.length > MAX_ENTRIES + SLACK) this.#dropOldest(SLACK)
    else if (this.#weight > MAX_WEIGHT) this.#dropOldest(Math.ceil(this.#entries.length / 10))
  }

  #tell(entry: LogEntry): void {
    for (const listener of this.#listeners) listener(entry)
  }

  #dropOldest(count: number): void {
    for (const weight of this.#weights.splice(0, count)) this.#weight -= weight
    this.#entries.splice(0, count)
  }

  /**
   * Calls `listener` with every new entry. A call comes twice: pending, and when it is settled.
   * @returns a function that stops listening
   */
  onEntry(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The approximate size of an event without its data. */
const EVENT_BYTES = 300
