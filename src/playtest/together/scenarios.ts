import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { seen } from '../page/seen.js'
import { dragOn, hoverOn } from '../random-player.js'
import { messagesGrow } from './course.js'
import { comesBack, leavesMatch } from './leave-match.js'
import { loseConnection } from './lose-connection.js'
import { playsOutOfTurn } from './out-of-turn.js'
import { playsAgain, playsRematch } from './rematch.js'
import { namelessShown, playerListedTwice, writesToOthers } from './seen-by-others.js'
import { matchOf, type Player, type Table, type Together } from './together.js'

/** The people play as they do at home: each with a language of their own, and a clock that is minutes off. */
const TOGETHER: Together = {
  name: 'together',
  expects: [],
  holdsBack: false,
  // Without states, what everyone shares is learned from what they see at the same time.
  prepare: async (table) => {
    if ((await matchOf(table))?.sync != null) await slowDown(table)
  },
  disturb: async (table) => {
    const { client, match, players, play, tap } = table
    await tap(PLAY_ON_MS)
    await slowDown(table)
    let after = 0
    for (let plays = 0; plays < MOST_PLAYS; plays += 1) {
      const { entries, revision } = await client.timeline({ match, after })
      // What random players rarely do, they have done by then.
      if (plays >= LEAST_PLAYS && !messagesGrow(entries)) break
      after = revision
      await play(PLAY_ON_MS)
    }
    await client.setSwitches({ network: 'perfect' })
    await Promise.all(players.map(({ window }) => dragOn(window)))
    await Promise.all(players.map(({ window }) => hoverOn(window)))
    return null
  },
  finish: async (table, entry) => [
    ...(await playsAgain(table, entry)),
    // In a new game, someone has the turn.
    ...(await playsOutOfTurn(table, entry)),
    ...(await writesToOthers(table, guestOf(table), entry)),
    ...(await leavesMatch(table, guestOf(table), entry)),
  ],
}

/** Who taps before another's message has arrived was first, for their own device. */
const slowDown = async ({ client }: Table): Promise<void> => {
  await client.setSwitches({ network: { latency: LATENCY_MS } })
}

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
    return [
      ...(await playsRematch(table, host.seat, entry)),
      ...(await comesBack(table, host, entry)),
      ...(await playerListedTwice(table, entry)),
    ]
  },
}

/** Another player closes the app, and does not come back: the turn may have been theirs. */
const GUEST_LEAVES: Together = {
  name: 'guest-leaves',
  expects: [],
  holdsBack: false,
  disturb: async (table) => {
    const guest = guestOf(table)
    await table.close(guest)
    return { when: `after seat ${guest.seat} left`, removed: [guest.seat] }
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

/** Everything that is sent to one player while another match begins is lost: once it arrives again, that player must be in it as well. */
const startIsLost = async (table: Table, entry: string): Promise<readonly Breach[]> => {
  const { client, players, signal } = table
  const guest = guestOf(table)
  const linesOf = async ({ window }: Player): Promise<readonly string[]> =>
    (await window.askApp(seen, null))?.lines ?? []
  const lobby = new Map<Player, ReadonlySet<string>>()
  const again = await table.sitDownAgain(async () => {
    for (const player of players) lobby.set(player, new Set(await linesOf(player)))
    await client.setSwitches({ network: { loss: 1 } }, { seat: guest.seat })
  })
  await wait(START_LOST_MS, undefined, { signal })
  await client.setSwitches({ network: 'perfect' })
  const others = players.filter((player) => player !== guest)
  await again?.play(PLAY_ON_MS, others)
  // News of who is here may be gone by then.
  const isInLobby = async (player: Player): Promise<boolean> =>
    (await linesOf(player)).every((line) => lobby.get(player)?.has(line) === true)
  if (again === null || !(await isInLobby(guest))) return []
  for (const other of others) if (await isInLobby(other)) return []
  const what = `Seat ${guest.seat} got no messages in the ${START_LOST_MS / SECOND_MS} s in which the game began. ${PLAY_ON_MS / SECOND_MS} s later, it still shows what it did before, while the others play.`
  return [breach('run/match-stands-still', entry, what)]
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
  finish: startIsLost,
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
    await client.edit({ edit: 'set-nickname', seat: guest.seat, nickname: null })
    const found = await Promise.all([
      loseConnection(table, guest, entry),
      namelessShown(table, guest.seat, entry),
    ])
    await client.setSwitches({ network: 'train' })
    await table.bringBack(guest)
    await client.setSwitches({ network: 'perfect' })
    return {
      when: 'after a player lost the connection and came back',
      removed: [guest.seat],
      found: found.flat(),
    }
  },
  finish: playerListedTwice,
}

/** The player who joined last; the host, if there is nobody else. */
const guestOf = ({ players, host }: Table): Player => {
  const guest = players.findLast(({ seat }) => seat !== host) ?? players[0]
  if (guest === undefined) throw new Error('Nobody plays.')
  return guest
}

const START_LOST_MS = 2 * SECOND_MS
const PLAY_ON_MS = 8_000
const LEAST_PLAYS = 2
/** From an app to the host, and from there to another app. */
const LATENCY_MS = 100
const MOST_PLAYS = 4
const AWAY_MS = 3_000
const TRAIN_MS = 8_000
const LOSS = 0.1
const MOST_LOSS = 0.3

const SCENARIOS: readonly Together[] = [
  TOGETHER,
  HOST_LEAVES,
  GUEST_LEAVES,
  BACK_AGAIN,
  LOST_MESSAGES,
  LOST_CONNECTION,
]

/** How several people play a scenario; null where one person plays it. */
export const togetherIn = (scenario: string): Together | null =>
  SCENARIOS.find(({ name }) => name === scenario) ?? null
