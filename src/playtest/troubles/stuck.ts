import { setTimeout as wait } from 'node:timers/promises'
import type { CallEntry } from '../../host/log/call-log.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import type { TestWindow } from '../drivers/driver.js'
import { within } from '../drivers/until.js'
import { type Breach, breach } from '../judge.js'
import { quoted, saysLoading } from '../judge-views.js'
import { disabledButtons, type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { largestCanvas } from '../page/largest-canvas.js'
import { hasLoaded } from '../page/questions.js'
import { seen } from '../page/seen.js'
import { closeSheets } from '../random-player.js'
import { pressOne } from './begin.js'
import { entryName } from './cause.js'
import { hadEffect, keyOf, placeOf, type Tapped } from './explore.js'
import { isTool } from './new-game.js'
import type { Stage } from './trouble.js'

// What does not go on after calls have failed: a page, a view, a button.

/**
 * Whether an app that was just opened in trouble came to life: it called `ready`, it shows something, and its page answers.
 * @param trouble what failed, as the end of a sentence
 */
export const deadPage = async (
  {
    window,
    entry,
    isBlank,
  }: Pick<Stage, 'entry' | 'isBlank'> & { readonly window: Pick<TestWindow, 'askApp'> },
  isReady: boolean,
  trouble: string,
): Promise<readonly Breach[]> => {
  const dead = (what: string): readonly Breach[] => [breach('run/dead-page', entry, `${what} ${trouble}.`)]
  const answers = await within(PAGE_ANSWERS_WITHIN_MS, window.askApp(hasLoaded, null)).catch(() => false)
  if (answers === false) return dead('The page hangs')
  if (!isReady) return dead('The app never called Service.ready()')
  return (await isBlank()) ? dead('The app shows a single plain colour') : []
}

const PAGE_ANSWERS_WITHIN_MS = 10_000

/** What the app shows as going on, after it has had every answer for a while: it waits for something that does not come. */
export const hangingView = async ({ window, client, entry, signal }: Stage): Promise<readonly Breach[]> => {
  let shown = await goingOn(window)
  if (shown.length === 0) return []
  await closeSheets(window)
  for (let looks = 0; looks < VIEW_LOOKS && shown.length > 0; looks += 1) {
    await wait(WAITS_MS / VIEW_LOOKS, undefined, { signal })
    const now = await goingOn(window)
    shown = shown.filter((line) => now.includes(line))
  }
  const [first] = shown
  if (first === undefined || (await isWaiting(client))) return []
  return [
    breach(
      'run/loads-forever',
      entry,
      `The app still shows ${first} ${WAITS_MS / SECOND_MS} s after the last tap, although no call is waiting for an answer.`,
    ),
  ]
}

/** Whether the app waits for the answer to a call. */
const isWaiting = async (client: Pick<Stage['client'], 'calls'>): Promise<boolean> =>
  (await client.calls()).some((one) => one.kind === 'call' && one.state === 'pending')

const goingOn = async (window: Stage['window']): Promise<readonly string[]> => {
  const now = await window.askApp(seen, null)
  return now === null ? [] : saysLoading(now)
}

const WAITS_MS = 6 * SECOND_MS
const VIEW_LOOKS = 4

/**
 * The buttons among these that stay disabled although every call was answered a while ago. While a call waits, a button may
 * well be disabled: where one waits for too long, nobody can say.
 * @param labels as `disabledButtons` has them
 * @param pause waits between two looks
 */
export const stillDisabled = async (
  { window, client, signal }: Pick<Stage, 'window' | 'client' | 'signal'>,
  labels: readonly string[],
  pause = (): Promise<void> => wait(LOOK_AGAIN_MS, undefined, { signal }),
): Promise<readonly string[]> => {
  const latest = performance.now() + CALLS_ANSWERED_WITHIN_MS
  let disabled = labels
  for (let looks = 0; looks < BUTTON_LOOKS && disabled.length > 0; ) {
    if (await isWaiting(client)) {
      if (performance.now() > latest) return []
      await closeSheets(window)
      disabled = labels
      looks = 0
    } else {
      const now = (await window.askApp(disabledButtons, null)) ?? []
      disabled = disabled.filter((label) => now.includes(label))
      looks += 1
    }
    await pause()
  }
  return disabled
}

const CALLS_ANSWERED_WITHIN_MS = 40 * SECOND_MS
const BUTTON_LOOKS = 8
const LOOK_AGAIN_MS = 250

/**
 * A button that did something until a call of it ended badly: it stays disabled, or nothing follows on a tap any more, because what
 * keeps a second tap out is never lifted.
 * @param call the call
 * @param how it ended, as the end of a sentence
 */
export const deadAfter = async (
  stage: Stage,
  { label, place, tap }: Tapped,
  call: CallEntry,
  how: string,
): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  const ended = `${entryName(call)} ${how}`
  const log = await client.calls()
  // What the app asks for all the time may come at the same moment.
  const isOwn = (one: LogEntry): boolean =>
    one.kind === 'call' &&
    (one.method === call.method ||
      log.filter((other) => other.kind === 'call' && other.method === one.method).length < OFTEN)
  const stays = (what: string): readonly Breach[] => [breach('run/stays-disabled', entry, what)]
  if ((await stillDisabled(stage, [label])).length > 0)
    return stays(`The button ${quoted(label)} stays disabled after ${ended}.`)
  const isThere = (controls: readonly LabelledControl[]): boolean =>
    controls.some((one) => one.label === label && one.isButton && placeOf(one) === place)
  // Without a canvas, what moves by itself is decoration.
  const isDrawn = (await window.askApp(largestCanvas, null)) !== null
  for (let taps = 0; taps < IDLE_TAPS; taps += 1) {
    if (!isThere((await window.askApp(labelledControls, null)) ?? [])) return []
    const had = await hadEffect(stage, tap, { isOwn, isDrawn })
    await closeSheets(window)
    if (had !== false) return []
    await wait(LOOK_AGAIN_MS, undefined, { signal })
  }
  // There may be nothing to do for it until something else was tapped, such as a result to save.
  const others = new Set<string>()
  while (others.size < MOST_OTHERS) {
    const controls = (await window.askApp(labelledControls, null)) ?? []
    const other = controls.find((one) => isTool(one) && one.label !== label && !others.has(keyOf(one)))
    if (other === undefined || !isThere(controls)) break
    others.add(keyOf(other))
    await pressOne(stage, () => other)
    await wait(FOLLOWS_WITHIN_MS, undefined, { signal })
    await closeSheets(window)
    // What the other tap has started may still change the page.
    await wait(FOLLOWS_WITHIN_MS, undefined, { signal })
    if (!isThere((await window.askApp(labelledControls, null)) ?? [])) break
    const had = await hadEffect(stage, tap, { isOwn, isDrawn })
    await closeSheets(window)
    if (had !== false) return []
  }
  return stays(`A tap on the button ${quoted(label)} has no effect after ${ended}.`)
}

const IDLE_TAPS = 3
/** The calls of an app that is opened twice. */
const OFTEN = 3
const MOST_OTHERS = 3
const FOLLOWS_WITHIN_MS = 700
