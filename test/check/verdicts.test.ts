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
      'where the constructor of what calls a store fails in a try, for one of several kinds',
      `class Local { constructor() { if (!window.localStorage) throw new Error('None') } load() { ${USE} } }
class Memory { load() {} }
const make = (kind) => { switch (kind) { case 'local': try { return new Local() } catch { break } }\nreturn new Memory() }
const main = async (options) => { const store = make(options.kind); await 0; store.load(); start() }
${START}\nmain({ kind: location.hash || 'local' })`,
    ],
    [
      'where what calls a function minds that the promise of that is rejected',
      `const load = () => new Promise((resolve) => { const save = localStorage.getItem('a'); resolve(save) })
load().catch(() => 'A').then((save) => { document.body.append(save) })`,
    ],
    [
      'where a function says yes if there is no store',
      `const isPrivate = () => { try { localStorage.setItem('a', 1); return false } catch { return true } }
let store = {}\nif (isPrivate()) store.a = 1\nelse store = localStorage\ndocument.body.append(store.a)`,
    ],
    [
      'where minified code says yes if there is no store',
      `const t = () => { try { localStorage.setItem('a', 1); return !1 } catch { return !0 } }, e = t()
const o = e ? {} : localStorage; document.body.append(o.a)`,
    ],
    [
      'where each call gives the field whose default fails',
      `${START}\nconst make = ({ store = window.localStorage }) => start(store)\nmake({ store: {} })`,
    ],
    [
      'where a framework minds what fails in a step of a component',
      `createApp({ mounted() { this.best = localStorage.best }, render: () => h('b') }).mount('#app')`,
    ],
    [
      'where the window makes a text of what a dialog gives',
      `var name = prompt('Name?')\n${START}\nstart(name.trim())`,
    ],
    [
      'where a method is only of what may be made',
      `class Cloud { load() { ${USE} } }\nclass Memory { load() { ${START}\nstart() } }
const make = (kind) => (kind === 'cloud' ? new Cloud() : new Memory())\nmake('memory').load()\nonclick = () => make('cloud').load()`,
    ],
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
      'where only what nobody knows of a module requires another one that fails',
      webpack(`var r = n(13); window.ui = window.ui || {}; ui.button('Save', () => n(12)); r()`),
    ],
    [
      'where a helper minds that what it is given fails',
      `const to = (promise) => promise.then((data) => [null, data]).catch((error) => [error, null])
const show = async () => { const [, data] = await to(fetch('https://a.example/a').then((answer) => answer.text()))
document.body.append(data ?? 'Offline') }
show()`,
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
      'where only what another call hands over would fail',
      `${START}\nconst save = { install() { ${USE} } }\nconst ui = { install() { start() } }\nconst use = (part) => part.install()\nuse(ui)\nonclick = () => use(save)`,
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
      'where an asynchronous function reads what a getter gives, and goes on',
      `const save = { get best() { return localStorage.best } }
const main = async () => { ${START}\nstart(save.best) }\nmain()`,
    ],
    [
      'where a class of an asynchronous function fails as it is made',
      `const main = async () => { class Save { static best = localStorage.best }\n${START}\nstart(Save) }\nmain()`,
    ],
    [
      'where an asynchronous function waits for what is denied',
      `const main = async () => { document.documentElement.requestFullscreen().then(() => { document.body.append('A') }) }\nmain()`,
    ],
    [
      'where it minds in a handler that its start fails',
      `addEventListener('DOMContentLoaded', () => { try { init() } catch { document.body.textContent = 'Sorry' } })
const init = () => { const best = localStorage.best; document.body.append(best); document.onclick = () => document.body.append('!') }`,
    ],
    [
      'where a browser has what minified code asks for ahead of the use',
      `${START}\nwindow.track = (event) => { navigator.sendBeacon && start(document.cookie + event) }\ntrack('start')`,
    ],
    [
      'where each frame of minified code ends ahead of the next',
      `const e = document.createElement('canvas').getContext('2d'); document.body.append('A'); let t = 0
function o() { e.fillText('Best ' + (localStorage.getItem('best') || 0), 9, 9) }
function n() { t++, e.clearRect(0, 0, 9, 9), o(), e.fillRect(t, 0, 9, 9), requestAnimationFrame(n) }\nonkeydown = () => { t = 0 }\nn()`,
    ],
    [
      'where only the constructor fails of what it makes first',
      `class Updates { constructor(url) { this.url = url; navigator.serviceWorker.addEventListener('message', onmessage) } }
new Updates('a.js')\n${START}\nstart()`,
    ],
    [
      'where a method fails of what is made, though its constructor may fail, too',
      `class Save { constructor() { if (isOld()) ${USE}\nthis.load() } load() { ${USE} } }
const isOld = () => Math.random() > 1\nnew Save()\n${START}\nstart()`,
    ],
    [
      'where what finds out whether there is a store looks at it ahead of its try',
      `const canSave = () => { if (typeof localStorage !== 'object') return false
try { localStorage.setItem('a', 1); localStorage.removeItem('a') } catch { return false }\nreturn true }
${START}\nstart(canSave())`,
    ],
    [
      'where a call leaves out the field whose default fails',
      `${START}\nconst make = ({ store = window.localStorage } = {}) => start(store)\nmake({ size: 3 })`,
    ],
    [
      'where what a catch calls throws the error again',
      `let last = null\nconst rethrow = (error) => { if (!last) throw error; last(error) }
const run = (fn) => { try { return fn() } catch (error) { rethrow(error) } }
run(() => { ${USE} })\n${START}\nstart()`,
    ],
    [
      'where a key is computed of one window or another',
      `const open = (options = {}) => (options.window || globalThis.window)?.[options.key || 'localStorage']
${START}\nstart(open({ size: 3 }))`,
    ],
    [
      'where a script reads what a dialog has just not given',
      `let who = prompt('Name?')\n${START}\nstart(who.trim())`,
    ],
    [
      'where it leaves the frame',
      `if (top.location !== self.location) top.location = self.location\n${START}\nstart()`,
    ],
    [
      'where it asks whether there are cookies',
      `${START}\nstart(navigator.cookieEnabled ? document.cookie : '')`,
    ],
    [
      'where it is not what a function asks for first',
      `const isNative = () => { if (navigator.product === 'ReactNative') return true
if (typeof process !== 'undefined') return process.type !== 'worker'\nreturn false }
${START}\nisNative() || ${USE}\nstart()`,
    ],
    [
      'where a compiler declares what a module gives before it sets that',
      `var exports = {}\nexports.inBrowser = void 0\nvar is = typeof window !== 'undefined'\nexports.inBrowser = is
const lib = exports\nif (lib.inBrowser) ${USE}\n${START}\nstart()`,
    ],
    [
      'where the one is made that fails',
      `class Local { load() { return localStorage.a } }\nclass Memory { load() { return 'a' } }
const make = (kind = 'local') => (kind === 'local' ? new Local() : new Memory())
${START}\nstart(make().load())`,
    ],
    [
      'where what a reducer begins with fails',
      `const App = () => { const [state] = useReducer((a) => a, 1, () => localStorage.a); return h('b', null, state) }
render(h(App), document.body)`,
    ],
    [
      'where it requires the module of esbuild that fails',
      `(() => { ${ESBUILD}\nrequire_a()\nrequire_b()() })()`,
    ],
    ['where it requires the module of webpack that fails', webpack('var r = n(12); n(13)()')],
    [
      'where the module that fails is required in what nobody knows',
      webpack(`n.O = window.O; n.O(0, [1], () => n(12)); n(13)()`),
    ],
    [
      'where a class fails as it is made, by a name that only the class knows',
      `const all = class A { static { ${USE}
A.made = true } }
${START}
start(all)`,
    ],
    [
      'where what is asked for is below an address that another script may set',
      `var base = 'https://a.example'
${START}
const load = async (id) => (await fetch(\`\${base}/\${id}\`)).json()
load(1).then(start)`,
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

const URL = "'https://a.example/levels'"

describe('a page that never loads the SDK', () => {
  it.each<[string, boolean, string]>([
    ['where a script uses it', false, 'Service.ready()'],
    [
      'where a minified script asks for it before',
      true,
      `const has = typeof Service < 'u'\nif (has) Service.ready()`,
    ],
    ['where a script asks for it before', true, `if (typeof Service !== 'undefined') Service.ready()`],
    ['where a call is only made if it is there', true, 'window.Service?.ready()'],
    ['where a script tries it', true, 'try { Service.ready() } catch {}'],
    ['where only a person has it used', true, 'addEventListener("click", () => Service.ready())'],
    ['where a function that runs uses it', false, 'const init = () => Service.ready()\ninit()'],
    [
      'where a script may load it',
      true,
      `const sdk = document.createElement('script')\nsdk.src = 'service-miniapp.js'\nsdk.onload = () => Service.ready()\ndocument.head.append(sdk)`,
    ],
  ])('stops the app, or not, %s', async (_, expected, script) => {
    expect(await runs(`${START}\n${script}\nstart()`)).toBe(expected)
  })
})

describe('a field with a getter or a setter that fails', () => {
  const GETTER = `class Save { read() { return localStorage.length } get all() { return this.read() } }`
  const SETTER = `class Game { set level(n) { this.n = n; this.save() } save() { ${USE} } }\nclass Level extends Game { begin() { this.level = 1 } }`
  const LITERAL = `const game = { set level(n) { ${USE} } }`

  it.each<[string, string]>([
    ['reads', `${GETTER}\n${START}\nstart(new Save().all)`],
    ['sets', `${SETTER}\n${START}\nnew Game().level = 1\nstart()`],
    ['sets in a class that extends it', `${SETTER}\n${START}\nnew Level().begin()\nstart()`],
    ['sets of a literal', `${LITERAL}\n${START}\ngame.level = 1\nstart()`],
  ])('stops the app that %s it as it loads', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    ['is read on a click', `${GETTER}\n${START}\nconst save = new Save()\nonclick = () => save.all\nstart()`],
    [
      'is set on a click',
      `${SETTER}\n${START}\nconst game = new Game()\nonclick = () => { game.level = 2 }\nstart()`,
    ],
    ['is read in a try', `${GETTER}\n${START}\nlet all\ntry { all = new Save().all } catch {}\nstart(all)`],
    [
      'is set where nobody comes',
      `${LITERAL}\n${START}\nif (location.hash === '#debug') game.level = 1\nstart()`,
    ],
    [
      'is set of another class',
      `${SETTER}\n${START}\nclass Map {}\nnew Map().level = 1\nonclick = () => new Game()\nstart()`,
    ],
  ])('does not where it %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('what is called by a name that it was handed over with', () => {
  const EMITTER = `class Emitter { #all = new Map(); on(name, f) { if (!this.#all.has(name)) this.#all.set(name, []); this.#all.get(name).push(f) }
emit(name) { for (const f of this.#all.get(name) ?? []) f() } }
const events = new Emitter()\nevents.on('init', () => { ${USE}; events.emit('loaded') })\nevents.on('loaded', start)`
  const MACHINE = `class Machine { current = null; constructor(states) { this.states = states }
go(name) { this.current?.exit?.(); this.current = this.states[name]; this.current.enter() } }
const machine = new Machine({ boot: { enter() { ${USE}; machine.go('menu') } }, menu: { enter() { start() } } })`
  const CONTAINER = `class Container { makers = new Map(); made = new Map(); add(name, make) { this.makers.set(name, make); return this }
get(name) { if (!this.made.has(name)) this.made.set(name, this.makers.get(name)(this)); return this.made.get(name) } }
const all = new Container().add('store', () => ({ a: localStorage.a })).add('other', () => ({ a: 1 }))`

  it.each<[string, string, boolean]>([
    ['a listener in a Map', `${EMITTER}\nevents.emit('init')`, false],
    [
      'another listener in the Map',
      `${EMITTER}\nonclick = () => events.emit('init')\nevents.emit('loaded')`,
      true,
    ],
    ['a state in a table', `${MACHINE}\nmachine.go('boot')`, false],
    [
      'another state in the table',
      `${MACHINE}\nmachine.go('menu')\nonclick = () => machine.go('boot')`,
      true,
    ],
    ['what makes a part', `${CONTAINER}\nstart(all.get('store').a)`, false],
    [
      'what makes another part',
      `${CONTAINER}\nstart(all.get('other').a)\nonclick = () => all.get('store')`,
      true,
    ],
    [
      'a listener in a Set',
      `const all = new Set()\nconst tell = () => all.forEach((f) => f())\nall.add(() => { ${USE} })\ntell()\nstart()`,
      false,
    ],
    [
      'a listener that only a person adds',
      `const all = new Set()\nconst tell = () => all.forEach((f) => f())\nonclick = () => all.add(() => { ${USE} })\ntell()\nstart()`,
      true,
    ],
  ])('%s', async (_, script, expected) => {
    expect(await runs(`${START}\n${script}`)).toBe(expected)
  })
})

describe('the document of a frame', () => {
  it('is null, so that what old browsers get is come to', async () => {
    const frame = `const frame = document.createElement('iframe')\ndocument.body.append(frame)`
    const open = `let page = frame.contentDocument\nif (!page) { page = frame.contentWindow.document }\npage.open()`
    expect(await runs(`${frame}\n${open}\n${START}\nstart()`)).toBe(false)
    expect(await runs(`${frame}\nif (location.hash) { ${open} }\n${START}\nstart()`)).toBe(true)
  })
})

describe('a list of what a browser lacks', () => {
  it('is empty where it has all of that', async () => {
    const missing = `const missing = []\nif (typeof WebAssembly === 'undefined') missing.push('WebAssembly')`
    const go = `if (missing.length === 0) { ${USE} }\nstart()`
    expect(await runs(`${START}\n${missing}\n${go}`)).toBe(false)
    expect(await runs(`${START}\n${missing}\nmissing.push('A')\n${go}`)).toBe(true)
  })
})

describe('what compilers write', () => {
  it.each<[string, string]>([
    [
      'a field of a class',
      `class Game { constructor() { set(this, 'parts', [new Store()]) } run() { this.parts[0].load() } }`,
    ],
    [
      'a chain with a question mark',
      `class Game { constructor() { this.store = new Store() } run() { var a; (a = this.store) == null || a.load() } }`,
    ],
    [
      'a chain with a question mark that gives something',
      `class Game { constructor() { this.store = new Store() } run() { var a; return (a = this.store) == null ? void 0 : a.load() } }`,
    ],
    [
      'a value in place of nothing',
      `class Game { run(options = {}) { var a; return (a = options.saved) != null ? a : new Store().load() } }`,
    ],
  ])('of %s is followed', async (_, game) => {
    const set = `const set = (to, key, value) => (key in to ? Object.defineProperty(to, key, { value }) : (to[key] = value))`
    const store = `class Store { load() { ${USE} } }`
    expect(await runs(`${START}\n${set}\n${store}\n${game}\nstart(new Game().run())`)).toBe(false)
  })

  it.each([
    `const load = () => { ${USE} }\n(load(), document).addEventListener('click', start)`,
    `const game = {}, load = () => localStorage.getItem('a')\n;(game.best = load(), game).score = 0; start()`,
    `let best; const go = () => (best = localStorage.getItem('a'), Promise.resolve()).then(start)\ngo()`,
  ])('is followed before the last part of a sequence that has a field: %s', async (script) => {
    expect(await runs(`${START}\n${script}`)).toBe(false)
  })

  it('is followed where a module uses the name of its `require` again', async () => {
    const bundle = (again: string): string =>
      `(function (all, first) { const made = {}; function load(id) { if (!made[id]) { const one = made[id] = { exports: {} }; all[id][0].call(one.exports, (name) => load(all[id][1][name]), one, one.exports) } return made[id].exports } load(first) })({
1: [function (t, e, o) { var save = t('./save'), t = ${again}; function f() { save.read(); document.body.append('A') } new t() }, { './save': 2 }],
2: [function (t, e, o) { o.read = function () { ${USE} } }, {}] }, 1)`
    expect(await runs(bundle('f'))).toBe(false)
    expect(await runs(bundle("function () { document.body.append('A') }"))).toBe(true)
  })
})

describe('an element that a script defines', () => {
  const define = (methods: string): string =>
    `class Board extends HTMLElement { ${methods} }\ncustomElements.define('the-board', Board)\ndocument.body.append(new Board())`
  const RENDER = `render() { this.innerHTML = '<button>Play</button>'; this.firstChild.onclick = () => this.render() }`

  it('does not run where it fails as it is put into the page', async () => {
    expect(await runs(define(`connectedCallback() { ${USE}; this.render() } ${RENDER}`))).toBe(false)
  })

  it('runs where only a method fails that nothing calls', async () => {
    expect(await runs(define(`connectedCallback() { this.render() } ${RENDER} update() { ${USE} }`))).toBe(
      true,
    )
  })
})

describe('what describes fields of an object', () => {
  const FAILS = `{ get() { return localStorage.length }, set(value) { localStorage.a = value } }`
  const OTHER = `const other = { best: 1 }\ndocument.title = other.best`

  it.each<[string, string]>([
    ['a property that it defines', `Object.defineProperty(app, 'best', ${FAILS})\nstart(app.best)`],
    ['a property that it sets', `Object.defineProperty(app, 'best', ${FAILS})\napp.best = 1\nstart()`],
    ['one of several properties', `Object.defineProperties(app, { best: ${FAILS} })\nstart(app.best)`],
    [
      'any field of a Proxy',
      `const all = new Proxy(app, { get: (to, key) => localStorage[key] })\nstart(all.score)`,
    ],
    [
      'any field of a Proxy that it sets',
      `const all = new Proxy(app, { set: (to, key, value) => { localStorage[key] = value } })\nall.score = 1\nstart()`,
    ],
    ['what Reflect reads', `start(Reflect.get(window, 'localStorage'))`],
    [
      'what it reads of that',
      `const get = () => Reflect.get(window, 'document').cookie\nstart(get().length)`,
    ],
  ])('fails by %s', async (_, script) => {
    expect(await runs(`${START}\nconst app = {}\n${script}`)).toBe(false)
  })

  it.each<[string, string]>([
    ['a property of another object', `Object.defineProperty(app, 'best', ${FAILS})\n${OTHER}`],
    [
      'one that it sets, where only reading fails',
      `Object.defineProperty(app, 'best', { get() { ${USE} }, set() {} })\napp.best = 1`,
    ],
    [
      'a Proxy that it only sets, where reading fails',
      `const all = new Proxy(app, { get: () => { ${USE} }, set: () => true })\nall.a = 1\n${OTHER}`,
    ],
    [
      'a Proxy that only a person reads',
      `const all = new Proxy(app, { get: () => { ${USE} } })\nonclick = () => all.a`,
    ],
    [
      'one of several properties that nothing reads',
      `Object.defineProperties(app, { best: ${FAILS}, next: {} })\ndocument.title = app.next`,
    ],
  ])('runs with %s', async (_, script) => {
    expect(await runs(`${START}\nconst app = {}\n${script}\nstart()`)).toBe(true)
  })
})

describe('an app without what a `try` could not get', () => {
  const GETS = 'function store() { try { return window.localStorage } catch (error) { return null } }'
  const READS = "document.body.append(saved.getItem('a'))\nstart()"

  it.each<[string, string]>([
    ['of a function', `${GETS}\nconst saved = store()\n${READS}`],
    ['of a function that ends then', `${GETS.replace('return null', '')}\nconst saved = store()\n${READS}`],
    ['in a variable', `let saved = null\ntry { saved = localStorage } catch (error) {}\n${READS}`],
    [
      'in a field',
      `${GETS}\nclass Save { constructor() { this.store = store(); this.best = this.store.getItem('a') } }\nconst save = new Save()\nstart()`,
    ],
    [
      'in a parameter',
      `${GETS}\nconst made = (saved) => ({ load() { return saved.getItem('a') } })\nconst save = made(store())\nstart(save.load())`,
    ],
  ])('does not run where it needs it %s', async (_, script) => {
    expect(await runs(`${START}\n${script}`)).toBe(false)
  })

  it.each<[string, string]>([
    ['asks whether it is there', `${GETS}\nconst saved = store()\nif (saved) saved.getItem('a')\nstart()`],
    ['asks for it only if it is there', `${GETS}\nconst saved = store()\nstart(saved?.getItem('a'))`],
    [
      'has returned before',
      `${GETS}\nconst saved = store()\nconst load = () => { if (!saved) return 0; return saved.getItem('a') }\nstart(load())`,
    ],
    ['has another one', `${GETS}\nconst saved = store() || new Map()\nstart(saved.get('a'))`],
    [
      'gets another one',
      `${GETS.replace('null', 'new Map()')}\nconst saved = store()\nstart(saved.get('a'))`,
    ],
    [
      'minds that as well',
      `${GETS}\nconst saved = store()\nconst load = () => { try { return saved.getItem('a') } catch { return 0 } }\nstart(load())`,
    ],
    [
      'sets another one',
      `let saved = null\ntry { saved = localStorage } catch { saved = new Map() }\nstart(saved.get('a'))`,
    ],
  ])('runs where it %s', async (_, script) => {
    expect(await runs(`${START}\n${script}`)).toBe(true)
  })
})

describe('an app that shows something once it has minded a failure', () => {
  const SHOWS = 'const show = (one) => { document.body.textContent = one }'
  const LOADS = `const load = () => fetch(${URL}).then((one) => one.json()).then((one) => { document.body.append(one) })`

  it.each<[string, string]>([
    ['behind a catch', "load().catch(() => 'none').then(show)"],
    ['behind a catch that it waits for', '(async () => { await load().catch(() => {}); show(1) })()'],
    ['whatever comes', 'load().finally(show)'],
    ['in either case', 'load().then(show, show)'],
    ['behind a then that minds it', "load().then(() => 'in', () => 'out').then(show)"],
  ])('runs: %s', async (_, script) => {
    expect(await runs(`${SHOWS}\n${LOADS}\n${script}`)).toBe(true)
  })

  it('does not run where nothing is shown', async () => {
    expect(await runs(`${SHOWS}\n${LOADS}\nload().then(show).catch(() => {})`)).toBe(false)
  })

  it('does not run where more is lost than what would be shown', async () => {
    const lost = LOADS.replace('document.body.append(one)', 'document.onclick = () => show(one)')
    expect(await runs(`${SHOWS}\n${lost}\nload().catch(() => {}).then(() => show(1))`)).toBe(false)
  })
})

describe('a promise in a field', () => {
  const OPENS = `class Store { constructor() { this.open() }
open() { this.db = new Promise((done) => { const request = indexedDB.open('a'); request.onsuccess = () => done(request.result) }) }`

  it.each<[string, string]>([
    ['a method goes on with', 'get() { return this.db.then((db) => db.a) }'],
    ['a method waits for', 'async get() { const db = await this.db; return db.a }'],
  ])('is never fulfilled, and the app does not start, which %s', async (_, get) => {
    expect(await runs(`${START}\n${OPENS}\n${get} }\nnew Store().get().then(start)`)).toBe(false)
    expect(await runs(`${START}\n${OPENS}\n${get} }\nnew Store().get()\nstart()`)).toBe(true)
  })
})

describe('a function with the name of something else', () => {
  it.each<[string, string]>([
    [
      'a function of the language',
      'const keys = () => localStorage.a\nwindow.all = () => keys()\nObject.keys({})',
    ],
    ['one in a variable', 'window.a = { now() { return localStorage.a } }\nconst now = Date.now\nnow()'],
    ['one of the console', 'window.a = { log() { return localStorage.a } }\nconsole.log(1)'],
  ])('is not called by %s', async (_, script) => {
    expect(await runs(`${script}\n${START}\nstart()`)).toBe(true)
  })

  it('is called where an object has a method `call` or `apply` itself', async () => {
    const client = 'class Client { call(name) { return localStorage.getItem(name) } }'
    expect(await runs(`${START}\n${client}\nstart(new Client().call('a'))`)).toBe(false)
  })
})

describe('an app that minds a failure', () => {
  it.each<[string, string]>([
    ['starts in a catch, too', `fetch(${URL}).then(start).catch(() => start())`],
    ['goes on behind a catch', `fetch(${URL}).then((one) => one.json()).catch(() => null).then(start)`],
    ['goes on behind a try', `let saved\ntry { saved = load(localStorage.saved) } catch {}\nstart(saved)`],
    [
      'goes on behind each try of two',
      `(async () => { try { show(await fetch(${URL})) } catch {}\ntry { show(localStorage.a) } catch {}\nstart() })()`,
    ],
    [
      'starts in another function',
      `const board = async () => { try { const rows = await fetch(${URL}); rows.onclick = () => start(rows) } catch {} }\nstart()\nboard()`,
    ],
    [
      'starts where an element fails',
      `const script = document.createElement('script')\nscript.onload = () => start()\nscript.onerror = () => { start() }\nscript.src = ${URL}\ndocument.head.append(script)`,
    ],
    [
      'loads another picture',
      `const image = new Image()\nimage.onload = () => start()\nimage.onerror = () => { image.src = 'icon.png' }\nimage.src = ${URL}`,
    ],
    [
      'counts what has failed, too',
      `let left = 1\nconst count = () => { if (--left === 0) start() }\nfor (const url of [${URL}]) { const image = new Image(); image.onload = () => count(); image.onerror = () => count(); image.src = url }`,
    ],
    [
      'goes by a try before',
      `const canSave = () => { try { localStorage.setItem('a', '1'); return true } catch { return false } }\nif (canSave()) { localStorage.clear(); start() }\nelse start()`,
    ],
    ['hands on what nobody knows', `fetch(${URL}).then(start).catch((error) => Engine.boot(error))`],
  ])('runs where it %s', async (_, script) => {
    expect(await runs(`${START}\n${script}`)).toBe(true)
  })

  it.each<[string, string]>([
    ['logs it', `fetch(${URL}).then((one) => one.json()).then(start).catch((error) => console.error(error))`],
    [
      'shows it',
      `(async () => { try { start(await (await fetch(${URL})).json()) } catch (error) { document.body.textContent = error } })()`,
    ],
    [
      'logs it where it calls what fails',
      `const main = async () => { start(await fetch(${URL})) }\nmain().catch(console.error)`,
    ],
    [
      'logs it far from what fails',
      `const load = () => localStorage.getItem('a')\nconst init = () => { const saved = load()\nstart(saved) }\ntry { init() } catch (error) { console.error(error) }`,
    ],
    [
      'shows that an element fails',
      `const script = document.createElement('script')\nscript.onload = () => start()\nscript.onerror = () => { document.body.textContent = 'Sorry' }\nscript.src = ${URL}\ndocument.head.append(script)`,
    ],
    [
      'logs it as compilers write that',
      `var __awaiter = (that, values, P, steps) => new Promise((resolve, reject) => { const g = steps.apply(that, values); const step = (one) => one.done ? resolve(one.value) : Promise.resolve(one.value).then((v) => step(g.next(v)), (e) => step(g.throw(e))); step(g.next()) })\n__awaiter(this, void 0, void 0, function* () { const answer = yield fetch(${URL})\nstart(answer) })`,
    ],
    [
      'logs a database that does not open',
      `try { const open = indexedDB.open('a')\nopen.onsuccess = () => start() } catch (error) { console.log(error) }`,
    ],
    [
      'rejects a promise in a function of its own',
      `const load = (url) => new Promise((resolve, reject) => { const image = new Image(); image.onload = () => resolve(image); image.onerror = () => reject(new Error(url)); image.src = url })\nload(${URL}).then(start)`,
    ],
  ])('does not run where it only %s', async (_, script) => {
    expect(await runs(`${START}\n${script}`)).toBe(false)
  })
})

describe('an app of modules', () => {
  it('runs where what one module of the app starts goes on after a failure', async () => {
    const game = `export const boot = () => { const load = () => new Promise((done) => done(localStorage.best))
load().catch(() => 0).then((best) => { document.body.append(best) }) }`
    expect(await runsWith(`import { boot } from './game.js'\nboot()`, { 'game.js': game })).toBe(true)
  })

  it('does not run where the module fails that is imported ahead of the game', async () => {
    const files = {
      'theme.js': 'document.body.className = localStorage.theme',
      'game.js': `${START}\nstart()`,
    }
    expect(await runsWith(`import './theme.js'\nimport './game.js'`, files)).toBe(false)
  })

  const runsWith = async (main: string, files: Readonly<Record<string, string>> = {}, map = '') => {
    const head = map === '' ? '' : `<script type="importmap">{"imports":${map}}</script>`
    const all = {
      'index.html': page(`${head}<script type="module" src="main.js"></script>`),
      'main.js': main,
    }
    return (await check(memoryBundle({ ...sampleFiles(), ...all, ...files }))).runs
  }
  const FAILING = { 'a.js': `${USE}\nexport const a = 1` }
  const MAP = '{"a":"https://a.example/a.js","b/":"https://a.example/b/"}'

  it.each<[string, string]>([
    [
      'only a person imports a module that fails',
      `${START}\nstart()\nonclick = async () => { await import('./a.js') }`,
    ],
    ['it minds that a module fails', `${START}\nimport('./a.js').catch(() => {}).then(start)`],
    ['only a server for developers has a flag', `${START}\nif (import.meta.env?.DEV) ${USE}\nstart()`],
  ])('runs where %s', async (_, main) => {
    expect(await runsWith(main, FAILING)).toBe(true)
  })

  it.each<[string, string]>([
    ['awaits', `${START}\nawait import('./a.js')\nstart()`],
    ['goes on with', `${START}\nimport('./a.js').then(() => start())`],
    ['imports', `import { a } from './a.js'\n${START}\nstart(a)`],
  ])('does not run where it %s a module that fails', async (_, main) => {
    expect(await runsWith(main, FAILING)).toBe(false)
  })

  it.each<[string, string]>([
    ['of a class', `export class Store { static get all() { return localStorage.length } }`],
    ['of what it exports', `export const Store = { get all() { return localStorage.length } }`],
  ])('does not run where a getter %s fails that another module reads', async (_, store) => {
    const main = `import { Store } from './store.js'\n${START}\nstart(Store.all)`
    expect(await runsWith(main, { 'store.js': store })).toBe(false)
    expect(await runsWith(main.replace('Store.all', 'top.all'), { 'store.js': store })).toBe(true)
  })

  const BUS = `const listeners = {}
export const bus = { on(name, listener) { (listeners[name] = listeners[name] || []).push(listener) },
emit(name, value) { (listeners[name] || []).forEach((listener) => listener(value)) } }`
  const SAVE = `import { bus } from './bus.js'\nbus.on('boot', () => { ${USE}\nbus.emit('loaded') })`
  const UI = `import { bus } from './bus.js'\n${START}\nbus.on('loaded', start)`

  it.each<[string, boolean]>([
    [`bus.emit('boot')`, false],
    [`document.onclick = () => bus.emit('boot')\nbus.emit('loaded')`, true],
    [`document.onclick = () => bus.emit('boot')\nbus.emit('other')`, true],
  ])('with an event bus that calls what other modules hand over: %s', async (main, expected) => {
    const files = { 'bus.js': BUS, 'save.js': SAVE, 'ui.js': UI }
    const all = `import { bus } from './bus.js'\nimport './save.js'\nimport './ui.js'\n${main}`
    expect(await runsWith(all, files)).toBe(expected)
    // As bundlers put it into one file.
    const bundled = Object.values({ ...files, main }).map((one) =>
      one.replaceAll(/^(?:import .*\n)+|export /gm, ''),
    )
    expect(await runsWith(bundled.join('\n'))).toBe(expected)
  })

  it.each<[string, boolean]>([
    ['play', true],
    ['save', false],
  ])('runs by the component that it shows of two: %s', async (tab, expected) => {
    const tiny = `export const h = (type, props, ...children) => ({ type, props, children })
const make = (node) => { if (typeof node.type === 'function') return make(node.type(node.props)); const made = document.createElement(node.type); made.append(...node.children); made.onclick = node.props.onclick; return made }
export const render = (node) => { document.body.append(make(node)) }`
    const play = `import { h } from './tiny.js'\nexport const Play = () => h('p', { onclick: () => {} }, 'Play')`
    const save = `import { h } from './tiny.js'\nexport const Save = () => { ${USE}; return h('p', { onclick: () => {} }, 'Save') }`
    const main = `import { h, render } from './tiny.js'\nimport { Play } from './play.js'\nimport { Save } from './save.js'
const tab = '${tab}'\nconst App = () => tab === 'play' ? h(Play) : h(Save)\nrender(h(App))`
    expect(await runsWith(main, { 'tiny.js': tiny, 'play.js': play, 'save.js': save })).toBe(expected)
  })

  it('that shares nothing with other scripts: what a bundler wrote has no imports', async () => {
    const script = (
      level: number,
    ): string => `var levels = [() => { ${USE} }, () => { document.body.append('Play') }]
${START}\nfunction play(level) { levels[level](); start() }\nplay(${level})`
    expect(await runsWith(script(1))).toBe(true)
    expect(await runsWith(script(0))).toBe(false)
  })

  it.each<[string, boolean]>([
    ['one', true],
    ['two', false],
  ])('that starts with one of its modules: %s', async (name, expected) => {
    const module = `export const run = () => { document.body.onclick = () => document.body.append('!') }`
    const main = `const all = { one: () => import('./one.js'), two: () => import('./two.js') }
const play = async (name) => { const { run } = await all[name](); run() }\nawait play('${name}')`
    expect(await runsWith(main, { 'one.js': module, 'two.js': `${USE}\n${module}` })).toBe(expected)
  })

  it('runs where a helper of another module minds that what it is given fails', async () => {
    const main = `import { to } from './to.js'
const [, data] = await to(fetch('https://a.example/a').then((answer) => answer.text()))
document.body.append(data ?? 'Offline')`
    const to = `export const to = (promise) => promise.then((data) => [null, data]).catch((error) => [error, null])`
    expect(await runsWith(main, { 'to.js': to })).toBe(true)
  })

  it.each<[string, boolean, string]>([
    ['nothing of an import map', true, `${START}\nstart()`],
    ['it only as a person asks for it', true, `${START}\nonclick = () => import('a')\nstart()`],
    ['it where it can do without', true, `${START}\nimport('a').catch(() => null).then(start)`],
    ['it before all', false, `import { a } from 'a'\n${START}\nstart(a)`],
    ['a file below an address', false, `import { a } from 'b/a.js'\n${START}\nstart(a)`],
    ['it before it starts', false, `${START}\nawait import('a')\nstart()`],
  ])('that imports %s: %s', async (_, expected, main) => {
    expect(await runsWith(main, {}, MAP)).toBe(expected)
  })
})

describe('an app that loads a list of pictures', () => {
  const loader = (failed: string): string => `${START}
class Loader { constructor() { this.total = 0; this.loaded = 0 }
image(url) { this.total++; const image = new Image(); image.onload = ${failed}() => this.count(); image.src = url }
count() { if (++this.loaded === this.total) this.onComplete() } }
const loader = new Loader()
loader.onComplete = start
loader.image('icon.png')
loader.image(${URL})`

  it('runs where those count that have failed', async () => {
    expect(await runs(loader('image.onerror = '))).toBe(true)
  })

  it('does not run where it waits for all of them', async () => {
    expect(await runs(loader(''))).toBe(false)
  })
})

describe('an app that reads the pixels of a picture', () => {
  const reading = (load: string, drawn: string, read = 'pen.getImageData(0, 0, 1, 1)'): string => `${load}
function start() { const canvas = document.createElement('canvas'); const pen = canvas.getContext('2d')
pen.drawImage(${drawn}, 0, 0); ${read}; loop() }
function loop() { requestAnimationFrame(loop) }`
  const loaded = (keep: string, src: string): string =>
    `const image = new Image(); image.onload = start; image.src = ${src}; ${keep}`
  const DATA = `'data:image/gif;base64,R0lGODlhAQABAAAAACw='`

  it.each([
    [
      'from a table',
      `const all = {}\n${loaded('all.a = image; all[name] = image', `'icon.png'`)}`,
      'all.icon',
    ],
    ['from a list', `const all = []\n${loaded('all.push(image)', `'icon.png'`)}`, 'all[0]'],
    [
      'from a table of a field',
      `const game = { all: {} }\n${loaded('game.all[name] = image', `'icon.png'`)}`,
      'game.all.icon',
    ],
    [
      'from a field of what is made elsewhere',
      `class Game { open() { this.sheet = new Image(); this.sheet.onload = start; this.sheet.src = 'icon.png' } }\nconst game = new Game(); game.open()`,
      'game.sheet',
    ],
    [
      'whose file a list names',
      `const all = {}\nfor (const name of ['icon.png']) { ${loaded('all[name] = image', 'name')} }`,
      'all.icon',
    ],
    [
      'whose loader has no crossOrigin to give',
      `const loader = { crossOrigin: false }\nconst image = new Image(); loader.crossOrigin && (image.crossOrigin = loader.crossOrigin); image.onload = start; image.src = 'icon.png'`,
      'image',
    ],
    [
      'in a field of what a function is given',
      `const load = (file) => { file.image = new Image(); file.image.onload = start; file.image.src = file.url }\nconst file = { url: 'icon.png' }; load(file)`,
      'file.image',
    ],
    [
      'that a function loads',
      `const all = []\nfunction load(url) { ${loaded('all.push(image)', 'url')} }\nload('icon.png')`,
      'all[0]',
    ],
  ])('does not run where it is %s', async (_where, load, drawn) => {
    expect(await runs(reading(load, drawn))).toBe(false)
  })

  it('does not run where the context has no name', async () => {
    const load = loaded('', `'icon.png'`)
    const read = `canvas.getContext('2d').drawImage(image, 0, 0); canvas.toDataURL()`
    expect(await runs(reading(load, 'document.createElement("canvas")', read))).toBe(false)
  })

  it.each([
    [
      'gets a crossOrigin of its loader',
      `const loader = { crossOrigin: '' }\nconst image = new Image(); loader.crossOrigin != null && (image.crossOrigin = loader.crossOrigin); image.onload = start; image.src = 'icon.png'`,
      'image',
    ],
    ['is a data: URL in a table', `const DATA = { a: ${DATA} }\n${loaded('', 'DATA.a')}`, 'image'],
    [
      'is an entry of a table of data: URLs',
      `const DATA = { a: ${DATA} }, all = {}\nfor (const [name, url] of Object.entries(DATA)) { ${loaded('all[name] = image', 'url')} }`,
      'all.icon',
    ],
    [
      'comes out of a file that nobody knows',
      `const all = []\nfetch('manifest.json').then((answer) => answer.json()).then((list) => { for (const url of list) { ${loaded('all.push(image)', 'url')} } })`,
      'all[0]',
    ],
    [
      'is the URL of a Blob in a table',
      `const urls = {}, all = {}\nfetch('icon.png').then((answer) => answer.blob()).then((blob) => { urls.a = URL.createObjectURL(blob); ${loaded('all[name] = image', 'urls[name]')} })`,
      'all.icon',
    ],
    [
      'is what a canvas gave before',
      `const url = document.createElement('canvas').toDataURL(), all = []\nfunction load(from) { ${loaded('all.push(image)', 'from')} }\nload(url)`,
      'all[0]',
    ],
    [
      'is loaded with crossOrigin',
      `const all = []\nconst image = new Image(); image.crossOrigin = ''; image.onload = start; image.src = 'icon.png'; all.push(image)`,
      'all[0]',
    ],
    [
      'is a canvas in a field that others have a picture in',
      `const back = { image: new Image() }; back.image.src = 'icon.png'\nconst make = () => ({ image: document.createElement('canvas') })\nconst one = make(); setTimeout(start)`,
      'one.image',
    ],
    [
      'is a canvas beside pictures in a list',
      `const all = [], mask = document.createElement('canvas'); all.push(mask)\n${loaded('all.push(image)', `'icon.png'`)}`,
      'all[0]',
    ],
  ])('runs where it %s', async (_what, load, drawn) => {
    expect(await runs(reading(load, drawn))).toBe(true)
  })
})
