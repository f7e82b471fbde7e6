import type { MatchPlayer, Sending } from './match-player.js'
import type { Match } from './match-registry.js'
import type { MatchTable } from './match-table.js'
import type { FollowedMessage } from './match-timeline.js'
import type { MessageEntry } from './timeline-entry.js'

/** A message of a player, to all others in their match or to one. */
interface Message {
  readonly player: MatchPlayer
  readonly to: string | null
  readonly data: unknown
  /** When the app sent it, in milliseconds since 1970. */
  readonly sentAt: number
  /** The developer sends it, not the player's app. */
  readonly madeUp: boolean
}

/** Brings messages to the other players of a match: over networks that lose some, and past a developer who holds them back. */
export class MessageDelivery {
  readonly #table: MatchTable

  constructor(table: MatchTable) {
    this.#table = table
  }

  send(message: Message): Sending {
    const table = this.#table
    table.closeDue()
    const { person } = message.player
    const match = table.registry.matchOf(person)
    const sent = table.registry.send(person, message.to, table.now())
    switch (sent.outcome) {
      case 'sent':
        return this.#deliver(message, sent.match, sent.to)
      case 'dropped':
        table.records.get(sent.match.id)?.dropped(person)
        this.#follow(sent.match, message, 'dropped')
        table.changed()
        return sent
      case 'flooding':
        if (match !== null) this.#follow(match, message, 'dropped')
        table.send([person], 'mp.closed', { reason: 'connection_lost' })
        table.departed(person, sent.departure, 'connection_lost')
        return { outcome: 'flooding' }
      case 'not-in-match':
        return sent
    }
  }

  #deliver(message: Message, match: Match, recipients: readonly string[]): Sending {
    const table = this.#table
    const record = table.records.get(match.id)
    const { player } = message
    if (player.loses('up')) {
      record?.lost(player.person)
      this.#follow(match, message, 'lost')
      table.changed()
      return { outcome: 'lost' }
    }
    const holding = record?.held.holding === true
    const followed = this.#follow(match, message, holding ? 'held' : 'sent')
    let sending: Sending = { outcome: 'held' }
    if (holding)
      record?.held.add(() => {
        // Some may have left in the meantime.
        const there = recipients.filter((recipient) => match.players.includes(recipient))
        this.#arrive(message, match, there, followed)
      })
    else sending = this.#arrive(message, match, recipients, followed)
    table.changed()
    return sending
  }

  /** Passes a message on to its recipients, who are in the match. */
  #arrive(
    { player, to, data, madeUp }: Message,
    match: Match,
    recipients: readonly string[],
    followed: FollowedMessage,
  ): Sending {
    const table = this.#table
    const from = player.person
    const lostTo = recipients.filter((person) => table.player(person)?.loses('down') !== false)
    const reached = lostTo.length === 0 ? recipients : recipients.filter((person) => !lostTo.includes(person))
    followed.passedOn(
      recipients.flatMap((person) => {
        const recipient = table.player(person)
        if (recipient === undefined) return []
        // A seated player's app gets nothing yet.
        const outcome = lostTo.includes(person) ? 'lost' : table.seated.has(person) ? 'missed' : 'underway'
        return [{ seat: recipient.seat, outcome }]
      }),
    )
    table.sendMessage(reached, { from, data }, followed)
    const received = table.seated.size === 0 ? reached : reached.filter((person) => !table.seated.has(person))
    table.records.get(match.id)?.sent({ from, to, data, lostTo, madeUp }, received, table.now())
    return { outcome: 'sent', to: reached, lostTo }
  }

  #follow(
    { id }: Match,
    { player, to, data, sentAt, madeUp }: Message,
    outcome: MessageEntry['outcome'],
  ): FollowedMessage {
    const { seat, person } = player
    return this.#table.timeline.message(id, { seat, player: person, to, data, outcome, sentAt, madeUp })
  }
}
