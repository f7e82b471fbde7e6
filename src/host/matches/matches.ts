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
import { type Randomness, randomText } from '../randomness.js'
import {
  type Closure,
  type Departure,
  type Ending,
  type Match,
  MatchBook,
  type MatchName,
  type MatchWish,
} from './match-book.js'
import { MatchRecord } from './match-record.js'
import type { MatchView } from './match-view.js'
import type { PlayGroup } from './play-group.js'

/** One page load of one person, as their match knows it. */
export interface MatchPlayer {
  readonly seat: number
  /** The `app_user_id`. */
  readonly person: string
  /** Sends an event to their app. */
  tell(message: EventMessage<MatchEventName>): void
  /** Whom they may play with, as it stands now. */
  group(): PlayGroup
  /** Whether they have a connection at all. */
  online(): boolean
  /** Whether the network loses a message on its way from them or to them. */
  loses(direction: 'up' | 'down'): boolean
}

/** What the matches of an app need of its host. */
export interface MatchWorld {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly nicknameOf: (person: string) => string | null
}

/** What became of a message, for the sender's log; the app is told `{}` in each case. */
export type Sending =
  | { readonly outcome: 'sent'; readonly to: readonly string[]; readonly lostTo: readonly string[] }
  | { readonly outcome: 'lost' | 'dropped' | 'flooding' | 'not-in-match' }

/** The live matches of one app: keeps the book, tells the players, and ends what is over (4.8, 6, 8.3). */
export class Matches {
  readonly #world: MatchWorld
  readonly #book: MatchBook
  /** Who plays, by person; in step with the book. */
  readonly #players = new Map<string, MatchPlayer>()
  readonly #records = new Map<string, MatchRecord>()
  readonly #listeners = new Set<() => void>()
  #alarm: { readonly time: number; readonly cancel: () => void } | null = null

  constructor(world: MatchWorld) {
    this.#world = world
    const { randomness } = world
    this.#book = new MatchBook({
      id: () => `m_${randomText(randomness, ID_ALPHABET, ID_CHARACTERS)}`,
      code: () => randomText(randomness, CODE_ALPHABET, MATCH_CODE_CHARACTERS),
    })
  }

  /** Why a person could not host a match now; null where they can. */
  hostRefusal(person: string): ReturnType<MatchBook['hostRefusal']> {
    this.#closeDue()
    return this.#book.hostRefusal(person)
  }

  /** Opens a match. @returns it, or why not */
  host(player: MatchPlayer, group: string, wish: MatchWish): ReturnType<MatchBook['host']> {
    this.#closeDue()
    const made = this.#book.host(player.person, group, wish, this.#now())
    if (made.outcome !== 'entered') return made
    this.#records.set(made.match.id, new MatchRecord())
    this.#entered(player, made.match)
    return made
  }

  /** Why a person could not join a match now; null where they can. */
  joinRefusal(person: string, group: string, name: MatchName): ReturnType<MatchBook['joinRefusal']> {
    this.#closeDue()
    return this.#book.joinRefusal(person, group, name)
  }

  /** Takes a person into a match, and tells the others. @returns the match, or why not */
  join(player: MatchPlayer, group: string, name: MatchName): ReturnType<MatchBook['join']> {
    this.#closeDue()
    const joined = this.#book.join(player.person, group, name, this.#now())
    if (joined.outcome !== 'entered') return joined
    const { match } = joined
    this.#tell(
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
    return this.#book.list(person, group).map(({ id, players, maxPlayers, meta }) => ({
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

  /** Sends a message to all others in the sender's match, or to one of them. */
  send(player: MatchPlayer, to: string | null, data: unknown): Sending {
    this.#closeDue()
    const now = this.#now()
    const { person } = player
    const sent = this.#book.send(person, to, now)
    switch (sent.outcome) {
      case 'sent':
        return this.#deliver(player, sent.match, to, data, sent.to, now)
      case 'dropped':
        this.#records.get(sent.match.id)?.dropped(person)
        this.#changed()
        return sent
      case 'flooding':
        this.#tell([person], 'mp.closed', { reason: 'connection_lost' })
        this.#departed(person, sent.departure, 'connection_lost')
        return { outcome: 'flooding' }
      case 'not-in-match':
        return sent
    }
  }

  /** Whether this page load is in a match. */
  has(player: MatchPlayer): boolean {
    return this.#players.get(player.person) === player
  }

  /** A player goes, and the others are told. @returns whether they were in a match */
  leave(player: MatchPlayer, reason: MatchLeftReason): boolean {
    this.#closeDue()
    if (!this.has(player)) return false
    const departure = this.#book.leave(player.person, this.#now())
    if (departure !== null) this.#departed(player.person, departure, reason)
    return departure !== null
  }

  /** A player is put out of their match: they are told that it closed, the others that they left (3.4). */
  disconnect(player: MatchPlayer, reason: Extract<MatchLeftReason, MatchClosedReason>): boolean {
    if (!this.has(player)) return false
    this.#disconnect([{ person: player.person, reason }])
    return true
  }

  /** Switches changed: whoever may not play any more, or has no connection, is out (3.4, 4.8). */
  reconsider(): void {
    const barred = (person: string, match: Match): boolean => {
      const standing = this.#players.get(person)?.group()
      return standing === undefined || !('group' in standing) || standing.group !== match.group
    }
    const closed = this.#book.closeUnavailable((match) =>
      match.players.every((person) => barred(person, match)),
    )
    for (const closure of closed) this.#closed(closure)
    const out: { person: string; reason: 'unavailable' | 'connection_lost' }[] = []
    for (const match of this.#book.matches())
      for (const person of match.players)
        if (barred(person, match)) out.push({ person, reason: 'unavailable' })
        else if (this.#players.get(person)?.online() === false)
          out.push({ person, reason: 'connection_lost' })
    this.#disconnect(out)
  }

  /** The matches as the developer sees them, the oldest first. */
  view(): readonly MatchView[] {
    const now = this.#now()
    return this.#book.endings().map(({ match, at, reason }) => {
      const record = this.#records.get(match.id)
      return {
        id: match.id,
        code: match.code,
        maxPlayers: match.maxPlayers,
        public: match.public,
        meta: match.meta,
        host: match.players[0] ?? '',
        startedAt: new Date(match.startedAt).toISOString(),
        endsAt: new Date(at).toISOString(),
        ends: reason,
        players: match.players.flatMap((person) => {
          const counts = record?.player(person, now) ?? null
          return counts === null ? [] : [{ ...this.#shownPlayer(person), ...counts }]
        }),
        messages: record?.messages() ?? [],
      }
    })
  }

  /** When and why each match closes if nobody does anything. */
  endings(): readonly Ending[] {
    return this.#book.endings()
  }

  /** Tells of every change of what `view` gives, at once. @returns how to stop listening */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits for nothing any more. */
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
    now: number,
  ): Sending {
    const record = this.#records.get(match.id)
    if (player.loses('up')) {
      record?.lost(player.person)
      this.#changed()
      return { outcome: 'lost' }
    }
    const lostTo = recipients.filter((person) => this.#players.get(person)?.loses('down') !== false)
    const reached = lostTo.length === 0 ? recipients : recipients.filter((person) => !lostTo.includes(person))
    this.#tell(reached, 'mp.message', { from: player.person, data })
    record?.sent(player.person, to, data, reached, lostTo, now)
    this.#changed()
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
    // All of them first: whoever is out must not be told of the others who are.
    const departures = out.flatMap(({ person, reason }) => {
      const departure = this.#book.leave(person, this.#now())
      if (departure === null) return []
      this.#tell([person], 'mp.closed', { reason })
      return [{ person, reason, departure }]
    })
    for (const { person, reason, departure } of departures) this.#departed(person, departure, reason)
  }

  #departed(person: string, { match, newHost }: Departure, reason: MatchLeftReason): void {
    this.#players.delete(person)
    this.#records.get(match.id)?.left(person)
    if (match.players.length === 0) this.#records.delete(match.id)
    this.#tell(match.players, 'mp.left', { player: this.#shownPlayer(person), reason })
    if (newHost !== null) this.#tell(match.players, 'mp.host', { player: this.#shownPlayer(newHost) })
    this.#wait()
    this.#changed()
  }

  #closed({ match, players, reason }: Closure): void {
    this.#records.delete(match.id)
    this.#tell(players, 'mp.closed', { reason })
    for (const person of players) this.#players.delete(person)
    this.#wait()
    this.#changed()
  }

  /** One message for all, so that whoever writes it down need do so once. */
  #tell<Name extends MatchEventName>(people: readonly string[], event: Name, data: EventData[Name]): void {
    const message: EventMessage<Name> = { service: PROTOCOL_VERSION, event, data }
    for (const person of people) this.#players.get(person)?.tell(message)
  }

  #closeDue(): void {
    const now = this.#now()
    if (this.#alarm === null || now < this.#alarm.time) return
    for (const closure of this.#book.closeDue(now)) this.#closed(closure)
    this.#wait()
  }

  /** Messages put a match's end off without a word: then the alarm finds nothing due, and waits on. */
  #wait(): void {
    const time = this.#book.deadline()
    if (this.#alarm?.time === time) return
    this.#alarm?.cancel()
    this.#alarm = time === null ? null : { time, cancel: this.#world.clock.at(time, () => this.#closeDue()) }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  #shownPlayer(person: string): Player {
    return { id: person, nickname: this.#world.nicknameOf(person) }
  }

  #now(): number {
    return this.#world.clock.now()
  }
}

type ShownMatch = Extract<ResultOf<'mp.host'>, { match: unknown }>['match']

const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const ID_CHARACTERS = 16

/** Without what people mistake for each other when they read a code to somebody: I and 1, O and 0, L. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
