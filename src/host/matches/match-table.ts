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

/** What the matches of an app need from its host. */
export interface MatchWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly nicknameOf: (person: string) => string | null
}

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

  /** The page load of a player; undefined if they are in no match. */
  player(person: string): MatchPlayer | undefined {
    return this.#players.get(person)
  }

  isPlayer(player: MatchPlayer): boolean {
    return this.#players.get(player.person) === player
  }

  shownPlayer(person: string): Player {
    return { id: person, nickname: this.#world.nicknameOf(person) }
  }

  /** A match was opened. */
  opened(match: Match): void {
    this.records.set(match.id, new MatchRecord())
  }

  /** A player entered a match in the registry. */
  entered(player: MatchPlayer, match: Match): void {
    this.#players.set(player.person, player)
    this.records.get(match.id)?.joined(player.person, player.seat, this.now())
    this.#wait()
    this.changed()
  }

  /** Another page load of the same person takes the place of an earlier one. */
  takePlace(from: MatchPlayer, to: MatchPlayer): void {
    if (this.isPlayer(from)) this.#players.set(to.person, to)
  }

  /** A player left the registry: tells the others. */
  departed(person: string, { match, newHost }: Departure, reason: MatchLeftReason): void {
    this.#players.delete(person)
    this.seated.delete(person)
    this.records.get(match.id)?.left(person)
    if (match.players.length === 0) this.records.delete(match.id)
    this.send(match.players, 'mp.left', { player: this.shownPlayer(person), reason })
    if (newHost !== null) this.hostChanged(match, newHost)
    this.#wait()
    this.changed()
  }

  /** Tells all players who the host is now. */
  hostChanged(match: Match, host: string): void {
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
    this.records.delete(match.id)
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
