import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { findBrowser } from '../../src/build/browsers.mjs'
import { startBrowser } from '../../src/playtest/drivers/start.js'
import { CONTRACT_CASES } from '../contract/cases/index.js'
import { ContractDriverWindows } from '../support/contract-driver-windows.js'
import { LONG } from '../support/runs.js'

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
    beforeAll(async () => {
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
    })
    afterEach(() => windows.reset())

    it.each(CONTRACT_CASES)('$name', ({ run }) => run(windows))
  },
)
