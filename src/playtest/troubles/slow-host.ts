import { setTimeout as wait } from 'node:timers/promises'
import { COVER_MAX_MS } from '../../platform/limits.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { type LabelledControl, labelledControls } from '../page/labelled-controls.js'
import { frameBox } from '../page/shell-questions.js'
import { closeSheets } from '../random-player.js'
import { openPayment, paymentTitle, RICH } from './buying.js'
import { entryName } from './cause.js'
import { type Counts, changesBetween, countsIn, LINES, nameOf } from './counts-twice.js'
import { explore } from './explore.js'
import { deadPage } from './stuck.js'
import type { Stage, Trouble } from './trouble.js'

const ANSWER_MS = 3 * SECOND_MS
const SLOW = { latency: ANSWER_MS, up: { latency: 0, jitter: 0, loss: 0 } } as const
const EARLY_TAPS = 3

/** Every answer takes three seconds. Someone who has paid taps again, since nothing happens. */
export const SLOW_HOST: Trouble = {
  name: 'slow-host',
  expects: [],
  // Room for an app that waits for several answers in turn: its cover is gone by then, but it must start.
  readyWithinMs: COVER_MAX_MS + 5 * ANSWER_MS,
  prepare: async (client) => {
    await client.setSwitches({ ...RICH, network: SLOW })
  },
  play: async (stage) => {
    // Someone who does not wait taps before the first answers are there.
    await explore(stage, EARLY_TAPS, undefined, 0)
    const dead = await deadPage(stage, stage.ready !== null, 'while every answer takes 3 s')
    await payAndTapAgain(stage)
    await stage.playFor(stage.milliseconds)
    const log = await stage.client.calls()
    const lost = await lostTaps(stage)
    return [...lost, ...dead, ...paidTwice(log, ANSWER_MS), ...savedUnread(stage.entry, log, ANSWER_MS)]
  },
}

const payAndTapAgain = async (stage: Stage): Promise<void> => {
  const { client, window, products } = stage
  const payment = await openPayment(stage, products)
  if (payment === null) return
  await client.answerSheet('payment', 'pay')
  await window.press(payment.at)
  if ((await paymentTitle(client)) === payment.product.title) await client.answerSheet('payment', 'pay')
}

/**
 * Quick taps on the buttons that count something: as many must count as while the host is fast. A button that is disabled until the
 * answer comes says so.
 */
const lostTaps = async (stage: Stage): Promise<readonly Breach[]> => {
  const { window, client, entry, signal } = stage
  const quickTaps = async (control: LabelledControl, settle: () => Promise<void>): Promise<Counts> => {
    const box = await window.askShell(frameBox, null)
    const before = await countsIn(window)
    for (let taps = 0; box !== null && taps < QUICK_TAPS; taps += 1) {
      await window.press({ x: box.x + control.x, y: box.y + control.y })
      await wait(TAP_EVERY_MS, undefined, { signal })
    }
    await settle()
    return changesBetween(before, await countsIn(window))
  }
  const fast = (): Promise<void> => wait(SETTLES_MS, undefined, { signal })
  const slow = async (): Promise<void> => {
    const latest = performance.now() + MOST_ANSWERS * ANSWER_MS
    for (let calls = -1, next = 0; calls !== next && performance.now() < latest; ) {
      calls = next
      await wait(ANSWER_MS + SETTLES_MS, undefined, { signal })
      next = (await client.calls()).length
    }
  }
  await closeSheets(window)
  await slow()
  await client.setSwitches({ network: { latency: 0, up: null } })
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
    await client.setSwitches({ network: SLOW })
    const [line, by] = steady
    const found = (await quickTaps(control, slow)).get(line) ?? 0
    await client.setSwitches({ network: { latency: 0, up: null } })
    if (found >= 0 && found < by && (await countsIn(window)).has(line))
      return [
        breach(
          'run/loses-taps',
          entry,
          `${QUICK_TAPS} quick taps on the button ${quoted(control.label)} change ${nameOf(line)} by ${by}, but only by ${found} while every answer takes ${ANSWER_MS / SECOND_MS} s.`,
        ),
      ]
  }
  return []
}

const QUICK_TAPS = 3
const FAST_LOOKS = 3
const TAP_EVERY_MS = 200
const SETTLES_MS = 600
const MOST_ANSWERS = 10
const MOST_BUTTONS = 3

/**
 * Payments that the app asked for while it had no answer to an earlier one for the same product.
 * @param answerMs how long an answer is on its way to the app
 */
export const paidTwice = (log: readonly LogEntry[], answerMs: number): readonly Breach[] => {
  const payments = log.flatMap((entry) => {
    if (entry.kind !== 'call' || entry.method !== 'pay' || !isPaid(entry.result)) return []
    const sent = Date.parse(entry.at)
    const answered = Date.parse(entry.answered?.at ?? entry.at) + answerMs
    return [{ entry, product: productOf(entry.params), sent, answered }]
  })
  return payments.flatMap(({ entry, product, sent }, index) => {
    const before = payments
      .slice(0, index)
      .find((earlier) => earlier.product === product && sent < earlier.answered)
    if (before === undefined) return []
    return [
      breach(
        'run/paid-twice',
        null,
        `A second tap paid for ${JSON.stringify(product)} again: ${entryName(entry)} was sent before ${entryName(before.entry)} was answered.`,
      ),
    ]
  })
}

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
    if (read !== undefined && !saved.has(key) && Date.parse(one.at) < arrives)
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

const keyOf = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && 'key' in params ? params.key : null

const isPaid = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'status' in result && result.status === 'paid'

const productOf = (params: unknown): unknown =>
  typeof params === 'object' && params !== null && 'product' in params ? params.product : null
