import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../../src/browser/engines.js'
import type { ContractWindows } from '../contract-windows.js'

/** What the app has beside its page. */
export const APP_FILES = {
  'level.json': '{"n":7}',
  'module.mjs': 'export const n = 8',
  'icons.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="play" width="9" height="9"/></svg>',
} as const

/** What an app's scripts can do in the sandbox (2.10), through a real frame. */
export const describeScripts = (engine: Engine, opened: () => ContractWindows): void => {
  describe('2.10: scripts', () => {
    it('files of the bundle, data: and blob: URLs, modules, workers, eval and WebAssembly work', async () => {
      const { ask } = await opened().app()
      expect(await ask(`(async () => { ${WORKING} })()`)).toEqual({
        origin: 'null',
        file: APP_FILES['level.json'],
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

    it('a drawing uses the symbols of its page, and of no other file', async () => {
      const { ask } = await opened().app()
      expect(await ask(`(async () => { ${USING} })()`)).toEqual({ own: 9, other: 0 })
    })

    it('a page changes its path, which WebKit does not let a sandboxed one do', async () => {
      const { ask } = await opened().app()
      const changed = await ask(`(() => {
        const { href } = location
        try {
          history.replaceState(history.state, '', '/')
          return location.pathname
        } catch (error) {
          return error.name
        } finally {
          history.replaceState(history.state, '', href)
        }
      })()`)
      expect(changed).toBe(engine === 'webkit' ? 'SecurityError' : '/')
    })

    it('what check warns of throws, or is not there, but for what only asks', async () => {
      const { ask } = await opened().app()
      const came: Record<string, unknown> = {}
      for (const code of Object.keys(WARNED_OF))
        came[code] = await ask(`(async () => { ${outcomeOf(code)} })()`)
      const place = ENGINES.indexOf(engine)
      const expected = Object.entries(WARNED_OF).map(([code, outcomes]) => [
        code,
        outcomes[place] ?? outcomes[0],
      ])
      expect(came).toEqual(Object.fromEntries(expected))
    })
  })
}

const WORKING = `
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
  }`

/** The picture is the file itself: once it is there, so would be what is in it. */
const USING = `
  document.body.insertAdjacentHTML('beforeend', \`<svg id="using">
    <rect id="own" width="9" height="9"/><use href="#own"/><use href="icons.svg#play"/></svg>\`)
  const picture = new Image()
  picture.src = 'icons.svg'
  await picture.decode()
  await new Promise((resolve) => { setTimeout(resolve) })
  const [own, other] = [...document.querySelectorAll('#using use')].map((one) => one.getBBox().width)
  document.querySelector('#using').remove()
  return { own, other }`

const ENGINES: readonly Engine[] = ['chromium', 'firefox', 'webkit']

/** What check warns of, and what it comes to: in every browser the same, or in each its own. */
const WARNED_OF: Readonly<Record<string, readonly string[]>> = {
  'navigator.getGamepads()': ['SecurityError'],
  'navigator.serviceWorker': ['SecurityError', 'went through', 'SecurityError'],
  "navigator.serviceWorker.register('a.js')": ['SecurityError'],
  "'serviceWorker' in navigator": ['went through'],
  'navigator.storage': ['went through'],
  'navigator.storage.persist()': ['TypeError'],
  'navigator.storage.getDirectory()': ['SecurityError', 'SecurityError', 'TypeError'],
  "cookieStore.get('a')": ['SecurityError'],
  'navigator.requestMIDIAccess()': ['SecurityError', 'SecurityError', 'TypeError'],
  "screen.orientation.lock('landscape')": ['SecurityError', 'SecurityError', 'TypeError'],
  'parent.document': ['SecurityError'],
  'window.top.innerWidth': ['SecurityError'],
  'top.location': ['went through'],
  'top.location.href': ['SecurityError'],
  "document.domain = 'localhost'": ['SecurityError'],
}

const outcomeOf = (code: string): string =>
  `try { await (${code}); return 'went through' } catch (error) { return error instanceof Error ? error.name : String(error) }`
