import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const page = (body: string): string => `<!doctype html><html lang="en"><title>A</title>${body}</html>`

const runs = async (script: string, head = ''): Promise<boolean> => {
  const files = { ...sampleFiles(), 'index.html': page(`${head}<script>${script}</script>`) }
  return (await check(memoryBundle(files))).runs
}

const FACE = '@font-face { font-family: "Arcade One"; src: url(https://a.example/a.woff2) }'
const style = (css: string): string => `<style>${css}</style>`
const USE = 'localStorage.clear()'
const START = `const start = () => { document.body.append('Play'); document.onclick = () => document.body.append('!') }`

const ESBUILD = `var __getOwnPropNames = Object.getOwnPropertyNames
var __commonJS = (cb, mod) => function __require() { return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports }
var require_a = __commonJS({ 'src/a.js'(exports, module) { ${USE} } })
var require_b = __commonJS({ 'src/b.js'(exports, module) { module.exports = () => { document.body.append('Play'); document.onclick = () => require_a() } } })`

const webpack = (main: string): string =>
  `(() => { var e = { 12: (e, t, n) => { ${USE} }, 13: (e, t, n) => { e.exports = () => { document.body.append('Play') } } }, t = {}; function n(r) { var o = t[r]; if (void 0 !== o) return o.exports; var i = t[r] = { exports: {} }; return e[r](i, i.exports, n), i.exports } (() => { ${main} })() })()`

const ONCE = `const once = (make) => { let made; return () => (made ??= make()) }\nconst store = once(() => localStorage)`

describe('an app runs', () => {
  it.each<[string, string]>([
    [
      'where only a person requires the module of esbuild that fails',
      `(() => { ${ESBUILD}\nrequire_b()() })()`,
    ],
    [
      'where only a person requires the module of minified esbuild that fails',
      `(() => { var r = (e, t) => () => (t || e((t = { exports: {} }).exports, t), t.exports); var a = r((o, m) => { ${USE} }); var b = r((o, m) => { m.exports = () => document.body.append('Play') }); document.addEventListener('click', () => a()); b()() })()`,
    ],
    [
      'where only a person requires the module of webpack that fails',
      webpack(`var r = n(13); document.addEventListener('click', () => { n(12) }); r()`),
    ],
    [
      'where only a person calls what a function was wrapped into',
      `${START}\n${ONCE}\nstart()\naddEventListener('click', () => store())`,
    ],
    [
      'where each call gives the parameter whose default fails',
      `${START}\nconst make = (store = window.localStorage) => start(store)\nmake({})`,
    ],
    [
      'where a constructor is asked for that the host removes',
      `${START}\nconst Peer = window.RTCPeerConnection || window.webkitRTCPeerConnection\nif (Peer) new Peer()\nconst memory = typeof SharedArrayBuffer === 'function'\nif (memory) new SharedArrayBuffer(8)\nstart()`,
    ],
    [
      'where only a loop has to do with what fails',
      `${START}
const loop = () => { for (const pad of navigator.getGamepads()) if (pad) document.title = pad.id
requestAnimationFrame(loop) }
start()
loop()`,
    ],
    [
      'where a loop goes by what fails',
      `${START}
const loop = () => { const [pad] = navigator.getGamepads()
if (pad?.buttons[0].pressed) start()
requestAnimationFrame(loop) }
const draw = () => { document.body.append('.')
requestAnimationFrame(draw) }
start()
draw()
loop()`,
    ],
    [
      'where a frame has loaded, with an error page',
      `${START}
const frame = document.createElement('iframe')
frame.onload = start
frame.src = 'https://a.example'
document.body.append(frame)`,
    ],
    [
      'where it asks whether a base is one of a URL',
      `${START}
const url = URL.canParse('a', self.origin) ? new URL('a', self.origin) : null
start(url)`,
    ],
    [
      'where the base of a URL is that of its address',
      `${START}
start(new URL('a', location.origin))`,
    ],
    [
      'where a dialog decides on more than the start',
      `${START}
if (confirm('Show how to play?')) document.title = 'How to play'
start()`,
    ],
    [
      'where it starts without an answer',
      `${START}
if (confirm('Load the game?')) document.title = 'Load'
else start()`,
    ],
    [
      'where there is a name for who gives none',
      `${START}
let name = prompt('Name')
if (!name) name = 'Guest'
start(name)`,
    ],
  ])('%s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('an app does not run', () => {
  it.each<[string, string]>([
    [
      'where it requires the module of esbuild that fails',
      `(() => { ${ESBUILD}\nrequire_a()\nrequire_b()() })()`,
    ],
    ['where it requires the module of webpack that fails', webpack('var r = n(12); n(13)()')],
    [
      'where the module that fails is required in what nobody knows',
      webpack(`n.O = window.O; n.O(0, [1], () => n(12)); n(13)()`),
    ],
    ['where it calls what a function was wrapped into', `${START}\n${ONCE}\nstore()\nstart()`],
    [
      'where one call leaves the parameter out whose default fails',
      `${START}\nconst make = (store = window.localStorage) => start(store)\nmake()`,
    ],
    [
      'where a loop does more than what fails',
      `const draw = () => { document.body.append('Play') }
const loop = () => { navigator.getGamepads()
draw()
requestAnimationFrame(loop) }
loop()`,
    ],
    [
      'where a loop gives what fails to more',
      `const draw = (pads) => { document.body.append(pads.length) }
const loop = () => { draw(navigator.getGamepads())
requestAnimationFrame(loop) }
loop()`,
    ],
    [
      'where the origin is the base of a URL',
      `${START}
const base = self.origin
start(new URL('a', base))`,
    ],
    [
      'where the origin begins a URL',
      `${START}
const url = (path) => new URL(\`\${window.origin}/\${path}\`)
start(url('a'))`,
    ],
    [
      'where it starts only if a dialog is answered',
      `${START}
const begin = () => { if (!confirm('Start?')) return
start() }
begin()`,
    ],
    [
      'where it starts only with a name',
      `${START}
const name = prompt('Name')
if (name !== null) start(name)
else document.body.textContent = 'Sorry'`,
    ],
    [
      'where it waits for the service worker',
      `${START}
navigator.serviceWorker.ready.then(() => start())`,
    ],
  ])('%s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })
})

describe('an app whose font is blocked', () => {
  it.each<[string, string]>([
    [
      'does not wait for it',
      `document.fonts.load('9px "Arcade One"').then(() => { document.title = 'A' })\nstart()`,
    ],
    ['goes on without it', `document.fonts.load('9px "Arcade One"').finally(start)`],
    [
      'minds that it is not there',
      `(async () => { try { await document.fonts.load('9px "Arcade One"') } catch {}\nstart() })()`,
    ],
    ['waits for another one', `document.fonts.load('9px serif').then(start)`],
  ])('runs where it %s', async (_, script) => {
    expect(await runs(`${START}\n${script}`, style(FACE))).toBe(true)
  })

  it('runs where the font has another source', async () => {
    const face = FACE.replace(' }', ', local(Arial) }')
    expect(await runs(`${START}\ndocument.fonts.load('9px "Arcade One"').then(start)`, style(face))).toBe(
      true,
    )
  })

  it.each<[string, string]>([
    ['then', `document.fonts.load('9px "Arcade One"').then(start)`],
    ['await', `(async () => { await document.fonts.load('9px "Arcade One"')\nstart() })()`],
    [
      'Promise.all',
      `Promise.all([document.fonts.load('9px "Arcade One"'), document.fonts.ready]).then(start)`,
    ],
  ])('does not run where it waits for that with %s', async (_, script) => {
    expect(await runs(`${START}\n${script}`, style(FACE))).toBe(false)
  })
})
