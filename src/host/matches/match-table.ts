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
import type { MatchPlayer } from './match-player.js'
import { MatchRecord } from './match-record.js'
import { type Closure, type Departure, type Match, MatchRegistry } from './match-registry.js'
import type { FollowedMessage, MatchTimeline, NewTimelineEntry } from './match-timeline.js'
import type { StatePost } from './state-hashes.js'

/** What the matches of an app need from its host. */
export interface MatchWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly nicknameOf: (person: string) => string | null
  readonly timeline: MatchTimeline
}

/**
 * What the other players learn (readings): whether the player left by themselves. Why somebody may no longer
 * play, such as a guardian's setting, is nobody else's business (5).
 */
const toldReason = (reason: MatchLeftReason): 'left' | 'connection_lost' =>
  reason === 'left' ? 'left' : 'connection_lost'

/**
 * The live matches of one app with their players' page loads: sends events, and closes matches that are due (6, 8.3). What apps
 * and the developer do to matches is built on it.
 */
export class MatchTable {
  readonly registry: MatchRegistry
  readonly records = new Map<string, MatchRecord>()
  /** The players whom the developer seated, and whose apps have not entered the match yet: those hear nothing of it. */
  readonly seated = new Set<string>()
  readonly #world: MatchWorld
  /** The page load of each player in the registry. */
  readonly #players = new Map<string, MatchPlayer>()
  readonly #listeners = new Set<() => void>()
  #alarm: { readonly time: number; readonly cancel: () => void } | null = null

  constructor(world: MatchWorld) {
    this.#world = world
    const { randomness } = world
    this.registry = new MatchRegistry({
      id: () => randomId(randomness, 'm'),
      code: () => randomText(randomness, CODE_ALPHABET, MATCH_CODE_CHARACTERS),
    })
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#world.clock.now()
  }

  /** The page load of a player; undefined if they are not in a match. */
  player(person: string): MatchPlayer | undefined {
    return this.#players.get(person)
  }

  isPlayer(player: MatchPlayer): boolean {
    return this.#players.get(player.person) === player
  }

  shownPlayer(person: string): Player {
    return { id: person, nickname: this.#world.nicknameOf(person) }
  }

  get timeline(): MatchTimeline {
    return this.#world.timeline
  }

  /** A match was opened. */
  opened(match: Match): void {
    this.records.set(match.id, new MatchRecord())
    this.timeline.opened(match)
  }

  /** A player entered a match in the registry. @param seated whether by the developer's hand */
  entered(player: MatchPlayer, match: Match, seated = false): void {
    this.#players.set(player.person, player)
    if (seated) this.seated.add(player.person)
    this.records.get(match.id)?.joined(player.person, player.seat, this.now())
    this.#note(match, {
      kind: 'joined',
      seat: player.seat,
      player: player.person,
      ...(seated ? { seated } : {}),
    })
    if (match.players[0] === player.person)
      this.#note(match, { kind: 'host', seat: player.seat, player: player.person })
    this.#wait()
    this.changed()
  }

  /** Another page load of the same person takes the place of an earlier one. */
  takePlace(from: MatchPlayer, to: MatchPlayer): void {
    if (this.isPlayer(from)) this.#players.set(to.person, to)
  }

  /** A player left the registry: tells the others. */
  departed(person: string, { match, newHost }: Departure, reason: MatchLeftReason): void {
    const seat = this.#seatOf(person)
    this.#players.delete(person)
    this.seated.delete(person)
    this.records.get(match.id)?.left(person)
    this.#note(match, { kind: 'left', seat, player: person, reason })
    if (match.players.length === 0) {
      this.records.delete(match.id)
      this.#ended(match, { kind: 'closed', reason: 'left', seats: [] })
    }
    this.send(match.players, 'mp.left', { player: this.shownPlayer(person), reason: toldReason(reason) })
    if (newHost !== null) this.hostChanged(match, newHost)
    this.#wait()
    this.changed()
  }

  /** Tells all players who the host is now. */
  hostChanged(match: Match, host: string): void {
    this.#note(match, { kind: 'host', seat: this.#seatOf(host), player: host })
    this.send(match.players, 'mp.host', { player: this.shownPlayer(host) })
  }

  /** Disconnects players: they learn that the match closed, the others that they left (3.4). */
  disconnect(
    out: readonly {
      readonly person: string
      readonly reason: Extract<MatchLeftReason, MatchClosedReason>
    }[],
  ): void {
    // Remove all of them first: those who are out must not be notified of each other.
    const departures = out.flatMap(({ person, reason }) => {
      const departure = this.registry.leave(person, this.now())
      if (departure === null) return []
      this.send([person], 'mp.closed', { reason })
      return [{ person, reason, departure }]
    })
    for (const { person, reason, departure } of departures) this.departed(person, departure, reason)
  }

  /** A match was closed in the registry: tells those who were in it. */
  closed({ match, players, reason }: Closure): void {
    if (this.records.delete(match.id))
      this.#ended(match, { kind: 'closed', reason, seats: players.map((person) => this.#seatOf(person)) })
    this.send(players, 'mp.closed', { reason })
    for (const person of players) {
      this.#players.delete(person)
      this.seated.delete(person)
    }
    this.#wait()
    this.changed()
  }

  /** Sends the same message object to all, so that it is serialized only once. */
  send<Name extends MatchEventName>(people: readonly string[], event: Name, data: EventData[Name]): void {
    const message: EventMessage<Name> = { service: PROTOCOL_VERSION, event, data }
    for (const person of people) if (!this.seated.has(person)) this.#players.get(person)?.send(message)
  }

  /** Sends a message of a match to players, and follows it to each. */
  sendMessage(people: readonly string[], data: EventData['mp.message'], followed: FollowedMessage): void {
    const message: EventMessage<'mp.message'> = { service: PROTOCOL_VERSION, event: 'mp.message', data }
    let isSending = true
    for (const person of people) {
      const player = this.#players.get(person)
      if (player === undefined || this.seated.has(person)) continue
      player.send(message, (arrived) => {
        if (arrived) followed.delivered(player.seat, this.now())
        else followed.missed(player.seat)
        if (!isSending) this.changed()
      })
    }
    isSending = false
  }

  /** An app posted the hash of its state. @returns whether it is in a match */
  statePosted(player: MatchPlayer, post: StatePost): boolean {
    if (!this.isPlayer(player) || this.seated.has(player.person)) return false
    const match = this.registry.matchOf(player.person)
    const record = match === null ? undefined : this.records.get(match.id)
    if (match === null || record === undefined) return false
    const { states } = record
    if (states.post(player.seat, post, this.now()) && states.difference !== null) {
      const entry = { kind: 'desync', ...states.difference } as const
      if (record.reviseDesync === null) record.reviseDesync = this.#note(match, entry)
      else record.reviseDesync(entry)
    }
    this.changed()
    return true
  }

  /** Closes the matches that are due (8.3). To be called before anything else happens. */
  closeDue(): void {
    const now = this.now()
    if (this.#alarm === null || now < this.#alarm.time) return
    for (const closure of this.registry.closeDue(now)) this.closed(closure)
    this.#wait()
  }

  /** Calls `listener` immediately after every change. @returns a function that stops listening */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Something that the developer sees of a match changed. */
  changed(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Cancels the alarm. */
  stop(): void {
    this.#alarm?.cancel()
    this.#alarm = null
  }

  #note({ id }: Match, entry: NewTimelineEntry): (changed: NewTimelineEntry) => void {
    return this.timeline.add(id, entry, this.now())
  }

  #ended(match: Match, entry: NewTimelineEntry): void {
    this.#note(match, entry)
    this.timeline.closed(match.id, this.now())
  }

  #seatOf(person: string): number {
    return this.#players.get(person)?.seat ?? 0
  }

  /** Messages postpone a match's end without a call here. The alarm then finds nothing due, and waits again. */
  #wait(): void {
    const time = this.registry.deadline()
    if (this.#alarm?.time === time) return
    this.#alarm?.cancel()
    this.#alarm = time === null ? null : { time, cancel: this.#world.clock.at(time, () => this.closeDue()) }
  }
}

/** Without characters that people confuse when they read a code aloud: I and 1, O and 0, L. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
