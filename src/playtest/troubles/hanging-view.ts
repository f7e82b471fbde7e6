import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { type Breach, breach } from '../judge.js'
import { saysLoading } from '../judge-views.js'
import { seen } from '../page/seen.js'
import { closeSheets } from '../random-player.js'
import type { Stage } from './trouble.js'

/** What the app shows as going on, after it has had every answer for a while: it waits for something that does not come. */
export const hangingView = async ({ window, client, entry, signal }: Stage): Promise<readonly Breach[]> => {
  let shown = await goingOn(window)
  if (shown.length === 0) return []
  await closeSheets(window)
  for (let looks = 0; looks < LOOKS && shown.length > 0; looks += 1) {
    await wait(WAITS_MS / LOOKS, undefined, { signal })
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
export const isWaiting = async (client: Pick<Stage['client'], 'calls'>): Promise<boolean> =>
  (await client.calls()).some((one) => one.kind === 'call' && one.state === 'pending')

const goingOn = async (window: Stage['window']): Promise<readonly string[]> => {
  const now = await window.askApp(seen, null)
  return now === null ? [] : saysLoading(now)
}

const WAITS_MS = 6 * SECOND_MS
const LOOKS = 4
