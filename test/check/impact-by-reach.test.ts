import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const page = (body: string): string => `<!doctype html><html lang="en"><title>A</title>${body}</html>`

/** The impact of each use that an app has of what throws, by the last line of its file, and whether it runs. */
const found = async (files: Readonly<Record<string, string>>) => {
  const { problems, runs } = await check(memoryBundle({ ...sampleFiles(), ...files }))
  const impacts = problems.filter(({ rule }) => rule.startsWith('script/')).map(({ impact }) => impact)
  return { impacts, runs }
}

const inPage = (script: string) => found({ 'index.html': page(`<script>${script}</script>`) })

const USE = 'localStorage.clear()'

describe('a use that throws', () => {
  it.each<[string, string]>([
    ['at the top', USE],
    ['in a function that is called', `function f() { ${USE} }\nf()`],
    ['in a function that is called by another', `const f = () => { ${USE} }\nconst g = () => f()\ng()`],
    ['in a function that is called where it is written', `(function () { ${USE} })()`],
    ['in a function that is called by call', `(function () { ${USE} }).call(this)`],
    ['in a constructor', `class A { constructor() { ${USE} } }\nnew A()`],
    ['in a field of a class', `class A { a = ${USE} }\nnew A()`],
    [
      'in the constructor of what a class extends',
      `class A { constructor() { ${USE} } }\nclass B extends A {}\nnew B()`,
    ],
    ['in a method of an instance that is made there', `class A { b() { ${USE} } }\nconst a = new A()\na.b()`],
    [
      'in a method of what a class extends',
      `class A { b(to) { to.c() } }\nclass B extends A { c() { ${USE} } }\nconst later = () => { new A().b(new A()) }\nconst made = new B()\nmade.b(made)`,
    ],
    ['in a method that another calls', `class A { b() { this.c() }\nc() { ${USE} } }\nnew A().b()`],
    ['in a method of an object', `const a = { b() { ${USE} } }\na.b()`],
    ['in a method of a prototype', `function A() {}\nA.prototype.b = function () { ${USE} }\nnew A().b()`],
    ['in what is called for each element', `[1].forEach(() => { ${USE} })`],
    ['in what makes each element of a list', `Array.from({ length: 3 }, () => { ${USE} })`],
    ['in what replaces a part of a text', `'a-b'.replace(/-/, () => { ${USE} })`],
    ['in a function that is handed to another', `const f = (g) => g()\nf(() => { ${USE} })`],
    [
      'in a function that is handed to what many others are handed to',
      `const f = (g) => new Promise((done) => done(g.call(this)))\n${'f(() => 1)\n'.repeat(60)}f(() => { ${USE} })`,
    ],
    [
      'in a function that is handed on',
      `const f = (g) => g()\nconst h = (g) => f(g)\n${'f(() => 1)\n'.repeat(60)}h(() => { ${USE} })`,
    ],
    [
      'in a function that is handed to one that is handed over',
      `const run = (f) => f(() => { ${USE} })\nconst engine = { start(g) { run((h) => g(h)) } }\nengine.start((h) => h())`,
    ],
    [
      'in a function whose name others have that are handed over',
      `const other = (on) => { (function () { const a = () => 1; on.click(a) }) }\nconst make = () => { const a = () => { ${USE} }; return { b: a } }\nmake().b()`,
    ],
    [
      'in a function whose name is that of parameters, which are handed on',
      `const give = (f) => f\n${'((f) => give(f))(1);\n'.repeat(50)}(function (g) { const f = () => { ${USE} }; g(f) })((f) => f())`,
    ],
    [
      'in one of many modules of a bundler',
      `(function () { function start(all, ids) { const get = (id) => all[id][0].call({}, get); ids.forEach((id) => get(id)) } return start })()({ 1: [function (a) { a(2) }, {}], 2: [function () { ${USE} }, {}] }, [1])`,
    ],
    [
      'in one of the modules of Browserify, which are given what starts them',
      `(function(){function r(e,n,t){function o(i,f){if(!n[i]){var p=n[i]={exports:{}};e[i][0].call(p.exports,function(r){var n=e[i][1][r];return o(n||r)},p,p.exports,r,e,n,t)}return n[i].exports}for(var i=0;i<t.length;i++)o(t[i]);return o}return r})()({1:[function(require,module,exports){require('./s')},{'./s':2}],2:[function(require,module,exports){ ${USE} },{}]},{},[1])`,
    ],
    [
      'in a function that a bundler names',
      `const define = Object.defineProperty\nconst name = (f, value) => define(f, 'name', { value, configurable: true })\nconst f = name(() => { ${USE} }, 'f')\nf()`,
    ],
    [
      'through a field that holds the window',
      `function A(w) { this.window = w; this.window.${USE} }\nnew A(root)`,
    ],
    [
      'in a method that the constructor of what its class extends calls',
      `class A { constructor() { this.b() }\nb() {} }\nclass B extends A { b() { ${USE} } }\nnew B()`,
    ],
    [
      'in a method that a timer of what its class extends calls',
      `class A { constructor() { setTimeout(() => this.b()) } }\nclass B extends A {}\nclass C extends B { b() { ${USE} } }\nnew C()`,
    ],
    [
      'in a static method that one of what its class extends calls',
      `class A { static a() { this.b() }\nstatic b() {} }\nclass B extends A { static b() { ${USE} } }\nB.a()`,
    ],
    [
      'in a method of what a class extends, which it calls itself',
      `class A { b() { ${USE} } }\nclass B extends A { b() { super.b() } }\nnew B().b()`,
    ],
    [
      'in a method that a function calls of which its own is one',
      `function A() { this.b() }\nA.prototype.b = function () {}\nfunction B() { A.call(this) }\nB.prototype = Object.create(A.prototype)\nB.prototype.b = function () { ${USE} }\nnew B()`,
    ],
    [
      'in a method of a class that a compiler has extend another one',
      `var A = (function () { function A() { this.b() }\nA.prototype.b = function () {}\nreturn A })()\nvar B = (function (_super) { __extends(B, _super)\nfunction B() { return _super !== null && _super.apply(this, arguments) || this }\nB.prototype.b = function () { ${USE} }\nreturn B })(A)\nnew B()`,
    ],
    ['by a name that is computed', "const key = 'localStorage'\nwindow[key].clear()"],
    [
      'by a name that a function is given',
      "const store = (type) => window[type]\nstore('localStorage').clear()",
    ],
    ['in a getter', `class A { get store() { ${USE} } }\nnew A().store.length`],
    [
      'in a getter that a compiler writes',
      `const define = (to, all) => all.forEach((one) => Object.defineProperty(to.prototype, one.key, one))\nfunction A() {}\ndefine(A, [{ key: 'store', get: function () { ${USE} } }])\nnew A().store.length`,
    ],
    ['in a timer', `setTimeout(() => { ${USE} })`],
    ['in a frame', `const f = () => { ${USE} }\nrequestAnimationFrame(f)`],
    ['once the page is loaded', `window.onload = () => { ${USE} }`],
    ['once the window is loaded', `onload = () => { ${USE} }`],
    ['in a listener of loading', `addEventListener('DOMContentLoaded', () => { ${USE} })`],
    ['behind a promise', `Promise.resolve().then(() => { ${USE} })`],
    ['in a promise', `new Promise((resolve) => { ${USE}; resolve() }).then(start)`],
    ['in an asynchronous function that goes on', `async function f() { ${USE}; start() }\nf()`],
    ['in a module of a page', `window.App = { start() { ${USE} } }\nApp.start()`],
    ['in what a factory makes', `const make = () => ({ a() { ${USE} } })\nmake().a()`],
    ['in a game that an engine runs', `new Phaser.Game({ scene: [class { create() { ${USE} } }] })`],
    ['in a component', `const App = () => { ${USE} }\nReact.createElement(App, {})`],
    ['in a test for it', 'if (window.localStorage) start()'],
    [
      'in an element that is defined',
      `customElements.define('a-b', class extends HTMLElement { constructor() { super(); ${USE} } })`,
    ],
    [
      'in an element that the page connects',
      `class A extends HTMLElement { connectedCallback() { ${USE} } }\ncustomElements.define('a-b', A)`,
    ],
    [
      'in an element whose attribute is set',
      `customElements.define('a-b', class extends HTMLElement { attributeChangedCallback() { ${USE} } })`,
    ],
    [
      'in an element of a class that others extend',
      `class A extends HTMLElement { connectedCallback() { ${USE} } }\nclass B extends A {}\ncustomElements.define('a-b', B)`,
    ],
  ])('breaks the app %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, string]>([
    [
      'that is of another class than what is made',
      `class A { constructor() { this.b() }\nb() { document.title = 'A' } }\nclass B extends A { b() { ${USE} } }\nnew A()\nonclick = () => new B()`,
    ],
    [
      'of a prototype that another one takes the place of',
      `function A() { this.b() }\nA.prototype.b = function () { ${USE} }\nfunction B() { A.call(this) }\nB.prototype = Object.create(A.prototype)\nB.prototype.b = function () { document.title = 'B' }\nnew B()`,
    ],
    [
      'that another one takes the place of',
      `class A { constructor() { this.b() }\nb() { ${USE} } }\nclass B extends A { b() { document.title = 'B' } }\nnew B()`,
    ],
  ])('fails if used in a method %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    ['a constant forbids', `const DEBUG = false\nif (DEBUG) { ${USE} }`],
    ['a setting forbids', `const settings = { save: false }\nif (settings.save) { ${USE} }`],
    ['a constant forbids behind &&', `const DEBUG = false\nDEBUG && ${USE}`],
    ['a number is too small for', `const n = 0\nif (n > 3) { ${USE} }`],
    ['only an address with a query asks for', `if (location.search.includes('reset')) { ${USE} }`],
    ['only a parameter asks for', `if (new URLSearchParams(location.search).get('reset')) { ${USE} }`],
    ['only a shell of phones asks for', `if (window.cordova) { ${USE} }`],
    ['only Node.js has', `if (typeof module !== 'undefined') { ${USE} }`],
    ['only a page without an address has', `const a = location.host ? '' : ${USE}`],
    ['the function has left before', `function f() { if (true) return; ${USE} }\nf()`],
    [
      'a loop comes to once the game is over',
      `let state = 'menu'\nfunction loop() { if (state === 'over') ${USE}; requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'a choice leads to, one of many',
      `function load(from) { switch (from) { case 'file': break; case 'store': ${USE}; break; case 'none': } }\nload(choose())`,
    ],
    ['a choice does not lead to', `(function (from) { switch (from) { case 'store': ${USE} } })('none')`],
    [
      'a loop comes to once somebody has switched it on',
      `let saves = false\nonclick = () => { saves = true }\nfunction loop() { if (saves) ${USE}; requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'a loop comes to when the lives have gone',
      `let lives = 3\nfunction loop() { if (lives < 1) ${USE}; requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'a function of a loop comes to',
      `function save() { ${USE} }\nfunction update() { if (hit()) save() }\nfunction loop() { update(); requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'a case of a loop is for',
      `function loop() { switch (state) { case 'over': ${USE} } }\nsetInterval(loop, 16)`,
    ],
    ['an interval comes to', `let lives = 3\nsetInterval(() => { if (--lives <= 0) ${USE} }, 1000)`],
    [
      'a timer that starts itself again comes to',
      `function tick() { if (over()) { ${USE} }\nsetTimeout(() => tick(), 16) }\ntick()`,
    ],
    [
      'a scene comes to when it is updated',
      `new Phaser.Game({ scene: [class { update() { if (this.over) { ${USE} } } }] })`,
    ],
  ])('fails if used where %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    [
      'in the case of a choice that is made',
      `(function (from) { switch (from) { case 'file': break; case 'store': ${USE}; break; case 'none': } })('store')`,
    ],
    [
      'in a step of an asynchronous function, as compilers write it',
      `step((s) => { switch (s.label) { case 0: return [4, load()]; case 1: ${USE}; return [4, load()]; case 2: return [2] } })\nfunction step(f) { f({ label: 0 }) }`,
    ],
    ['in each frame', `function loop() { ${USE}; requestAnimationFrame(loop) }\nloop()`],
    [
      'in a frame that is due',
      `let last = 0\nfunction loop(now) { requestAnimationFrame(loop)\nif (now - last < 16) return\nlast = now; ${USE} }\nrequestAnimationFrame(loop)`,
    ],
    [
      'in a step of a frame',
      `let old = performance.now(), rest = 0\nfunction loop() { const now = performance.now(); rest += now - old; old = now\nif (rest > 16) { rest = 0; ${USE} }\nrequestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'in every tenth frame',
      `let frames = 0\nfunction loop() { if (++frames % 10 === 0) ${USE}; requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'in a frame of a page that is shown',
      `function loop() { if (document.hidden || !document.hasFocus() || document.visibilityState !== 'visible') return\n${USE}; requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'in a frame while nothing has paused it',
      `const game = make()\nfunction loop() { if (!game.paused) ${USE}; requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'in a frame, where only a person changes a setting',
      `let saves = true\nonclick = () => { saves = false }\nconst draw = () => { document.body.append('.') }\nfunction loop() { if (saves) ${USE}; draw(); requestAnimationFrame(loop) }\nloop()`,
    ],
    ['in each update of a scene', `new Phaser.Game({ scene: [class { update() { ${USE} } }] })`],
    ['where the page is not yet started', `if (!window.started) { ${USE} }`],
    ['where a constant allows it', `const SAVES = true\nif (SAVES) { ${USE} }`],
    [
      'in what a loop and the start call',
      `let n = 0\nfunction read() { n += 1; if (n === 1) ${USE} }\nfunction loop() { read(); requestAnimationFrame(loop) }\nread()\nloop()`,
    ],
  ])('breaks the app %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  const GAME = `document.body.append('Play')\naddEventListener('keydown', () => { document.title = 'A' })`

  it.each<[string, string]>([
    ['once it has started', `${GAME}\n${USE}`],
    ['in a function that it calls at its end', `${GAME}\nconst load = () => { ${USE} }\nload()\nconst a = 1`],
    ['in one of its scripts', `${USE}\ndocument.body.classList.add('dark')</script><script>${GAME}`],
    [
      'in a script that is not the game, which calls what nobody sees',
      `${USE}\ncount()</script><script>${GAME}\nonclick = () => { play() }`,
    ],
    [
      'beside a game of methods that nobody sees called',
      `${USE}</script><script>(() => { const make = (to, all) => all.forEach((one) => Object.defineProperty(to.prototype, one.key, one))
make(A, [{ key: 'init', value: function () { ${GAME} } }])\nfunction A() {}\nnew A().init() })()`,
    ],
    ['in an interval that does nothing else', `${GAME}\nsetInterval(() => { ${USE} }, 1000)`],
    [
      'in a loop beside that of the game',
      `${GAME}\nfunction draw() { requestAnimationFrame(draw) }\ndraw()\nfunction poll() { const [pad] = navigator.getGamepads(); if (pad) document.title = pad.id; requestAnimationFrame(poll) }\npoll()`,
    ],
    [
      'in what a promise calls',
      `${GAME}\nPromise.resolve().then(() => { ${USE} }).then(() => { document.title = 'A' })`,
    ],
    [
      'before something that only a button needs',
      `${GAME}\ndocument.body.onclick = () => { save(best) }\nlet best\nonpointerdown = () => { play() }\n${USE}\nbest = 1`,
    ],
  ])('fails if used where the rest of the app starts: %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    [
      'shows',
      `addEventListener('click', () => { document.title = 'A' })\n${USE}\ndocument.body.append('Play')`,
    ],
    ['listens to', `document.body.append('Play')\n${USE}\naddEventListener('click', () => { start() })`],
    ['repeats', `${GAME}\n${USE}\nfunction loop() { requestAnimationFrame(loop) }\nloop()`],
    [
      'draws in each frame',
      `${GAME}\nfunction loop() { requestAnimationFrame(loop)\n${USE}\ndraw() }\nloop()`,
    ],
    ['draws in each interval', `${GAME}\nsetInterval(() => { ${USE}\ndraw() }, 20)`],
    ['calls, and nobody sees', `${GAME}\n${USE}\ninit()\nplay()`],
    [
      'sets for its listeners',
      `document.body.append('Play')\nlet state\naddEventListener('click', () => { if (state === 'menu') play() })\n${USE}\nstate = 'menu'`,
    ],
    [
      'sets for what its listeners call',
      `document.body.append('Play')\nlet state\nconst tap = () => { if (state === 'menu') play() }\naddEventListener('click', () => tap())\n${USE}\nstate = 'menu'`,
    ],
    ['sets for another script', `const store = ${USE}</script><script>store.load()\n${GAME}`],
    [
      'makes of a library',
      `class Engine { start() { ${GAME} } }</script><script>${USE}\nconst engine = new Engine()\nengine.start()`,
    ],
  ])('breaks an app that has lost most of what it %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, string]>([
    ['in a function that nothing calls', `function f() { ${USE} }`],
    ['in a method that nothing calls', `class A { b() { ${USE} } }\nnew A()`],
    [
      'in a method of a class of which only a tap makes something',
      `class A { constructor(to) { this.to = to } start() { this.to.prepare() } }\nclass B { prepare() { ${USE} } }
class C { prepare() { log() } }\nnew A(new C()).start()\nonclick = () => { new A(new B()).start() }`,
    ],
    ['in a getter that nothing reads', `class A { get store() { ${USE} } }\nnew A()`],
    [
      'in a getter that only a person reads',
      `class A { get store() { ${USE} } }\nconst a = new A()\ndocument.body.onclick = () => a.store`,
    ],
    [
      'in a function that is handed to what listens to a person',
      `const f = (g) => { document.body.onclick = () => g() }\nf(() => { ${USE} })`,
    ],
    ['in a handler of a click', `document.body.onclick = () => { ${USE} }`],
    ['in a listener of a person', `addEventListener('pointerdown', () => { ${USE} })`],
    ['in a function that a listener calls', `function save() { ${USE} }\naddEventListener('click', save)`],
    [
      'in a function that only what nothing calls hands to listeners of each frame',
      `const subs = {}\nconst on = (name, f) => { subs[name] = subs[name] || []; subs[name].push(f) }\nconst emit = (name) => { (subs[name] || []).map((f) => f()) }
function poll() { ${USE} }\nfunction pads() { on('tick', poll) }\nfunction loop() { emit('tick'); requestAnimationFrame(loop) }\non('tick', () => {})\nloop()`,
    ],
    [
      'in a function that minified code gives to another one',
      `function h(e) { return e.name }\nfunction e() { ${USE} }\nh(e)`,
    ],
    [
      'in a method of a name that a call gives to another one',
      `const kind = { begin() { ${USE} } }\nregister({ begin: careful(() => 1) })\ngame.begin()`,
    ],
    [
      'in one of the functions at the same place of many lists',
      `const run = (e) => e[1](e[0])\nrun([1, () => { ${USE} }])\nrun([2, () => 1])\nrun(more)`,
    ],
    ['in a function that a library is given', `app.when('saved', () => { ${USE} })`],
  ])('fails if used %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    ['in a try', `try { ${USE} } catch {}`],
    ['in a function that is called in a try', `function f() { ${USE} }\ntry { f() } catch {}`],
    [
      'in a function that a helper calls in a try',
      `const run = (f, self, all) => { try { return f.apply(self, all) } catch (e) { log(e) } }\nconst careful = (f) => function () { return run(f, this, arguments) }\ncareful(() => { ${USE} })()`,
    ],
    [
      'in an asynchronous function whose failure is handled',
      `async function f() { ${USE} }\nf().catch(() => {})`,
    ],
    ['at the end of an asynchronous function', `async function f() { await start(); ${USE} }\nf()`],
  ])('degrades the app %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['degrades'], runs: true })
  })

  it.each<[string, string]>([
    ['a flag says', `let ok = false\ntry { ${USE}; ok = true } catch {}\nif (ok) ${USE}`],
    ['a flag denies', `let no = false\ntry { ${USE} } catch { no = true }\nif (!no) ${USE}`],
    [
      'a constant says',
      `const ok = (() => { try { return localStorage.length } catch { return false } })()\nok && ${USE}`,
    ],
    ['a field says', `const a = {}\ntry { ${USE}; a.ok = true } catch {}\nif (a.ok) ${USE}`],
    [
      'a function says',
      `function ok() { try { ${USE}; return true } catch { return false } }\nif (ok()) ${USE}`,
    ],
    [
      'a function of a function says',
      `function ok() { try { ${USE}; return true } catch { return false } }\nconst may = () => ok()\nif (may()) ${USE}`,
    ],
    [
      'a function has not left',
      `function ok() { try { ${USE}; return true } catch { return false } }\nfunction f() { if (!ok()) return; ${USE} }\nf()`,
    ],
    ['a catch has not left', `function f() { try { ${USE} } catch { return }\n${USE} }\nf()`],
    [
      'the caller looks',
      `function ok() { try { ${USE}; return true } catch { return false } }\nfunction f() { ${USE} }\nif (ok()) f()`,
    ],
    [
      'a constructor fails',
      `class A { constructor() { ${USE} }\nb() { ${USE} } }\nlet a\ntry { a = new A() } catch {}\na.b()`,
    ],
  ])('degrades the app where the same was tried before, and %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['degrades', 'degrades'], runs: true })
  })

  it('degrades the app where another store was tried, which is not there either; breaks it where something else was', async () => {
    const script = (tried: string) => `let ok = false\ntry { ${tried}; ok = true } catch {}\nif (ok) ${USE}`
    expect((await inPage(script('sessionStorage.clear()'))).impacts).toEqual(['degrades', 'degrades'])
    expect(await inPage(script('start()'))).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('degrades the app where a function that is given the name tried the same', async () => {
    const tried = `try { const s = window[type]; s.setItem('a', 1); s.removeItem('a'); return true } catch { return false }`
    const ask = `function may(type) { ${tried} }\nif (may('localStorage')) ${USE}`
    expect(await inPage(ask)).toEqual({ impacts: ['degrades', 'degrades'], runs: true })
    // None of them is there.
    expect(await inPage(ask.replace("may('local", "may('session"))).toEqual({
      impacts: ['degrades', 'degrades'],
      runs: true,
    })
    const constant = `const may = (type) => { ${tried} }\nconst kept = may('localStorage')\nfunction f() { if (!kept) return\n${USE} }\nf()`
    expect(await inPage(constant)).toEqual({ impacts: ['degrades', 'degrades'], runs: true })
  })

  const COOKIE = "document.cookie = 'a=1'"
  const KEPT = "localStorage.setItem('a', 1); localStorage.removeItem('a')"

  it.each<[string, string]>([
    [
      'a cookie, in another way than the script shows',
      `const jar = { set() { try { return ${COOKIE}, true } catch { return false } },\nread() { if (${COOKIE}) start() } }\nif (options.cookies !== jar.set()) jar.read()`,
    ],
    [
      'a cookie, through the function that writes it',
      `const write = () => { ${COOKIE} }\nconst can = () => { try { write(); return true } catch { return false } }\nif (kinds[can()]) write()`,
    ],
    [
      'a value that it removes again',
      `const can = () => { try { ${KEPT}; return true } catch { return false } }\nconst load = () => { ${USE} }\nif (kinds[can()]) load()`,
    ],
  ])('degrades the app where the script finds out about %s', async (_, script) => {
    const { impacts, runs } = await inPage(script)
    expect({ impacts: new Set(impacts), runs }).toEqual({ impacts: new Set(['degrades']), runs: true })
  })

  it.each<[string, string]>([
    ['only saves in a try', `const save = () => { try { ${USE} } catch {} }\n${USE}`],
    [
      'only looks whether there is a store',
      `const can = () => { try { return !!localStorage } catch { return false } }\nconst load = () => { ${USE} }\nload()`,
    ],
  ])('breaks the app where the script %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: expect.arrayContaining(['breaks']), runs: false })
  })

  it('breaks the app in a method of what was made, though a request of the constructor fails', async () => {
    const script = `class A { constructor() { fetch('https://a.test').then((r) => { document.title = r.status }) }\nload() { ${USE} } }\nnew A().load()`
    const { impacts, runs } = await inPage(script)
    expect({ impacts: new Set(impacts), runs }).toEqual({ impacts: new Set(['breaks']), runs: false })
  })

  it('degrades the app in what a catch does about something else', async () => {
    expect(await inPage(`try { start() } catch { ${USE} }`)).toEqual({ impacts: ['degrades'], runs: true })
  })

  it('breaks the app where a try only looked whether there is a function', async () => {
    const poll = 'navigator.getGamepads()'
    const look = `function f() { try { if (!navigator.getGamepads) return } catch { return }\n${poll} }\nf()`
    expect(await inPage(look)).toEqual({ impacts: ['breaks'], runs: false })
    const call = `function f() { try { if (!${poll}) return } catch { return }\n${poll} }\nf()`
    expect(await inPage(call)).toEqual({ impacts: ['degrades'], runs: true })
  })

  it.each<[string, string]>([
    ['where it was tried, and failed', `let ok = false\ntry { ${USE}; ok = true } catch {}\nif (!ok) ${USE}`],
    ['in the catch of the same', `try { ${USE} } catch { ${USE} }`],
  ])('breaks the app %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['degrades', 'breaks'], runs: false })
  })

  it.each<[string, string, string]>([
    [
      'a function that it exports',
      '(function (root) { root.lib = {}; root.lib.save = function () { USE } })(this)',
      'lib.save()',
    ],
    [
      'one under another name',
      '(function (root, make) { root.lib = make() })(this, function () { function a() { USE }\nconst e = make(1); e.save = a; return e })',
      'lib.save()',
    ],
    [
      'a class',
      'var lib = (() => { class A { constructor() { USE } }\nconst all = {}; hand(all, { Store: () => A }); return all })()',
      'new lib.Store()',
    ],
    [
      'a method of a class',
      'var lib = (() => { class A { open() { USE } }\nconst all = {}; hand(all, { Store: () => A }); return all })()',
      'const store = new lib.Store()\nstore.open()',
    ],
    [
      'what a getter hands out',
      '(function (root) { const e = root.lib = make(); function a() { USE }\nObject.defineProperty(e, "save", { enumerable: true, get: function () { return a } }) })(this)',
      'lib.save()',
    ],
    [
      'what a getter of webpack hands out',
      'var lib = (function (r, e) { function a() { USE }\nr.d(e, "save", function () { return a }); return e })(r, {})',
      'lib.save()',
    ],
  ])('breaks the app in another script: %s', async (_, library, script) => {
    const files = {
      'index.html': page('<script src="lib.js"></script><script src="main.js"></script>'),
      'lib.js': library.replace('USE', USE),
      'main.js': script,
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
    expect(await found({ ...files, 'main.js': '' })).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    [
      'a bundler numbers',
      `(function (e) { function n(i) { const t = { exports: {} }; e[i].call(t.exports, t, t.exports, n); return t.exports }\nn(39) })([MODULES])`,
    ],
    [
      'a bundler names by paths',
      `(() => { var m = { OBJECT }; function r(i) { const t = { exports: {} }; m[i](t, t.exports, r); return t.exports }\nr('./src/39.js') })()`,
    ],
    [
      'comes in a chunk',
      `(this.webpackJsonpapp = this.webpackJsonpapp || []).push([[0], { OBJECT }, [[39, 1]]])`,
    ],
    ['is defined by name', `define('a', [], function () { ${USE} })\nrequire(['a'], function () {})`],
    [
      'is registered',
      `System.register([], function (_export) { return { setters: [], execute: function () { ${USE} } } })`,
    ],
  ])('breaks the app in a module that %s', async (_, script) => {
    const functions = Array.from({ length: 40 }, (_, index) => `function () { ${index === 39 ? USE : ''} }`)
    const text = script
      .replace('MODULES', functions.join())
      .replace('OBJECT', functions.map((one, index) => `'./src/${index}.js': ${one}`).join())
    expect(await inPage(text)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, string]>([
    [
      'a function in a list',
      `const d = []\nd.push(() => { ${USE} })\nfor (let i = 0; i < d.length; i++) d[i]()`,
    ],
    [
      'a function that is taken out of a list',
      `const d = []\nd.push(() => { ${USE} })\nwhile (d.length) d.shift()()`,
    ],
    [
      'a function in a list of a class',
      `class E { subs = []\non(f) { this.subs.push(f) }\nemit() { this.subs.forEach((f) => f()) } }\nconst e = new E()\ne.on(() => { ${USE} })\ne.emit()`,
    ],
    [
      'a function in a list by name',
      `const subs = {}\nconst on = (n, f) => { subs[n] = subs[n] || []; subs[n].push(f) }\nconst emit = (n) => { for (const f of subs[n]) f() }\non('a', () => { ${USE} })\nemit('a')`,
    ],
    [
      'a method of what is in a list',
      `class A { update() { ${USE} }\nclear() {} }\nclass B { update() {} }\nconst all = []\nall.push(new A())\nconst draw = () => { for (const one of all) one.update() }\nrequestAnimationFrame(draw)`,
    ],
  ])('breaks the app in %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a namespace', { 'a.js': 'var G = {}', 'b.js': `G.init = function () { ${USE} }`, 'c.js': 'G.init()' }],
    [
      'a namespace of each',
      {
        'a.js': 'var G = G || {}',
        'b.js': `var G = G || {}\nG.init = function () { ${USE} }`,
        'c.js': 'var G = G || {}\nG.init()',
      },
    ],
    [
      'a namespace in a namespace',
      {
        'a.js': 'var G = { boot: {} }',
        'b.js': `G.boot.start = function () { ${USE} }`,
        'c.js': "addEventListener('load', G.boot.start)",
      },
    ],
    [
      'a class',
      {
        'a.js': 'function G() {}',
        'b.js': `G.prototype.init = function () { ${USE} }`,
        'c.js': 'new G().init()',
      },
    ],
  ])('breaks the app in a function of %s that files share', async (_, files) => {
    const more = Array.from({ length: 9 }, (_, index) => `a${index}.init = function () {}`).join('\n')
    const scripts = ['more.js', ...Object.keys(files)].map((path) => `<script src="${path}"></script>`)
    expect(await found({ 'index.html': page(scripts.join('')), 'more.js': more, ...files })).toEqual({
      impacts: ['breaks'],
      runs: false,
    })
  })

  it.each<[string, string, boolean]>([
    [
      'only what is behind it would fulfil the promise',
      `const ready = new Promise((done) => { onload = () => { ${USE}; done() } })`,
      false,
    ],
    [
      'only a timer behind it would',
      `const ready = new Promise((done) => { onload = () => { ${USE}; setTimeout(done, 9) } })`,
      false,
    ],
    [
      'what would do it is in a variable',
      `let done\nconst ready = new Promise((resolve) => { done = resolve })\nonload = () => { ${USE}; done() }`,
      false,
    ],
    [
      'an asynchronous function would do it that goes on no more',
      `let done\nconst ready = new Promise((resolve) => { done = resolve })\nconst load = async () => { ${USE} }\nonload = async () => { await load(); done() }`,
      false,
    ],
    [
      'something else fulfils it, too',
      `const ready = new Promise((done) => { onload = () => { ${USE}; done() }; setTimeout(done, 9) })`,
      true,
    ],
    [
      'another one decides a race',
      `const saved = new Promise((done) => { onload = () => { ${USE}; done() } })\nconst ready = Promise.race([saved, new Promise((done) => { setTimeout(done, 9) })])`,
      true,
    ],
    [
      'it is fulfilled before',
      `const ready = new Promise((done) => { onload = () => { done(); ${USE} } })`,
      true,
    ],
  ])('is judged by what waits for a promise where %s', async (_, promise, lives) => {
    const listens = ['a', 'b', 'c'].map(
      (key) => `addEventListener('${key}', () => { document.title = '${key}' })`,
    )
    const start =
      'ready.then(() => { document.body.append("A"); addEventListener("click", () => {}); const draw = () => requestAnimationFrame(draw); draw() })'
    expect((await inPage(`${promise}\n${listens.join('\n')}\n${start}`)).runs).toBe(lives)
  })

  it('breaks the app where a class reads what it has drawn of a picture in a field', async () => {
    const sheet = (
      cors: string,
      then = '',
    ): string => `const pen = document.createElement('canvas').getContext('2d')
class Sheet { constructor(path) { this.image = new Image(); ${cors}; this.image.onload = () => this.cut(); this.image.src = path }
cut() { pen.drawImage(this.image, 0, 0); ${then}; this.pixels = pen.getImageData(0, 0, 1, 1); document.body.append('A') } }
new Sheet('icon.png')`
    expect(await inPage(sheet(''))).toEqual({ impacts: ['degrades', 'breaks'], runs: false })
    expect(await inPage(sheet("this.image.crossOrigin = ''"))).toEqual({ impacts: [], runs: true })
    expect(await inPage(sheet('', 'pen.canvas.width = 9'))).toEqual({ impacts: ['degrades'], runs: true })
  })

  it('breaks the app where one waits for a function that is called where it is written', async () => {
    const main = `(async () => { await function () { return (async () => { ${USE} })() }(); document.body.append('A') })()`
    expect(await inPage(main)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('breaks the app where an asynchronous function goes on with what another one gives', async () => {
    const load = `async function load() { return localStorage.getItem('a') }`
    expect(await inPage(`async function f() { await load() }\n${load}\nf()`)).toEqual({
      impacts: ['degrades'],
      runs: true,
    })
    expect(await inPage(`async function f() { start(await load()) }\n${load}\nf()`)).toEqual({
      impacts: ['breaks'],
      runs: false,
    })
    expect(await inPage(`async function f() { const a = await load(); start(a) }\n${load}\nf()`)).toEqual({
      impacts: ['breaks'],
      runs: false,
    })
  })

  it('breaks the app in a try whose catch throws again', async () => {
    const again = `try { ${USE} } catch (error) { throw new Error(error) }`
    expect(await inPage(again)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, string, string]>([
    ['is the last of its script', 'degrades', 'LINE'],
    ['is all that happens once the page is loaded', 'degrades', "addEventListener('load', () => { LINE })"],
    ['is not the last', 'breaks', 'LINE\nstart()'],
    ['is in a function that others call', 'breaks', 'function f() { LINE }\nf()\nstart()'],
  ])('is judged by what follows where the registration of a service worker %s', async (_, impact, script) => {
    const line = "if (navigator.serviceWorker) navigator.serviceWorker.register('sw.js')"
    expect(await inPage(script.replace('LINE', line))).toEqual({
      impacts: [impact, impact],
      runs: impact === 'degrades',
    })
  })

  it('says nothing of one of many functions of a name, nor of one of a table', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.save = function () { ${USE} }`).join('\n')
    expect(await inPage(`${many}\nlib.save()`)).toEqual({
      impacts: Array(5).fill('fails-if-used'),
      runs: true,
    })
    const table = `const t = { a() { ${USE} }, b() {} }\nt[kind]()`
    expect(await inPage(table)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it('breaks the app in what waits for a lock, unless the failure is handled', async () => {
    const lock = "navigator.locks.request('game', () => start())"
    expect(await inPage(lock)).toEqual({ impacts: ['breaks'], runs: false })
    expect(await inPage(`${lock}.catch(start)`)).toEqual({ impacts: ['degrades'], runs: true })
  })

  it('says nothing of a page that a script leaves in some case only', async () => {
    const leave = 'location.href = "https://example.com/"'
    expect(await inPage(leave)).toEqual({ impacts: ['breaks'], runs: false })
    expect(await inPage(`if (over) ${leave}`)).toEqual({ impacts: ['fails-if-used'], runs: true })
    expect(await inPage(`function f() { if (over) return; ${leave} }\nf()`)).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })

  it('is judged by the handler that it is in', async () => {
    expect(await found({ 'index.html': page(`<body onload="${USE}">`) })).toEqual({
      impacts: ['breaks'],
      runs: false,
    })
    expect(await found({ 'index.html': page(`<b onclick="${USE}">`) })).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
    expect(await found({ 'index.html': page(`<a href="javascript:${USE}">`) })).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })
})

/** What compilers write for `async function NAME() { BODY }`, where `WAIT(a)` is `await a`. */
const COMPILED: readonly (readonly [string, (name: string, body: string) => string])[] = [
  [
    'TypeScript',
    (name, body) =>
      `function ${name}() { return __awaiter(this, void 0, void 0, function* () { ${body.replaceAll('WAIT', 'yield ')} }) }`,
  ],
  [
    'TypeScript, for browsers without generators',
    (name, body) =>
      `function ${name}() { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { switch (_a.label) { case 0: ${body.replace(/WAIT\((.*?\))\);?/, (_, promise) => `return [4, ${promise}]; case 1: _a.sent();`)}; return [2] } }) }) }`,
  ],
  [
    'esbuild',
    (name, body) =>
      `function ${name}() { return __async(this, null, function* () { ${body.replaceAll('WAIT', 'yield ')} }) }`,
  ],
  [
    'Babel',
    (name, body) =>
      `function ${name}() { return _${name}.apply(this, arguments) }\nfunction _${name}() { _${name} = _asyncToGenerator(function* () { ${body.replaceAll('WAIT', 'yield ')} }); return _${name}.apply(this, arguments) }`,
  ],
  [
    'Babel, for browsers without generators',
    (name, body) =>
      `var ${name} = (function () { var _ref = _asyncToGenerator(_runtime().mark(function _callee() { return _runtime().wrap(function _callee$(_context) { while (1) switch (_context.prev = _context.next) { case 0: ${body.replace(/WAIT\((.*?\))\);?/, (_, promise) => `_context.next = 2; return ${promise}; case 2:`)}; case 'end': return _context.stop() } }, _callee) })); return function ${name}() { return _ref.apply(this, arguments) } })()`,
  ],
]

const HELPERS = `var __awaiter = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {
  function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value) }) }
  return new (P || (P = Promise))(function (resolve, reject) {
    function fulfilled(value) { try { step(generator.next(value)) } catch (e) { reject(e) } }
    function rejected(value) { try { step(generator['throw'](value)) } catch (e) { reject(e) } }
    function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected) }
    step((generator = generator.apply(thisArg, _arguments || [])).next())
  })
}
var __generator = (this && this.__generator) || function (thisArg, body) {
  var _ = { label: 0, sent: function () { if (t[0] & 1) throw t[1]; return t[1] }, trys: [], ops: [] }, f, y, t, g = {}
  return g.next = verb(0), g['throw'] = verb(1), g
  function verb(n) { return function (v) { return step([n, v]) } }
  function step(op) { while (_) try { op = body.call(thisArg, _) } catch (e) { op = [6, e] } finally { f = t = 0 }
    return { value: op[1], done: true } }
}
var __async = (__this, __arguments, generator) => new Promise((resolve, reject) => {
  var fulfilled = (value) => { try { step(generator.next(value)) } catch (e) { reject(e) } }
  var rejected = (value) => { try { step(generator.throw(value)) } catch (e) { reject(e) } }
  var step = (x) => x.done ? resolve(x.value) : Promise.resolve(x.value).then(fulfilled, rejected)
  step((generator = generator.apply(__this, __arguments)).next())
})
function asyncGeneratorStep(n, t, e, r, o, a, c) { try { var i = n[a](c), u = i.value } catch (n) { return void e(n) } i.done ? t(u) : Promise.resolve(u).then(r, o) }
function _asyncToGenerator(n) { return function () { var t = this, e = arguments; return new Promise(function (r, o) { var a = n.apply(t, e); function _next(n) { asyncGeneratorStep(a, r, o, _next, _throw, 'next', n) } function _throw(n) { asyncGeneratorStep(a, r, o, _next, _throw, 'throw', n) } _next(void 0) }) } }
`

describe.each(COMPILED)('an asynchronous function that is compiled by %s', (_, compiled) => {
  const START = "document.body.append('A'); document.onclick = () => document.body.append('B')"
  const impactsIn = (script: string) => inPage(`${HELPERS}${script}`)

  it('breaks the app that it starts', async () => {
    const main = compiled('main', `${USE}; ${START}`)
    expect(await impactsIn(`${main}\nmain()`)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('breaks the app in one that another waits for', async () => {
    const script = `${compiled('load', USE)}\n${compiled('main', `WAIT(load()); ${START}`)}\nmain()`
    expect(await impactsIn(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('breaks the app where it waits for a request that is blocked', async () => {
    const script = `${compiled('main', `WAIT(fetch('https://a.test/b')); ${START}`)}\nmain()`
    expect(await impactsIn(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('breaks the app where a request fails before what it repeats', async () => {
    const load = compiled('load', "WAIT(fetch('https://a.test/b')); setInterval(tidy, 500)")
    const script = `${load}\nload().then(() => { ${START} })`
    expect(await impactsIn(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('does not stop the app where nothing waits for it, or something else is waited for', async () => {
    const load = compiled('load', USE)
    expect((await impactsIn(`${load}\nload()\n${START}`)).runs).toBe(true)
    const other = `${load}\n${compiled('more', 'tidy()')}\n${compiled('main', `WAIT(more()); ${START}`)}\nload()\nmain()`
    expect((await impactsIn(other)).runs).toBe(true)
  })
})

it.each([
  [
    'TypeScript',
    `function main() { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { switch (_a.label) { case 0: _a.trys.push([0, 2, , 3]); return [4, fetch('https://a.test/b')]; case 1: _a.sent(); return [3, 3]; case 2: _a.sent(); return [3, 3]; case 3: start(); return [2] } }) }) }`,
  ],
  [
    'Babel',
    `var main = _asyncToGenerator(_runtime().mark(function _callee() { return _runtime().wrap(function (_context) { while (1) switch (_context.prev = _context.next) { case 0: _context.prev = 0; _context.next = 3; return fetch('https://a.test/b'); case 3: _context.next = 7; break; case 5: _context.prev = 5; _context.t0 = _context['catch'](0); case 7: start() } }, _callee, null, [[0, 5]]) }))`,
  ],
])('a request that steps by %s try does not stop the app', async (_, main) => {
  const start =
    "function start() { document.body.append('A'); document.onclick = () => document.body.append('B') }"
  expect((await inPage(`${HELPERS}${main}\n${start}\nmain()`)).runs).toBe(true)
})

it.each([
  [
    'TypeScript behind what they try',
    `function main() { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { switch (_a.label) { case 0: _a.trys.push([0, 2, , 3]); return [4, tidy()]; case 1: _a.sent(); return [3, 3]; case 2: _a.sent(); return [3, 3]; case 3: return [4, fetch('https://a.test/b')]; case 4: _a.sent(); start(); return [2] } }) }) }`,
  ],
  [
    'TypeScript that only tidy up',
    `function main() { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { switch (_a.label) { case 0: _a.trys.push([0, , 2, 3]); return [4, fetch('https://a.test/b')]; case 1: _a.sent(); start(); return [3, 3]; case 2: tidy(); return [7]; case 3: return [2] } }) }) }`,
  ],
  [
    'TypeScript that is minified',
    `var y = __awaiter, _ = __generator\nfunction main() { return y(this, void 0, void 0, function () { return _(this, function (a) { switch (a.label) { case 0: return [4, fetch('https://a.test/b')]; case 1: return a.sent(), start(), [2] } }) }) }`,
  ],
  [
    'Babel behind what they try',
    `var main = _asyncToGenerator(_runtime().mark(function _callee() { return _runtime().wrap(function (_context) { while (1) switch (_context.prev = _context.next) { case 0: _context.prev = 1; _context.next = 3; return tidy(); case 3: _context.next = 7; break; case 5: _context.prev = 5; _context.t0 = _context['catch'](1); case 7: _context.next = 9; return fetch('https://a.test/b'); case 9: start() } }, _callee, null, [[1, 5]]) }))`,
  ],
])('a request in steps by %s stops the app', async (_, main) => {
  const start =
    "function start() { document.body.append('A'); document.onclick = () => document.body.append('B') }"
  expect((await inPage(`${HELPERS}${main}\n${start}\nmain()`)).runs).toBe(false)
})

it('a list of what an object has is nothing that a person does', async () => {
  const script = `function types(one) { return Object.keys(one) }
new Promise(() => { ${USE} })
types(types)`
  expect((await inPage(script)).runs).toBe(false)
})

describe('a store of the app itself in place of the one that is not there', () => {
  const OWN = '{ value: { clear() {} }, configurable: true }'

  it.each<[string, string]>([
    ['it defines first', `Object.defineProperty(window, 'localStorage', ${OWN})\n${USE}`],
    [
      'it defines where the other fails',
      `try { localStorage.getItem('a') } catch { Object.defineProperty(self, 'localStorage', ${OWN}) }\n${USE}`,
    ],
  ])('is not reported where %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: [], runs: true })
  })

  it('is not reported in another script', async () => {
    const files = {
      'index.html': page(`<script src="own.js"></script><script>${USE}</script>`),
      'own.js': `Object.defineProperty(window, 'localStorage', ${OWN})`,
    }
    expect(await found(files)).toEqual({ impacts: [], runs: true })
  })

  it('comes too late behind the use', async () => {
    const script = `${USE}\nObject.defineProperty(window, 'localStorage', ${OWN})`
    expect(await inPage(script)).toEqual({ impacts: ['breaks'], runs: false })
  })
})

describe('something of the app itself in place of what fails', () => {
  const PADS = 'const draw = () => { navigator.getGamepads(); requestAnimationFrame(draw) }\ndraw()'
  const READ =
    "const i = new Image()\ni.onload = () => { const c = document.createElement('canvas').getContext('2d'); c.drawImage(i, 0, 0); c.getImageData(0, 0, 1, 1) }\ni.src = 'icon.png'"

  it.each<[string, string]>([
    [
      'a function of the navigator, where that one fails',
      `try { navigator.getGamepads() } catch { navigator.getGamepads = () => [] }\n${PADS}`,
    ],
    ['a function of the navigator', `navigator.getGamepads = function () { return [] }\n${PADS}`],
    [
      'a field of the navigator',
      `Object.defineProperty(navigator, 'getGamepads', { value: () => [] })\n${PADS}`,
    ],
    [
      'a field of the document',
      "let jar = ''\nObject.defineProperty(document, 'cookie', { get: () => jar, set: (one) => { jar = one } })\ndocument.cookie = 'a=1'",
    ],
    [
      'what makes a picture',
      `const Native = window.Image\nwindow.Image = function () { const i = new Native(); i.crossOrigin = 'anonymous'; return i }\n${READ}`,
    ],
    [
      'what loads a picture',
      `const { get, set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')\nObject.defineProperty(HTMLImageElement.prototype, 'src', { get, set(url) { this.crossOrigin = 'anonymous'; set.call(this, url) } })\n${READ}`,
    ],
  ])('is not reported: %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: [], runs: true })
  })

  it.each<[string, string]>([
    ['it comes too late', `${PADS}\nnavigator.getGamepads = () => []`],
    ['it is of something else', `navigator.getBattery = () => []\n${PADS}`],
    ['the browser keeps its own', `navigator.getGamepads = []\n${PADS}`],
  ])('is of no use where %s', async (_, script) => {
    expect((await inPage(script)).runs).toBe(false)
  })

  it('is not needed where the policy is asked first', async () => {
    for (const policy of ['featurePolicy', 'permissionsPolicy']) {
      const ask = `const policy = document.${policy}\nconst mayAsk = !policy || policy.allowsFeature('gamepad')`
      expect(
        (
          await inPage(
            `${ask}\nconst draw = () => { if (mayAsk) navigator.getGamepads(); requestAnimationFrame(draw) }\ndraw()`,
          )
        ).runs,
      ).toBe(true)
    }
  })
})

describe('a feature that every browser has, and the host denies', () => {
  const START = "document.body.append('A')\nonclick = () => document.body.append('B')"

  it.each<[string, string]>([
    [
      'it is waited for',
      "const keep = async () => { if ('wakeLock' in navigator) return navigator.wakeLock.request('screen') }\nconst main = async () => { await keep()\nSTART }\nmain()",
    ],
    [
      'it is waited for under two conditions',
      'const keep = async () => { if (navigator.storage && navigator.storage.persist) await navigator.storage.persist() }\nkeep().then(() => { START })',
    ],
    [
      'it would start the app',
      "const main = () => { START }\nif (navigator.locks) navigator.locks.request('a', main); else main()",
    ],
  ])('stops an app that asks whether it is there, where %s', async (_, script) => {
    expect((await inPage(script.replace('START', START))).runs).toBe(false)
  })

  it.each<[string, string]>([
    [
      'minds that it is not given',
      "const keep = async () => { if ('wakeLock' in navigator) return navigator.wakeLock.request('screen') }\nconst main = async () => { try { await keep() } catch {}\nSTART }\nmain()",
    ],
    [
      'waits for nothing of it',
      "const keep = async () => { if ('wakeLock' in navigator) await navigator.wakeLock.request('screen') }\nkeep()\nSTART",
    ],
    [
      'asks for one that not every browser has',
      "const turn = async () => { if (screen.orientation && screen.orientation.lock) await screen.orientation.lock('portrait') }\nturn().then(() => { START })",
    ],
  ])('does not stop one that %s', async (_, script) => {
    expect((await inPage(script.replace('START', START))).runs).toBe(true)
  })

  it('stops what follows a question for an error, which usually has none', async () => {
    for (const ask of ['if (!r.ok) return {}', 'if (!r.ok) throw new Error()']) {
      const load = `const load = async () => { const r = await fetch('icon.png')\n${ask}\nlocalStorage.setItem('a', 'b'); return r }`
      const { runs } = await inPage(`${load}\nload().then(() => { ${START} })`)
      expect([ask, runs]).toEqual([ask, false])
    }
  })
})

describe('memory that threads share', () => {
  const MAKE = 'new SharedArrayBuffer(8)'

  it.each<[string, string, boolean]>([
    ['breaks the app', `start(${MAKE})`, false],
    ['degrades what minds that it is not there', `try { start(${MAKE}) } catch { start() }`, true],
  ])('%s', async (_, script, runs) => {
    expect(await inPage(script)).toEqual({ impacts: [runs ? 'degrades' : 'breaks'], runs })
  })

  it.each([
    `start(typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(8) : ${MAKE})`,
    `start(typeof SharedArrayBuffer > 'u' ? new ArrayBuffer(8) : ${MAKE})`,
    "const isShared = (one) => typeof SharedArrayBuffer < 'u' && one instanceof SharedArrayBuffer\nstart(isShared([]))",
  ])('is not reported where a script asks for it, also as minifiers write it: %s', async (script) => {
    expect(await inPage(script)).toEqual({ impacts: [], runs: true })
  })
})

describe('an error that ends a script', () => {
  const SHOW = "document.body.append('A')"

  it.each<[string, string]>([
    [
      'a class of the page',
      `(function () { const a = ${USE}; if (a) document.documentElement.className = a })()`,
    ],
    ['a colour', `if (${USE} || matchMedia('(width > 9px)').matches) document.body.classList.add('dark')`],
    ['a global that others only read', `window.theme = ${USE}`],
    ['a constant that nothing reads', `const all = JSON.parse(${USE})`],
    ['a count of visits', `(function () { const id = ${USE} })()\nfunction more() { start() }`],
    [
      'a name that is a label elsewhere',
      `window.all = ${USE}</script><script>all: for (const a of [1]) continue all`,
    ],
    ['a name that is set before', `best = 0\nconst all = ${USE}</script><script>document.title = best`],
  ])('fails if used where another one is the app, and all that is lost is %s', async (_, script) => {
    const app = `document.body.className = window.theme\n${SHOW}`
    expect(await inPage(`${script}</script><script>${app}`)).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })

  it.each<[string, string]>([
    ['has more to do', `${USE}\ndocument.title = 'A'</script><script>${SHOW}`],
    ['shares what another one uses', `window.lib = { a: ${USE} }</script><script>lib.a.start()\n${SHOW}`],
    ['declares what another one uses', `const lib = { a: ${USE} }</script><script>lib.a.start()\n${SHOW}`],
    [
      'is a library',
      `(function (root, make) { root.lib = make() })(this, () => { const a = ${USE}; return { a } })</script><script>lib.a.start()\n${SHOW}`,
    ],
    ['gives something to what others have', `lib.more = ${USE}</script><script>${SHOW}`],
    ['makes a class with a field', `class A { static a = ${USE} }\n${SHOW}`],
    [
      'adds a script that fails',
      `const s = document.createElement('script')\ndocument.body.append(s)\n${USE}`,
    ],
    [
      'gives a name to what another one shows, which nothing declares',
      `${USE} ? (best = 1) : (best = 2)</script><script>document.title = best\n${SHOW}`,
    ],
  ])('breaks the app where it %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, boolean, string, string]>([
    ['an element has', true, 'window.best = 1', "best.textContent = 'A'"],
    ['the browser has', true, 'window.structuredClone = structuredClone || null', 'structuredClone(1)'],
    ['is declared with a value', true, 'window.text = text', 'text.all = 1'],
    ['nothing else has', false, 'window.more = 1', 'more.all = 1'],
  ])('lets another one use a name that %s', async (_, isRunning, lost, use) => {
    const app = `${use}\nonclick = () => { document.title += 'A' }\nsetInterval(() => document.body.append('A'), 50)`
    const script = `var text = {}; ${USE}; ${lost}</script><b id="best">0</b><script>${app}`
    expect(await inPage(script)).toEqual({
      impacts: [isRunning ? 'fails-if-used' : 'breaks'],
      runs: isRunning,
    })
  })

  it('breaks the app where only the library that it fails to use starts something', async () => {
    const files = {
      'index.html': page(`<script src="lib.js"></script><script src="main.js"></script>`),
      'lib.js': "var lib = () => 1\naddEventListener('click', () => { start() })\ndocument.body.append('')",
      'main.js': `lib(${USE})`,
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
  })
})

describe('a use under a condition about where the app runs', () => {
  const SDK = '<script src="service-miniapp.js"></script>'

  it.each<[string, string]>([
    ['only a page without the SDK has', `if (window.Service) Service.ready(); else ${USE}`],
    ['only a page without the SDK asks for', `const a = window.Service ? Service.storage : ${USE}`],
    ['only a page without the SDK comes to', `const a = window.Service?.storage ?? ${USE}`],
    ['a call of the SDK is there', `const a = (window.Service && Service.storage.get) || ${USE}`],
    [
      'a function has left before',
      `function f() { if (typeof Service !== 'undefined') return\n${USE} }\nf()`,
    ],
    ['the SDK is not null', `if (Service == null) ${USE}`],
  ])('fails if used where %s', async (_, script) => {
    const impactsIn = async (body: string) =>
      (await found({ 'index.html': page(body), 'service-miniapp.js': '' })).impacts
    const own = `<script>${script}</script>`
    expect(await impactsIn(`${SDK}${own}`)).toEqual(['fails-if-used'])
    expect(await impactsIn(`${own}${SDK}`)).toEqual(['breaks'])
  })

  it.each<[string, string]>([
    ['is not in a frame', `if (self === top) ${USE}`],
    ['has no parent', `if (parent === window) ${USE}`],
    ['is its own top', `const framed = window.top !== window.self\nif (!framed) ${USE}`],
    [
      'is not in a frame, as a function says',
      `function framed() { try { return self !== top } catch { return true } }\nif (!framed()) ${USE}`,
    ],
    ['sees its frame', `if (window.frameElement) ${USE}`],
    ['is isolated', `if (crossOriginIsolated) ${USE}`],
    ['has an origin', `if (self.origin !== 'null') ${USE}`],
    ['is on this machine', `if (location.hostname === 'localhost') ${USE}`],
    ['is on this machine, at a port', `if (location.host.startsWith('localhost:')) ${USE}`],
    [
      'is on one of the names of this machine',
      `const local = ['localhost', '127.0.0.1'].includes(location.hostname)\nlocal && ${USE}`,
    ],
    ['is a file', `if (location.protocol === 'file:') ${USE}`],
    ['runs in an old browser', `if (!('fetch' in window)) ${USE}`],
    ['is an extension', `if (typeof chrome !== 'undefined' && chrome.runtime) ${USE}`],
    ['runs in a shell', `const shell = !!(window.process && process.versions)\nif (shell) ${USE}`],
  ])('fails if used where only a page comes to it that %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    ['some browsers', `if (navigator.userAgent.includes('MSIE')) ${USE}`],
    ['some browsers, as a variable says', `const old = /Trident/.test(navigator.userAgent)\nif (old) ${USE}`],
    [
      'some browsers, as a function says',
      `const old = () => { const name = navigator.userAgent.toLowerCase(); return name.indexOf('msie') > -1 }\nif (old()) ${USE}`,
    ],
    ['some browsers, in a function', `function f() { ${USE} }\nif (/MSIE/.test(navigator.userAgent)) f()`],
    ['some languages', `if (navigator.language === 'de') ${USE}`],
    ['another host', `if (['dev.test'].includes(location.hostname)) ${USE}`],
    ['another fragment', `switch (location.hash) { case '#reset': ${USE} }`],
    ['what nobody knows', `if (ready()) { ${USE} }`],
    [
      'a query of its own that may ask for it',
      `const asked = new URLSearchParams()\nasked.set('reset', '1')\nif (asked.get('reset')) { ${USE} }`,
    ],
    ['the innermost of many frames', `if (parent !== top) start(); else ${USE}`],
    ['what a variable is set to again', `let framed = self === top\nframed = ask()\nif (framed) ${USE}`],
  ])('fails if used where only %s come to it', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    ['is false', `while (false) ${USE}`],
    ['has no element', `[].forEach(() => { ${USE} })`],
  ])('fails if used in a loop that %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it('breaks the app where both ways fail, or one may be that of everybody', async () => {
    const isOld = 'navigator.userAgent.includes("MSIE")'
    expect(await inPage(`if (${isOld}) ${USE}; else sessionStorage.clear()`)).toEqual({
      impacts: ['breaks', 'breaks'],
      runs: false,
    })
    expect(await inPage(`function f() { if (${isOld}) return\n${USE} }\nf()`)).toEqual({
      impacts: ['breaks'],
      runs: false,
    })
    expect(await inPage(`if (navigator.userAgent) ${USE}`)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, string]>([
    ['is in a frame', `if (self !== top) ${USE}`],
    ['is not on this machine', `if (location.hostname !== 'localhost') ${USE}`],
    ['has no origin', `if (window.origin === 'null') ${USE}`],
    ['says so in a variable', `const framed = self !== top\nif (framed) ${USE}`],
    ['may answer with nothing', `function a() { if (ask()) return self === top }\nif (!a()) ${USE}`],
    ['runs in any browser', `if ('fetch' in window) ${USE}`],
  ])('breaks the app where a page comes to it that %s', async (_, script) => {
    expect(await inPage(script)).toEqual({ impacts: ['breaks'], runs: false })
  })
})

describe('a use in another file', () => {
  const both = (first: string, second: string) => ({
    'index.html': page(`${first}${second}`),
  })

  it('is reached through what scripts of a page share', async () => {
    const files = {
      ...both('<script src="store.js"></script>', '<script>Store.load()</script>'),
      'store.js': `var Store = { load: function () { ${USE} } }`,
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
    expect(await found({ ...files, 'index.html': page('<script src="store.js"></script>') })).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })

  it('is reached through a library in the form of many module systems', async () => {
    const library = `(function (root, factory) {
  typeof exports === 'object' ? (module.exports = factory()) : typeof define === 'function' ? define(factory) : (root.Store = factory())
})(this, function () { function load() { ${USE} } return { load: load } })`
    expect(
      await found({
        ...both('<script src="store.js"></script>', '<script>Store.load()</script>'),
        'store.js': library,
      }),
    ).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each<[string, string, string]>([
    ['a name', `export function load() { ${USE} }`, "import { load } from './store.js'\nload()"],
    ['the default', `export default () => { ${USE} }`, "import load from './store.js'\nload()"],
    ['all', `export const load = () => { ${USE} }`, "import * as store from './store.js'\nstore.load()"],
    [
      'a class',
      `export class Store { load() { ${USE} } }`,
      "import { Store } from './store.js'\nnew Store().load()",
    ],
  ])('is reached through what a module exports by %s', async (_, store, main) => {
    const files = {
      'index.html': page('<script type="module" src="main.js"></script>'),
      'main.js': main,
      'store.js': store,
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('breaks the app in a module that its game needs, also through another one', async () => {
    const game = "document.body.append('Play')\naddEventListener('keydown', () => { document.title = 'A' })"
    const files = {
      'index.html': page('<script type="module" src="main.js"></script>'),
      'main.js': `import { best } from './more.js'\n${game}`,
      'more.js': "export { best } from './store.js'",
      'store.js': `export const best = ${USE}`,
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
    const beside = page(
      '<script type="module" src="main.js"></script><script type="module" src="store.js"></script>',
    )
    expect(await found({ ...files, 'index.html': beside, 'main.js': game })).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })

  const TRY = `try { ${USE}; return true } catch { return false }`

  it.each<[string, string, string]>([
    ['a constant', 'export const canSave = false', 'canSave'],
    ['a constant about the frame', "export const canSave = self.origin !== 'null'", 'canSave'],
    ['a function', "export function canSave() { return location.protocol === 'file:' }", 'canSave()'],
    ['a function that tries', `export const canSave = () => { ${TRY} }`, 'canSave()'],
    ['what such a function gives', `const test = () => { ${TRY} }\nexport const canSave = test()`, 'canSave'],
    ['a variable', `export let canSave = false\ntry { ${USE}; canSave = true } catch {}`, 'canSave'],
    [
      'another name',
      `let ok = false\ntry { ${USE}; ok = true } catch {}\nexport { ok as canSave }`,
      'canSave',
    ],
    ['what another module exports', "export { canSave } from './more.js'", 'canSave'],
    ['all that another module exports', "export * from './more.js'", 'canSave'],
    ['itself, again', "export * from './env.js'\nexport * from './more.js'", 'canSave'],
  ])('is not come to where its condition is %s of another module', async (_, env, condition) => {
    const files = (isMet: string) => ({
      'index.html': page('<script type="module" src="main.js"></script>'),
      'main.js': `import { canSave } from './env.js'\nif (${isMet}${condition}) sessionStorage.clear()`,
      'env.js': env,
      'more.js': 'export const canSave = self === top',
    })
    const impactsIn = async (isMet: string) => (await found(files(isMet))).impacts.at(-1)
    expect(await impactsIn('')).not.toBe('breaks')
    expect(await impactsIn('!')).toBe('breaks')
  })

  it.each<[string, string]>([
    ['a field of a module', "import * as env from './env.js'\nif (env.canSave) { USE }"],
    ['a field of an object', "import env from './env.js'\nif (env.canSave) { USE }"],
    ['a static field of a class', "import { Env } from './env.js'\nif (Env.canSave) { USE }"],
    ['a part of a module', "import { all } from './all.js'\nif (all.canSave) { USE }"],
    ['what is waited for', "import { ask } from './env.js'\nif (await ask()) { USE }"],
  ])('is not come to where its condition is %s', async (_, main) => {
    const files = {
      'index.html': page('<script type="module" src="main.js"></script>'),
      'main.js': main.replace('USE', USE),
      'all.js': "export * as all from './env.js'",
      'env.js':
        'export const canSave = self === top\nexport default { canSave: self === top }\nexport class Env { static canSave = self === top }\nexport const ask = async () => self === top',
    }
    expect(await found(files)).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string, string]>([
    ['a function', `function canSave() { ${TRY} }`, 'canSave()'],
    ['a variable', `var canSave = false\ntry { ${USE}; canSave = true } catch (e) {}`, 'canSave'],
    ['a constant', 'const canSave = self === top', 'canSave'],
    ['an object', `window.Env = { canSave: (function () { ${TRY} })() }`, 'Env.canSave'],
  ])('is not come to where its condition is %s of another script', async (_, env, condition) => {
    const files = (isMet: string) => ({
      ...both(
        '<script src="env.js"></script>',
        `<script>if (${isMet}${condition}) sessionStorage.clear()</script>`,
      ),
      'env.js': env,
    })
    const impactsIn = async (isMet: string) => {
      const { problems } = await check(memoryBundle({ ...sampleFiles(), ...files(isMet) }))
      return problems.find(({ file, rule }) => file === 'index.html' && rule === 'script/browser-storage')
        ?.impact
    }
    expect(await impactsIn('')).not.toBe('breaks')
    expect(await impactsIn('!')).toBe('breaks')
  })

  const GAME = "document.body.append('Play')\ndocument.onclick = () => document.body.append('A')"

  it('breaks the app where it ends what calls the module that has the game', async () => {
    const files = {
      'index.html': page('<script type="module" src="main.js"></script>'),
      'main.js': `import { start } from './game.js'\n${USE}\nstart()`,
      'game.js': `export function start() { ${GAME} }`,
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('breaks the app where it ends what calls a part of a global that other scripts fill', async () => {
    const scripts = ['store', 'game', 'main'].map((name) => `<script src="${name}.js"></script>`)
    const files = {
      'index.html': page(scripts.join('')),
      'store.js': `var Game = Game || {}; Game.store = { load: function () { return ${USE} } }`,
      'game.js': `Game.view = { show: function () { ${GAME} } }`,
      'main.js': 'Game.best = Game.store.load(); Game.view.show()',
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it.each([
    ['is called', '(0,n(10).k)()', false],
    ['is only handed over', "document.addEventListener('dblclick', n(10).k)", true],
  ])('is followed through the modules of webpack where it %s', async (_, call, runs) => {
    const bundle = `(()=>{var e={10:(e,t,n)=>{"use strict";n.d(t,{k:()=>r});const r=()=>${USE}},20:(e,t,n)=>{"use strict";n.d(t,{s:()=>r});function r(){${GAME}}}},t={};function n(r){var o=t[r];if(void 0!==o)return o.exports;var i=t[r]={exports:{}};return e[r](i,i.exports,n),i.exports}n.d=(e,t)=>{for(var r in t)Object.defineProperty(e,r,{enumerable:!0,get:t[r]})},(()=>{"use strict";var t=n(20);${call},(0,t.s)()})()})()`
    expect((await inPage(bundle)).runs).toBe(runs)
  })

  it('is not come to where a function that tries what it is given says that it fails', async () => {
    const files = {
      'index.html': page('<script type="module" src="main.js"></script>'),
      'main.js': "import { features } from './env.js'\nif (features.store) sessionStorage.clear()",
      'env.js': `const test = (f) => { try { f(); return true } catch { return false } }\nexport const features = { store: test(() => ${USE}), canvas: true }`,
    }
    expect(await found(files)).toEqual({ impacts: ['degrades', 'degrades'], runs: true })
  })

  it('does not stop an app in an interval that does nothing but save the time', async () => {
    const script = `${GAME}\nsetInterval(() => localStorage.setItem('a', Date.now()), 500)`
    expect((await inPage(script)).runs).toBe(true)
  })

  it('is reached in a module that `import()` asks for, only where that runs', async () => {
    const files = (ask: string) => ({
      'index.html': page(`<script type="module">${ask}\n${GAME}</script>`),
      'more.js': `import './store.js'`,
      'store.js': USE,
    })
    expect(await found(files("await import('./more.js')"))).toEqual({ impacts: ['breaks'], runs: false })
    expect(await found(files("onclick = () => import('./more.js')"))).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })

  it('is reached in a script that a script adds', async () => {
    const files = {
      'index.html': page(
        "<script>const s = document.createElement('script')\ns.src = 'more.js'\ndocument.body.append(s)</script>",
      ),
      'more.js': USE,
    }
    expect(await found(files)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('stops nothing in a page that is not the entry', async () => {
    expect(await found({ 'more.html': page(`<script>${USE}</script>`) })).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })
})

describe('a request', () => {
  it.each<[string, string]>([
    ['that nothing waits for', "fetch('https://a.test')"],
    ['of a counter', "fetch('https://www.google-analytics.com/collect').then(start)"],
    ['whose failure is handled', "fetch('https://a.test').then(start).catch(stop)"],
    [
      'of a picture, whose failure is handled',
      "const i = new Image()\ni.src = 'https://a.test/a.png'\ni.decode().catch(stop).then(start)",
    ],
    [
      'of a font that nothing waits for',
      "const font = new FontFace('A', 'url(https://a.test/a.woff2)')\ndocument.fonts.add(font)\nfont.load()\nstart()",
    ],
    [
      'of a font whose failure is handled',
      "new FontFace('A', 'url(https://a.test/a.woff2)').load().then(start, start)",
    ],
    ['at the end of an asynchronous function', "async function f() { await fetch('https://a.test') }\nf()"],
    [
      'by a script that nothing waits for',
      "const s = document.createElement('script')\ns.src = 'https://a.test/a.js'",
    ],
  ])('does not stop the app %s', async (_, script) => {
    expect((await inPage(script)).runs).toBe(true)
  })

  it.each<[string, string]>([
    ['that more waits for', "fetch('https://a.test').then(start)"],
    ['that is awaited', "async function f() { const a = await fetch('https://a.test'); start(a) }\nf()"],
    [
      'by a script whose loading is waited for',
      "const s = document.createElement('script')\ns.src = 'https://a.test/a.js'\ns.onload = start",
    ],
    [
      'whose answer is waited for',
      "const r = new XMLHttpRequest()\nr.open('GET', 'https://a.test')\nr.onload = start\nr.send()",
    ],
  ])('stops the app %s', async (_, script) => {
    expect((await inPage(script)).runs).toBe(false)
  })

  const PLAY =
    'const play = () => { onclick = () => 1; const loop = () => { requestAnimationFrame(loop) }; loop() }'
  const SCRIPT =
    "const s = document.createElement('script')\ns.src = 'https://a.test/a.js'\ndocument.body.append(s)"

  it.each<[string, string]>([
    [
      'a promise',
      "fetch('https://a.test').then((r) => r.json()).then((all) => { document.title = all })\nplay()",
    ],
    [
      'a promise that a variable holds',
      "const all = fetch('https://a.test')\nplay()\nonkeydown = async () => { await all }",
    ],
    [
      'an asynchronous function',
      "const load = async () => { document.title = (await fetch('https://a.test')).status }\nload()\nplay()",
    ],
    [
      'what a function gives',
      "const load = () => fetch('https://a.test').then((r) => r.text())\nload().then((text) => { document.title = text })\nplay()",
    ],
    ['a poll', "setInterval(async () => { document.title = await fetch('https://a.test') }, 60_000)\nplay()"],
    ['a script', `${SCRIPT}\ns.onload = () => { document.title = 'A' }\nplay()`],
    [
      'a script, by a listener',
      `${SCRIPT}\ns.addEventListener('load', () => { document.title = 'A' })\nplay()`,
    ],
    [
      'a socket',
      "const s = new WebSocket('wss://a.test')\ns.onmessage = ({ data }) => { document.title = data }\nplay()",
    ],
    [
      'an XMLHttpRequest',
      "const r = new XMLHttpRequest()\nr.open('GET', 'https://a.test')\nr.onload = () => { document.title = r.responseText }\nr.send()\nplay()",
    ],
    [
      'one of the requests of a function',
      "const get = (url) => fetch(url).then((r) => r.json())\nget('https://a.test').then((all) => { document.title = all })\nget('icon.png').then(() => play())",
    ],
    [
      'one of the scripts that a function loads',
      "const load = (src) => new Promise((done, fail) => { const s = document.createElement('script'); s.src = src; s.onload = done; s.onerror = fail; document.body.append(s) })\nload('https://a.test/a.js').then(() => { document.title = 'A' })\nload('service-miniapp.js').then(() => play())",
    ],
    [
      'a picture',
      "const i = new Image()\ni.src = 'https://a.test/a.png'\ni.onload = () => { document.title = 'A' }\nplay()",
    ],
    [
      'a position',
      'navigator.geolocation.getCurrentPosition((at) => { document.title = at.coords.latitude })\nplay()',
    ],
    [
      'a request that a finally goes on after',
      "const load = async () => { try { document.title = (await fetch('https://a.test')).status } finally { play() } }\nload()",
    ],
    ['a module', "import('https://a.test/a.js').then((a) => a.start())\nplay()"],
    [
      'any picture of a list',
      "for (const src of ['icon.png', 'https://a.test/a.png']) { const i = new Image(); i.onload = () => play(); i.src = src }",
    ],
    [
      'a font',
      "new FontFace('A', 'url(https://a.test/a.woff2)').load().then((font) => document.fonts.add(font))\nplay()",
    ],
    [
      'a file that only more scores need',
      "fetch('scores.json').then((r) => r.json()).then((all) => { document.title = all })\nplay()",
    ],
  ])('does not stop an app that waits for %s with something else', async (_, script) => {
    const { problems, runs } = await check(
      memoryBundle({ ...sampleFiles(), 'index.html': page(`<script>${PLAY}\n${script}</script>`) }),
    )
    const impacts = problems.flatMap(({ impact, rule }) => (rule.startsWith('sdk/') ? [] : (impact ?? [])))
    expect({ impacts, runs }).toEqual({ impacts: ['fails-if-used'], runs: true })
  })

  it.each<[string, string]>([
    ['a promise', "fetch('https://a.test').then((r) => r.json()).then(() => play())"],
    ['a promise of one', "fetch('https://a.test').then(() => 1).then(play)"],
    [
      'a promise that a variable holds',
      "const all = fetch('https://a.test')\nasync function f() { await all\nplay() }\nf()",
    ],
    ['a promise that is set', "let all\nall = fetch('https://a.test')\nall.then(play)"],
    ['one of many promises', "Promise.all([fetch('https://a.test'), 1]).then(() => play())"],
    [
      'what is compiled of an answer',
      "WebAssembly.instantiateStreaming(fetch('https://a.test/a.wasm'), {}).then(() => play())",
    ],
    ['a list of promises', "const all = []\nall.push(fetch('https://a.test'))\nPromise.all(all).then(play)"],
    [
      'what a function gives',
      "const load = () => fetch('https://a.test').then((r) => r.text())\nload().then(play)",
    ],
    [
      'what an asynchronous function gives',
      "async function load() { return (await fetch('https://a.test')).text() }\nasync function main() { await load()\nplay() }\nmain()",
    ],
    [
      'what a generator gives',
      "run(function* () { yield fetch('https://a.test')\nplay() })\nfunction run(f) { return new Promise((done) => f().next().value.then(done)) }",
    ],
    ['a script', `${SCRIPT}\ns.onload = () => { play() }`],
    ['a script, by its name', `${SCRIPT}\ns.onload = play`],
    ['a script, by a listener', `${SCRIPT}\ns.addEventListener('load', () => play())`],
    ['a script, by a promise', `${SCRIPT}\nnew Promise((done) => { s.onload = done }).then(() => play())`],
    [
      'a script, in a function that gives a promise',
      `const load = () => new Promise((done) => { ${SCRIPT}; s.onload = () => done(1) })\nasync function main() { await load()\nplay() }\nmain()`,
    ],
    [
      'a script, by what it calls back',
      `const load = (then) => { ${SCRIPT}; s.onload = () => then() }\nload(() => play())`,
    ],
    ['a socket', "const s = new WebSocket('wss://a.test')\ns.onopen = () => { play() }"],
    [
      'an XMLHttpRequest',
      "const r = new XMLHttpRequest()\nr.onreadystatechange = () => { if (r.readyState === 4 && r.status === 200) play() }\nr.open('GET', 'https://a.test')\nr.send()",
    ],
    [
      'the answer of an XMLHttpRequest',
      "const r = new XMLHttpRequest()\nr.onreadystatechange = () => { if (r.readyState === 4) { JSON.parse(r.responseText); play() } }\nr.open('GET', 'https://a.test')\nr.send()",
    ],
    [
      'a value that the game reads',
      `let all\nfetch('https://a.test').then((r) => { all = r })\nplay()\nsetInterval(() => { all.forEach(draw) }, 20)`,
    ],
    [
      'each request for a list',
      "Promise.all(['icon.png', 'https://a.test/a.png'].map((url) => fetch(url))).then(() => play())",
    ],
    [
      'each request for a list, by a function with a name',
      "const get = (url) => fetch(url).then((r) => r.blob())\nPromise.all(['icon.png', 'https://a.test/a.png'].map(get)).then(() => play())",
    ],
    [
      'each picture of a list, by promises',
      "const load = (src) => new Promise((done, fail) => { const i = new Image(); i.onload = () => done(i); i.onerror = fail; i.src = src })\nPromise.all(['icon.png', 'https://a.test/a.png'].map(load)).then(() => play())",
    ],
    [
      'one request for a list after the other',
      "const main = async () => { for (const url of ['icon.png', 'https://a.test/a.png']) await fetch(url)\nplay() }\nmain()",
    ],
    [
      'each picture of a list',
      "let left = 2\nconst all = ['icon.png', 'https://a.test/a.png']\nall.forEach((src) => { const i = new Image(); i.onload = () => { if (--left === 0) play() }; i.src = src })",
    ],
    ['a module', "import('https://a.test/a.js').then((a) => a.start())"],
    ['a picture', "const i = new Image()\ni.src = 'https://a.test/a.png'\ni.onload = () => play()"],
    [
      'one of many pictures',
      "let left = 2\nfor (const src of ['icon.png', 'https://a.test/a.png']) { const i = new Image(); i.onload = () => { if (--left === 0) play() }; i.src = src }",
    ],
    [
      'a picture, until it is decoded',
      "const i = new Image()\ni.src = 'https://a.test/a.png'\ni.decode().then(play)",
    ],
    [
      'a picture, until it is decoded, in an asynchronous function',
      "const main = async () => { const i = new Image(); i.src = 'https://a.test/a.png'; await i.decode(); play() }\nmain()",
    ],
    ['a sound', "const a = new Audio('https://a.test/a.mp3')\na.oncanplaythrough = () => play()\na.load()"],
    ['a position', 'navigator.geolocation.getCurrentPosition(() => play())'],
    ['a font', "new FontFace('A', 'url(https://a.test/a.woff2)').load().then(() => play())"],
    [
      'a font that a variable holds',
      "const main = async () => { const font = new FontFace('A', 'url(https://a.test/a.woff2)'); document.fonts.add(font); await font.load(); play() }\nmain()",
    ],
    [
      'one of many fonts',
      "const fonts = [new FontFace('A', 'url(https://a.test/a.woff2)')].map((font) => font.load())\nPromise.all(fonts).then(play)",
    ],
    [
      'one of the requests of a function',
      "const get = (url) => fetch(url).then((r) => r.json())\nget('icon.png').then((all) => { document.title = all })\nget('https://a.test').then(() => play())",
    ],
    [
      'a script, whose failure rejects a promise',
      "const load = (src) => new Promise((done, fail) => { const s = document.createElement('script'); s.src = src; s.onload = done; s.onerror = fail; document.body.append(s) })\nload('https://a.test/a.js').then(() => play())",
    ],
    [
      'a script that says nothing, in a try',
      `const load = () => new Promise((done) => { ${SCRIPT}; s.onload = done })\nconst main = async () => { try { await load() } catch {}\nplay() }\nmain()`,
    ],
    ['what a promise throws', "Promise.resolve().then(() => localStorage.getItem('a')).then(() => play())"],
  ])('stops an app that waits for %s', async (_, script) => {
    expect((await inPage(`${PLAY}\n${script}`)).runs).toBe(false)
  })

  const LOAD =
    "const load = (src) => new Promise((done, fail) => { const s = document.createElement('script'); s.src = src; s.onload = done; s.onerror = fail; document.head.append(s) })"
  const NEWS = "fetch('https://a.test').then((r) => r.json())"

  it.each<[string, string]>([
    ...[
      ['in any case', 'if (r.readyState === 4) start()'],
      [
        'with an answer of its own',
        'if (r.readyState !== 4) return; start(r.status === 200 ? JSON.parse(r.responseText) : [])',
      ],
      [
        'or something else',
        'if (r.readyState === XMLHttpRequest.DONE) { if (r.status >= 200 && r.status < 300) start(JSON.parse(r.responseText)); else start() }',
      ],
      [
        'with what it tries to read',
        'if (r.readyState === 4) { let all; try { all = JSON.parse(r.responseText) } catch { all = [] }\nstart(all) }',
      ],
    ].flatMap(([how, step]): [string, string][] => [
      [
        `an XMLHttpRequest whose end starts it ${how}`,
        `const r = new XMLHttpRequest()\nr.onreadystatechange = () => { ${step} }\nr.open('GET', 'https://a.test')\nr.send()`,
      ],
      [
        `an XMLHttpRequest whose end is listened to and starts it ${how}`,
        `const r = new XMLHttpRequest()\nr.addEventListener('readystatechange', () => { ${step} })\nr.open('GET', 'https://a.test')\nr.send()`,
      ],
    ]),
    [
      'a picture that a time limit does without',
      "const wait = (ms) => new Promise((done) => setTimeout(done, ms))\nconst load = (src) => new Promise((done) => { const i = new Image(); i.onload = done; i.src = src })\nPromise.race([load('https://a.test/a.png'), wait(999)]).then(() => start())",
    ],
    [
      'a picture whose promise has a time limit',
      "const load = (src) => new Promise((done) => { const i = new Image(); i.onload = done; setTimeout(done, 999); i.src = src })\nload('https://a.test/a.png').then(() => start())",
    ],
    [
      'a picture of whose promise another one has a time limit',
      "const load = (src) => new Promise((done) => { const i = new Image(); i.onload = () => done(i); i.src = src })\nconst within = (p, ms) => new Promise((done, fail) => { setTimeout(() => done(null), ms); p.then(done, fail) })\nwithin(load('https://a.test/a.png'), 999).then(() => start())",
    ],
    [
      'a script that the app has a copy of',
      "function load(src, done, fail) { const s = document.createElement('script'); s.src = src; s.onload = done; s.onerror = fail; document.head.append(s) }\nload('https://a.test/a.js', start, () => { load('a.js', start) })",
    ],
  ])('does not stop an app that starts in the end: %s', async (_, script) => {
    const start =
      "const start = () => { document.body.append('A'); onclick = () => document.body.append('B') }"
    expect((await inPage(`${start}\n${script}`)).runs).toBe(true)
  })

  it.each<[string, string]>([
    ['a promise that nothing else needs', `${NEWS}.then((all) => { document.title = all.length })`],
    [
      'a promise of each of a list',
      "for (const url of ['https://a.test', 'https://b.test']) fetch(url).then((r) => r.json()).then(console.log)",
    ],
    [
      'an answer in a function of its own',
      `(async () => { const r = await fetch('https://a.test'); document.title = (await r.json()).title })()`,
    ],
    [
      'an answer in a function that nothing waits for',
      `const news = async () => { const r = await fetch('https://a.test'); document.title = await r.text() }\nconst start = async () => { news(); SHOW }\nstart()`,
    ],
    [
      'a script that it can do without',
      `${LOAD}\nload('https://a.test/a.js').catch(() => {}).finally(() => { SHOW })`,
    ],
    [
      'a script in a try',
      `${LOAD}\n(async () => { try { await load('https://a.test/a.js') } catch {}\nSHOW })()`,
    ],
    ['a script that is only noted', `${LOAD}\nload('https://a.test/a.js').then(() => console.log('a'))`],
    [
      'all pictures, whether they come or not',
      `const load = (src) => new Promise((done, fail) => { const i = new Image(); i.onload = () => done(i); i.onerror = fail; i.src = src })\nPromise.allSettled(['icon.png', 'https://a.test/a.png'].map(load)).then(() => { SHOW })`,
    ],
    [
      'a picture for a while',
      `const timer = setTimeout(start, 300)\nconst i = new Image()\ni.onload = () => { clearTimeout(timer); start() }\ni.src = 'https://a.test/a.png'\nfunction start() { SHOW }`,
    ],
    ['a position', 'navigator.geolocation.getCurrentPosition((at) => console.log(at))'],
    [
      'a service worker, once it has loaded',
      "addEventListener('load', () => { navigator.serviceWorker.register('sw.js').then(() => { console.log('a') }) })",
    ],
  ])('does not stop an app that has shown something and waits for %s', async (_, script) => {
    const shown = "document.body.append('A')"
    if (script.includes('SHOW')) expect((await inPage(script.replace('SHOW', shown))).runs).toBe(true)
    else {
      expect((await inPage(`${shown}\n${script}`)).runs).toBe(true)
      // What nothing is seen to show may be all that the app is.
      expect((await inPage(script)).runs).toBe(false)
    }
  })

  it.each<[string, string]>([
    ['that it shows', `${NEWS}.then((all) => { document.body.append(all) })`],
    ['for what nobody sees', `${NEWS}.then((all) => { play(all) })`],
    ['that its state has', `const game = {}\n${NEWS}.then((all) => { game.all = all })`],
    ['that is shared', `${NEWS}.then((all) => { window.all = all })`],
    [
      'of one of many that it counts',
      "class A { left = 2\nload(src) { const i = new Image(); i.onload = () => { if (--this.left === 0) this.done() }; i.src = src }\ndone() { document.body.append('B') } }\nconst a = new A()\na.load('icon.png')\na.load('https://a.test/a.png')",
    ],
  ])('stops an app that has shown something, and waits for one %s', async (_, script) => {
    expect((await inPage(`document.body.append('A')\n${script}`)).runs).toBe(false)
  })

  it('does not stop an app of which nothing is seen to start where only a library waits', async () => {
    const send =
      "const r = new XMLHttpRequest()\nr.open('GET', 'https://a.test')\nr.onload = () => { queue.next() }\nr.send()"
    const files = { 'index.html': page('<script src="lib.js"></script><script src="main.js"></script>') }
    const library = {
      ...files,
      'lib.js': `function report() { ${send} }`,
      'main.js': 'report()\nengine.run()',
    }
    expect(await found(library)).toEqual({ impacts: ['fails-if-used'], runs: true })
    const own = { ...files, 'lib.js': '', 'main.js': `${send}\nengine.run()` }
    expect(await found(own)).toEqual({ impacts: ['breaks'], runs: false })
  })

  it('leaves the app alone behind a button', async () => {
    expect(await inPage("document.body.onclick = () => { location.href = 'https://a.test' }")).toEqual({
      impacts: ['fails-if-used'],
      runs: true,
    })
  })
})

describe('a file that is missing', () => {
  it('breaks the app that calls it by a short name, which the SDK may have, too', async () => {
    const files = {
      'index.html': page(
        '<script src="service-miniapp.js"></script><script src="jquery.js"></script><script>$(() => { $(\'body\').append(\'A\') })</script>',
      ),
      'service-miniapp.js': '(() => { let $=1;window.Service={} })()',
    }
    expect((await found(files)).runs).toBe(false)
  })

  const impactIn = async (body: string) => {
    const { problems } = await check(memoryBundle({ ...sampleFiles(), 'index.html': page(body) }))
    return problems.filter(({ rule }) => rule === 'bundle/file-not-found').map(({ impact }) => impact)
  }

  it.each<[string, string, string]>([
    ['breaks', 'that more waits for', "fetch('a.json').then(start)"],
    [
      'breaks',
      'whose answer is waited for',
      "const r = new XMLHttpRequest()\nr.open('GET', 'a.json')\nr.onload = start",
    ],
    ['breaks', 'that it parses', "fetch('a.json').then((answer) => answer.json()).then(start)"],
    [
      'breaks',
      'whose status it throws for',
      "const main = async () => { const answer = await fetch('a.txt'); if (!answer.ok) throw new Error(); start() }\nmain()",
    ],
    [
      'breaks',
      'whose status it rejects a promise for',
      "fetch('a.txt').then((r) => r.status === 200 ? r.text() : Promise.reject(r)).then(start)",
    ],
    ['degrades', 'of which it takes any text', "fetch('a.txt').then((r) => r.text()).then(start)"],
    [
      'degrades',
      'whose status it looks at',
      "const main = async () => { const r = await fetch('a.json'); const a = r.ok ? await r.json() : {}; start(a) }\nmain()",
    ],
    [
      'breaks',
      'whose answer must have a status',
      "const r = new XMLHttpRequest()\nr.open('GET', 'a.json')\nr.onload = () => { if (r.status === 200) start() }",
    ],
    [
      'breaks',
      'whose answer it parses',
      "const r = new XMLHttpRequest()\nr.open('GET', 'a.json')\nr.onload = function () { start(JSON.parse(this.responseText)) }",
    ],
    [
      'degrades',
      'whose answer it does not look at',
      "const r = new XMLHttpRequest()\nr.onreadystatechange = () => { if (r.readyState === 4) start() }\nr.open('GET', 'a.json')",
    ],
    ['breaks', 'that is imported', "import('./a.js')"],
    [
      'fails-if-used',
      'in a listener of a person',
      "addEventListener('click', () => { fetch('a.json').then(start) })",
    ],
    [
      'fails-if-used',
      'in a function that nothing calls',
      "function f() { const r = new XMLHttpRequest()\nr.open('GET', 'a.json') }",
    ],
    [
      'breaks',
      'by a picture that it waits for',
      "const i = new Image()\ni.onload = () => start()\ni.src = 'a.png'",
    ],
    [
      'breaks',
      'by one of the pictures that it waits for',
      "let left = 2\nfor (const src of ['icon.png', 'a.png']) { const i = new Image(); i.onload = () => { if (--left === 0) start() }; i.src = src }",
    ],
    [
      'breaks',
      'by a name in a list',
      "['icon', 'a'].forEach((name) => { const i = new Image(); i.onload = start; i.src = './' + name + '.png' })",
    ],
    [
      'breaks',
      'in a list that it fetches',
      "Promise.all(['index.html', 'a.json'].map((name) => fetch(name))).then(start)",
    ],
    ['degrades', 'by a picture that nothing waits for', "const i = new Image()\ni.src = 'a.png'"],
    [
      'degrades',
      'by a picture without which it goes on',
      "const i = new Image()\ni.onload = i.onerror = () => start()\ni.src = 'a.png'",
    ],
    ['breaks', 'by a sound that it waits for', "const a = new Audio('a.mp3')\na.oncanplaythrough = start"],
    ['degrades', 'that nothing waits for', "fetch('a.json')"],
    ['degrades', 'whose failure is handled', "fetch('a.json').then(start).catch(stop)"],
    ['degrades', 'of a request that is only made', "const r = new Request('a.json')"],
  ])('%s an app that requests one %s', async (impact, _, script) => {
    expect(await impactIn(`<script>${script}</script>`)).toEqual([impact])
  })

  it.each<[string, string]>([
    ['one of two', "let name = 'index.html'\nif (innerWidth > 600) name = 'a.json'\nfetch(name).then(start)"],
    ['one of two, in one expression', "fetch(innerWidth > 600 ? 'a.json' : 'index.html').then(start)"],
    ['one of a list', "const all = ['index.html', 'a.json']\nfetch(all[at]).then(start)"],
    [
      'by a function that has it from a person',
      "const load = (name) => fetch(name).then(start)\nload('index.html')\nonclick = () => load('a.json')",
    ],
    [
      'one that a condition chooses of a list',
      "for (const name of ['index.html', 'a.json']) if (name.endsWith('.html')) fetch(name)",
    ],
    [
      'in one of many folders',
      "for (const a of ['x', 'y']) for (const b of ['1', '2']) fetch(a + '/' + b + '.json')",
    ],
    ['in a list that grows', "const all = ['a.json']\nall.push(more)\nfetch(all[0]).then(start)"],
  ])('is not reported where it may be asked for, as %s', async (_, script) => {
    expect(await impactIn(`<script>${script}</script>`)).toEqual([])
  })

  it('fails only once somebody uses the link to it', async () => {
    expect(await impactIn('<a href="a.html">A</a>')).toEqual(['fails-if-used'])
  })
})

describe('a remote URL in a page', () => {
  it.each<[string, string, string]>([
    ['breaks', 'of a script', '<script src="https://a.test/a.js"></script>'],
    [
      'degrades',
      'of a counter',
      '<script async src="https://www.googletagmanager.com/gtag/js?id=1"></script>',
    ],
    ['fails-if-used', 'of a link', '<a href="https://a.test">A</a>'],
  ])('%s the app if it is that %s', async (impact, _, body) => {
    const { problems } = await check(memoryBundle({ ...sampleFiles(), 'index.html': page(body) }))
    const found = problems.filter(({ rule }) => rule === 'html/remote-url').map((one) => one.impact)
    expect(found).toEqual([impact])
  })
})

describe('a request whose URL the script chooses', () => {
  const REMOTE = 'https://cdn.example/a.json'

  it('breaks an app only where none of what it may be is there', async () => {
    const either = (one: string, other: string): string =>
      `const base = document.title === '' ? '${one}' : '${other}'\nconst data = await (await fetch(base)).json()\nalert(data.a)`
    const asModule = (script: string) =>
      found({ 'index.html': page(`<script type="module">${script}</script>`), 'a.json': '{}' })
    expect((await asModule(either(REMOTE, 'https://other.example/a.json'))).runs).toBe(false)
    expect((await asModule(either(REMOTE, 'a.json'))).runs).toBe(true)
  })

  it('breaks an app where each of what it may be is requested', async () => {
    const files = { 'a.json': '{}' }
    const helper = `const load = async (url) => (await fetch(url)).json()\nawait load('a.json')\nawait load('${REMOTE}')`
    const list = `for (const url of ['a.json', '${REMOTE}']) await (await fetch(url)).json()`
    for (const script of [helper, list])
      expect(
        (await found({ ...files, 'index.html': page(`<script type="module">${script}</script>`) })).runs,
      ).toBe(false)
  })
})

describe('a condition that asks for a global of the page', () => {
  const ASKS = 'if (window.App) document.cookie = 1'
  const whenLoaded = (script: string): string =>
    `<script>document.addEventListener('DOMContentLoaded', function () { ${script} })</script>`
  const SETS = '<script>window.App = function () {}</script>'

  it.each([
    ['once the page is loaded, after it was set', SETS + whenLoaded(ASKS)],
    ['once the page is loaded, where a later script sets it', whenLoaded(ASKS) + SETS],
    ['in a function by name', `<script>function go() { ${ASKS} }\nwindow.onload = go</script>${SETS}`],
    ['where it is declared', `${whenLoaded(ASKS)}<script>var App = { a: 1 }</script>`],
    ['behind it in the same script', `<script>window.App = {}\n${ASKS}</script>`],
    [
      'where it is set to something else by what never runs',
      `${whenLoaded(ASKS)}${SETS}<script>function reset() { window.App = null }</script>`,
    ],
  ])('holds %s', async (_, body) => {
    expect((await found({ 'index.html': page(body) })).impacts).toEqual(['breaks'])
  })

  it.each([
    ['before a later script sets it', `<script>${ASKS}</script>${SETS}`],
    ['in a function that is called before', `<script>function go() { ${ASKS} }\ngo()</script>${SETS}`],
    ['before it is set in the same script', `<script>${ASKS}\nwindow.App = {}</script>`],
    [
      'where only somebody sets it',
      `${whenLoaded(ASKS)}<script>document.onclick = () => { window.App = {} }</script>`,
    ],
    ['where it may be set', `${whenLoaded(ASKS)}<script>if (window.cordova) window.App = {}</script>`],
    ['where it is set to nothing again', `${whenLoaded(ASKS)}${SETS}<script>window.App = null</script>`],
    [
      'where it was read before',
      `<script>const was = window.App\naddEventListener('load', () => { if (was) document.cookie = 1 })</script>${SETS}`,
    ],
    ['whether it is not set, though it is', `${whenLoaded('if (!window.App) document.cookie = 1')}${SETS}`],
  ])('is not known to hold %s', async (_, body) => {
    expect((await found({ 'index.html': page(body) })).impacts).toEqual(['fails-if-used'])
  })

  it.each([
    ['whenever it arrives', 'async', 'fails-if-used'],
    ['before the page is loaded', 'defer', 'breaks'],
  ])('is looked up in a script that runs %s: %s', async (_, when, impact) => {
    const body = `<script ${when} src="lib.js"></script>${whenLoaded(ASKS)}`
    const files = { 'lib.js': 'window.App = {}', 'index.html': page(body) }
    expect((await found(files)).impacts).toEqual([impact])
  })

  it('is not known to hold where a script is added that sets it', async () => {
    const adds =
      "<script>const s = document.createElement('script')\ns.src = 'lib.js'\ndocument.head.append(s)</script>"
    const files = { 'lib.js': 'window.App = {}', 'index.html': page(adds + whenLoaded(ASKS)) }
    expect((await found(files)).impacts).toEqual(['fails-if-used'])
  })

  it('holds where what it guards sets it', async () => {
    const script = '(function () { if (!window.App) { window.App = {}; document.cookie = 1 } })()'
    expect((await found({ 'index.html': page(`<script>${script}</script>`) })).impacts).toEqual(['breaks'])
  })
})
