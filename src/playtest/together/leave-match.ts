import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { mayLeave } from '../page/questions.js'
import { frameBox } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { settle } from './course.js'
import { leadsToMatch } from './enter-match.js'
import { disagreements, seatsIn, standing } from './judge-match.js'
import { screensDisagree } from './screens-disagree.js'
import { matchOf, type Player, type Table } from './together.js'

/** What ends a game for someone who taps it. */
export const LEAVES = '\\b(leave|quit|exit|back|home|menu|close|disconnect|resign|surrender)\\b|^[×✕✖]$'

/**
 * Leaves a match with the app's own buttons. Someone who is back where matches are opened must be out of it: the others wait
 * for nobody.
 */
export const leavesMatch = async (
  table: Table,
  { seat, window }: Player,
  entry: string,
): Promise<readonly Breach[]> => {
  const { signal } = table
  const isIn = async (): Promise<boolean> => seatsIn(await matchOf(table)).has(seat)
  const controls = async (): Promise<readonly LabelledControl[]> =>
    (await window.askApp(labelledControls, null)) ?? []
  await closeSheets(window)
  await window.askApp(mayLeave, null)
  let tapped: string | null = null
  // The second tap may be for a question whether one is sure.
  for (let taps = 0; taps < MOST_TAPS && (await isIn()); taps += 1) {
    const box = await window.askShell(frameBox, null)
    const leave = (await controls()).find(
      ({ label }) => LEAVES_LABEL.test(label) || (taps > 0 && SURE.test(label)),
    )
    if (box === null || leave === undefined) break
    tapped ??= leave.label
    await window.press({ x: box.x + leave.x, y: box.y + leave.y })
    await wait(FOLLOWS_WITHIN_MS, undefined, { signal })
  }
  if (tapped === null) return []
  for (const end = performance.now() + LEFT_WITHIN_MS; await isIn(); ) {
    if (performance.now() > end)
      return isBack(await controls())
        ? [
            breach(
              'run/still-in-match',
              entry,
              `Seat ${seat} tapped ${quoted(tapped)} and is back where matches are opened, but is still in the match.`,
            ),
          ]
        : []
    await wait(FOLLOWS_WITHIN_MS, undefined, { signal })
  }
  return []
}

/**
 * Opens the app of a player who has left, and enters the same match again: it must show that player the game that the others have.
 */
export const comesBack = async (table: Table, player: Player, entry: string): Promise<readonly Breach[]> => {
  const { client, match } = table
  if ((await matchOf(table)) === null) return []
  const { revision } = await client.timeline({ match })
  await table.reopen(player)
  await table.bringBack(player)
  const isBackIn = seatsIn(await matchOf(table)).has(player.seat)
  if (!isBackIn) return []
  await table.start()
  await table.play(PLAYS_ON_MS)
  await settle(table)
  const played = {
    entry,
    log: await client.calls(),
    timeline: (await client.timeline({ match, after: revision })).entries,
    view: await matchOf(table),
  }
  const found = [...disagreements(played), ...standing(played), ...(await screensDisagree(table, entry))]
  return found.map((breach) => ({
    ...breach,
    message: `${breach.message} Seat ${player.seat} had left the match and come back.`,
  }))
}

/** Whether an app shows the way into a match, and none out of one. */
export const isBack = (controls: readonly LabelledControl[]): boolean =>
  controls.some(leadsToMatch) && !controls.some(({ label }) => LEAVES_LABEL.test(label))

const LEAVES_LABEL = new RegExp(LEAVES, 'i')
const SURE = /^\W*(yes|ok|okay|sure|confirm)\b/i
const MOST_TAPS = 3
const FOLLOWS_WITHIN_MS = 500
/** A game may count down before it begins. */
const PLAYS_ON_MS = 8 * SECOND_MS
const LEFT_WITHIN_MS = 3 * SECOND_MS
