import type { TestWindow } from '../drivers/driver.js'
import { within } from '../drivers/until.js'
import { type Breach, breach } from '../judge.js'
import { hasLoaded } from '../page/questions.js'
import type { Stage } from './trouble.js'

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
  const answers = await within(ANSWERS_WITHIN_MS, window.askApp(hasLoaded, null)).catch(() => false)
  if (answers === false) return dead('The page hangs')
  if (!isReady) return dead('The app never called Service.ready()')
  return (await isBlank()) ? dead('The app shows a single plain colour') : []
}

const ANSWERS_WITHIN_MS = 10_000
