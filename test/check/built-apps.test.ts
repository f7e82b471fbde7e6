import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const runsPage = async (body: string, files: Readonly<Record<string, string>> = {}): Promise<boolean> => {
  const page = `<!doctype html><html lang="en"><title>A</title><div id="app"></div>${body}</html>`
  return (await check(memoryBundle({ ...sampleFiles(), ...files, 'index.html': page }))).runs
}

const runs = (script: string): Promise<boolean> => runsPage(`<script>${script}</script>`)

const READ = `localStorage.getItem('best')`
const APP = `document.getElementById('app')`

/** What React has: an element of a component, hooks, and a root that renders later. */
const REACT = `var R = { jsx: (type, props) => ({ $$typeof: 1, type, props }), createRoot: (at) => ({ render(e) { queue.push(e, at) } }) }
var queue = []`
const react = (app: string): string =>
  `${REACT}\n${app}\n(0, R.createRoot)(${APP}).render((0, R.jsx)(App, {}))`

/** What a minifier makes of a library that makes elements. */
const MINIFIED = `function m(t, p) { return { type: t, props: p, key: null } }
function h(t, p) { return m(t, p) }
function r(e, t) { t.__k = e; queue.push(e) }
var queue = []`
const minified = (app: string): string => `${MINIFIED}\n${app}\nr(h(a, {}), ${APP})`

const BUS = `class Bus { l = {}
on(e, f) { (this.l[e] ||= []).push(f) }
emit(e, d) { for (const f of this.l[e] ?? []) f(d) } }
const bus = new Bus()`

const EXTENDS = `var __extends = function (d, b) { d.prototype = Object.create(b.prototype) }
var Base = (function () { function Base() { this.data = this.read() }
Base.prototype.read = function () { return {} }
return Base })()
var Saved = (function (_super) { __extends(Saved, _super)
function Saved() { return _super.apply(this, arguments) || this }
Saved.prototype.read = function () { return ${READ} }
return Saved })(Base)`

const ONCE = `class Saves { static get() { if (!Saves.one) Saves.one = new Saves(); return Saves.one }
constructor() { this.best = ${READ} } }`

const SCENES = `class Menu { enter() { ${APP}.textContent = 'Play' } }
class Over { enter() { ${APP}.textContent = ${READ} } }
class Game { constructor() { this.scenes = { menu: new Menu(), over: new Over() } }
go(name) { this.current = this.scenes[name]; this.current.enter() } }
const game = new Game()`

/** An engine, built into the game, that shows scenes in a way that nobody follows. */
const ENGINE = `const E = { Scene: class {}, Game: class { constructor(options) { window.boot = options
addEventListener('pointerdown', () => window.boot.tap()); addEventListener('keydown', () => window.boot.key())
const step = () => { window.boot.step(); requestAnimationFrame(step) }; step() } } }
class Best extends E.Scene { create() { this.add.text(0, 0, ${READ}) } }
class Menu extends E.Scene { create() { this.add.text(0, 0, 'Play'); this.on('pointerdown', () => ${READ}) } }`

const HELPERS = `function _asyncToGenerator(n) { return function () { var t = this, e = arguments; return new Promise(function (r, o) { var a = n.apply(t, e); function s(v) { step(a, r, o, s, 'next', v) } s() }) } }
function step(n, t, e, r, a, c) { try { var i = n[a](c), u = i.value } catch (n) { return void e(n) } i.done ? t(u) : Promise.resolve(u).then(r) }
function _regenerator() { return helpers }
var helpers = window.regenerator`

/** What Babel writes for an asynchronous function. */
const steps = (code: string, tries: string): string =>
  `${HELPERS}
var load = function () { var _ref = _asyncToGenerator(_regenerator().m(function _callee() { return _regenerator().w(function (_context) { while (1) switch (_context.n) { case 0: ${code}; return _context.a(2, 1) } }, _callee, null${tries}) })); return function load() { return _ref.apply(this, arguments) } }()
load().then(function () { ${APP}.textContent = 'Play' })`

/** What TypeScript writes for `for…of`. */
const loop = (code: string): string =>
  `var e_1
try { for (var list = ['a'], i = 0; i < list.length; i++) { ${code} } }
catch (e_1_1) { e_1 = { error: e_1_1 } }
finally { if (e_1) throw e_1.error }
${APP}.textContent = 'Play'`

describe('an app runs', () => {
  it.each<[string, string]>([
    [
      'where a component saves on a click',
      react(`function App() { return R.jsx('b', { onClick: () => ${READ} }) }`),
    ],
    [
      'where a component minds the error of another one',
      react(
        `class Boundary { static getDerivedStateFromError() { return {} } render() { return this.props.children } }
function Best() { return ${READ} }
function App() { return R.jsx(Boundary, { children: R.jsx(Best, {}) }) }`,
      ),
    ],
    [
      'where only what no component renders fails',
      minified(`function a() { return h('b', {}) }\nfunction b() { return ${READ} }`),
    ],
    [
      'where a component fails that is closed at first',
      react(
        `function Best() { return ${READ} }\nfunction App() { var [on, open] = R.useState(!1); return R.jsx('b', { onClick: () => open(!0), children: on && R.jsx(Best, {}) }) }`,
      ),
    ],
    ['where an engine shows another scene first', `${ENGINE}\nnew E.Game({ scene: [Menu, Best] })`],
    [
      'where nothing tells its listeners',
      `${BUS}\nbus.on('save', () => ${READ})\nbus.on('draw', () => { ${APP}.textContent = 'Play' })\nbus.emit('draw')`,
    ],
    [
      'where only a click tells those who listen',
      `${BUS}\nbus.on('load', () => ${READ})\n${APP}.textContent = 'Play'\nonclick = () => bus.emit('load')`,
    ],
    [
      'where a class of functions is only made on a click',
      `${EXTENDS}\n${APP}.textContent = new Base().data\nonclick = () => new Saved()`,
    ],
    ['where another scene is shown', `${SCENES}\ngame.go('menu')\nonclick = () => game.go('over')`],
    [
      'where a click asks first for what is made once',
      `${ONCE}\n${APP}.textContent = 'Play'\nonclick = () => Saves.get()`,
    ],
    ['where steps mind an error', steps(`_context.p = 0; ${READ}`, ', [[0, 1]]')],
    [
      'where a runner takes one step of a generator at a time',
      `function* scene() { yield 1; ${READ} }
const queue = []
const run = (steps) => { const next = () => { if (!steps.next().done) queue.push(next) }; next() }
${APP}.textContent = 'Play'
run(scene())
onclick = () => queue.shift()?.()`,
    ],
    [
      'where the loop of a game keeps generators for later',
      `const tasks = []
const spawn = (steps) => { tasks.push(steps) }
function* save() { while (true) { yield 600; ${READ} } }
spawn(save())
const draw = () => { ${APP}.textContent = tasks.length; requestAnimationFrame(draw) }
draw()`,
    ],
  ])('%s', async (_how, script) => {
    expect(await runs(script)).toBe(true)
  })

  it('where only browsers without modules run what fails', async () => {
    const modern = `<script type="module">${APP}.textContent = 'Play'</script>`
    expect(await runsPage(`${modern}<script nomodule>${READ}</script>`)).toBe(true)
    expect(await runsPage(`${modern}<script nomodule src="old.js"></script>`, { 'old.js': READ })).toBe(true)
  })
})

/** What webpack makes of modules: a list of functions, and one that gives each its exports. */
const webpack = (entry: string, modules: Readonly<Record<string, string>>): string => {
  const list = Object.entries({ 1: entry, ...modules })
    .map(([key, body]) => `${key}: function (t, e, n) { ${body} }`)
    .join(',\n')
  return `(() => { var t = { ${list} }, e = {}
function n(r) { var i = e[r]; if (i !== undefined) return i.exports; var o = e[r] = { exports: {} }; return t[r].call(o.exports, o, o.exports, n), o.exports }
n.d = (e, t) => { for (var r in t) Object.defineProperty(e, r, { enumerable: true, get: t[r] }) }
n(1) })()`
}

/** How TypeScript has a module that may be of another kind. */
const INTEROP =
  'var s = this && this.__importDefault || function (t) { return t && t.__esModule ? t : { default: t } }'
/** Modules that have as many defaults as a bundle has. */
const OTHERS = Object.fromEntries(
  [10, 11, 12, 13, 14].map((key) => [key, 'e.default = class { read() { return 0 } }']),
)
const STORE = `e.default = class { read() { return ${READ} } }`
const NEEDED = 'n(10), n(11), n(12), n(13), n(14)'

describe('a module of a bundle', () => {
  it.each<[string, string, string]>([
    ['its default', `${NEEDED}; var i = n(2); new i.default().read()`, STORE],
    [
      'its default, as TypeScript has it',
      `${INTEROP}; ${NEEDED}; const i = s(n(2)); new i.default().read()`,
      `Object.defineProperty(e, '__esModule', { value: true }); ${STORE}`,
    ],
    ['all that it is', `var read = n(2); read()`, `t.exports = function () { return ${READ} }`],
    [
      'a name that it hands out',
      'n(10); var i = n(2); (0, i.a)()',
      `n.d(e, { a: () => r }); function r() { return ${READ} }`,
    ],
  ])('ends the app where another one calls %s', async (_, main, store) => {
    expect(await runs(webpack(main, { ...OTHERS, 2: store }))).toBe(false)
  })

  it.each<[string, string, string]>([
    ['another one', `${NEEDED}; var i = n(10); new i.default().read(); n(2)`, STORE],
    [
      'another name',
      'n(10); var i = n(2); (0, i.b)()',
      `n.d(e, { a: () => r, b: () => q }); function r() { return ${READ} } function q() {}`,
    ],
  ])('leaves it running where that calls %s', async (_, main, store) => {
    expect(await runs(webpack(`${main}; ${APP}.textContent = 'Play'`, { ...OTHERS, 2: store }))).toBe(true)
  })
})

describe('an app does not run', () => {
  it.each<[string, string]>([
    ['where a component fails', react(`function App() { return R.jsx('b', { children: ${READ} }) }`)],
    [
      'where the first value of a state fails',
      react(`function App() { const [n] = R.useState(() => ${READ}); return R.jsx('b', { n }) }`),
    ],
    [
      'where an effect fails',
      react(`function App() { R.useEffect(() => { ${READ} }); return R.jsx('b', {}) }`),
    ],
    [
      'where a component as a class fails',
      react(`class App { componentDidMount() { ${READ} } render() { return R.jsx('b', {}) } }`),
    ],
    [
      'where a component fails as it is made',
      react(`class App { constructor() { this.best = ${READ} } render() { return R.jsx('b', {}) } }`),
    ],
    [
      'where a component within another one fails',
      react(`function Best() { return ${READ} }\nfunction App() { return R.jsx(Best, {}) }`),
    ],
    [
      'where a component fails that is open at first',
      react(
        `function Best() { return ${READ} }\nfunction App() { var [on] = R.useState(!0); return R.jsx('b', { children: on && R.jsx(Best, {}) }) }`,
      ),
    ],
    [
      'where a wrapper is given the window as what is around it',
      `(function (root) { ${APP}.textContent = root.${READ} })(this)`,
    ],
    [
      'where a wrapper gives the window to what makes a library',
      `(function (root, make) { root.Best = make(root) })(this, function (w) { return { get: function () { return w.${READ} } } })\n${APP}.textContent = Best.get()`,
    ],
    [
      'where a function is given the window that another one was given',
      `const best = (w) => w.${READ}\nconst start = (w) => { ${APP}.textContent = best(w) }\nstart(window)`,
    ],
    ['where a component fails in minified code', minified(`function a() { return ${READ} }`)],
    [
      'where a component within another one fails in minified code',
      minified(`function b() { return ${READ} }\nfunction a() { return h(b, {}) }`),
    ],
    [
      'where the component fails that minified code mounts',
      `var started = []\nfunction M(c, o) { started.push(() => c(o.target)) }\nfunction A(e) { e.textContent = ${READ} }\nM(A, { target: ${APP} })`,
    ],
    [
      'where the data of an app fail that minified code makes',
      `import('./vue.js')\nvar v = window.made\nconst A = { data() { return { n: ${READ} } } }\nv.x(A).use(1).mount('#app')`,
    ],
    [
      'where those who listen are told',
      `${BUS}\nbus.on('boot', () => ${READ})\nbus.emit('boot')\n${APP}.textContent = 'Play'`,
    ],
    [
      'where a class of functions is made that extends another',
      `${EXTENDS}\n${APP}.textContent = new Saved().data`,
    ],
    ['where the scene fails that is shown', `${SCENES}\ngame.go('over')`],
    ['where the scene fails that an engine shows first', `${ENGINE}\nnew E.Game({ scene: [Best, Menu] })`],
    ['where the only scene of an engine fails', `${ENGINE}\nnew E.Game({ width: 320, scene: Best })`],
    ['where what is made once fails', `${ONCE}\n${APP}.textContent = Saves.get().best`],
    ['where steps fail', steps(READ, '')],
    ['where a loop fails that a compiler wrote', loop(READ)],
    ['where what is shown is what fails', `${APP}.textContent = ${READ}`],
    [
      'where a module fails of a list with gaps',
      `(() => { var all = [, (m, e) => { e.load = () => ${READ} }, (m, e) => { e.show = () => { ${APP}.textContent = 'Play' } }], done = {}
function get(id) { if (done[id] !== undefined) return done[id].exports; var m = done[id] = { exports: {} }; all[id](m, m.exports, get); return m.exports }
var a = get(1), b = get(2); (0, a.load)(); (0, b.show)() })()`,
    ],
  ])('%s', async (_how, script) => {
    expect(await runs(script)).toBe(false)
  })
})

describe('a database that a library opens', () => {
  const START = `addEventListener('click', () => { document.body.append('A') })`
  const ASSIGN = `var _ = function () { return (_ = Object.assign || function (t) { for (var s, i = 1; i < arguments.length; i++) for (var k in s = arguments[i]) t[k] = s[k]; return t }).apply(this, arguments) }`
  const EXTEND = `function extend(target, ...sources) { sources.forEach((one) => { for (var key in one) target[key] = one[key] }); return target }`
  const PROPS = `var define = Object.defineProperty
function set(object, key, value) { define(object, key, { value, configurable: true }) }
function props(object, more) { Object.keys(more).forEach(function (key) { set(object, key, more[key]) }) }`
  const opened = (database: string): string =>
    `new Promise((done) => { const request = ${database}.open('a'); request.onsuccess = done }).then(() => { ${START} })`

  it.each<[string, string]>([
    ['by another name', `const idb = window.indexedDB || window.mozIndexedDB\n${opened('idb')}`],
    ['as an option', `const start = (options) => { ${opened('options.idb')} }\nstart({ idb: indexedDB })`],
    [
      'out of options that a compiler merges',
      `${ASSIGN}\nclass Data { constructor(options) { this.deps = _({ cache: 1, idb: indexedDB }, options) }\nopen() { ${opened('this.deps.idb')} } }\nnew Data().open()`,
    ],
    [
      'out of options that a loop merges',
      `${EXTEND}\nconst options = extend({ cache: 1 }, { idb: indexedDB })\n${opened('options.idb')}`,
    ],
    [
      'of a class that it was copied into',
      `class Data {}\nObject.assign(Data, { idb: indexedDB })\n${opened('Data.idb')}`,
    ],
    [
      'of a function that it was copied into',
      `${PROPS}\nfunction Data() {}\nprops(Data, { idb: indexedDB })\n${opened('Data.idb')}`,
    ],
  ])('is seen %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    ['it only looks for one', `const idb = window.indexedDB\nif (idb) document.body.append('A')\n${START}`],
    [
      'a click opens it',
      `const idb = window.indexedDB\naddEventListener('click', () => { ${opened('idb')} })`,
    ],
    [
      'the options have one of its own',
      `${EXTEND}\nconst options = extend({ idb: { open: () => ({}) } }, { cache: 1 })\n${opened('options.idb')}`,
    ],
  ])('is not where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('a promise of a library of its own', () => {
  const START = `addEventListener('click', () => { document.body.append('A') })`
  const PROMISE = `function K(run) { this.then = function (done) { this.done = done; return this }; this.catch = function () { return this }
try { run(function () {}, function () {}) } catch (error) { this.failed = error } }
K.resolve = function (value) { return new K(function (done) { done(value) }) }
K.reject = function (error) { return new K(function (_, failed) { failed(error) }) }
K.resolve(1)
K.reject(2)`

  it('is rejected by an error in what makes it', async () => {
    expect(
      await runs(`${PROMISE}\nnew K(function (done) { ${READ}; done() }).then(function () { ${START} })`),
    ).toBe(false)
  })

  it('is minded like any other', async () => {
    expect(
      await runs(
        `${PROMISE}\nnew K(function (done) { ${READ}; done() }).catch(function () {}).then(function () { ${START} })`,
      ),
    ).toBe(true)
  })
})

describe('a rejection that a promise is minded with', () => {
  const chain = (minds: string): string =>
    `new Promise((done) => { ${READ}; done() }).catch(${minds}).then(() => { addEventListener('click', () => { document.body.append('A') }) })`

  it.each([
    '(error) => Promise.reject(error)',
    '(error) => { console.warn(error); throw error }',
    'function (error) { return console.warn(error), Promise.reject(error) }',
  ])('goes on where %s', async (minds) => {
    expect(await runs(chain(minds))).toBe(false)
  })

  it.each(['() => {}', '(error) => { if (error.code) throw error }', '() => Promise.resolve()'])(
    'ends where %s',
    async (minds) => {
      expect(await runs(chain(minds))).toBe(true)
    },
  )
})

describe('a promise of a library that is rejected in what it calls', () => {
  const LIBRARY = `function call(promise, back) { if (back) promise.then((value) => back(null, value), (error) => back(error)) }
const ready = () => Promise.resolve({})
function get(key, back) { const promise = ready().then((store) => { const text = localStorage.getItem(key); return store.serializer.read(text) })
call(promise, back)
return promise }
function clear(back) { const promise = ready(); call(promise, back); return promise }
clear()`

  it('does not stop an app that minds it', async () => {
    const script = `${LIBRARY}\nconst main = async () => { const best = await get('best').catch(() => 0); document.body.append(best) }\nmain()`
    expect(await runs(script)).toBe(true)
  })

  it.each<[string, string]>([
    ['waits for it', `get('best').then((best) => { document.body.append(best) })`],
    ['awaits it', `const main = async () => { document.body.append(await get('best')) }\nmain()`],
    ['drops it', `get('best')`],
  ])('stops an app that %s', async (_, app) => {
    expect(await runs(`${LIBRARY}\n${app}`)).toBe(false)
  })
})

describe('a framework that asks whether it is given the whole page', () => {
  it('shows its first view in a part of it', async () => {
    const script = `function insert(at, made) { at.append(made) }
function render(code, at) { let stop; root((end) => { stop = end; at === document ? code() : insert(at, code()) }); return stop }
function root(run) { return run(() => {}) }
const App = () => { const [best] = [${READ}]; return best }
render(() => App({}), ${APP})`
    expect(await runs(script)).toBe(false)
  })
})

describe('a library that fails with calls behind that nobody knows', () => {
  const LIBRARY = `window.Store = function Store() {}
Store.prototype.open = function () { return zones.run(new Promise((done) => { ${READ}; hooks.ready.fire(1); hooks.open.fire(2); hooks.all.fire(3); done() })) }`
  const runsWith = (app: string): Promise<boolean> =>
    runsPage('<script src="store.js"></script><script src="main.js"></script>', {
      'store.js': LIBRARY,
      'main.js': app,
    })

  it('does not stop an app that starts all that it starts', async () => {
    const start = `document.onclick = () => document.body.append('A')`
    expect(await runsWith(`new Store().open().catch(() => {}).then(() => { ${start} })`)).toBe(true)
    expect(await runsWith(`${start}\nnew Store().open().catch(() => {})`)).toBe(true)
  })

  it('stops an app of which nothing else is seen', async () => {
    expect(await runsWith(`new Store().open().then((store) => { window.best = store.best })`)).toBe(false)
  })
})
