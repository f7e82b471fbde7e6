import { setTimeout as wait } from 'node:timers/promises'
import { type Breach, breach } from '../judge.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { seen } from '../page/seen.js'
import { frameBox } from '../page/shell-questions.js'
import { pressOne, startOf } from './begin.js'
import type { Stage } from './trouble.js'

/**
 * Taps one closed card twice, in a new game that counts pairs: a card does not match itself. Two cards must say so, and the first
 * tap on each must change nothing. Does nothing in an app that shows no closed cards, or counts no pairs.
 * @param pause waits for what follows a tap
 */
export const pairOfOne = async (
  stage: Pick<Stage, 'window' | 'entry' | 'signal' | 'close' | 'open'>,
  pause = (): Promise<void> => wait(FOLLOWS_WITHIN_MS, undefined, { signal: stage.signal }),
): Promise<readonly Breach[]> => {
  const { window, entry } = stage
  const pairs = async (): Promise<number | null> => pairsIn((await window.askApp(seen, null))?.lines ?? [])
  const cards = async (): Promise<readonly LabelledControl[]> =>
    alikeIn((await window.askApp(labelledControls, null)) ?? [])
  if ((await pairs()) === null || (await cards()).length === 0) return []
  await stage.close()
  await stage.open()
  await pause()
  // A tap in the middle would open a card.
  if ((await cards()).length === 0) await pressOne(stage, (controls) => startOf(controls) ?? undefined)
  await pause()
  const closed = (await cards()).slice(0, TRIES)
  const box = await window.askShell(frameBox, null)
  if (box === null || closed.length < TRIES) return []
  for (const { x, y } of closed) {
    const looks = [await pairs()]
    for (let taps = 0; taps < 2; taps += 1) {
      await window.press({ x: box.x + x, y: box.y + y })
      await pause()
      looks.push(await pairs())
    }
    const [before = null, first = null, second = null] = looks
    if (before === null || second === null || first !== before || second !== before + 1) return []
  }
  const what = 'Two taps on the same card count as a pair.'
  return [{ ...breach('run/counts-twice', entry, what), fix: 'Ignore a tap on a card that is open.' }]
}

/** How many pairs are counted in the texts in sight; null where none are. */
export const pairsIn = (lines: readonly string[]): number | null => {
  for (const line of lines) {
    const number = (PAIRS_BEFORE.exec(line) ?? PAIRS_AFTER.exec(line))?.[1]
    if (number !== undefined) return Number(number)
  }
  return null
}

/** The controls of the largest group with the same label, such as closed cards; empty where they are few. */
export const alikeIn = (controls: readonly LabelledControl[]): readonly LabelledControl[] => {
  const groups = new Map<string, LabelledControl[]>()
  for (const control of controls) groups.set(control.label, [...(groups.get(control.label) ?? []), control])
  const largest = [...groups.values()].sort((a, b) => b.length - a.length)[0] ?? []
  return largest.length >= LEAST_CARDS ? largest : []
}

/** `Pairs: 3`, `Matched 3`, `Pairs found 3` */
const PAIRS_BEFORE = /\b(?:pairs|matches|matched)(?: found)?[^\p{L}\d]{0,3}(\d+)/iu
/** `3 pairs`, `3 of 8 pairs` */
const PAIRS_AFTER = /\b(\d+)(?: ?(?:\/|of) ?\d+)? (?:pairs?|matches)\b(?!\s*:)/iu
const LEAST_CARDS = 6
const TRIES = 2
const FOLLOWS_WITHIN_MS = 400
