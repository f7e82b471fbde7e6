import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../src/build/browsers.mjs'
import { startBrowser } from '../../src/playtest/drivers/start.js'
import { CONTRACT_CASES } from '../contract/cases/index.js'
import { ContractDriverWindows } from '../support/contract-driver-windows.js'
import { type Elsewhere, openElsewhere } from '../support/elsewhere.js'
import { LONG } from '../support/runs.js'
import { LEAVING, REACHING, SENDING } from '../support/ways-out.js'

// Chromium has `contract.test.ts`. A window of these is a process of its own, which takes minutes: long runs only.
describe.runIf(LONG).each(['firefox', 'webkit'] as const)(
  'the contract, through a real frame in %s',
  (engine) => {
    const executable = findBrowser(engine)
    if (executable === null) {
      it.skip(`is left out: ${engine} is not installed`, () => {})
      return
    }

    const ended = new AbortController()
    let windows: ContractDriverWindows
    let elsewhere: Elsewhere
    beforeAll(async () => {
      elsewhere = await openElsewhere()
      const driver = await startBrowser(
        { engine, executable },
        { platform: process.platform, environment: process.env },
        ended.signal,
      )
      windows = await ContractDriverWindows.start(driver)
    })
    afterAll(async () => {
      await windows.stop()
      ended.abort()
      elsewhere.close()
    })
    afterEach(({ task }) => windows.reset(task.result?.state === 'fail'))

    it.each(CONTRACT_CASES)('$name', ({ run }) => run(windows))

    it('2.10: no way out of the frame reaches another host', async () => {
      const { ask } = await windows.app()
      for (const [what, code] of REACHING)
        expect([what, await ask(attempt(code, elsewhere.url))]).toEqual([what, 'blocked'])
      expect(elsewhere.received).toEqual([])
    })

    it('2.10: no way out of the frame sends anything to another host', async () => {
      for (const [what, code] of SENDING) {
        const { ask, askShell } = await windows.app()
        await ask(later(code, elsewhere.url))
        // Every request has been sent once the shell has talked to its server for a while.
        for (let time = 0; time < 10; time += 1) await askShell(talkToServer, null)
        expect([what, elsewhere.received]).toEqual([what, []])
      }
    })

    it('2.10: an app that leaves its page leaves no error page of the browser, and a way back', async () => {
      for (const [what, code] of LEAVING) {
        const { ask, askShell } = await windows.app()
        const before = (await windows.logged(LEFT)).length
        await ask(later(code, elsewhere.url))
        for (let time = 0; time < 10; time += 1) await askShell(talkToServer, null)
        // Browsers differ in what they block before the page goes: then the app runs on.
        const runsOn = (await askShell(hasLeft, null)) ? false : await ask<boolean>('true').catch(() => false)
        expect([what, runsOn || (await askShell(hasLeft, null))]).toEqual([what, true])
        expect([what, (await windows.logged(LEFT)).length - before]).toEqual([what, runsOn ? 0 : 1])
      }
      expect(elsewhere.received).toEqual([])
    })
  },
)

const LEFT = 'The app left its page'

/** What an app's page comes to with code that is to be blocked. */
const attempt = (code: string, url: string): string =>
  `Promise.race([
    (async () => { const URL_ = ${JSON.stringify(url)}; ${code} })().then(() => 'went through', () => 'blocked'),
    new Promise((resolve) => setTimeout(resolve, 10_000, 'neither')),
  ])`

/** Runs code in an app's page, which may be gone then, after its answer. */
const later = (code: string, url: string): string =>
  `void setTimeout(() => { const URL_ = ${JSON.stringify(url)}; ${code} })`

/** A question to the shell: it waits for its server. */
const talkToServer = (): void => {
  const request = new XMLHttpRequest()
  request.open('GET', '/robots.txt', false)
  request.send()
}

/** A question to the shell: whether it says that the app has left its page. */
const hasLeft = (): boolean => document.querySelector('.blank h2')?.textContent === 'The app left its page'
