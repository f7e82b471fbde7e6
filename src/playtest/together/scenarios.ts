import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { dragOn, hoverOn } from '../random-player.js'
import { beginsAnew, pressOne } from '../troubles/begin.js'
import { boardOf } from '../troubles/new-game.js'
import { leftOnBoard } from '../troubles/over.js'
import { messagesGrow } from './activity.js'
import { comesBack, leavesMatch } from './leave-match.js'
import { loseConnection } from './lose-connection.js'
import { playsOutOfTurn } from './out-of-turn.js'
import { playerListedTwice, writesToOthers } from './seen-by-others.js'
import type { Player, Table, Together } from './together.js'

/** The people play as they do at home: each with a language of their own, and a clock that is minutes off. */
const TOGETHER: Together = {
  name: 'together',
  expects: [],
  holdsBack: false,
  disturb: async ({ client, match, players, play, tap }) => {
    await tap(PLAY_ON_MS)
    let after = 0
    for (let plays = 0; plays < MOST_PLAYS; plays += 1) {
      const { entries, revision } = await client.timeline({ match, after })
      if (!messagesGrow(entries)) break
      after = revision
      await play(PLAY_ON_MS)
    }
    await Promise.all(players.map(({ window }) => dragOn(window)))
    await Promise.all(players.map(({ window }) => hoverOn(window)))
    return null
  },
  finish: async (table, entry) => [
    ...(await playsOutOfTurn(table, entry)),
    ...(await writesToOthers(table, guestOf(table), entry)),
    ...(await playsAgain(table, entry)),
    ...(await leavesMatch(table, guestOf(table), entry)),
  ],
}

/**
 * Everyone asks for another game, where this one is over: it must begin with an empty board.
 * @param pause waits until it has begun
 */
export const playsAgain = async (
  { players, board: start, signal }: Pick<Table, 'players' | 'board' | 'signal'>,
  entry: string,
  pause = (): Promise<void> => wait(BEGINS_WITHIN_MS, undefined, { signal }),
): Promise<readonly Breach[]> => {
  const look = async (): Promise<readonly string[]> => (players[0] === undefined ? [] : boardOf(players[0]))
  const end = await look()
  let isAsked = false
  for (const { window } of players)
    isAsked = (await pressOne({ window }, (controls) => controls.find(beginsAnew))) || isAsked
  if (!isAsked) return []
  await pause()
  const next = await look()
  const left = leftOnBoard({ start, end }, { start: next, end: next })
  if (left.length === 0) return []
  const what = `Another game of the same match begins with the board of the last one: ${left.length} fields are as they were at its end.`
  return [breach('run/old-score', entry, what)]
}

const BEGINS_WITHIN_MS = 2_000

/** The player who hosts the match closes the app. */
const HOST_LEAVES: Together = {
  name: 'host-leaves',
  expects: [],
  holdsBack: false,
  disturb: async (table) => {
    const host = table.players.find(({ seat }) => seat === table.host)
    if (host !== undefined) await table.close(host)
    return { when: 'after its host left', removed: [table.host] }
  },
  finish: async (table, entry) => {
    const host = table.players.find(({ seat }) => seat === table.host)
    if (host === undefined) return []
    return [...(await comesBack(table, host, entry)), ...(await playerListedTwice(table, entry))]
  },
}

/** Two players leave the service for a while, one after the other: nothing arrives meanwhile, and then everything. */
const BACK_AGAIN: Together = {
  name: 'back-again',
  expects: [],
  holdsBack: true,
  disturb: async (table) => {
    const { client, players } = table
    for (const away of [guestOf(table), ...players.filter(({ seat }) => seat === table.host)]) {
      const { seat } = away
      await client.setSwitches({ visible: false }, { seat })
      await client.freezeNetwork(`${AWAY_MS}ms`, { seat })
      await table.play(
        AWAY_MS,
        players.filter((player) => player !== away),
      )
      await client.setSwitches({ visible: true }, { seat })
    }
    return { when: 'after players came back from the background', removed: [] }
  },
}

/**
 * More messages are lost than in a train: in a short play, that loses too little to say anything. One player loses more than the
 * others, so that what is lost on both sides does not make up for each other.
 */
const LOST_MESSAGES: Together = {
  name: 'lost-messages',
  expects: [],
  holdsBack: true,
  disturb: async (table) => {
    const { client, play } = table
    await client.setSwitches({ network: 'train' })
    await client.setSwitches({ network: { loss: LOSS, up: { loss: LOSS }, burst: 1 } })
    await client.setSwitches({ network: { loss: MOST_LOSS } }, { seat: guestOf(table).seat })
    await play(TRAIN_MS)
    await client.setSwitches({ network: 'perfect' })
    return { when: 'after messages were lost', removed: [] }
  },
}

/** A player loses the connection in a train, and comes back to the match. */
const LOST_CONNECTION: Together = {
  name: 'lost-connection',
  // A call may be under way when the connection is lost, or made again since its answer is late.
  expects: ['NOT_IN_MATCH', 'ALREADY_IN_MATCH'],
  holdsBack: true,
  disturb: async (table, entry) => {
    const { client } = table
    const guest = guestOf(table)
    const found = await loseConnection(table, guest, entry)
    await client.setSwitches({ network: 'train' })
    await table.bringBack(guest)
    await client.setSwitches({ network: 'perfect' })
    return { when: 'after a player lost the connection and came back', removed: [guest.seat], found }
  },
  finish: playerListedTwice,
}

/** The player who joined last; the host, if there is nobody else. */
const guestOf = ({ players, host }: Table): Player => {
  const guest = players.findLast(({ seat }) => seat !== host) ?? players[0]
  if (guest === undefined) throw new Error('Nobody plays.')
  return guest
}

const PLAY_ON_MS = 8_000
const MOST_PLAYS = 4
const AWAY_MS = 3_000
const TRAIN_MS = 8_000
const LOSS = 0.1
const MOST_LOSS = 0.3

const SCENARIOS: readonly Together[] = [TOGETHER, HOST_LEAVES, BACK_AGAIN, LOST_MESSAGES, LOST_CONNECTION]

/** How several people play a scenario; null where one person plays it. */
export const togetherIn = (scenario: string): Together | null =>
  SCENARIOS.find(({ name }) => name === scenario) ?? null
