import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const runs = async (script: string): Promise<boolean> => {
  const page = `<!doctype html><html lang="en"><title>A</title><script>${script}</script></html>`
  return (await check(memoryBundle({ ...sampleFiles(), 'index.html': page }))).runs
}

const SAVES = "class Timer { stop() { localStorage.setItem('a', 1) } }"
const SHOWS = "document.body.textContent = 'A'"

/** Apps that run, and what makes them stop: the second text in the place of the first. */
const APPS: readonly (readonly [name: string, app: string, runs: string, stops: string])[] = [
  [
    'stops what it has not begun yet',
    `${SAVES}\nclass Game { timer\nstart() { if (this.timer) this.timer.stop()\nthis.timer = new Timer()\n${SHOWS} } }\nconst game = new Game()\ngame.start()`,
    'this.timer = new Timer()',
    'new Timer().stop()',
  ],
  [
    'asks with ?. for what it has not begun yet',
    `${SAVES}\nclass Game { constructor() { this.timer = null }\nstart() { this.timer?.stop()\nthis.timer = new Timer()\n${SHOWS} } }\nconst game = new Game()\ngame.start()`,
    'this.timer = new Timer()',
    'new Timer().stop()',
  ],
  [
    'has a field that is true at first',
    `class Game { paused = true\nframe() { if (!this.paused) localStorage.setItem('a', 1)\n${SHOWS}\nrequestAnimationFrame(() => this.frame()) }\nplay() { this.paused = false } }\nconst game = new Game()\ngame.frame()\nonclick = () => game.play()`,
    'paused = true',
    'paused = false',
  ],
  [
    'chooses another view with ??',
    `const views = new Map([['/', home], ['/saved', saved]])\nfunction saved() { document.body.textContent = localStorage.getItem('a') }\nfunction home() { ${SHOWS} }\nconst view = views.get(location.hash.slice(1) || '/') ?? home\nview()`,
    '?? home\nview()',
    '?? home\nsaved()',
  ],
  [
    'minds the failure of an asynchronous function',
    `async function load() { const answer = await fetch('https://a.test/b')\ndocument.body.append(answer.status) }\nasync function main() { try { await load() } catch {}\n${SHOWS} }\nmain()`,
    'try { await load() } catch {}',
    'await load()',
  ],
  [
    'minds the failure of a promise that it waits for',
    `function load() { return fetch('https://a.test/b').then((answer) => { document.body.append(answer.status) }) }\nasync function main() { await load().catch(() => {})\n${SHOWS} }\nmain()`,
    'load().catch(() => {})',
    'load()',
  ],
  [
    'asks again and again until it starts',
    `let tries = 0\nfunction ask() { if (++tries > 3) start()\nelse setTimeout(ask, 100) }\nfunction start() { ${SHOWS} }\nask()`,
    `start() { ${SHOWS} }`,
    `start() { localStorage.clear()\n${SHOWS} }`,
  ],
]

describe('an app', () => {
  it.each(APPS)('that %s runs, also compiled and minified', async (_, app, runs_, stops) => {
    for (const [text, isRunning] of [
      [app, true],
      [app.replace(runs_, stops), false],
    ] as const) {
      expect(await runs(text)).toBe(isRunning)
      for (const [target, minify] of [
        ['es2015', false],
        ['es2018', true],
        ['esnext', true],
      ] as const) {
        const { code } = await transform(text, { target, minify })
        expect.soft(await runs(code), code).toBe(isRunning)
      }
    }
  })
})

/** A class as compilers write it for browsers that know none. @param use what its method does */
const CLASSES: readonly (readonly [name: string, text: (use: string) => string])[] = [
  [
    'TypeScript',
    (use) =>
      `var Game = /** @class */ (function () { function Game() { this.items = [] } Object.defineProperty(Game.prototype, "empty", { get: function () { return this.items.length === 0 }, enumerable: false, configurable: true }); Game.prototype.save = function () { ${use} }; Game.make = function () { return new Game() }; return Game }())`,
  ],
  [
    'Babel',
    (use) =>
      `function _createClass(e, r, t) { return r && _defineProperties(e.prototype, r), t && _defineProperties(e, t), e }\nfunction _defineProperties(e, r) { for (var t = 0; t < r.length; t++) Object.defineProperty(e, r[t].key, r[t]) }\nvar Game = function () { "use strict"; function Game() { this.items = [] } return _createClass(Game, [{ key: "empty", get: function get() { return this.items.length === 0 } }, { key: "save", value: function save() { ${use} } }], [{ key: "make", value: function make() { return new Game() } }]) }()`,
  ],
  [
    'swc',
    (use) =>
      `var Game = /*#__PURE__*/ function() { "use strict"; function Game() { this.items = [] } _create_class(Game, [{ key: "empty", get: function get() { return this.items.length === 0 } }, { key: "save", value: function save() { ${use} } }], [{ key: "make", value: function make() { return new Game() } }]); return Game }()`,
  ],
]

describe.each(CLASSES)('a class that %s has compiled', (_, text) => {
  it('runs what its constructor and methods do', async () => {
    expect(await runs(`${text('localStorage.clear()')}\nvar game = new Game()\ngame.save()`)).toBe(false)
    expect(await runs(`${text('localStorage.clear()')}\nGame.make().save()`)).toBe(false)
    expect(await runs(`${text('localStorage.clear()')}\nvar game = new Game()\n${SHOWS}`)).toBe(true)
  })

  it('has getters', async () => {
    const start = `var game = new Game()\nfunction frame() { if (!game.empty) game.save()\n${SHOWS}\nrequestAnimationFrame(frame) }\nframe()`
    expect(await runs(`${text('localStorage.clear()')}\n${start}`)).toBe(true)
    expect(await runs(`${text('localStorage.clear()')}\n${start.replace('!game.empty', 'game.empty')}`)).toBe(
      false,
    )
  })
})

/** An asynchronous function as compilers write it, and one that waits for it. @param tried whether it minds a failure */
const ASYNC: readonly (readonly [name: string, text: (tried: boolean) => string])[] = [
  [
    'TypeScript',
    (tried) =>
      `var __awaiter = function (t, a, P, generator) { return new Promise(function (resolve, reject) { function step(r) { r.done ? resolve(r.value) : Promise.resolve(r.value).then(function (v) { step(generator.next(v)) }, reject) } step((generator = generator.apply(t, a || [])).next()) }) }\nfunction load() { return __awaiter(this, void 0, void 0, function () { var r; return __generator(this, function (_a) { switch (_a.label) { case 0: return [4, fetch('https://a.test/b')]; case 1: r = _a.sent(); document.body.append(r.status); return [2] } }) }) }\nfunction main() { return __awaiter(this, void 0, void 0, function () { return __generator(this, function (_a) { switch (_a.label) { case 0: ${tried ? '_a.trys.push([0, 2, , 3]);' : ''} return [4, load()${tried ? '' : '.then(function () {})'}]; case 1: _a.sent(); return [3, 3]; case 2: _a.sent(); return [3, 3]; case 3: ${SHOWS}; return [2] } }) }) }`,
  ],
  [
    'Babel',
    (tried) =>
      `function load() { return _load.apply(this, arguments) }\nfunction _load() { _load = _asyncToGenerator(_regenerator().m(function _callee() { var r; return _regenerator().w(function (_context) { while (1) switch (_context.n) { case 0: _context.n = 1; return fetch('https://a.test/b'); case 1: r = _context.v; document.body.append(r.status); case 2: return _context.a(2) } }, _callee) })); return _load.apply(this, arguments) }\nfunction main() { return _main.apply(this, arguments) }\nfunction _main() { _main = _asyncToGenerator(_regenerator().m(function _callee2() { return _regenerator().w(function (_context2) { while (1) switch (_context2.p = _context2.n) { case 0: _context2.p = 0; _context2.n = 1; return load(); case 1: _context2.n = 3; break; case 2: _context2.p = 2; case 3: ${SHOWS}; case 4: return _context2.a(2) } }, _callee2, null, ${tried ? '[[0, 2]]' : '[]'}) })); return _main.apply(this, arguments) }`,
  ],
]

it.each(ASYNC)('an asynchronous function that %s has compiled minds what it tries', async (_, text) => {
  expect(await runs(`${text(true)}\nmain()`)).toBe(true)
  expect(await runs(`${text(false)}\nmain()`)).toBe(false)
})

it('a function that a part of a script makes is not a class', async () => {
  const make = 'var start = (function () { function start() { localStorage.clear() } return start })()'
  expect(await runs(`${make}\nstart()`)).toBe(false)
  expect(await runs(`${make}\n${SHOWS}`)).toBe(true)
})
