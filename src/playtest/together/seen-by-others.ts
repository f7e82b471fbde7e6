import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { fillTexts, hasMarkup, labelledControls, MARKED_TEXT } from '../page/labelled-controls.js'
import { listedTwice } from '../page/questions.js'
import { seen } from '../page/seen.js'
import { frameBox } from '../page/shell-questions.js'
import { seatsIn } from './judge-match.js'
import { matchOf, type Player, type Table } from './together.js'

/** Writes to the others, where the app has a field for it: they must see a text, not what it does as HTML. */
export const writesToOthers = async (
  { players, signal }: Table,
  { seat, window }: Player,
  entry: string,
): Promise<readonly Breach[]> => {
  if ((await window.askApp(fillTexts, [MARKED_TEXT])) !== true) return []
  const box = await window.askShell(frameBox, null)
  const send = ((await window.askApp(labelledControls, null)) ?? []).find(({ label }) => SENDS.test(label))
  if (box === null || send === undefined) return []
  await window.press({ x: box.x + send.x, y: box.y + send.y })
  await wait(ARRIVES_WITHIN_MS, undefined, { signal })
  for (const other of players) {
    if (other.seat === seat || (await other.window.askApp(hasMarkup, null)) !== true) continue
    const what = `Seat ${seat} wrote the text ${quoted(MARKED_TEXT)}, and seat ${other.seat} shows it as HTML.`
    return [breach('run/text-as-html', entry, what)]
  }
  return []
}

/** Looks whether a list of players has one of them twice, and still has a while later. */
export const playerListedTwice = async (table: Table, entry: string): Promise<readonly Breach[]> => {
  const view = await matchOf(table)
  const there = seatsIn(view)
  const names = (view?.players ?? []).flatMap(({ nickname }) => (nickname === null ? [] : [nickname]))
  if (names.length !== view?.players.length) return []
  for (const { seat, window } of table.players.filter((player) => there.has(player.seat))) {
    const look = async (): Promise<readonly string[]> => (await window.askApp(listedTwice, names)) ?? []
    const [name] = await look()
    if (name === undefined) continue
    await wait(STAYS_MS, undefined, { signal: table.signal })
    if (!(await look()).includes(name)) continue
    const what = `In seat ${seat}, the list of the ${names.length} players has ${quoted(name)} twice.`
    return [breach('run/shown-again', entry, what)]
  }
  return []
}

/**
 * Reads what the others see while something happens to a player who has no nickname, which a player may not have (4.8).
 * @param seat the player's
 * @param pause waits until they may see something else
 */
export const namelessShown = async (
  { players, signal }: Pick<Table, 'players' | 'signal'>,
  seat: number,
  entry: string,
  pause = (): Promise<void> => wait(LOOK_EVERY_MS, undefined, { signal }),
): Promise<readonly Breach[]> => {
  const before = new Set<string>()
  for (let looks = 0; looks < NAMELESS_LOOKS; looks += 1) {
    for (const other of players.filter((one) => one.seat !== seat)) {
      const lines = (await other.window.askApp(seen, null))?.lines ?? []
      const line = lines.find((one) => NO_NAME.test(one) && !before.has(one))
      if (looks === 0) for (const one of lines) before.add(one)
      else if (line !== undefined) {
        const what = `Seat ${other.seat} shows ${quoted(line)}: seat ${seat} has no nickname.`
        return [breach('run/broken-value', entry, what)]
      }
    }
    await pause()
  }
  return []
}

/** What an app makes of a nickname that is null. */
const NO_NAME = /(?<![\p{L}\p{N}])(?:null|undefined)(?![\p{L}\p{N}])/u
const LOOK_EVERY_MS = 500
/** Long enough for the player to lose the connection, and for the news to be shown. */
const NAMELESS_LOOKS = 12

const SENDS = /\b(?:send|say|post|submit|chat)\b|[➤➡✉]/iu
const ARRIVES_WITHIN_MS = 1.5 * SECOND_MS
const STAYS_MS = 3 * SECOND_MS
