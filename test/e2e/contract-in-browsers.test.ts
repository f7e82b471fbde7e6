import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findBrowser } from '../../src/build/browsers.mjs'
import { startBrowser } from '../../src/playtest/drivers/start.js'
import { CONTRACT_CASES } from '../contract/cases/index.js'
import { ContractDriverWindows } from '../support/contract-driver-windows.js'
import { type Elsewhere, openElsewhere } from '../support/elsewhere.js'
import { settle } from '../support/frame-channel.js'
import { cancelPay, outcomeOfPay, uncover } from '../support/raw-pay.js'
import { type StunCase, StunCases } from '../support/stun-cases.js'
import { LEAVING, REACHING, SENDING } from '../support/ways-out.js'

// Chromium has files of its own for each of these: `contract`, `sandbox`, `leaving`, `taps` and `webrtc`.
describe.each(['firefox', 'webkit'] as const)('the contract, through a real frame in %s', (engine) => {
  const executable = findBrowser(engine)
  if (executable === null) {
    it.skip(`is left out: ${engine} is not installed`, () => {})
    return
  }

  const ended = new AbortController()
  let windows: ContractDriverWindows
  let elsewhere: Elsewhere
  let stun: StunCases
  beforeAll(async () => {
    elsewhere = await openElsewhere()
    stun = await StunCases.open()
    const driver = await startBrowser(
      { engine, executable },
      {
        platform: process.platform,
        // Without a graphics card, WebKit would compute in the processor what one draws, for half of all its time.
        environment: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
      },
      ended.signal,
    )
    windows = await ContractDriverWindows.start(driver, { ...FILES, ...stun.files })
  })
  afterAll(async () => {
    await windows.stop()
    ended.abort()
    elsewhere.close()
    stun.close()
  })
  afterEach(({ task }) => windows.reset(task.result?.state === 'fail'))

  it.each(CONTRACT_CASES)('$name', ({ run }) => run(windows))

  describe('4.1: a tap is the app’s own', () => {
    it('opens the sheet after a click or a key in the app, and not after the click that closes it', async () => {
      const app = await windows.app()
      await uncover(app)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      for (const tap of [() => app.window.press(IN_APP), app.pressKeyInApp]) {
        await tap()
        expect(await outcomeOfPay(app)).toBe('open')
        await cancelPay(app)
        expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      }
    })

    it('is not a click on the host’s bar, nor one that the app claims', async () => {
      const app = await windows.app()
      await uncover(app)
      await app.window.press(IN_APP)
      await app.pressButtons(['Menu'])
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      await app.pressButtons(['Close'])
      await app.ask(`void (() => {
        for (const page of ['started', 'tapped', 'leaving', 'started', 'tapped'])
          parent.postMessage({ miniapp_simulator: 1, page, key: 'mine' }, '*')
        for (const name of ['pointerdown', 'click', 'keydown', 'pagehide']) dispatchEvent(new Event(name))
      })()`)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
    })

    it('ends with the page: not after the person or the app itself loads it again', async () => {
      const before = await windows.app()
      await uncover(before)
      await before.window.press(IN_APP)
      const app = await windows.app()
      await uncover(app)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      await app.window.press(IN_APP)
      await app.changePage('location.reload()')
      await app.connect()
      await uncover(app)
      expect(await outcomeOfPay(app)).toBe('NEEDS_TAP')
      await app.window.press(IN_APP)
      expect(await outcomeOfPay(app)).toBe('open')
      expect(await windows.logged('The app loaded itself again')).toHaveLength(1)
    })
  })

  it('2.10: no way out of the frame reaches another host', async () => {
    const { ask } = await windows.app()
    for (const [what, code] of REACHING)
      expect([what, await ask(attempt(code, elsewhere.url))]).toEqual([what, 'blocked'])
    expect(elsewhere.received).toEqual([])
  })

  it('2.10: no way out of the frame sends anything to another host', async () => {
    const { ask, window } = await windows.app()
    for (const [what, code] of SENDING) {
      await ask(later(code, elsewhere.url))
      await window.askShell(settle, null)
      expect([what, elsewhere.received]).toEqual([what, []])
    }
  })

  // Chromium shows an error page of its own, in place of which the shell says that the app left: see `leaving.test.ts`.
  it.each(LEAVING)(
    '2.10: the app keeps its page where it tries to leave by %s, and the log says why',
    async (way, code, blocked) => {
      // There `submit()` throws too.
      const thrown =
        engine === 'firefox' && way.startsWith('a form')
          ? ['The browser threw an error without a message.']
          : []
      const expected = [...thrown, blocked(elsewhere.url)]
      const { ask, window } = await windows.app()
      const before = (await windows.logged('')).length
      await ask(`void (document.title = 'kept')`)
      await ask(later(code, elsewhere.url))
      const logged = async () => (await windows.logged('')).slice(before)
      await expect.poll(logged).toEqual(expected)
      await window.askShell(settle, null)
      expect(await logged()).toEqual(expected)
      expect(await ask('document.title')).toBe('kept')
      expect(elsewhere.received).toEqual([])
    },
  )

  it('2.10: the app’s frame reaches neither the control API nor the socket', async () => {
    const { ask } = await windows.app()
    for (const code of [
      `await fetch(URL_ + 'control/state')`,
      `await new Promise((r, e) => { const s = new WebSocket(URL_.replace('http', 'ws') + 'socket'); s.onopen = r; s.onerror = e })`,
    ])
      expect([code, await ask(attempt(code, windows.url))]).toEqual([code, 'blocked'])
  })

  it('2.10: files of the bundle, data: and blob: URLs, modules, workers, eval and WebAssembly work', async () => {
    const { ask } = await windows.app()
    expect(
      await ask(`(async () => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage("worker")'])))
        const told = new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data) })
        const text = async (url) => (await fetch(url)).text()
        return {
          origin,
          file: await text('level.json'),
          missing: (await fetch('nothing.json')).status,
          range: (await fetch('level.json', { headers: { range: 'bytes=0-2' } })).status,
          data: await text('data:,data'),
          blob: await text(URL.createObjectURL(new Blob(['blob']))),
          module: (await import(new URL('module.mjs', location.href))).n,
          worker: await told,
          eval: eval('1 + 1'),
          wasm: (await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).instance instanceof WebAssembly.Instance,
        }
      })()`),
    ).toEqual({
      origin: 'null',
      file: FILES['level.json'],
      missing: 404,
      range: 206,
      data: 'data',
      blob: 'blob',
      module: 8,
      worker: 'worker',
      eval: 2,
      wasm: true,
    })
  })

  it('2.10: no WebRTC packet leaves a page of the app, nor a running app', async ({ skip }) => {
    const outside = await windows.outside()
    const why = await stun.whyNot(outside)
    skip(why !== null, `${engine}: ${why}`)
    const app = await windows.app()
    for (const page of stun.pages) await app.changePage(`location.href = ${JSON.stringify(page.path)}`)
    for (const { code } of stun.codes) {
      const { ask, window } = await windows.app()
      await ask(`void setTimeout(() => { ${code} })`)
      await window.askShell(settle, null)
    }
    // What a page outside sends now comes last.
    expect(await stun.whyNot(await windows.outside())).toBeNull()
    expect([...stun.pages, ...stun.codes].filter(({ sink }: StunCase) => sink.received() > 0)).toEqual([])
  })
})

/** What the app has beside its page. */
const FILES = { 'level.json': '{"n":7}', 'module.mjs': 'export const n = 8' } as const

/** A place in the app's page without anything that acts on a click. */
const IN_APP = { x: 300, y: 400 }

/** What an app's page comes to with code that is to be blocked. */
const attempt = (code: string, url: string): string =>
  `Promise.race([
    (async () => { const URL_ = ${JSON.stringify(url)}; ${code} })().then(() => 'went through', () => 'blocked'),
    new Promise((resolve) => setTimeout(resolve, 10_000, 'neither')),
  ])`

/** Runs code in an app's page after its answer: the page may be gone then. */
const later = (code: string, url: string): string =>
  `void setTimeout(() => { const URL_ = ${JSON.stringify(url)}; ${code} })`
