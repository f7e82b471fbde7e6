import { isoTime } from '../../platform/units.js'
import type { NewTimelineEntry } from './match-timeline.js'
import { type MatchMessageView, type MatchPlayerView, SHOWN_MESSAGES } from './match-view.js'
import { StateHashes } from './state-hashes.js'

/** A message that a developer holds back. `deliver` passes it to those who are in the match by then. */
type Delivery = () => void

/**
 * The messages that a developer holds back in a match, in the order in which they were sent. So many are held; then the
 * earliest are delivered.
 */
class HeldMessages {
  readonly #waiting: Delivery[] = []
  #holding = false

  /** Whether new messages are held back. */
  get holding(): boolean {
    return this.#holding
  }

  get count(): number {
    return this.#waiting.length
  }

  hold(): void {
    this.#holding = true
  }

  /** Holds a message back. */
  add(deliver: Delivery): void {
    this.#waiting.push(deliver)
    if (this.#waiting.length > MOST_HELD) this.#waiting.shift()?.()
  }

  /** @param count how many of the earliest to deliver; null delivers all, and holds no more */
  release(count: number | null): void {
    if (count === null) this.#holding = false
    for (const deliver of this.#waiting.splice(0, count ?? this.#waiting.length)) deliver()
  }
}

/** About half a minute of eight players who send as fast as they may (8.3). */
const MOST_HELD = 5_000

/** What the developer sees of a match besides its players: counts and the latest messages. Not saved. */
export class MatchRecord {
  /** The messages that the developer holds back. */
  readonly held = new HeldMessages()
  /** The hashes that apps posted. */
  readonly states = new StateHashes()
  /** Replaces what the timeline says about a difference of states; null before the first one. */
  reviseDesync: ((entry: NewTimelineEntry) => void) | null = null
  readonly #counts = new Map<string, PlayerCounts>()
  readonly #messages: KeptMessage[] = []
  #lastSeq = 0

  joined(person: string, seat: number, now: number): void {
    this.#counts.set(person, new PlayerCounts(seat, now))
  }

  left(person: string): void {
    this.#counts.delete(person)
  }

  /** @param reached the recipients whose apps get it */
  sent(message: SentMessage, reached: readonly string[], now: number): void {
    const { from, to, data, lostTo, madeUp } = message
    this.#lastSeq += 1
    if (this.#messages.length === SHOWN_MESSAGES) this.#messages.shift()
    const kept = { seq: this.#lastSeq, at: now, from, to, data, lostTo }
    this.#messages.push(madeUp ? { ...kept, madeUp } : kept)
    this.#counts.get(from)?.countSent(now)
    for (const person of reached) this.#count(person, 'received')
    for (const person of lostTo) this.#count(person, 'lost')
  }

  dropped(person: string): void {
    this.#count(person, 'dropped')
  }

  /** The network lost a message on its way from the player. */
  lost(person: string): void {
    this.#count(person, 'lost')
  }

  messages(): readonly MatchMessageView[] {
    return this.#messages.map((message) => ({ ...message, at: isoTime(message.at) }))
  }

  /** What is counted of a player; null if they are not in the match. */
  player(person: string, now: number): Counted | null {
    return this.#counts.get(person)?.shown(now) ?? null
  }

  #count(person: string, what: 'received' | 'dropped' | 'lost'): void {
    const counts = this.#counts.get(person)
    if (counts !== undefined) counts[what] += 1
  }
}

/** A message that was passed on. */
export type SentMessage = Pick<MatchMessageView, 'from' | 'to' | 'data' | 'lostTo'> & {
  readonly madeUp: boolean
}

interface KeptMessage extends Omit<MatchMessageView, 'at'> {
  readonly at: number
}

type Counted = Omit<MatchPlayerView, 'id' | 'nickname' | 'waiting'>

class PlayerCounts {
  received = 0
  dropped = 0
  lost = 0
  readonly #seat: number
  readonly #joinedAt: number
  #sent = 0
  /** The second of the latest message, counted from 1970, and the messages sent in it and in the second before. */
  #second = 0
  #inSecond = 0
  #inSecondBefore = 0

  constructor(seat: number, now: number) {
    this.#seat = seat
    this.#joinedAt = now
  }

  countSent(now: number): void {
    this.#sent += 1
    const second = Math.floor(now / 1_000)
    if (second !== this.#second) {
      this.#inSecondBefore = second === this.#second + 1 ? this.#inSecond : 0
      this.#inSecond = 0
      this.#second = second
    }
    this.#inSecond += 1
  }

  shown(now: number): Counted {
    const since = Math.floor(now / 1_000) - this.#second
    return {
      seat: this.#seat,
      joinedAt: isoTime(this.#joinedAt),
      sent: this.#sent,
      received: this.received,
      dropped: this.dropped,
      lost: this.lost,
      perSecond: since === 0 ? this.#inSecondBefore : since === 1 ? this.#inSecond : 0,
    }
  }
}
