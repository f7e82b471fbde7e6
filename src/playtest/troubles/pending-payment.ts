import type { AppData } from '../../testing/index.js'
import { type Breach, breach } from '../judge.js'
import { openPayment } from './buying.js'
import type { Stage } from './trouble.js'

/**
 * A payment that is confirmed while the person is away. No event says so: the app asks for its purchases when the person comes
 * back (6).
 * @param quiet waits until the app makes no more calls
 */
export const pendingPayment = async (
  stage: Stage,
  start: AppData,
  quiet: (stage: Stage) => Promise<void>,
): Promise<readonly Breach[]> => {
  const { client, products, entry } = stage
  await stage.close()
  await client.setData(start)
  await client.setSwitches({ payments: 'pending' })
  await stage.open()
  await quiet(stage)
  const opened = await openPayment(stage, products)
  if (opened !== null) await client.answerSheet('payment', 'pay')
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
  if (opened === null || asks) return []
  return [
    breach(
      'run/purchase-lost',
      entry,
      `The payment for ${JSON.stringify(opened.product.id)} was pending, and was confirmed while the person was away. When they came back, the app did not call getPurchases(), so they get nothing until its next start.`,
    ),
  ]
}

const CONFIRMED_WITHIN = '1m'
