import { COVER_MAX_MS } from '../../platform/limits.js'
import { SECOND_MS } from '../../platform/units.js'
import type { LogEntry } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { openPayment, paymentTitle, RICH } from './buying.js'
import { entryName } from './cause.js'
import { explore } from './explore.js'
import { paidTwice } from './judge-purchases.js'
import { deadPage } from './stuck.js'
import { lostTaps } from './tap-counts.js'
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
    const lost = await lostTaps(stage, ANSWER_MS)
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
