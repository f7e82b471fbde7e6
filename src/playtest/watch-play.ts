import { setTimeout as wait } from 'node:timers/promises'
import type { TestWindow } from './drivers/driver.js'
import { hasReacted, type Look, lookAt, unmarkedLook } from './look.js'
import { broughtIntoView, labelledControls } from './page/labelled-controls.js'
import { scrollBack, unmark } from './page/questions.js'
import { frameBox } from './page/shell-questions.js'
import { chooseOnSheet, closeSheets, dragOn, play } from './random-player.js'
import { begin, startOf } from './troubles/begin.js'

/** How an app is played. */
export interface WatchOptions {
  readonly seed: number
  /** How long to play. */
  readonly seconds: number
  readonly signal: AbortSignal
}

/** What was seen of an app while it was played. */
export interface WatchedPlay {
  /** Afterwards, without sheets; null where it was not played, or closed itself. */
  readonly played: Look | null
  /** Whether anything that it shows, or a call, followed on taps and keys; null where there were too few to say. */
  readonly reacted: boolean | null
  readonly playedMs: number
}

/**
 * Plays an app at random, and looks whether it reacts.
 * @param first what it showed before; null where it had closed itself
 * @param calls counts the app's calls so far
 * @param onSample called a few times, spread over the play
 */
export const watchPlay = async (
  window: TestWindow,
  first: Look | null,
  { seed, seconds, signal }: WatchOptions,
  calls: () => Promise<number>,
  onSample: () => Promise<void> = async () => {},
): Promise<WatchedPlay> => {
  const milliseconds = seconds * 1_000
  const callsBefore = await calls()
  let actions = 0
  let reacted = first === null
  let nextSample = 0
  const button = startOf((await window.askApp(labelledControls, null)) ?? [])
  if (button !== null) await begin({ window })
  const start = performance.now()
  await play(window, { milliseconds, seed, signal }, async () => {
    actions += 1
    if (performance.now() - start < nextSample) return
    nextSample += milliseconds / SAMPLES
    // A page that has reacted once needs no more looks.
    reacted ||= first !== null && (await hasReacted(window, first))
    await onSample()
  })
  const playedMs = performance.now() - start
  if (milliseconds > 0) await dragOn(window)
  await closeSheets(window)
  await window.askApp(unmark, null)
  reacted ||= first !== null && (await hasReacted(window, first))
  reacted ||= (await calls()) > callsBefore
  // Chance, or a busy machine, may have missed every control.
  if (!reacted && first !== null && actions > 0)
    reacted = (await reactsToControls(window, signal)) || (await calls()) > callsBefore
  await closeSheets(window)
  await window.askApp(scrollBack, null)
  return {
    played: milliseconds === 0 ? null : await lookAt(window),
    reacted: actions < LEAST_ACTIONS ? null : reacted,
    playedMs,
  }
}

/** Taps one control after the other, also those that have to be scrolled to. @returns whether anything followed */
const reactsToControls = async (window: TestWindow, signal: AbortSignal): Promise<boolean> => {
  for (let index = 0; index < MOST_CONTROLS; index += 1) {
    signal.throwIfAborted()
    const control = await window.askApp(broughtIntoView, index)
    if (control === null) return false
    const [box, before] = [await window.askShell(frameBox, null), await unmarkedLook(window)]
    if (box === null || before === null) return true
    await window.press({ x: box.x + control.x * box.width, y: box.y + control.y * box.height })
    if (control.isText) await window.key('a')
    await wait(FOLLOWS_WITHIN_MS, undefined, { signal })
    if ((await chooseOnSheet(window, 0.999)) || (await hasReacted(window, before))) return true
  }
  return false
}

const MOST_CONTROLS = 8
const FOLLOWS_WITHIN_MS = 300
const SAMPLES = 6
/** With fewer taps and keys, nobody can say that a page does not react. */
const LEAST_ACTIONS = 8
