import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../../../src/browser/engines.js'
import type { ContractWindows, OpenApp } from '../contract-windows.js'
import { type Elsewhere, openElsewhere } from '../elsewhere.js'
import { settle } from '../frame-channel.js'
import { LEAVING, REACHING, SENDING } from '../ways-out.js'

/** What an app can do with the network (2.10), through a real frame. */
export const describeNetwork = (engine: Engine, opened: () => ContractWindows): void => {
  describe('2.10: the network', () => {
    let elsewhere: Elsewhere
    beforeAll(async () => {
      elsewhere = await openElsewhere()
    })
    beforeEach(() => {
      elsewhere.received.length = 0
    })
    afterAll(() => elsewhere.close())

    it('no way out of the frame reaches another host', async () => {
      const { ask } = await opened().app()
      for (const [what, code] of REACHING)
        expect([what, await ask(attempt(code, elsewhere.url))]).toEqual([what, 'blocked'])
      expect(elsewhere.received).toEqual([])
    })

    it('no way out of the frame sends anything to another host', async () => {
      let app: OpenApp | null = null
      for (const [what, code, tried] of SENDING) {
        // Chromium replaces the page by an error page of its own where the others keep it.
        app = app === null || engine === 'chromium' ? await opened().app() : app
        const before = (await opened().logged('')).length
        await app.ask(later(code, elsewhere.url))
        const logged = async () => (await opened().logged('')).slice(before)
        // Firefox takes a second over a refresh.
        if (tried !== undefined) await expect.poll(logged).toContain(tried(elsewhere.url))
        await app.window.askShell(settle, 30)
        expect([what, elsewhere.received]).toEqual([what, []])
      }
    })

    // In place of Chromium's error page, the shell says that the app left: see `leaving.test.ts`.
    it.each(engine === 'chromium' ? [] : LEAVING)(
      'the app keeps its page where it tries to leave by %s, and the log says why',
      async (way, code, blocked) => {
        // There `submit()` throws too.
        const thrown =
          engine === 'firefox' && way.startsWith('a form')
            ? ['The browser threw an error without a message.']
            : []
        const expected = [...thrown, blocked(elsewhere.url)]
        const { ask, window } = await opened().app()
        const before = (await opened().logged('')).length
        await ask(`void (document.title = 'kept')`)
        await ask(later(code, elsewhere.url))
        const logged = async () => (await opened().logged('')).slice(before)
        await expect.poll(logged).toEqual(expected)
        await window.askShell(settle, 5)
        expect(await logged()).toEqual(expected)
        expect(await ask('document.title')).toBe('kept')
        expect(elsewhere.received).toEqual([])
      },
    )

    it('the app’s frame reaches neither the control API nor the socket', async () => {
      const { ask } = await opened().app()
      for (const code of [
        `await fetch(URL_ + 'control/state')`,
        `await new Promise((r, e) => { const s = new WebSocket(URL_.replace('http', 'ws') + 'socket'); s.onopen = r; s.onerror = e })`,
      ])
        expect([code, await ask(attempt(code, opened().url))]).toEqual([code, 'blocked'])
    })
  })
}

/** What an app's page comes to with code that is to be blocked. */
const attempt = (code: string, url: string): string =>
  `Promise.race([
    (async () => { const URL_ = ${JSON.stringify(url)}; ${code} })().then(() => 'went through', () => 'blocked'),
    new Promise((resolve) => setTimeout(resolve, 10_000, 'neither')),
  ])`

/** Runs code in an app's page after its answer: the page may be gone then. */
const later = (code: string, url: string): string =>
  `void setTimeout(() => { const URL_ = ${JSON.stringify(url)}; ${code} })`
