import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { seen } from '../page/seen.js'
import { frameBox } from '../page/shell-questions.js'
import { keyOf } from '../troubles/explore.js'
import { boardOf, isTool } from '../troubles/new-game.js'
import type { Player, Table } from './together.js'

/**
 * Taps fields of the board as a player whose app says that another one has the turn: the board of the one who has it must not change.
 * @param pause waits until a move has arrived
 */
export const playsOutOfTurn = async (
  { players, signal }: Pick<Table, 'players' | 'signal'>,
  entry: string,
  pause = (): Promise<void> => wait(ARRIVES_WITHIN_MS, undefined, { signal }),
): Promise<readonly Breach[]> => {
  const says = async ({ window }: Player, words: RegExp): Promise<boolean> =>
    (await window.askApp(seen, null))?.lines.some((line) => words.test(line)) === true
  const having: Player[] = []
  const waiting: Player[] = []
  for (const player of players) {
    if (await says(player, HAS_TURN)) having.push(player)
    else if (await says(player, WAITS)) waiting.push(player)
  }
  const [[one, another], [guest]] = [having, waiting]
  if (one === undefined || another !== undefined || guest === undefined) return []
  const textsOf = async (): Promise<string> =>
    JSON.stringify((await boardOf(one)).map((field) => field.split('\n')[0]))
  const before = await textsOf()
  await pause()
  // What changes by itself says nothing.
  if (before === '[]' || (await textsOf()) !== before) return []
  for (const field of fieldsIn((await guest.window.askApp(labelledControls, null)) ?? []).slice(
    0,
    MOST_TAPS,
  )) {
    const box = await guest.window.askShell(frameBox, null)
    if (box === null) return []
    await guest.window.press({ x: box.x + field.x, y: box.y + field.y })
    await pause()
    if ((await textsOf()) === before) continue
    const what = `Seat ${one.seat} had the turn, and seat ${guest.seat} tapped a field of the board: the move counts for both.`
    return [breach('run/players-disagree', entry, what)]
  }
  return []
}

/** The fields of a board that are left to tap: what is of one kind. */
export const fieldsIn = (controls: readonly LabelledControl[]): readonly LabelledControl[] => {
  const kinds = new Map<string, LabelledControl[]>()
  for (const control of controls.filter(isTool))
    kinds.set(keyOf(control), [...(kinds.get(keyOf(control)) ?? []), control])
  const [largest = []] = [...kinds.values()].sort((a, b) => b.length - a.length)
  return largest.length < LEAST_FIELDS ? [] : largest
}

const HAS_TURN = /\b(?:your turn|you are next|it'?s you)\b/i
const WAITS = /\b(?:their|his|her|(?:other|opponent|\p{L}+)['’]?s|other player) turn\b|\bwait(?:ing)? for\b/iu
const MOST_TAPS = 4
/** Near the end of a game, few are left. */
const LEAST_FIELDS = 2
const ARRIVES_WITHIN_MS = SECOND_MS
