import type { ResultOf } from '../../platform/calls/shapes.js'
import { type EventMessage, PROTOCOL_VERSION } from '../../platform/envelope.js'
import type {
  EventData,
  MatchClosedReason,
  MatchEventName,
  MatchLeftReason,
  Player,
} from '../../platform/events.js'
import { MATCH_CODE_CHARACTERS } from '../../platform/limits.js'
import type { Clock } from '../clock.js'
import { type Randomness, randomId, randomText } from '../randomness.js'
import type { MatchPlayer, SeatRefusal, Sending } from './match-player.js'
import { MatchRecord } from './match-record.js'
import {
  type Closure,
  type Departure,
  type Ending,
  type Match,
  type MatchName,
  type MatchOptions,
  MatchRegistry,
} from './match-registry.js'
import type { MatchView } from './match-view.js'
import { viewOf } from './view-of.js'

/** What the matches of an app need from its host. */
export interface MatchWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly nicknameOf: (person: string) => string | null
}

/** The live matches of one app: tracks players, sends events, and closes matches that are due (4.8, 6, 8.3). */
export class Matches {
  readonly #world: MatchWorld
  readonly #registry: MatchRegistry
  /** The page load of each player in the registry. */
  readonly #players = new Map<string, MatchPlayer>()
  readonly #records = new Map<string, MatchRecord>()
  /** The players whom the developer seated, and whose apps have not entered the match yet: those hear nothing of it. */
  readonly #seated = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #alarm: { readonly time: number; readonly cancel: () => void } | null = null

  constructor(world: MatchWorld) {
    this.#world = world
    const { randomness } = world
    this.#registry = new MatchRegistry({
      id: () => randomId(randomness, 'm'),
      code: () => randomText(randomness, CODE_ALPHABET, MATCH_CODE_CHARACTERS),
    })
  }

  /** Why a person cannot host a match now; null if they can. */
  hostRefusal(person: string): ReturnType<MatchRegistry['hostRefusal']> {
    this.#closeDue()
    return this.#registry.hostRefusal(person)
  }

  /** Opens a match. @returns the match, or why not */
  host(player: MatchPlayer, group: string, options: MatchOptions): ReturnType<MatchRegistry['host']> {
    this.#closeDue()
    const made = this.#registry.host(player.person, group, options, this.#now())
    if (made.outcome !== 'entered') return made
    this.#records.set(made.match.id, new MatchRecord())
    this.#entered(player, made.match)
    return made
  }

  /** Why a person cannot join a match now; null if they can. */
  joinRefusal(person: string, group: string, name: MatchName): ReturnType<MatchRegistry['joinRefusal']> {
    this.#closeDue()
    return this.#registry.joinRefusal(person, group, name)
  }

  /** Adds a person to a match, and notifies the other players. @returns the match, or why not */
  join(player: MatchPlayer, group: string, name: MatchName): ReturnType<MatchRegistry['join']> {
    this.#closeDue()
    const joined = this.#registry.join(player.person, group, name, this.#now())
    if (joined.outcome !== 'entered') return joined
    const { match } = joined
    this.#send(
      match.players.filter((person) => person !== player.person),
      'mp.joined',
      { player: this.#shownPlayer(player.person) },
    )
    this.#entered(player, match)
    return joined
  }

  /** The public matches that a person can join (4.8). */
  list(person: string, group: string): ResultOf<'mp.list'>['matches'] {
    this.#closeDue()
    return this.#registry
      .list(person, group, this.#seated.has(person))
      .map(({ id, players, maxPlayers, meta }) => ({
        id,
        players: players.length,
        max_players: maxPlayers,
        meta: meta as ResultOf<'mp.list'>['matches'][number]['meta'],
        host: this.#shownPlayer(players[0] ?? ''),
      }))
  }

  /** A match as one of its players sees it (2.7). */
  shown({ id, code, maxPlayers, public: listed, meta, players }: Match, me: string): ShownMatch {
    return {
      id,
      code,
      max_players: maxPlayers,
      public: listed,
      meta: meta as ShownMatch['meta'],
      host: players[0] ?? me,
      me,
      players: players.map((person) => this.#shownPlayer(person)),
    }
  }

  /**
   * Sends a message to all other players in the sender's match, or to one of them.
   * @param madeUp whether the developer sends it, not the player's app
   */
  send(player: MatchPlayer, to: string | null, data: unknown, madeUp = false): Sending {
    this.#closeDue()
    const now = this.#now()
    const { person } = player
    const sent = this.#registry.send(person, to, now)
    switch (sent.outcome) {
      case 'sent':
        return this.#deliver(player, sent.match, to, data, sent.to, madeUp)
      case 'dropped':
        this.#records.get(sent.match.id)?.dropped(person)
        this.#changed()
        return sent
      case 'flooding':
        this.#send([person], 'mp.closed', { reason: 'connection_lost' })
        this.#departed(person, sent.departure, 'connection_lost')
        return { outcome: 'flooding' }
      case 'not-in-match':
        return sent
    }
  }

  /** Whether this page load is in a match, and its app entered it. */
  has(player: MatchPlayer): boolean {
    return this.#isPlayer(player) && !this.#seated.has(player.person)
  }

  /** The open match with this id or code, or null. */
  find(name: string): Match | null {
    this.#closeDue()
    for (const match of this.#registry.matches()) if (match.id === name || match.code === name) return match
    return null
  }

  /** The player of a match who is in a seat, or null. */
  inSeat(match: Match, seat: number): MatchPlayer | null {
    const players = match.players.flatMap((person) => this.#players.get(person) ?? [])
    return players.find((player) => player.seat === seat) ?? null
  }

  /** Adds a player by the developer's hand. Their app enters the match with `enterSeated`. @returns why not; null if it did */
  seat(player: MatchPlayer, match: Match): SeatRefusal | null {
    if (!player.online()) return { why: 'The seat has no connection (the switch `network.offline`).' }
    const standing = player.group()
    if (!('group' in standing)) return standing
    const joined = this.join(player, standing.group, { code: match.code })
    if (joined.outcome !== 'entered') return joined.outcome
    this.#seated.add(player.person)
    this.#changed()
    return null
  }

  /** Lets the app of a player whom the developer seated enter its match. @returns null if there is none */
  enterSeated(player: MatchPlayer): Match | null {
    this.#closeDue()
    if (!this.#isPlayer(player) || !this.#seated.delete(player.person)) return null
    this.#changed()
    return this.#registry.matchOf(player.person)
  }

  /** The match in which the developer seated a player whose app has not entered it yet. */
  seatedIn(player: MatchPlayer): Match | null {
    return this.#isPlayer(player) && this.#seated.has(player.person)
      ? this.#registry.matchOf(player.person)
      : null
  }

  /** Another page load of the same person takes the place of one that was seated. */
  takePlace(from: MatchPlayer, to: MatchPlayer): void {
    if (this.#isPlayer(from)) this.#players.set(to.person, to)
  }

  /** Closes a match by the developer's hand. */
  close(match: Match, reason: MatchClosedReason): void {
    this.#closed(this.#registry.close(match, reason))
  }

  /** Makes a player the host, and tells all. */
  makeHost(match: Match, { person }: MatchPlayer): void {
    if (!this.#registry.makeHost(match, person)) return
    this.#send(match.players, 'mp.host', { player: this.#shownPlayer(person) })
    this.#changed()
  }

  /** Holds the messages of a match back from now on. */
  hold({ id }: Match): void {
    this.#records.get(id)?.held.hold()
    this.#changed()
  }

  /** Delivers held messages. @param count how many of the earliest; null delivers all, and holds no more */
  release({ id }: Match, count: number | null): void {
    this.#records.get(id)?.held.release(count)
    this.#changed()
  }

  /** Removes a player, and notifies the others. @returns whether they were in a match */
  leave(player: MatchPlayer, reason: MatchLeftReason): boolean {
    this.#closeDue()
    if (!this.#isPlayer(player)) return false
    const departure = this.#registry.leave(player.person, this.#now())
    if (departure !== null) this.#departed(player.person, departure, reason)
    return departure !== null
  }

  /** Disconnects a player: they learn that the match closed, the others that they left (3.4). */
  disconnect(player: MatchPlayer, reason: Extract<MatchLeftReason, MatchClosedReason>): boolean {
    if (!this.#isPlayer(player)) return false
    this.#disconnect([{ person: player.person, reason }])
    return true
  }

  /** After a change of switches: removes players who may no longer play or have no connection (3.4, 4.8). */
  reconsider(): void {
    const barred = (person: string, match: Match): boolean => {
      const allowed = this.#players.get(person)?.group()
      return allowed === undefined || !('group' in allowed) || allowed.group !== match.group
    }
    const closed = this.#registry.closeUnavailable((match) =>
      match.players.every((person) => barred(person, match)),
    )
    for (const closure of closed) this.#closed(closure)
    const out: { person: string; reason: 'unavailable' | 'connection_lost' }[] = []
    for (const match of this.#registry.matches())
      for (const person of match.players)
        if (barred(person, match)) out.push({ person, reason: 'unavailable' })
        else if (this.#players.get(person)?.online() === false)
          out.push({ person, reason: 'connection_lost' })
    this.#disconnect(out)
  }

  /** The matches as the developer sees them, oldest first. */
  view(): readonly MatchView[] {
    const now = this.#now()
    return this.#registry
      .endings()
      .map((ending) =>
        viewOf(
          ending,
          this.#records.get(ending.match.id) ?? null,
          (person) => ({ ...this.#shownPlayer(person), waiting: this.#seated.has(person) }),
          now,
        ),
      )
  }

  /** When and why each match closes if nobody does anything. */
  endings(): readonly Ending[] {
    return this.#registry.endings()
  }

  /** Calls `listener` immediately after every change of `view`. @returns a function that stops listening */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Cancels the alarm. */
  stop(): void {
    this.#alarm?.cancel()
    this.#alarm = null
  }

  #deliver(
    player: MatchPlayer,
    match: Match,
    to: string | null,
    data: unknown,
    recipients: readonly string[],
    madeUp: boolean,
  ): Sending {
    const record = this.#records.get(match.id)
    if (player.loses('up')) {
      record?.lost(player.person)
      this.#changed()
      return { outcome: 'lost' }
    }
    const { person } = player
    let sending: Sending = { outcome: 'held' }
    if (record?.held.holding === true)
      record.held.add(() => {
        // Some may have left in the meantime.
        const there = recipients.filter((recipient) => match.players.includes(recipient))
        this.#arrive(person, match, to, data, there, madeUp)
      })
    else sending = this.#arrive(person, match, to, data, recipients, madeUp)
    this.#changed()
    return sending
  }

  /** Passes a message on to its recipients, who are in the match. */
  #arrive(
    from: string,
    match: Match,
    to: string | null,
    data: unknown,
    recipients: readonly string[],
    madeUp: boolean,
  ): Sending {
    const lostTo = recipients.filter((person) => this.#players.get(person)?.loses('down') !== false)
    const reached = lostTo.length === 0 ? recipients : recipients.filter((person) => !lostTo.includes(person))
    this.#send(reached, 'mp.message', { from, data })
    // A seated player's app gets nothing yet.
    const received = this.#seated.size === 0 ? reached : reached.filter((person) => !this.#seated.has(person))
    this.#records.get(match.id)?.sent({ from, to, data, lostTo, madeUp }, received, this.#now())
    return { outcome: 'sent', to: reached, lostTo }
  }

  #entered(player: MatchPlayer, match: Match): void {
    this.#players.set(player.person, player)
    this.#records.get(match.id)?.joined(player.person, player.seat, this.#now())
    this.#wait()
    this.#changed()
  }

  #disconnect(
    out: readonly { readonly person: string; readonly reason: 'unavailable' | 'connection_lost' }[],
  ): void {
    // Remove all of them first: those who are out must not be notified of each other.
    const departures = out.flatMap(({ person, reason }) => {
      const departure = this.#registry.leave(person, this.#now())
      if (departure === null) return []
      this.#send([person], 'mp.closed', { reason })
      return [{ person, reason, departure }]
    })
    for (const { person, reason, departure } of departures) this.#departed(person, departure, reason)
  }

  #departed(person: string, { match, newHost }: Departure, reason: MatchLeftReason): void {
    this.#players.delete(person)
    this.#seated.delete(person)
    this.#records.get(match.id)?.left(person)
    if (match.players.length === 0) this.#records.delete(match.id)
    this.#send(match.players, 'mp.left', { player: this.#shownPlayer(person), reason })
    if (newHost !== null) this.#send(match.players, 'mp.host', { player: this.#shownPlayer(newHost) })
    this.#wait()
    this.#changed()
  }

  #closed({ match, players, reason }: Closure): void {
    this.#records.delete(match.id)
    this.#send(players, 'mp.closed', { reason })
    for (const person of players) {
      this.#players.delete(person)
      this.#seated.delete(person)
    }
    this.#wait()
    this.#changed()
  }

  /** Sends the same message object to all, so that it is serialized only once. */
  #send<Name extends MatchEventName>(people: readonly string[], event: Name, data: EventData[Name]): void {
    const message: EventMessage<Name> = { service: PROTOCOL_VERSION, event, data }
    for (const person of people) if (!this.#seated.has(person)) this.#players.get(person)?.send(message)
  }

  #closeDue(): void {
    const now = this.#now()
    if (this.#alarm === null || now < this.#alarm.time) return
    for (const closure of this.#registry.closeDue(now)) this.#closed(closure)
    this.#wait()
  }

  /** Messages postpone a match's end without a call here. The alarm then finds nothing due, and waits again. */
  #wait(): void {
    const time = this.#registry.deadline()
    if (this.#alarm?.time === time) return
    this.#alarm?.cancel()
    this.#alarm = time === null ? null : { time, cancel: this.#world.clock.at(time, () => this.#closeDue()) }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  #isPlayer(player: MatchPlayer): boolean {
    return this.#players.get(player.person) === player
  }

  #shownPlayer(person: string): Player {
    return { id: person, nickname: this.#world.nicknameOf(person) }
  }

  #now(): number {
    return this.#world.clock.now()
  }
}

type ShownMatch = Extract<ResultOf<'mp.host'>, { match: unknown }>['match']

/** Without characters that people confuse when they read a code aloud: I and 1, O and 0, L. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
