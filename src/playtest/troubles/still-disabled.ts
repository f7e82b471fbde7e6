import { setTimeout as wait } from 'node:timers/promises'
import { SECOND_MS } from '../../platform/units.js'
import { disabledButtons } from '../page/labelled-controls.js'
import { closeSheets } from '../random-player.js'
import { isWaiting } from './hanging-view.js'
import type { Stage } from './trouble.js'

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
  const latest = performance.now() + ANSWERED_WITHIN_MS
  let disabled = labels
  for (let looks = 0; looks < LOOKS && disabled.length > 0; ) {
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

const ANSWERED_WITHIN_MS = 40 * SECOND_MS
const LOOKS = 8
const LOOK_AGAIN_MS = 250
