import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { CONTRACT_CASES } from '../contract/cases/index.js'
import { closeWindows, sharedBrowser } from '../support/browser.js'
import { ContractWindows } from '../support/contract-windows.js'

let browser: Browser
let windows: ContractWindows
beforeAll(async () => {
  browser = await sharedBrowser()
  windows = await ContractWindows.start(browser)
})
afterAll(async () => {
  await windows.stop()
  await closeWindows(browser)
})
afterEach(({ task }) => windows.reset(task.result?.state === 'fail'))

describe('the contract, through a real frame', () => {
  it.each(CONTRACT_CASES)('$name', ({ run }) => run(windows))
})
