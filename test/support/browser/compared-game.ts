import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runHere } from '../rigs/command-here.js'
import type { GameWindow } from './game-windows.js'
import { difference, SAME_PICTURE } from './pictures.js'
import { problemsInBrowser } from './problems-in-browser.js'

/** Makes a mini app of `game` in `app`, both in a folder, by the command. It has to run, and to go live by itself or after review. */
export const convertGame = async (cwd: string, entry: string, review = 'automatic'): Promise<void> => {
  const words = ['init', 'app', '--from', 'game', '--entry', entry, '--format', 'json']
  const run = await runHere([...words, '--age-rating', '4+', '--summary', 'A game of the gallery.'], { cwd })
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

/**
 * What `miniapp test --strict` finds, in the two sizes of a portrait app: a game's own orientation is not what is tested.
 */
export const testProblems = async (app: string): Promise<readonly unknown[]> => {
  const path = join(app, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...manifest, orientation: 'portrait' }))
  return problemsInBrowser(app)
}
