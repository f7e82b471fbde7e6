import type { MatchClosedReason } from '../../platform/events.js'
import { LIVE_MATCHES_PER_APP, MATCH_IDLE_MS, MATCH_LIST_MAX, MATCH_MAX_MS } from '../../platform/limits.js'
import { MessageRate } from './message-rate.js'

/** An open match (2.7). People are named by their `app_user_id`. */
export interface Match {
  readonly id: string
  readonly code: string
  readonly maxPlayers: number
  /** Whether `list` shows it, and `join` accepts its id. */
  readonly public: boolean
  readonly meta: Readonly<Record<string, unknown>>
  /** Only people in this group can find it: adults, or children of one age group (4.8). */
  readonly group: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** In the order in which they joined. The first is the host. */
  readonly players: readonly string[]
}

/** The options of a new match (4.8). */
export type MatchOptions = Pick<Match, 'maxPlayers' | 'public' | 'meta'>

/** How a player names the match to join: by its code, or by its id if it is public. */
export type MatchName = { readonly code: string } | { readonly id: string }

/** A code as matches have it. People pass it on in small letters, and with spaces around it. */
export const codeAsGiven = (code: string): string => code.trim().toUpperCase()

/** The outcome of `host`. */
export type HostOutcome =
  | { readonly outcome: 'entered'; readonly match: Match }
  | { readonly outcome: 'already-in-match' }
  | { readonly outcome: 'too-many-matches' }

/** The outcome of `join`. The app cannot tell `hidden` and `private` from `unknown`; the log can. */
export type JoinOutcome =
  | { readonly outcome: 'entered'; readonly match: Match }
  | { readonly outcome: 'already-in-match' | 'full' | 'unknown' | 'hidden' | 'private' }

/** The outcome of `send`. */
export type SendOutcome =
  | { readonly outcome: 'sent'; readonly match: Match; readonly to: readonly string[] }
  | { readonly outcome: 'dropped'; readonly match: Match }
  /** Far too many messages: the sender was removed from the match (8.3). */
  | { readonly outcome: 'flooding'; readonly departure: Departure }
  | { readonly outcome: 'not-in-match' }

/** A player left a match. If they were the last one, the match is closed. */
export interface Departure {
  readonly match: Match
  /** The new host, if the host left and other players remain. */
  readonly newHost: string | null
}

/** A match that was closed, and the players who were in it. */
export interface Closure {
  readonly match: Match
  readonly players: readonly string[]
  readonly reason: MatchClosedReason
}

/** When and why a match closes if nobody does anything. */
export interface Ending {
  readonly match: Match
  /** Milliseconds since 1970. */
  readonly at: number
  readonly reason: 'idle' | 'expired'
}

/** Creates the id or the code of a new match. */
export interface MatchNames {
  id(): string
  code(): string
}

/**
 * The matches of one app and their players (4.8, 8.3). Pure: it knows no sessions, notifies nobody, and gets the time
 * with each call. The caller calls `closeDue` at `deadline()`.
 */
export class MatchRegistry {
  readonly #names: MatchNames
  /** In the order in which they started. */
  readonly #byId = new Map<string, OpenMatch>()
  readonly #byCode = new Map<string, OpenMatch>()
  readonly #byPerson = new Map<string, OpenMatch>()
  /** By person, in all their matches: who leaves and joins again gets no new burst (8.3). */
  readonly #rates = new Map<string, MessageRate>()

  constructor(names: MatchNames) {
    this.#names = names
  }

  /** The match that a person is in, or null. */
  matchOf(person: string): Match | null {
    return this.#byPerson.get(person) ?? null
  }

  /** Every open match, oldest first. */
  matches(): IterableIterator<Match> {
    return this.#byId.values()
  }

  /** Why a person cannot host now; null if they can. */
  hostRefusal(person: string): Exclude<HostOutcome['outcome'], 'entered'> | null {
    if (this.#byPerson.has(person)) return 'already-in-match'
    return this.#byId.size >= LIVE_MATCHES_PER_APP ? 'too-many-matches' : null
  }

  /** Opens a match with this person as its host. */
  host(person: string, group: string, options: MatchOptions, now: number): HostOutcome {
    const refusal = this.hostRefusal(person)
    if (refusal !== null) return { outcome: refusal }
    const match: OpenMatch = {
      id: unused(this.#byId, this.#names.id),
      code: unused(this.#byCode, this.#names.code),
      maxPlayers: options.maxPlayers,
      public: options.public,
      meta: options.meta,
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

  /** Why a person cannot join now; null if they can. */
  joinRefusal(
    person: string,
    group: string,
    name: MatchName,
  ): Exclude<JoinOutcome['outcome'], 'entered'> | null {
    const found = this.#find(person, group, name)
    return typeof found === 'string' ? found : null
  }

  /** Adds a person to a match, as its last player. */
  join(person: string, group: string, name: MatchName, now: number): JoinOutcome {
    const found = this.#find(person, group, name)
    if (typeof found === 'string') return { outcome: found }
    this.#add(found, person, now)
    return { outcome: 'entered', match: found }
  }

  /**
   * The public matches that a person can join, newest first, at most 50 (4.8).
   * @param withOwn whether they can join the one that they are in, because their app has not entered it yet
   */
  list(person: string, group: string, withOwn = false): readonly Match[] {
    const own = this.matchOf(person)
    return [...this.#byId.values()]
      .filter(
        (match) =>
          match.public &&
          match.group === group &&
          (match === own ? withOwn : match.players.length < match.maxPlayers),
      )
      .slice(-MATCH_LIST_MAX)
      .reverse()
  }

  /** Removes a person from their match. @returns null if they were not in a match */
  leave(person: string, now: number): Departure | null {
    const match = this.#byPerson.get(person)
    if (match === undefined) return null
    const hosted = match.players[0] === person
    match.players.splice(match.players.indexOf(person), 1)
    this.#byPerson.delete(person)
    match.changedAt = now
    if (match.players.length === 0) this.#forget(match)
    return { match, newHost: hosted ? (match.players[0] ?? null) : null }
  }

  /**
   * Sends a message to all other players or to one (4.8). The message is not kept.
   * @param to gets nothing if they are the sender, or not in the sender's match
   */
  send(person: string, to: string | null, now: number): SendOutcome {
    const match = this.#byPerson.get(person)
    const rate = this.#rates.get(person)
    if (match === undefined || rate === undefined) return { outcome: 'not-in-match' }
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

  /** When the next match closes, in milliseconds since 1970; null if there are none. Messages postpone it. */
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

  /** Closes every match that is due (8.3): after 4 hours, or after 10 minutes with one player and no messages. */
  closeDue(now: number): readonly Closure[] {
    return [...this.#byId.values()].flatMap((match) => {
      const { at, reason } = endingOf(match)
      return now < at ? [] : [this.#close(match, reason)]
    })
  }

  /** Closes a match now. */
  close(match: Match, reason: MatchClosedReason): Closure {
    const open = this.#byId.get(match.id)
    return open === undefined ? { match, players: [], reason } : this.#close(open, reason)
  }

  /** Makes a player of a match its host. @returns whether the host changed */
  makeHost(match: Match, person: string): boolean {
    const players = this.#byId.get(match.id)?.players ?? []
    const index = players.indexOf(person)
    if (index < 1) return false
    players.splice(index, 1)
    players.unshift(person)
    return true
  }

  /** Closes the matches for which multiplayer was switched off or the app was blocked (3.4). */
  closeUnavailable(isUnavailable: (match: Match) => boolean): readonly Closure[] {
    return [...this.#byId.values()].filter(isUnavailable).map((match) => this.#close(match, 'unavailable'))
  }

  #find(
    person: string,
    group: string,
    name: MatchName,
  ): OpenMatch | Exclude<JoinOutcome['outcome'], 'entered'> {
    if (this.#byPerson.has(person)) return 'already-in-match'
    const match = 'code' in name ? this.#byCode.get(name.code) : this.#byId.get(name.id)
    if (match === undefined) return 'unknown'
    // People of different groups never meet, and do not learn that the other exists (4.8).
    if (match.group !== group) return 'hidden'
    if ('id' in name && !match.public) return 'private'
    return match.players.length >= match.maxPlayers ? 'full' : match
  }

  #add(match: OpenMatch, person: string, now: number): void {
    match.players.push(person)
    match.changedAt = now
    this.#byPerson.set(person, match)
    if (!this.#rates.has(person)) this.#rates.set(person, new MessageRate(now))
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
  /** When it last changed: it started, a player came or went, or a message was sent. */
  changedAt: number
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
