import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const page = (body: string): string => `<!doctype html><html lang="en"><title>A</title>${body}</html>`

const runs = async (script: string, head = ''): Promise<boolean> => {
  const files = { ...sampleFiles(), 'index.html': page(`${head}<script>${script}</script>`) }
  return (await check(memoryBundle(files))).runs
}

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
  ])('%s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })
})
