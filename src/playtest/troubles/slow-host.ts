import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { hasReacted, unmarkedLook } from '../look.js'
import {
  fillTexts,
  type LabelledControl,
  labelledControls,
  scrollOn,
  typedTexts,
  typeMore,
} from '../page/labelled-controls.js'
import { largestCanvas } from '../page/largest-canvas.js'
import { frameBox } from '../page/shell-questions.js'
import { chooseOnSheet, dragOn } from '../random-player.js'
import { isEntering, likeliestWay } from '../together/enter-match.js'
import { LEADS_AWAY, openPayment, paymentTitle, RICH } from './buying.js'
import { entryName } from './cause.js'
import { PLAIN_TEXT } from './explore.js'
import { paidTwice } from './judge-purchases.js'
import { deadPage } from './stuck.js'
import { answered, givenTwice, lostTaps, slowBy } from './tap-counts.js'
import { earlyTaps, tapLate } from './taps-and-answers.js'
import type { Stage, Trouble } from './trouble.js'

const ANSWER_MS = 3 * SECOND_MS
const LATER_ANSWER_MS = 5 * SECOND_MS

/** Every answer takes three seconds. Someone who has paid taps again, since nothing happens. */
export const SLOW_HOST: Trouble = {
  name: 'slow-host',
  // A purchase that the start finds and its answer brings is consumed by both.
  expects: ['NOT_CONSUMABLE'],
  // Room for an app that waits for several answers in turn: its cover is gone by then, but it must start.
  readyWithinMs: COVER_MAX_MS + 5 * ANSWER_MS,
  prepare: async (client) => {
    await client.setSwitches({ ...RICH, network: slowBy(ANSWER_MS) })
  },
  play: async (stage) => {
    const start = await stage.client.data()
    const takenBack = await earlyTaps(stage, ANSWER_MS)
    const dead = await deadPage(stage, stage.ready !== null, 'while every answer takes 3 s')
    await payAndTapAgain(stage)
    await stage.playFor(stage.milliseconds)
    const log = await stage.client.calls()
    const replaced = await replacedTexts(stage)
    const undrawn = await earlyDrawing(stage)
    const entered = await enteredTwice(stage)
    const lost = await lostTaps(stage, ANSWER_MS)
    const given = await givenTwice(stage, start, ANSWER_MS)
    const late = await readyTooLate(stage, log)
    await tapLate(stage, ANSWER_MS)
    return [
      ...late,
      ...replaced,
      ...undrawn,
      ...takenBack,
      ...lost,
      ...given,
      ...entered,
      ...dead,
      ...paidTwice(log, ANSWER_MS),
      ...savedUnread(stage.entry, log, ANSWER_MS),
    ]
  },
}

/** Looks whether `ready` waits for an answer, and waits longer for a later one: by chance, something else takes as long. */
const readyTooLate = async (stage: Stage, log: readonly LogEntry[]): Promise<readonly Breach[]> => {
  const { client, entry } = stage
  const late = lateReady(entry, log, ANSWER_MS)
  if (late.length === 0) return []
  const after = (await client.calls()).at(-1)?.seq ?? 0
  await client.setSwitches({ network: slowBy(LATER_ANSWER_MS) })
  await stage.close()
  await stage.open()
  const later = (await client.calls()).filter(({ seq }) => seq > after)
  await client.setSwitches({ network: slowBy(ANSWER_MS) })
  return lateReady(entry, later, LATER_ANSWER_MS).length === 0 ? [] : late
}

/**
 * A first `ready` that comes as soon as another call was answered: it waits for it, and the cover is gone by then (4.2).
 * @param answerMs how long an answer is on its way to the app
 */
export const lateReady = (entry: string, log: readonly LogEntry[], answerMs: number): readonly Breach[] => {
  const ready = log.find((one) => one.kind === 'call' && one.method === 'ready')
  if (ready === undefined) return []
  const awaited = log.findLast((one) => {
    if (one.kind !== 'call' || one.seq >= ready.seq) return false
    const waitedMs = Date.parse(ready.at) - Date.parse(one.answered?.at ?? one.at) - answerMs
    return Math.abs(waitedMs) <= FOLLOWS_WITHIN_MS
  })
  if (awaited === undefined) return []
  const what = `The app calls Service.ready() only once ${entryName(awaited)} is answered: ${answerMs / SECOND_MS} s after it was asked here, when the cover is gone.`
  return [breach('run/ready-late', entry, what)]
}

const FOLLOWS_WITHIN_MS = 500

/**
 * Draws a line before the first answers are there, in an app that saves what is drawn: the line must be in what is saved then, as one
 * is that is drawn later.
 */
const earlyDrawing = async (
  stage: Pick<Stage, 'window' | 'client' | 'entry' | 'signal' | 'open' | 'close'>,
  pause = (milliseconds: number): Promise<void> => wait(milliseconds, undefined, { signal: stage.signal }),
): Promise<readonly Breach[]> => {
  const { window, client, entry } = stage
  if ((await window.askApp(largestCanvas, null)) === null) return []
  const saved = async (): Promise<string> => JSON.stringify((await client.data()).storage?.['1'] ?? {})
  /** @returns whether the line is in sight, and whether what is saved becomes another */
  const draw = async (
    isPatient: boolean,
  ): Promise<{ readonly isSeen: boolean; readonly isSaved: boolean }> => {
    await stage.close()
    await stage.open()
    if (isPatient) await pause(2 * ANSWER_MS)
    const [before, look] = [await saved(), await unmarkedLook(window)]
    await dragOn(window, LINE_MOVES)
    const isSeen = look !== null && (await hasReacted(window, look))
    for (let calls = -1, next = 0, waits = 0; calls !== next && waits < MOST_WAITS; waits += 1) {
      calls = next
      await pause(ANSWER_MS + ASKS_WITHIN_MS)
      next = (await client.calls()).length
    }
    return { isSeen, isSaved: (await saved()) !== before }
  }
  const late = await draw(true)
  if (!late.isSeen || !late.isSaved) return []
  for (let lines = 0; lines < EARLY_LINES; lines += 1) {
    const early = await draw(false)
    if (!early.isSeen || early.isSaved) return []
  }
  const what =
    'A line that is drawn before the first answers are there is not saved, and one that is drawn after them is.'
  return [breach('run/loses-taps', entry, what)]
}

const EARLY_LINES = 2
/** Half a second. */
const LINE_MOVES = 30

const payAndTapAgain = async (stage: Stage): Promise<void> => {
  const { client, window, products } = stage
  const payment = await openPayment(stage, products)
  if (payment === null) return
  await client.answerSheet('payment', 'pay')
  await window.press(payment.at)
  if ((await paymentTitle(client)) === payment.product.title) await client.answerSheet('payment', 'pay')
}

/** Taps what hosts or joins a match again before there is an answer: a second call would be refused. */
const enteredTwice = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  const controls = async (): Promise<readonly LabelledControl[]> =>
    (await window.askApp(labelledControls, null)) ?? []
  const isForSeveral = (await client.calls()).some(
    (one) => one.kind === 'call' && one.method?.startsWith('multiplayer.') === true,
  )
  if (!isForSeveral) return []
  await stage.close()
  await stage.open()
  await answered(stage, ANSWER_MS)
  // Nobody is asked for a nickname.
  await client.seatEveryone()
  const tapped = new Map<string, number>()
  for (let taps = 0; taps < MOST_WAYS; taps += 1) {
    const way = likeliestWay(await controls(), tapped)
    const box = await window.askShell(frameBox, null)
    if (way === null || box === null) return []
    tapped.set(way.label, (tapped.get(way.label) ?? 0) + 1)
    const after = (await client.calls()).at(-1)?.seq ?? 0
    for (let quick = 0; quick < 2; quick += 1) {
      await window.press({ x: box.x + way.x, y: box.y + way.y })
      await wait(ASKS_WITHIN_MS, undefined, { signal })
    }
    const calls = (await client.calls()).filter((one) => one.seq > after && isEntering(one))
    if (calls.length === 0) continue
    await answered(stage, ANSWER_MS)
    if (calls.length === 1) return []
    const what = `Two taps on the button ${quoted(way.label)} made two calls before the first one was answered: ${calls.map(entryName).join(' and ')}.`
    return [breach('run/counts-twice', entry, what)]
  }
  return []
}

const MOST_WAYS = 3

/** Goes on typing while a call that a button made has no answer yet: what was typed must be there after it. */
const replacedTexts = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  const texts = async (): Promise<readonly string[]> => (await window.askApp(typedTexts, null)) ?? []
  const latest = async (): Promise<number> => (await client.calls()).at(-1)?.seq ?? 0
  const tapped = new Set<string>()
  if ((await texts()).length === 0) return []
  // A request may be under way, which disables every button.
  await stage.close()
  await stage.open()
  for (let looks = 0; tapped.size < MOST_BUTTONS && looks < MOST_LOOKS; looks += 1) {
    await window.askApp(fillTexts, [PLAIN_TEXT])
    const controls = (await window.askApp(labelledControls, null)) ?? []
    const control = controls.find(
      ({ label, isButton }) => isButton && !tapped.has(label) && !LEADS_AWAY.test(label),
    )
    const box = await window.askShell(frameBox, null)
    if (box === null) return []
    if (control === undefined) {
      // What the app may do is told by answers, too.
      await wait(ANSWER_MS, undefined, { signal })
      await window.askApp(scrollOn, null)
      continue
    }
    tapped.add(control.label)
    const after = await latest()
    await window.press({ x: box.x + control.x, y: box.y + control.y })
    await wait(ASKS_WITHIN_MS, undefined, { signal })
    // Whether the app may do that.
    await chooseOnSheet(window, 0)
    await wait(ASKS_WITHIN_MS, undefined, { signal })
    const call = (await client.calls()).find(({ kind, seq }) => kind === 'call' && seq > after)
    if (call === undefined) continue
    // Nothing that was sent before has it.
    const more = ` more${tapped.size}`
    await window.askApp(typeMore, more)
    const typed = await texts()
    for (let calls = -1, next = await latest(), waits = 0; calls !== next && waits < MOST_WAITS; waits += 1) {
      calls = next
      await wait(ANSWER_MS + ASKS_WITHIN_MS, undefined, { signal })
      next = await latest()
    }
    const left = await texts()
    if (isTextGone(typed, left, more))
      return [
        breach(
          'run/replaces-text',
          entry,
          `What was typed after a tap on the button ${quoted(control.label)}, while ${entryName(call)} had no answer yet, is gone after the answer.`,
        ),
      ]
  }
  return []
}

/** Whether a text that stood in one of the fields is no longer in it, and the fields are the same. */
export const isTextGone = (before: readonly string[], after: readonly string[], text: string): boolean => {
  const isIn = (all = ''): boolean => all.toLowerCase().includes(text)
  return before.length === after.length && before.some((all, place) => isIn(all) && !isIn(after[place]))
}

const ASKS_WITHIN_MS = 500
const MOST_BUTTONS = 6
const MOST_LOOKS = 12
const MOST_WAITS = 4

/**
 * A save under a key that the app has not read yet, but asked for: what was kept there is overwritten.
 * @param answerMs how long an answer is on its way to the app
 */
export const savedUnread = (entry: string, log: readonly LogEntry[], answerMs: number): readonly Breach[] => {
  const reads = new Map<unknown, LogEntry>()
  const saved = new Set<unknown>()
  for (const one of log) {
    if (one.kind !== 'call') continue
    const key = keyOf(one.params)
    if (one.method === 'storage.get' && !saved.has(key) && !reads.has(key)) reads.set(key, one)
    if (one.method !== 'storage.set') continue
    const read = reads.get(key)
    const arrives = (read?.kind === 'call' ? Date.parse(read.answered?.at ?? read.at) : 0) + answerMs
    // Who has chosen something does not miss what was chosen before.
    const isChoice = CHOICE.test(String(Reflect.get(Object(one.params), 'value')))
    if (read !== undefined && !saved.has(key) && !isChoice && Date.parse(one.at) < arrives)
      return [
        breach(
          'run/not-kept',
          entry,
          `${entryName(one)} overwrites ${JSON.stringify(key)} before ${entryName(read)} was answered, so the saved value is lost.`,
        ),
      ]
    saved.add(key)
  }
  return []
}

const CHOICE = /^(?:on|off|yes|no|true|false|light|dark)$/i

const keyOf = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && 'key' in params ? params.key : null
