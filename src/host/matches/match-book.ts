import type { MatchClosedReason } from '../../platform/events.js'
import { LIVE_MATCHES_PER_APP, MATCH_IDLE_MS, MATCH_LIST_MAX, MATCH_MAX_MS } from '../../platform/limits.js'
import { MessageRate } from './message-rate.js'

/** A match that is open (2.7). People go by their `app_user_id`. */
export interface Match {
  readonly id: string
  readonly code: string
  readonly maxPlayers: number
  /** Whether `list` shows it, and `join` takes its id. */
  readonly public: boolean
  readonly meta: Readonly<Record<string, unknown>>
  /** Only people of this group find it: adults, or children of one age group (4.8). */
  readonly group: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** In the order in which they joined; the first is the host. */
  readonly players: readonly string[]
}

/** What whoever hosts a match asks for (4.8). */
export type MatchWish = Pick<Match, 'maxPlayers' | 'public' | 'meta'>

/** How a match is named by whoever joins it: by its code, or by its id where it is public. */
export type MatchName = { readonly code: string } | { readonly id: string }

/** What came of `host`. */
export type HostOutcome =
  | { readonly outcome: 'entered'; readonly match: Match }
  | { readonly outcome: 'already-in-match' }
  | { readonly outcome: 'too-many-matches' }

/** What came of `join`. `hidden` and `private` are as good as unknown to the app; the log tells them apart. */
export type JoinOutcome =
  | { readonly outcome: 'entered'; readonly match: Match }
  | { readonly outcome: 'already-in-match' | 'full' | 'unknown' | 'hidden' | 'private' }

/** What came of `send`. */
export type SendOutcome =
  | { readonly outcome: 'sent'; readonly match: Match; readonly to: readonly string[] }
  | { readonly outcome: 'dropped'; readonly match: Match }
  /** Far too many: the sender is out of the match (8.3). */
  | { readonly outcome: 'flooding'; readonly departure: Departure }
  | { readonly outcome: 'not-in-match' }

/** A player left a match; where they were the last one, the match is gone. */
export interface Departure {
  readonly match: Match
  /** Who hosts from now on, where it was the host who left and somebody is there to. */
  readonly newHost: string | null
}

/** A match that closed, with those who were in it. */
export interface Closure {
  readonly match: Match
  readonly players: readonly string[]
  readonly reason: MatchClosedReason
}

/** How a match ends if nobody does anything. */
export interface Ending {
  readonly match: Match
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason: 'idle' | 'expired'
}

/** Draws the id or the code of a new match. */
export interface MatchNames {
  id(): string
  code(): string
}

/**
 * The matches of one app, and who is in which (4.8, 8.3). Pure: it knows no sessions, tells nobody, and time comes in
 * with each step. A match's time is up at `deadline()`; whoever keeps the book calls `closeDue` then.
 */
export class MatchBook {
  readonly #names: MatchNames
  /** In the order in which they started. */
  readonly #byId = new Map<string, OpenMatch>()
  readonly #byCode = new Map<string, OpenMatch>()
  readonly #byPerson = new Map<string, Membership>()

  constructor(names: MatchNames) {
    this.#names = names
  }

  /** The match that a person is in, or null. */
  matchOf(person: string): Match | null {
    return this.#byPerson.get(person)?.match ?? null
  }

  /** Every open match, the oldest first. */
  matches(): IterableIterator<Match> {
    return this.#byId.values()
  }

  /** Why a person could not host now; null where they can. */
  hostRefusal(person: string): Exclude<HostOutcome['outcome'], 'entered'> | null {
    if (this.#byPerson.has(person)) return 'already-in-match'
    return this.#byId.size >= LIVE_MATCHES_PER_APP ? 'too-many-matches' : null
  }

  /** Opens a match with this person as its host. */
  host(person: string, group: string, wish: MatchWish, now: number): HostOutcome {
    const refusal = this.hostRefusal(person)
    if (refusal !== null) return { outcome: refusal }
    const match: OpenMatch = {
      id: unused(this.#byId, this.#names.id),
      code: unused(this.#byCode, this.#names.code),
      maxPlayers: wish.maxPlayers,
      public: wish.public,
      meta: wish.meta,
      group,
      startedAt: now,
      players: [],
      changedAt: now,
    }
    this.#byId.set(match.id, match)
    this.#byCode.set(match.code, match)
    this.#add(match, person, now)
    return { outcome: 'entered', match }
  }

  /** Why a person could not join now; null where they can. */
  joinRefusal(
    person: string,
    group: string,
    name: MatchName,
  ): Exclude<JoinOutcome['outcome'], 'entered'> | null {
    const found = this.#find(person, group, name)
    return typeof found === 'string' ? found : null
  }

  /** Takes a person into a match, as its last player. */
  join(person: string, group: string, name: MatchName, now: number): JoinOutcome {
    const found = this.#find(person, group, name)
    if (typeof found === 'string') return { outcome: found }
    this.#add(found, person, now)
    return { outcome: 'entered', match: found }
  }

  /** The public matches that a person could join, the newest first, at most 50 (4.8). */
  list(person: string, group: string): readonly Match[] {
    const own = this.matchOf(person)
    return [...this.#byId.values()]
      .filter(
        (match) =>
          match.public && match.group === group && match !== own && match.players.length < match.maxPlayers,
      )
      .slice(-MATCH_LIST_MAX)
      .reverse()
  }

  /** Takes a person out of their match. @returns null where they were in none */
  leave(person: string, now: number): Departure | null {
    const match = this.#byPerson.get(person)?.match
    if (match === undefined) return null
    const hosted = match.players[0] === person
    match.players.splice(match.players.indexOf(person), 1)
    this.#byPerson.delete(person)
    match.changedAt = now
    if (match.players.length === 0) this.#forget(match)
    return { match, newHost: hosted ? (match.players[0] ?? null) : null }
  }

  /**
   * A person sends a message, to all others or to one (4.8). Nothing of it is kept.
   * @param to whoever is in no match with the sender gets nothing, and so does the sender
   */
  send(person: string, to: string | null, now: number): SendOutcome {
    const membership = this.#byPerson.get(person)
    if (membership === undefined) return { outcome: 'not-in-match' }
    const { match, rate } = membership
    switch (rate.take(now)) {
      case 'taken': {
        match.changedAt = now
        const others = match.players.filter((player) => player !== person && (to === null || player === to))
        return { outcome: 'sent', match, to: others }
      }
      case 'dropped':
        return { outcome: 'dropped', match }
      case 'flooding': {
        const departure = this.leave(person, now)
        return departure === null ? { outcome: 'not-in-match' } : { outcome: 'flooding', departure }
      }
    }
  }

  /** When the next match's time is up, in milliseconds since 1970; null where there is none. Messages put it off. */
  deadline(): number | null {
    let earliest: number | null = null
    for (const match of this.#byId.values()) {
      const { at } = endingOf(match)
      if (earliest === null || at < earliest) earliest = at
    }
    return earliest
  }

  /** When and why each match closes if nobody does anything. */
  endings(): readonly Ending[] {
    return [...this.#byId.values()].map(endingOf)
  }

  /** Closes every match whose time is up (8.3): after 4 hours, or alone and without messages for 10 minutes. */
  closeDue(now: number): readonly Closure[] {
    return [...this.#byId.values()].flatMap((match) => {
      const { at, reason } = endingOf(match)
      return now < at ? [] : [this.#close(match, reason)]
    })
  }

  /** Closes the matches that this holds for: multiplayer was switched down, or the app blocked (3.4). */
  closeUnavailable(holds: (match: Match) => boolean): readonly Closure[] {
    return [...this.#byId.values()].filter(holds).map((match) => this.#close(match, 'unavailable'))
  }

  #find(
    person: string,
    group: string,
    name: MatchName,
  ): OpenMatch | Exclude<JoinOutcome['outcome'], 'entered'> {
    if (this.#byPerson.has(person)) return 'already-in-match'
    const match = 'code' in name ? this.#byCode.get(name.code) : this.#byId.get(name.id)
    if (match === undefined) return 'unknown'
    // Adults and children never meet, and whoever cannot meet is not told that there is somebody (4.8).
    if (match.group !== group) return 'hidden'
    if ('id' in name && !match.public) return 'private'
    return match.players.length >= match.maxPlayers ? 'full' : match
  }

  #add(match: OpenMatch, person: string, now: number): void {
    match.players.push(person)
    match.changedAt = now
    this.#byPerson.set(person, { match, rate: new MessageRate(now) })
  }

  #close(match: OpenMatch, reason: MatchClosedReason): Closure {
    const players = match.players.splice(0)
    for (const person of players) this.#byPerson.delete(person)
    this.#forget(match)
    return { match, players, reason }
  }

  #forget(match: OpenMatch): void {
    this.#byId.delete(match.id)
    this.#byCode.delete(match.code)
  }
}

interface OpenMatch extends Match {
  readonly players: string[]
  /** When it started, somebody came or went, or the latest message was sent. */
  changedAt: number
}

interface Membership {
  readonly match: OpenMatch
  readonly rate: MessageRate
}

const endingOf = (match: OpenMatch): Ending => {
  const expiry = match.startedAt + MATCH_MAX_MS
  const idle = match.changedAt + MATCH_IDLE_MS
  return match.players.length === 1 && idle < expiry
    ? { match, at: idle, reason: 'idle' }
    : { match, at: expiry, reason: 'expired' }
}

const unused = (taken: ReadonlyMap<string, unknown>, draw: () => string): string => {
  let name = draw()
  while (taken.has(name)) name = draw()
  return name
}
