import type { ResultOf } from '../../platform/calls/shapes.js'
import type { MatchClosedReason, MatchLeftReason, Player } from '../../platform/events.js'
import { isoTime } from '../../platform/units.js'
import type { MatchPlayer, Sending } from './match-player.js'
import type { MatchRecord } from './match-record.js'
import type {
  Ending,
  HostOutcome,
  JoinOutcome,
  Match,
  MatchName,
  MatchOptions,
  MatchRegistry,
} from './match-registry.js'
import { MatchSteering } from './match-steering.js'
import { MatchTable, type MatchWorld } from './match-table.js'
import type { MatchView } from './match-view.js'
import { MessageDelivery } from './message-delivery.js'
import type { StatePost } from './state-hashes.js'

/** The live matches of one app, as its calls and page loads use them (4.8). */
export class Matches {
  /** What the developer does by hand. */
  readonly steering: MatchSteering
  readonly #table: MatchTable
  readonly #delivery: MessageDelivery

  constructor(world: MatchWorld) {
    this.#table = new MatchTable(world)
    this.#delivery = new MessageDelivery(this.#table)
    this.steering = new MatchSteering(this.#table, (player, group, name) =>
      this.join(player, group, name, true),
    )
  }

  /** Why a person cannot host a match now; null if they can. */
  hostRefusal(person: string): ReturnType<MatchRegistry['hostRefusal']> {
    this.#table.closeDue()
    return this.#table.registry.hostRefusal(person)
  }

  /** Opens a match. @returns the match, or why not */
  host(player: MatchPlayer, group: string, options: MatchOptions): HostOutcome {
    const table = this.#table
    table.closeDue()
    const made = table.registry.host(player.person, group, options, table.now())
    if (made.outcome !== 'entered') return made
    table.opened(made.match)
    table.entered(player, made.match)
    return made
  }

  /** Why a person cannot join a match now; null if they can. */
  joinRefusal(person: string, group: string, name: MatchName): ReturnType<MatchRegistry['joinRefusal']> {
    this.#table.closeDue()
    return this.#table.registry.joinRefusal(person, group, name)
  }

  /**
   * Adds a person to a match, and notifies the other players.
   * @param seated whether by the developer's hand
   * @returns the match, or why not
   */
  join(player: MatchPlayer, group: string, name: MatchName, seated = false): JoinOutcome {
    const table = this.#table
    table.closeDue()
    const joined = table.registry.join(player.person, group, name, table.now())
    if (joined.outcome !== 'entered') return joined
    const { match } = joined
    table.send(
      match.players.filter((person) => person !== player.person),
      'mp.joined',
      { player: table.shownPlayer(player.person) },
    )
    table.entered(player, match, seated)
    return joined
  }

  /** The public matches that a person can join (4.8). */
  list(person: string, group: string): ResultOf<'mp.list'>['matches'] {
    const table = this.#table
    table.closeDue()
    return table.registry
      .list(person, group, table.seated.has(person))
      .map(({ id, players, maxPlayers, meta }) => ({
        id,
        players: players.length,
        max_players: maxPlayers,
        meta: meta as ResultOf<'mp.list'>['matches'][number]['meta'],
        host: players[0] ?? '',
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
      players: players.map((person) => this.#table.shownPlayer(person)),
    }
  }

  /**
   * Sends a message to all other players in the sender's match, or to one of them.
   * @param sentAt when the app sent it, in milliseconds since 1970
   * @param madeUp whether the developer sends it, not the player's app
   */
  send(player: MatchPlayer, to: string | null, data: unknown, sentAt: number, madeUp = false): Sending {
    return this.#delivery.send({ player, to, data, sentAt, madeUp })
  }

  /** The app of a player posted the hash of its state. @returns whether it is in a match */
  statePosted(player: MatchPlayer, post: StatePost): boolean {
    return this.#table.statePosted(player, post)
  }

  /** Whether this page load is in a match, and its app entered it. */
  has(player: MatchPlayer): boolean {
    return this.#table.isPlayer(player) && !this.#table.seated.has(player.person)
  }

  /** Removes a player, and notifies the others. @returns whether they were in a match */
  leave(player: MatchPlayer, reason: MatchLeftReason): boolean {
    const table = this.#table
    table.closeDue()
    if (!table.isPlayer(player)) return false
    const departure = table.registry.leave(player.person, table.now())
    if (departure !== null) table.departed(player.person, departure, reason)
    return departure !== null
  }

  /** Disconnects a player: they learn that the match closed, the others that they left (3.4). */
  disconnect(player: MatchPlayer, reason: Extract<MatchLeftReason, MatchClosedReason>): boolean {
    if (!this.#table.isPlayer(player)) return false
    this.#table.disconnect([{ person: player.person, reason }])
    return true
  }

  /** After a change of switches: removes players who may no longer play or have no connection (3.4, 4.8). */
  reconsider(): void {
    const table = this.#table
    const barred = (person: string, match: Match): boolean => {
      const allowed = table.player(person)?.group()
      return allowed === undefined || !('group' in allowed) || allowed.group !== match.group
    }
    const closed = table.registry.closeUnavailable((match) =>
      match.players.every((person) => barred(person, match)),
    )
    for (const closure of closed) table.closed(closure)
    const out: { person: string; reason: 'unavailable' | 'connection_lost' }[] = []
    for (const match of table.registry.matches())
      for (const person of match.players)
        if (barred(person, match)) out.push({ person, reason: 'unavailable' })
        else if (table.player(person)?.online() === false) out.push({ person, reason: 'connection_lost' })
    table.disconnect(out)
  }

  /** The matches as the developer sees them, oldest first. */
  view(): readonly MatchView[] {
    const table = this.#table
    const now = table.now()
    return this.endings().map((ending) =>
      viewOf(
        ending,
        table.records.get(ending.match.id) ?? null,
        (person) => ({ ...table.shownPlayer(person), waiting: table.seated.has(person) }),
        now,
      ),
    )
  }

  /** When and why each match closes if nobody does anything. */
  endings(): readonly Ending[] {
    return this.#table.registry.endings()
  }

  /** Calls `listener` immediately after every change of `view`. @returns a function that stops listening */
  onChange(listener: () => void): () => void {
    return this.#table.onChange(listener)
  }

  /** Cancels the alarm. */
  stop(): void {
    this.#table.stop()
  }
}

type ShownMatch = Extract<ResultOf<'mp.host'>, { match: unknown }>['match']

/** A match as the developer sees it. */
const viewOf = (
  { match, at, reason }: Ending,
  record: MatchRecord | null,
  shown: (person: string) => Player & { readonly waiting: boolean },
  now: number,
): MatchView => ({
  id: match.id,
  code: match.code,
  maxPlayers: match.maxPlayers,
  public: match.public,
  meta: match.meta,
  host: match.players[0] ?? '',
  startedAt: isoTime(match.startedAt),
  endsAt: isoTime(at),
  ends: reason,
  players: match.players.flatMap((person) => {
    const counts = record?.player(person, now) ?? null
    return counts === null ? [] : [{ ...shown(person), ...counts }]
  }),
  holding: record?.held.holding ?? false,
  held: record?.held.count ?? 0,
  sync: record === null || record.states.isEmpty ? null : record.states.view(now),
  messages: record?.messages() ?? [],
})
