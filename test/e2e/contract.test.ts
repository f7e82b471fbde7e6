import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { CONTRACT_CASES } from '../contract/cases/index.js'
import { sharedDriver } from '../support/browser/browser.js'
import { ContractWindows } from '../support/browser/contract-windows.js'
import { describeFiles } from '../support/browser/in-frames/files.js'
import { describeNetwork } from '../support/browser/in-frames/network.js'
import { APP_FILES, describeScripts } from '../support/browser/in-frames/scripts.js'
import { describeTaps } from '../support/browser/in-frames/taps.js'
import { describeVisibility } from '../support/browser/in-frames/visibility.js'

describe('the contract, through a real frame in chromium', () => {
  let windows: ContractWindows
  beforeAll(async () => {
    windows = await ContractWindows.start(await sharedDriver(), APP_FILES)
  })
  afterAll(() => windows.stop())
  afterEach(({ task }) => windows.reset(task.result?.state === 'fail'))

  it.each(CONTRACT_CASES)('$name', ({ run }) => run(windows))
  describeTaps(() => windows)
  describeVisibility(() => windows)
  describeNetwork('chromium', () => windows)
  describeFiles('chromium', () => windows)
  describeScripts('chromium', () => windows)
})
