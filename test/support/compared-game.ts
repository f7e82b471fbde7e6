import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { type PlaytestResult, playIn } from '../../src/playtest/playtest.js'
import type { RunningSimulator } from '../../src/testing/index.js'
import { runMiniapp } from './command-line.js'
import type { GameWindow } from './game-windows.js'
import { difference, SAME_PICTURE } from './pictures.js'

/** Makes a mini app of `game` in `app`, both in a folder, by the command. It has to run, and to go live by itself or after review. */
export const convertGame = async (cwd: string, entry: string, review = 'automatic'): Promise<void> => {
  const words = ['init', 'app', '--from', 'game', '--entry', entry, '--format', 'json']
  const run = await runMiniapp([...words, '--age-rating', '4+', '--summary', 'A game of the gallery.'], {
    cwd,
  })
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const { check } = JSON.parse(run.stdout)
  expect({ review: check.review, runs: check.runs }, JSON.stringify(check.problems, null, 2)).toEqual({
    review,
    runs: true,
  })
}

/** Each game of the fixtures says so itself. */
export const untilDrawn = async ({ frame }: GameWindow): Promise<void> => {
  await frame.waitForSelector('html.drawn', { state: 'attached' })
}

/** Pictures are compared until they are the same: a click is drawn a frame later. */
export const expectSame = (shown: GameWindow, picture: Uint8Array): Promise<void> =>
  expect.poll(async () => difference(picture, await shown.picture())).toBeLessThanOrEqual(SAME_PICTURE)

/** What `miniapp test` finds in the first of its scenarios, in a browser that runs already. */
export const playOnce = (
  browser: Browser,
  simulator: RunningSimulator,
  path: string,
): Promise<PlaytestResult> =>
  playIn(
    browser,
    simulator,
    {
      path,
      cwd: path,
      seed: 1,
      seconds: 0.5,
      screenshots: null,
      trace: null,
      torture: null,
      strict: true,
      jobs: 1,
      signal: new AbortController().signal,
      onScenario: () => {},
    },
    (all) => all.slice(0, 1),
  )
