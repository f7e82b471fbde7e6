import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import type { AppData } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { passTime, releaseTime } from '../page/clockwork.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { seen } from '../page/seen.js'
import { frameBox } from '../page/shell-questions.js'
import { CLOCKWORK } from '../page-names.js'
import { closeSheets } from '../random-player.js'
import { numberOf, numbersIn, withNumber } from '../shown-numbers.js'
import { LEADS_AWAY } from './buying.js'
import { keyOf, type Tapped } from './explore.js'
import type { Stage } from './trouble.js'

/** The numbers in sight by their lines, and how many lines there are. */
export type Counts = ReadonlyMap<string, number>

/**
 * Watches what taps change in numbers. One tap on a phone is touches and then a click: an app that listens to both does
 * everything twice. What a finger changes is compared with what a mouse does, twice. Two taps on an answer are one answer: where
 * both count, the page still goes on as after one. Where the page has a clockwork, no time passes for it while it is looked at: on a
 * busy machine, the next question would come between two taps.
 * @param pause waits for what follows a tap
 */
export const touchedTwice = (
  { window, signal, entry }: Pick<Stage, 'window' | 'signal' | 'entry'>,
  pause = async (): Promise<void> => {
    const passed = window.askApp(passTime, { name: CLOCKWORK, milliseconds: FOLLOWS_WITHIN_MS })
    await wait(ANSWERS_WITHIN_MS, undefined, { signal })
    if ((await passed) !== true) await wait(FOLLOWS_WITHIN_MS - ANSWERS_WITHIN_MS, undefined, { signal })
  },
): {
  readonly watch: (control: Tapped, tap: () => Promise<void>) => Promise<void>
  readonly found: readonly Breach[]
} => {
  const compared = new Set<string>()
  const found: Breach[] = []
  /** What both of two taps changed, and whether the page went on after them. */
  const repeats: { readonly what: string; readonly goesOn: boolean }[] = []
  const changesOf = async (act: () => Promise<void>): Promise<Counts> => {
    const before = await countsIn(window)
    await act()
    await pause()
    return changesBetween(before, await countsIn(window))
  }
  const labels = async (): Promise<readonly string[]> =>
    ((await window.askApp(labelledControls, null)) ?? []).map(({ label }) => label)
  /**
   * Whether texts that two taps have left on the page are gone a while later, and other buttons have come, as with the next question
   * of a quiz: a button that is there for a moment only just vanishes.
   */
  const goesOn = async (texts: readonly string[], buttons: readonly string[]): Promise<boolean> => {
    let now = new Set(await textsIn(window))
    const left = texts.filter((text) => now.has(text))
    for (let looks = 0; looks < LOOKS && left.every((text) => now.has(text)); looks += 1) {
      await pause()
      now = new Set(await textsIn(window))
    }
    return left.some((text) => !now.has(text)) && (await labels()).some((label) => !buttons.includes(label))
  }
  const compare = async (control: Tapped, tap: () => Promise<void>): Promise<void> => {
    const { label, tap: tapAgain, click } = control
    const first = await changesOf(tap)
    if (first.size === 0) return
    compared.add(keyOf(control))
    const [texts, buttons] = [await textsIn(window), await labels()]
    const clicked = await changesOf(click)
    const same = [...first].find(([line, by]) => line !== LINES && clicked.get(line) === by)
    if (same !== undefined && repeats.length < REPEATS) {
      const what = `Two taps on the button ${quoted(label)} change ${nameOf(same[0])} by ${same[1]} each`
      repeats.push({ what, goesOn: await goesOn(texts, buttons) })
      if (repeats.length === REPEATS && repeats.every((one) => one.goesOn))
        found.push(breach('run/counts-twice', entry, `${what}, but the app goes on as after one.`))
      return
    }
    if (doubled(first, clicked) === null) return
    const second = doubled(await changesOf(tapAgain), await changesOf(click))
    if (second === null) return
    found.push(
      breach('run/counts-twice', entry, `A tap with a finger on the button ${quoted(label)} ${second}.`),
    )
  }
  return {
    found,
    watch: async (control, tap) => {
      const isSuspect = repeats.length === 1 && repeats[0]?.goesOn === true
      if (!control.isButton || (compared.has(keyOf(control)) && !isSuspect)) return tap()
      try {
        await compare(control, tap)
      } finally {
        await window.askApp(releaseTime, CLOCKWORK)
      }
    },
  }
}

/**
 * Quick taps on the buttons that count something: as many must count as while the host is fast. A button that is disabled until the
 * answer comes says so. Leaves a fast host.
 * @param answerMs how long an answer of the slow host takes
 */
export const lostTaps = async (stage: Stage, answerMs: number): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  const quickTaps = (control: LabelledControl, settle: () => Promise<void>): Promise<Counts> =>
    changesByTaps(stage, control, QUICK_TAPS, settle)
  const fast = (): Promise<void> => wait(SETTLES_MS, undefined, { signal })
  const slow = (): Promise<void> => answered(stage, answerMs)
  await closeSheets(window)
  await slow()
  await client.setSwitches({ network: slowBy(0) })
  const controls = ((await window.askApp(labelledControls, null)) ?? []).filter(({ isButton }) => isButton)
  for (const control of controls.slice(0, MOST_BUTTONS)) {
    const looks: Counts[] = []
    // One tap, and then two taps, are different texts.
    while (
      looks.length < FAST_LOOKS &&
      (looks.length < 2 || looks.slice(-2).some(({ size }) => size === 0))
    ) {
      looks.push(await quickTaps(control, fast))
      await closeSheets(window)
    }
    const [counted, again] = [looks.at(-2), looks.at(-1)]
    const steady = [...(counted ?? [])].find(
      ([line, by]) => line !== LINES && by >= QUICK_TAPS && again?.get(line) === by,
    )
    if (steady === undefined) continue
    await client.setSwitches({ network: slowBy(answerMs) })
    const [line, by] = steady
    const found = (await quickTaps(control, slow)).get(line) ?? 0
    await client.setSwitches({ network: slowBy(0) })
    if (found >= 0 && found < by && (await countsIn(window)).has(line))
      return [
        breach(
          'run/loses-taps',
          entry,
          `${QUICK_TAPS} quick taps on the button ${quoted(control.label)} change ${nameOf(line)} by ${by}, but only by ${found} while every answer takes ${answerMs / SECOND_MS} s.`,
        ),
      ]
  }
  return []
}

/**
 * Quick taps on the buttons that give something once, such as a gift: while the answers take their time, it is given once as well.
 * Leaves a fast host.
 * @param start what was saved before anything was given
 * @param answerMs how long an answer of the slow host takes
 */
export const givenTwice = async (
  stage: Stage,
  start: AppData,
  answerMs: number,
): Promise<readonly Breach[]> => {
  const { window, client, entry } = stage
  const buttons = async (): Promise<readonly LabelledControl[]> =>
    ((await window.askApp(labelledControls, null)) ?? []).filter(
      ({ label, isButton }) => isButton && !LEADS_AWAY.test(label),
    )
  /** Opens the app as it was before anything was given. */
  const reopen = async (latency: number): Promise<void> => {
    await closeSheets(window)
    await stage.close()
    await client.setSwitches({ network: slowBy(latency) })
    await client.setData(start)
    await stage.open()
    await answered(stage, latency)
  }
  await reopen(0)
  for (const { label } of (await buttons()).slice(0, MOST_GIFTS)) {
    const tapQuickly = async (control: LabelledControl, settlesMs: number): Promise<Counts> => {
      const changes = await changesByTaps(stage, control, QUICK_TAPS, () => answered(stage, settlesMs))
      await closeSheets(window)
      return changes
    }
    const find = async (): Promise<LabelledControl | undefined> =>
      (await buttons()).find((one) => one.label === label)
    const control = await find()
    if (control === undefined) continue
    const given = [...(await tapQuickly(control, 0))].filter(([line, by]) => line !== LINES && by > 0)
    if (given.length === 0) continue
    // Its label may be another one by now. What moves by itself would do so in that time.
    const again = await tapQuickly(control, answerMs)
    const gift = given.find(([line]) => !again.has(line))
    if (gift === undefined) {
      await reopen(0)
      continue
    }
    await reopen(answerMs)
    const [line, by] = gift
    const same = await find()
    const found = same === undefined ? 0 : ((await tapQuickly(same, answerMs)).get(line) ?? 0)
    await reopen(0)
    if (found > by && found % by === 0)
      return [
        breach(
          'run/counts-twice',
          entry,
          `${QUICK_TAPS} quick taps on the button ${quoted(label)} change ${nameOf(line)} by ${by} and further ones do not, but by ${found} while every answer takes ${answerMs / SECOND_MS} s.`,
        ),
      ]
  }
  return []
}

/** A host whose answers take so long. */
export const slowBy = (
  latency: number,
): { readonly latency: number; readonly up: typeof NO_DELAY | null } => ({
  latency,
  up: latency === 0 ? null : NO_DELAY,
})

/** Waits until the app makes no more calls, of which each answer takes as long. */
export const answered = async ({ client, signal }: Stage, answerMs: number): Promise<void> => {
  const latest = performance.now() + MOST_ANSWERS * answerMs
  for (let calls = -1, next = 0; calls !== next; ) {
    calls = next
    await wait(answerMs + SETTLES_MS, undefined, { signal })
    next = performance.now() < latest ? (await client.calls()).length : calls
  }
}

/**
 * What a tap on a button changes, where two taps change the same: a listener that is added each time the app comes back makes it
 * more.
 * @returns what it changes by how much, and `more` taps it again, and says what became more; null where nothing is steady
 */
export const steadyTap = async (
  stage: Stage,
): Promise<{
  readonly line: string
  readonly by: number
  readonly more: () => Promise<string | null>
} | null> => {
  const { window, signal } = stage
  const settle = (): Promise<void> => wait(SETTLES_MS, undefined, { signal })
  const controls = (await window.askApp(labelledControls, null)) ?? []
  for (const control of controls.filter(({ isButton }) => isButton).slice(0, MOST_BUTTONS)) {
    const tap = (): Promise<Counts> => changesByTaps(stage, control, 1, settle)
    const [first, second] = [await tap(), await tap()]
    await closeSheets(window)
    const steady = [...first].find(([line, by]) => line !== LINES && second.get(line) === by)
    if (steady === undefined) continue
    const [line, by] = steady
    return {
      line,
      by,
      more: async () => {
        const [again, more] = [(await tap()).get(line), (await tap()).get(line)]
        return again !== undefined && again === more && again / by > 1
          ? `a tap on the button ${quoted(control.label)} changes ${nameOf(line)} by ${again} instead of ${by}`
          : null
      },
    }
  }
  return null
}

/** Taps a control so many times, and reads what numbers that changes. */
const changesByTaps = async (
  { window, signal }: Stage,
  control: LabelledControl,
  times: number,
  settle: () => Promise<void>,
): Promise<Counts> => {
  const box = await window.askShell(frameBox, null)
  const before = await countsIn(window)
  for (let taps = 0; box !== null && taps < times; taps += 1) {
    await window.press({ x: box.x + control.x, y: box.y + control.y })
    await wait(TAP_EVERY_MS, undefined, { signal })
  }
  await settle()
  return changesBetween(before, await countsIn(window))
}

export const LINES = 'lines'

export const countsIn = async (window: Stage['window']): Promise<Counts> => {
  const lines = (await window.askApp(seen, null))?.lines ?? []
  const numbers = [...numbersIn(lines)].map(([line, number]) => [line, numberOf(number)] as const)
  return new Map([...numbers, [LINES, lines.length]])
}

/** The lines of text in sight, without their numbers. */
const textsIn = async (window: Stage['window']): Promise<readonly string[]> =>
  ((await window.askApp(seen, null))?.lines ?? []).map((line) => line.replace(/\d+/g, '#'))

const changesBetween = (before: Counts, after: Counts): Counts =>
  new Map(
    [...after].flatMap(([line, number]) => {
      const was = before.get(line)
      return was === undefined || was === number || Number.isNaN(number - was) ? [] : [[line, number - was]]
    }),
  )

/** What a finger changes twice as much as a mouse, as the end of a sentence; null if nothing. */
const doubled = (touched: Counts, clicked: Counts): string | null => {
  for (const [line, by] of touched)
    if (by === 2 * (clicked.get(line) ?? Number.NaN))
      return line === LINES
        ? `adds ${by} lines, and a click with a mouse ${by / 2}`
        : `changes ${nameOf(line)} by ${by}, and a click with a mouse by ${by / 2}`
  return null
}

export const nameOf = (line: string): string => {
  const text = withNumber(line, '…')
  return text === '…' ? 'a number' : quoted(text)
}

const FOLLOWS_WITHIN_MS = 300
/** How long the host takes to answer, in its own time. */
const ANSWERS_WITHIN_MS = 150
/** About as long as an answer is shown before the next question. */
const LOOKS = 9
/** Once may be chance. */
const REPEATS = 2
const QUICK_TAPS = 3
const FAST_LOOKS = 3
const TAP_EVERY_MS = 200
const SETTLES_MS = 600
const MOST_ANSWERS = 10
const MOST_GIFTS = 4
const NO_DELAY = { latency: 0, jitter: 0, loss: 0 } as const
const MOST_BUTTONS = 3
