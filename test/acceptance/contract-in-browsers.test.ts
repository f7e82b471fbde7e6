import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../src/build/browsers.mjs'
import { startBrowser } from '../../src/playtest/drivers/start.js'
import { CONTRACT_CASES } from '../contract/cases/index.js'
import { ContractWindows } from '../support/browser/contract-windows.js'
import { settle } from '../support/browser/frame-channel.js'
import { describeFiles } from '../support/browser/in-frames/files.js'
import { describeNetwork } from '../support/browser/in-frames/network.js'
import { APP_FILES, describeScripts } from '../support/browser/in-frames/scripts.js'
import { describeTaps } from '../support/browser/in-frames/taps.js'
import { describeVisibility } from '../support/browser/in-frames/visibility.js'
import { someOf } from '../support/vitest/runs.js'
import { type StunCase, StunCases } from './stun-cases.js'

describe.each(['firefox', 'webkit'] as const)('the contract, through a real frame in %s', (engine) => {
  const executable = findBrowser(engine)
  if (executable === null) {
    it.skip(`is left out: ${engine} is not installed`, () => {})
    return
  }

  const ended = new AbortController()
  let windows: ContractWindows
  let stun: StunCases
  beforeAll(async () => {
    stun = await StunCases.open()
    const driver = await startBrowser(
      { engine, executable },
      {
        platform: process.platform,
        // Without a graphics card, WebKit would compute in the processor what one draws, for half of all its time.
        environment: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
      },
      ended.signal,
      1,
    )
    windows = await ContractWindows.start(driver, { ...APP_FILES, ...stun.files })
  })
  afterAll(async () => {
    await windows.stop()
    ended.abort()
    stun.close()
  })
  afterEach(({ task }) => windows.reset(task.result?.state === 'fail'))

  // Chromium tries each of them in every run.
  it.each(someOf(CONTRACT_CASES, 8))('$name', ({ run }) => run(windows))
  describeTaps(() => windows)
  describeVisibility(() => windows)
  describeNetwork(engine, () => windows)
  describeFiles(engine, () => windows)
  describeScripts(engine, () => windows)

  // Chromium's pages are tried one by one in `webrtc.test.ts`.
  it('2.10: no WebRTC packet leaves a page of the app, nor a running app', async ({ skip }) => {
    const outside = await windows.outside()
    const why = await stun.whyNot(outside)
    skip(why !== null, `${engine}: ${why}`)
    const app = await windows.app()
    for (const page of stun.pages) await app.changePage(`location.href = ${JSON.stringify(page.path)}`)
    for (const { code } of stun.codes) {
      const { ask, window } = await windows.app()
      await ask(`void setTimeout(() => { ${code} })`)
      await window.askShell(settle, 5)
    }
    // What a page outside sends now comes last.
    expect(await stun.whyNot(await windows.outside())).toBeNull()
    expect([...stun.pages, ...stun.codes].filter(({ sink }: StunCase) => sink.received() > 0)).toEqual([])
  })
})
