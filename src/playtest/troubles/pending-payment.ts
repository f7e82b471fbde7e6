import { setTimeout as wait } from 'node:timers/promises'
import type { AppData } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { quoted } from '../judge-views.js'
import { largestCanvas } from '../page/largest-canvas.js'
import { seen } from '../page/seen.js'
import { type OpenedPayment, openPayment, paymentTitle } from './buying.js'
import { type AnsweredPayment, creditedUnpaid } from './judge-purchases.js'
import type { Stage } from './trouble.js'

interface PendingOptions {
  /** What is saved before it. */
  readonly start: AppData
  /** Waits until the app makes no more calls. */
  readonly quiet: (stage: Stage) => Promise<void>
  /** What the app showed around a payment that was made; null where nothing could be bought. */
  readonly paid: AnsweredPayment | null
}

/**
 * A payment that is confirmed while the person is away. No event says so: the app asks for its purchases when the person comes
 * back (6). Until then nothing is bought.
 */
export const pendingPayment = async (
  stage: Stage,
  { start, quiet, paid }: PendingOptions,
): Promise<readonly Breach[]> => {
  const { client, products, entry, signal } = stage
  await stage.close()
  await client.setData(start)
  await client.setSwitches({ payments: 'pending' })
  await stage.open()
  await quiet(stage)
  const opened = await openPayment(stage, paid === null ? products : [paid.product])
  const before = new Set(await linesOf(stage))
  if (opened !== null) await client.answerSheet('payment', 'pay')
  await wait(SAYS_WITHIN_MS, undefined, { signal })
  const early = await linesOf(stage)
  await quiet(stage)
  const shown = await linesOf(stage)
  const said = [...early, ...shown].filter((line) => !before.has(line))
  const saidFailed = said.find((line) => SAYS_FAILED.test(line))
  const isAgain = opened !== null && said.length === 0 && (await sellsAgain(stage, opened))
  await quiet(stage)
  await client.setSwitches({ payments: 'ok', visible: false })
  await client.advance(CONFIRMED_WITHIN)
  await quiet(stage)
  const away = (await client.calls()).at(-1)?.seq ?? 0
  await client.setSwitches({ visible: true })
  await quiet(stage)
  const asks = (await client.calls()).some(
    (one) => one.seq > away && one.kind === 'call' && one.method === 'getPurchases',
  )
  if (opened === null) return []
  const product = JSON.stringify(opened.product.id)
  const credited =
    paid === null
      ? []
      : creditedUnpaid(entry, { product: opened.product, before, after: shown }, paid, 'pending')
  const instead =
    saidFailed === undefined ? (isAgain ? 'nothing about it, and sells it again' : null) : quoted(saidFailed)
  const failed =
    instead === null
      ? []
      : [
          {
            ...breach(
              'run/paid-twice',
              entry,
              `The payment for ${product} was pending, and the app shows ${instead}. People then pay again.`,
            ),
            fix: "Where pay() resolves with the status 'pending', say that the payment takes a moment, and offer nothing to try again.",
          },
        ]
  if (asks) return [...credited, ...failed]
  return [
    ...credited,
    ...failed,
    breach(
      'run/purchase-lost',
      entry,
      `The payment for ${product} was pending, and was confirmed while the person was away. When they came back, the app did not call getPurchases(), so they get nothing until its next start.`,
    ),
  ]
}

/** Whether a tap at the same place opens the same payment once more, in an app that writes what it shows. */
const sellsAgain = async (
  { window, client }: Pick<Stage, 'window' | 'client'>,
  { product, at }: OpenedPayment,
): Promise<boolean> => {
  if ((await window.askApp(largestCanvas, null)) !== null) return false
  await window.press(at)
  const isOpen = (await paymentTitle(client)) === product.title
  if (isOpen) await client.answerSheet('payment', 'cancel')
  return isOpen
}

const linesOf = async ({ window }: Pick<Stage, 'window'>): Promise<readonly string[]> =>
  (await window.askApp(seen, null))?.lines ?? []

/** Of a payment that is under way, the same words say what comes if it fails. */
const SAYS_FAILED =
  /^(?!.*\b(pending|confirm|process|under way|wait|moment)).*\b(failed|declined|went wrong|try again|did(?: not|n[’']t) (?:go|work)|was not (?:paid|made))\b/i

const CONFIRMED_WITHIN = '1m'
/** A message may go after a moment. */
const SAYS_WITHIN_MS = 400
