import { setTimeout as wait } from 'node:timers/promises'
import { CALL_TABLE, wireOf } from '../../platform/calls/table.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { fillTexts, labelledControls } from '../page/labelled-controls.js'
import { type Setting, settings } from '../page/settings.js'
import { frameBox } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { pressOne } from './begin.js'
import { explore, PLAIN_TEXT, type Tapped } from './explore.js'
import { answered, type Counts, countsIn, LINES, nameOf, slowBy } from './tap-counts.js'
import type { Stage } from './trouble.js'

/**
 * Taps before the first answers are there: they must not take back what the taps have counted or set.
 * @param answerMs how long an answer takes
 */
export const earlyTaps = async (stage: Stage, answerMs: number): Promise<readonly Breach[]> => {
  const { window, entry, signal } = stage
  const switches = async (): Promise<readonly Setting[]> =>
    ((await window.askApp(settings, null)) ?? []).filter(({ isNamed, at }) => isNamed && at !== null)
  const before = await countsIn(window)
  const unset = await switches()
  const box = await window.askShell(frameBox, null)
  const [first] = unset
  if (box !== null && first?.at != null) await window.press({ x: box.x + first.at.x, y: box.y + first.at.y })
  await wait(SHOWN_WITHIN_MS, undefined, { signal })
  const set = await switches()
  // A second tap on the switch sets it back.
  const isFirst = (label: string): boolean => first !== undefined && label.includes(first.label)
  const tapOthers = async ({ label, tap }: Tapped): Promise<void> => (isFirst(label) ? undefined : tap())
  await explore(stage, EARLY_TAPS, tapOthers, { playMs: 0 })
  const tapped = await countsIn(window)
  await closeSheets(window)
  await wait(answerMs, undefined, { signal })
  const later = await countsIn(window)
  const what = takenBack(before, tapped, later) ?? setBack(unset, set, await switches())
  return what === null ? [] : [breach('run/loses-taps', entry, what)]
}

/** A switch that was set early, and is as before once the answers are there; a sentence, or null if there is none. */
export const setBack = (
  unset: readonly Setting[],
  set: readonly Setting[],
  later: readonly Setting[],
): string | null => {
  const stateIn = (all: readonly Setting[], key: string): string | undefined =>
    all.find((one) => one.key === key)?.state
  const found = unset.find(({ key, state }) => {
    const now = stateIn(set, key)
    return now !== undefined && now !== state && stateIn(later, key) === state
  })
  return found === undefined
    ? null
    : `The button ${quoted(found.label)} was tapped before the first answers, and they set it back.`
}

/**
 * A number that early taps have raised, and that is as before once the answers are there; a sentence, or null if there is none.
 * @param before the numbers in sight before the taps
 * @param tapped the same right after them
 * @param later the same after the answers
 */
export const takenBack = (before: Counts, tapped: Counts, later: Counts): string | null => {
  for (const [line, number] of tapped) {
    const was = before.get(line)
    if (line !== LINES && was !== undefined && was < number && later.get(line) === was)
      return `Taps before the first answers change ${nameOf(line)} from ${was} to ${number}, and the answers set it back.`
  }
  return null
}

/**
 * Taps the buttons that make a call, while each answer takes longer than a tap counts: what is called only once it is answered is then
 * refused (4.1), which the log says.
 * @param answerMs how slow the host is afterwards
 */
export const tapLate = async (stage: Stage, answerMs: number): Promise<void> => {
  const { window, client, signal } = stage
  await closeSheets(window)
  await stage.close()
  await client.setSwitches({ network: slowBy(0) })
  await stage.open()
  await answered(stage, 0)
  await window.askApp(fillTexts, [PLAIN_TEXT])
  await client.setSwitches({ network: slowBy(TAP_LAPSES_MS) })
  const buttons = ((await window.askApp(labelledControls, null)) ?? []).filter(({ isButton }) => isButton)
  for (const { label } of buttons.slice(0, MOST_BUTTONS)) {
    const after = (await client.calls()).at(-1)?.seq ?? 0
    if (!(await pressOne(stage, (all) => all.find((one) => one.isButton && one.label === label)))) continue
    await wait(ASKS_WITHIN_MS, undefined, { signal })
    const first = (await client.calls()).find((one) => one.seq > after && one.kind === 'call')
    if (first !== undefined && isForAnyTime(first)) await wait(TAP_LAPSES_MS, undefined, { signal })
    await closeSheets(window)
  }
  await client.setSwitches({ network: slowBy(answerMs) })
}

/** Whether an entry of the log is a call that needs no tap. */
const isForAnyTime = (entry: LogEntry): boolean =>
  entry.kind === 'call' && entry.method !== null && CALL_TABLE[wireOf(entry.method)].gesture !== 'tap'

/** Longer than browsers let a tap count. */
const TAP_LAPSES_MS = 6 * SECOND_MS
const EARLY_TAPS = 3
const ASKS_WITHIN_MS = 500
const MOST_BUTTONS = 6
const SHOWN_WITHIN_MS = 200
