import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Driver, TestWindow } from '../../src/playtest/drivers/driver.js'
import { playtest } from '../../src/playtest/playtest.js'
import { MANIFEST } from '../support/rigs/simulator-rig.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** A browser that fails at the first page. */
class FailingBrowser {
  readonly answers: boolean
  closed = 0

  constructor(answers: boolean) {
    this.answers = answers
  }

  readonly #fail = (): never => {
    throw new Error('Target closed')
  }

  get driver(): Driver {
    const fail = async (): Promise<never> => this.#fail()
    const window: TestWindow = {
      goto: fail,
      askShell: fail,
      askApp: fail,
      appLoaded: fail,
      screenshot: fail,
      click: fail,
      hover: fail,
      press: fail,
      drag: fail,
      key: fail,
      memory: fail,
      crashed: () => false,
      answers: async () => this.answers,
      saveTrace: fail,
      close: async () => {
        this.closed += 1
      },
    }
    return {
      engine: 'chromium',
      name: 'Chromium 1.2.3',
      limits: [],
      windows: 1,
      open: async () => window,
      close: async () => {},
    }
  }
}

const play = async (browser: FailingBrowser): Promise<unknown> => {
  const cwd = await temporaryFolder()
  await writeFile(join(cwd, 'manifest.json'), JSON.stringify(MANIFEST))
  await writeFile(join(cwd, 'index.html'), '<!doctype html><title>Hello</title>')
  return playtest({
    path: '.',
    cwd,
    browsers: [{ engine: 'chromium', executable: 'none' }],
    system: { platform: process.platform, environment: {} },
    start: async () => browser.driver,
    seed: 1,
    seconds: 0,
    torture: null,
    strict: false,
    jobs: 1,
    original: null,
    firstOnly: false,
    pictures: '.',
    screenshots: null,
    pixelRatio: 1,
    trace: null,
    signal: new AbortController().signal,
    onScenario: () => {},
    onOriginal: () => {},
  })
}

describe('a browser that fails while it runs an app', () => {
  it('is an expected failure if it ended by itself, and its window is closed', async () => {
    const browser = new FailingBrowser(false)
    await expect(play(browser)).rejects.toMatchObject({
      name: 'Failure',
      kind: 'refused',
      message: 'Chromium 1.2.3 ended or stopped answering while it ran the app (phone).',
      remedy:
        'Run the command again. If it happens again, update the browser or choose another with --browser.',
      cause: { message: 'Target closed' },
    })
    expect(browser.closed).toBe(1)
  })

  it('keeps the error if the browser still answers: that is a bug of ours', async () => {
    await expect(play(new FailingBrowser(true))).rejects.toMatchObject({
      name: 'Error',
      message: 'Target closed',
    })
  })
})
