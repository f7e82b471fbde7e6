import { COVER_MAX_MS } from '../../platform/limits.js'
import type { ControlClient } from '../../testing/index.js'
import { inTime } from '../drivers/until.js'
import { board, stayInGame } from '../page/questions.js'
import { opens } from '../play-scenario.js'
import { play, tapsInTurn } from '../random-player.js'
import type { Device } from './devices.js'
import { enterMatch, enterTogether, startTogether } from './enter-match.js'
import { LEAVES } from './leave-match.js'
import type { Player, Table } from './together.js'

/** People at their devices, and the simulator that they play in. */
export interface Room {
  readonly client: ControlClient
  readonly signal: AbortSignal
  readonly players: readonly Player[]
  /** The device in a seat. */
  readonly deviceIn: (seat: number) => Device
  /** The address of the first seat's window. */
  readonly url: string
}

/**
 * Opens the app in every window.
 * @returns the time from its load to `ready` in the first, null if that never came; undefined if it does not open for them
 */
export const openAll = async ({
  client,
  players,
  deviceIn,
  url,
}: Room): Promise<number | null | undefined> => {
  const after = (await client.calls()).at(-1)?.seq ?? 0
  const loadedAt = await Promise.all(
    players.map(async ({ seat, window }) => {
      await client.setSwitches({ locale: deviceIn(seat).locale }, { seat })
      await window.goto(`${url}?seat=${seat}`)
      if (!(await opens(window))) return null
      await window.appLoaded()
      const at = Date.now()
      await window.askApp(stayInGame, LEAVES)
      return at
    }),
  )
  if (loadedAt.includes(null)) return undefined
  const readyAt = await Promise.all(
    players.map(async ({ seat }) => {
      const ready = await inTime(
        client.waitFor((one) => one.kind === 'call' && one.method === 'ready' && one.seat === seat, {
          after,
          timeoutMs: COVER_MAX_MS * 2,
          pending: true,
        }),
      )
      return ready === null ? null : Date.parse(ready.at)
    }),
  )
  const [loaded, ready] = [loadedAt[0] ?? 0, readyAt[0] ?? null]
  return ready === null ? null : Math.max(0, ready - loaded)
}

/**
 * Brings everyone into one match, and starts it; null if no buttons lead two of them there.
 * @param beforeStart what happens once everyone is in it
 */
export const sitDown = async (
  room: Room,
  beforeStart: () => Promise<void> = async () => {},
): Promise<Table | null> => {
  const { client, signal, players, url } = room
  const match = await enterTogether(players, room)
  const view = (await client.state()).matches.find(({ id }) => id === match)
  if (match === null || view === undefined || view.players.filter(({ waiting }) => !waiting).length < 2)
    return null
  const table: Omit<Table, 'board'> = {
    client,
    signal,
    players,
    match,
    host: view.players.find(({ id }) => id === view.host)?.seat ?? 1,
    play: async (milliseconds, who = players) => {
      await Promise.all(
        who.map(({ window, seed }) => play(window, { milliseconds, seed, signal }, async () => {})),
      )
    },
    tap: async (milliseconds, who = players) => {
      // More and quicker ones make a host that passes each move on send more messages than it may (8.3).
      const some = who.slice(0, 3)
      const options = { milliseconds, signal, pauseMs: some.length * TAPS_APART_MS }
      await Promise.all(
        some.map(({ window, seed }) =>
          play(window, { ...options, seed, next: tapsInTurn() }, async () => {}),
        ),
      )
    },
    close: ({ window }) => window.goto(new URL('/robots.txt', url).href),
    bringBack: async (player) => {
      const { matches } = await client.state()
      if (!matches.some(({ id }) => id === match)) return
      await client.seatEveryone(match)
      await enterMatch(player, room)
    },
    reopen: async (player) => {
      await openAll({ ...room, players: [player] })
    },
    start: () => startTogether(players, room),
    sitDownAgain: async (before) => {
      await openAll(room)
      return sitDown(room, before)
    },
  }
  await beforeStart()
  await table.start()
  return { ...table, board: (await players[0]?.window.askApp(board, null)) ?? [] }
}

const TAPS_APART_MS = 50
