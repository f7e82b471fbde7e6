import { describe, expect, it } from 'vitest'
import type { ContractWindows } from '../contract-windows.js'

/** What the app has beside its page. */
export const APP_FILES = { 'level.json': '{"n":7}', 'module.mjs': 'export const n = 8' } as const

/** What an app's scripts can do in the sandbox (2.10), through a real frame. */
export const describeScripts = (opened: () => ContractWindows): void => {
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

    it('what check warns of throws, or is not there, but for what only asks', async () => {
      const { ask } = await opened().app()
      const came: Record<string, unknown> = {}
      for (const code of [...REFUSED, ...ASKING])
        came[code] = await ask(`(async () => { ${outcomeOf(code)} })()`)
      expect(came).toEqual({
        ...Object.fromEntries(REFUSED.map((code) => [code, 'thrown'])),
        ...Object.fromEntries(ASKING.map((code) => [code, 'went through'])),
      })
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

/** What check warns of. */
const REFUSED = [
  'navigator.getGamepads()',
  'navigator.serviceWorker.register("a.js")',
  'navigator.storage.persist()',
  'navigator.storage.getDirectory()',
  "cookieStore.get('a')",
  'navigator.requestMIDIAccess()',
  "screen.orientation.lock('landscape')",
  'parent.document.title',
  'window.top.innerWidth',
  'top.location.href',
  "document.domain = 'localhost'",
] as const

/** What only asks for it. */
const ASKING = ["'serviceWorker' in navigator", 'top.location'] as const

const outcomeOf = (code: string): string =>
  `try { await (${code}); return 'went through' } catch { return 'thrown' }`
