import type { MatchPlayer, Sending } from './match-player.js'
import type { Match } from './match-registry.js'
import type { MatchTable } from './match-table.js'

/** Brings messages to the other players of a match: over networks that lose some, and past a developer who holds them back. */
export class MessageDelivery {
  readonly #table: MatchTable

  constructor(table: MatchTable) {
    this.#table = table
  }

  /**
   * Sends a message to all other players in the sender's match, or to one of them.
   * @param madeUp whether the developer sends it, not the player's app
   */
  send(player: MatchPlayer, to: string | null, data: unknown, madeUp: boolean): Sending {
    const table = this.#table
    table.closeDue()
    const { person } = player
    const sent = table.registry.send(person, to, table.now())
    switch (sent.outcome) {
      case 'sent':
        return this.#deliver(player, sent.match, to, data, sent.to, madeUp)
      case 'dropped':
        table.records.get(sent.match.id)?.dropped(person)
        table.changed()
        return sent
      case 'flooding':
        table.send([person], 'mp.closed', { reason: 'connection_lost' })
        table.departed(person, sent.departure, 'connection_lost')
        return { outcome: 'flooding' }
      case 'not-in-match':
        return sent
    }
  }

  #deliver(
    player: MatchPlayer,
    match: Match,
    to: string | null,
    data: unknown,
    recipients: readonly string[],
    madeUp: boolean,
  ): Sending {
    const table = this.#table
    const record = table.records.get(match.id)
    const { person } = player
    if (player.loses('up')) {
      record?.lost(person)
      table.changed()
      return { outcome: 'lost' }
    }
    let sending: Sending = { outcome: 'held' }
    if (record?.held.holding === true)
      record.held.add(() => {
        // Some may have left in the meantime.
        const there = recipients.filter((recipient) => match.players.includes(recipient))
        this.#arrive(person, match, to, data, there, madeUp)
      })
    else sending = this.#arrive(person, match, to, data, recipients, madeUp)
    table.changed()
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
    const table = this.#table
    const lostTo = recipients.filter((person) => table.player(person)?.loses('down') !== false)
    const reached = lostTo.length === 0 ? recipients : recipients.filter((person) => !lostTo.includes(person))
    table.send(reached, 'mp.message', { from, data })
    // A seated player's app gets nothing yet.
    const received = table.seated.size === 0 ? reached : reached.filter((person) => !table.seated.has(person))
    table.records.get(match.id)?.sent({ from, to, data, lostTo, madeUp }, received, table.now())
    return { outcome: 'sent', to: reached, lostTo }
  }
}
