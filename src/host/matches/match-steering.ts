import type { MatchClosedReason } from '../../platform/events.js'
import { because } from '../control/switches.js'
import type { MatchPlayer, SeatRefusal } from './match-player.js'
import { codeAsGiven, type JoinOutcome, type Match, type MatchName } from './match-registry.js'
import type { MatchTable } from './match-table.js'

/** What the developer does to matches by hand, and no app can. */
export class MatchSteering {
  readonly #table: MatchTable
  readonly #seat: (player: MatchPlayer, group: string, name: MatchName) => JoinOutcome

  /** @param seat adds a person to a match whose app has not entered it */
  constructor(table: MatchTable, seat: (player: MatchPlayer, group: string, name: MatchName) => JoinOutcome) {
    this.#table = table
    this.#seat = seat
  }

  /** The open match with this id or code, or null. */
  find(name: string): Match | null {
    this.#table.closeDue()
    for (const match of this.#table.registry.matches())
      if (match.id === name || match.code === codeAsGiven(name)) return match
    return null
  }

  /** The player of a match who is in a seat, or null. */
  inSeat(match: Match, seat: number): MatchPlayer | null {
    const players = match.players.flatMap((person) => this.#table.player(person) ?? [])
    return players.find((player) => player.seat === seat) ?? null
  }

  /** Adds a player. Their app enters the match with `enterSeated`. @returns why not; null if it did */
  seat(player: MatchPlayer, match: Match): SeatRefusal | null {
    if (!player.online())
      return because('network', 'The seat has no connection (the switch `network.offline`).')
    const standing = player.group()
    if (!('group' in standing)) return standing
    const joined = this.#seat(player, standing.group, { code: match.code })
    return joined.outcome === 'entered' ? null : joined.outcome
  }

  /** Lets the app of a player whom the developer seated enter its match. @returns null if there is none */
  enterSeated(player: MatchPlayer): Match | null {
    const table = this.#table
    table.closeDue()
    if (!table.isPlayer(player) || !table.seated.delete(player.person)) return null
    table.changed()
    return table.registry.matchOf(player.person)
  }

  /** The match in which the developer seated a player whose app has not entered it yet. */
  seatedIn(player: MatchPlayer): Match | null {
    const { seated, registry } = this.#table
    return this.#table.isPlayer(player) && seated.has(player.person) ? registry.matchOf(player.person) : null
  }

  /** Another page load of the same person takes the place of one that was seated. */
  takePlace(from: MatchPlayer, to: MatchPlayer): void {
    this.#table.takePlace(from, to)
  }

  close(match: Match, reason: MatchClosedReason): void {
    this.#table.closed(this.#table.registry.close(match, reason))
  }

  /** Makes a player the host, and tells all. */
  makeHost(match: Match, { person }: MatchPlayer): void {
    if (!this.#table.registry.makeHost(match, person)) return
    this.#table.hostChanged(match, person)
    this.#table.changed()
  }

  /** Holds the messages of a match back from now on. */
  hold({ id }: Match): void {
    this.#table.records.get(id)?.held.hold()
    this.#table.changed()
  }

  /** Delivers held messages. @param count how many of the earliest; null delivers all, and holds no more */
  release({ id }: Match, count: number | null): void {
    this.#table.records.get(id)?.held.release(count)
    this.#table.changed()
  }
}
