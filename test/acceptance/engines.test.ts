import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { convertGame, expectSame, testProblems, untilDrawn } from '../support/browser/compared-game.js'
import { openAdopted, openPlain, simulate } from '../support/browser/game-windows.js'
import { ENGINES, makeGame } from '../support/cases/engines.js'
import { someOf } from '../support/vitest/runs.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

let browser: Browser
beforeAll(async () => {
  browser = await sharedBrowser()
})
afterAll(() => closeWindows(browser))

describe('a game made with an engine of npm', { timeout: 300_000 }, () => {
  it.for(someOf(ENGINES, 1))('runs in the frame as on a plain server: $folder', async (engine, context) => {
    const cwd = await temporaryFolder()
    const missing = await makeGame(engine, join(cwd, 'game'))
    if (missing !== null) context.skip(missing)
    await convertGame(cwd, 'index.html', engine.review)
    const simulator = await simulate(join(cwd, 'app'))
    const shown = await openAdopted(browser, simulator)
    const plain = await openPlain(browser, join(cwd, 'game'), 'index.html', shown.size)
    await untilDrawn(plain)
    await untilDrawn(shown)
    const drawn = await plain.picture()
    await expectSame(shown, drawn)
    await shown.page.close()
    expect(await testProblems(join(cwd, 'app'))).toEqual([])
  })
})
