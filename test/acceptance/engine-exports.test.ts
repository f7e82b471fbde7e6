import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { exportFolder } from '../support/cases/export-fixture.js'
import { simulateApp } from '../support/rigs/app-simulator.js'
import { runHere } from '../support/rigs/command-here.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

/** Each export's folder, and what its page shows when all of its parts were found and run. */
const EXPORTS = [
  ['unity-2019', 'Paddle: 42'],
  ['unity-brotli', 'Marbles: 43, level one'],
  ['unity-gzip', 'Marbles: 43, level one'],
  ['unity-fallback', 'Marbles: 43, level one'],
  ['godot-3', 'GDPC: 45'],
  ['godot-4', 'GDPC: 44'],
  ['construct-2', 'Bird: 200, 28 bytes'],
  ['construct-3', 'Taco: 200, 1'],
  ['gdevelop', 'Mole: 1'],
  ['gamemaker', 'Circle: rings=3'],
  ['renpy', 'PK: 46, 200'],
  ['twine-harlowe', 'Saved: Start'],
  ['ink', 'They are keeping me waiting.'],
  ['cocos-3', 'Gems: 200, 8'],
  ['playcanvas', 'Orbit: Main, 16'],
  ['emscripten', 'Maze: 47, 9'],
] as const

describe("an engine's export in the simulator", () => {
  it.each(EXPORTS)('%s runs after one command', async (name, shown) => {
    const { frame, broken } = await brought(name)
    await frame.getByText(shown).waitFor()
    expect(broken()).toEqual([])
  })

  it('pico-8: the player runs without the page that shows it in a frame', async () => {
    const { frame, broken } = await brought('pico-8')
    await frame.getByText('Play').click()
    await frame.getByText('dash: 128, 0 pads').waitFor()
    expect(broken()).toEqual([])
  })
})

/** Brings an export as a person does, and opens it. @returns its frame, and what it failed to load */
const brought = async (name: string) => {
  const cwd = await temporaryFolder()
  const words = ['init', 'app', '--from', exportFolder(name), '--age-rating', '4+']
  expect(await runHere([...words, '--summary', 'An export of an engine.'], { cwd })).toMatchObject({
    code: 0,
  })
  const simulator = await simulateApp(join(cwd, 'app'))
  const { page, frame } = await simulator.openApp(browser)
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  return { frame, broken: () => failed.filter((url) => !url.startsWith('blob:')) }
}
