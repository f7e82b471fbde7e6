import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

/** Whether an app runs whose page has one script. */
const runs = async (script: string): Promise<boolean> => {
  const page = `<!doctype html><html lang="en"><title>A</title><script>${script}</script></html>`
  return (await check(memoryBundle({ ...sampleFiles(), 'index.html': page }))).runs
}

const USE = 'localStorage.clear()'
const START = "addEventListener('click', () => { document.body.append('A') })"
const STEPS = `const init = () => { ${USE} }\nconst start = () => { ${START} }`

const CLASSES = `class Save { init() { ${USE} } }\nclass View { init() { ${START} } }`
const ENGINE = (parts: string): string =>
  `class Engine { constructor() { this.parts = ${parts} } use(part) { this.parts.push(part); return this } start() { this.parts.forEach((part) => part.init()) } }`

describe('functions of a list that are called in turn', () => {
  it.each<[string, string]>([
    ['by a callback', `${STEPS}\n;[init, start].forEach((step) => step())`],
    ['by a loop', `${STEPS}\nconst steps = [init, start]\nfor (const step of steps) step()`],
    [
      'by a loop that waits for each',
      `const steps = [async () => ${USE}, async () => { ${START} }]\nasync function main() { for (const step of steps) await step() }\nmain()`,
    ],
    [
      'as methods',
      `const parts = [{ run() { ${USE} } }, { run() { ${START} } }]\nparts.forEach((part) => part.run())`,
    ],
    [
      'in a function that is given them',
      `${STEPS}\nconst all = (list) => list.forEach((f) => f())\nall([init, start])`,
    ],
    [
      'taken out of a queue',
      `${STEPS}\nconst steps = []\nconst add = (step) => steps.push(step)\nadd(init)\nadd(start)\nwhile (steps.length) steps.shift()()`,
    ],
    [
      'by a loop of an asynchronous function',
      `${STEPS}\nconst steps = [init, start]\nconst main = async () => { for (const step of steps) await step() }\nmain()`,
    ],
    [
      'by the index of a loop',
      `${STEPS}\nvar steps = [init, start]\nfor (var i = 0; i < steps.length; i++) steps[i]()`,
    ],
    [
      'by the index of a loop, as methods',
      `${STEPS}\nvar parts = [{ run: init }, { run: start }]\nfor (var i = 0, n = parts.length; i < n; i++) { var part = parts[i]; part.run() }`,
    ],
    [
      'of a list that a class makes',
      `${CLASSES}\n${ENGINE('[new Save(), new View()]')}\nnew Engine().start()`,
    ],
    [
      'of a list that a class is given, in a chain of calls',
      `${CLASSES}\n${ENGINE('[]')}\nnew Engine().use(new Save()).use(new View()).start()`,
    ],
    [
      'of a Set that a class is given',
      `${CLASSES}\nclass Engine { parts = new Set(); add(part) { this.parts.add(part) } start() { for (const one of this.parts) one.init() } }\nconst engine = new Engine()\nengine.add(new Save())\nengine.add(new View())\nengine.start()`,
    ],
    ...[
      '[...this.parts.values()].forEach((one) => one.init())',
      'this.parts.forEach((one) => one.init())',
      'for (const [, one] of this.parts) one.init()',
    ].map((loop): [string, string] => [
      `of a Map that a class is given, by ${loop}`,
      `${CLASSES}\nclass Engine { parts = new Map(); add(name, part) { this.parts.set(name, part) } start() { ${loop} } }\nconst engine = new Engine()\nengine.add('save', new Save())\nengine.add('view', new View())\nengine.start()`,
    ]),
    [
      'of a table that is filled by names',
      `const parts = {}\nconst add = (name, part) => { parts[name] = part }\nadd('save', { init() { ${USE} } })\nadd('view', { init() { ${START} } })\nfor (const name in parts) parts[name].init()`,
    ],
    ...[
      'if (!all.has(name)) all.set(name, []); all.get(name).push(f)',
      'const list = all.get(name) ?? []; list.push(f); all.set(name, list)',
    ].map((add): [string, string] => [
      `that listen to one event: ${add}`,
      `const all = new Map()\nconst on = (name, f) => { ${add} }\nconst emit = (name) => { for (const f of all.get(name) ?? []) f() }\non('boot', () => { ${USE} })\non('boot', () => { ${START} })\nemit('boot')`,
    ]),
    ['as the values of an object', `${STEPS}\nObject.values({ init, start }).forEach((step) => step())`],
  ])('end the app at the one that fails, %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    ['the one that fails is the last', `${STEPS}\n;[start, init].forEach((step) => step())`],
    [
      'the one that fails is added last',
      `${CLASSES}\n${ENGINE('[]')}\nnew Engine().use(new View()).use(new Save()).start()`,
    ],
    [
      'the one that fails may be put last',
      `${STEPS}\nconst steps = [init]\nsteps.unshift(start)\nfor (const step of steps) step()`,
    ],
    [
      'the one that fails listens to another event',
      `const all = new Map()\nconst on = (name, f) => { if (!all.has(name)) all.set(name, []); all.get(name).push(f) }\nconst emit = (name) => { for (const f of all.get(name) ?? []) f() }\non('save', () => { ${USE} })\non('boot', () => { ${START} })\nemit('boot')`,
    ],
    [
      'one is chosen by its index',
      `${STEPS}\nvar steps = [init, start]\nfor (var i = 0; i < steps.length; i++) if (i === 1) steps[i]()`,
    ],
    ['each is tried', `${STEPS}\nfor (const step of [init, start]) { try { step() } catch {} }`],
    [
      'some are chosen',
      `const steps = [{ run() { ${USE} } }, { on: 1, run() { ${START} } }]\nfor (const step of steps) if (step.on) step.run()`,
    ],
    [
      'some are filtered',
      `const steps = [{ run() { ${USE} } }, { on: 1, run() { ${START} } }]\nsteps.filter((step) => step.on).forEach((step) => step.run())`,
    ],
    [
      'a queue has one only after a tap',
      `const steps = []\nconst add = (step) => steps.push(step)\naddEventListener('click', () => add(() => { ${USE} }))\nadd(() => { ${START} })\nwhile (steps.length) steps.shift()()`,
    ],
    ['timers call each', `${STEPS}\n;[init, start].forEach((step) => setTimeout(() => step()))`],
    [
      'nothing waits for each',
      `const steps = [async () => ${USE}, async () => { ${START} }]\nfor (const step of steps) step()`,
    ],
  ])('leave the app running where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('functions of a table', () => {
  const TABLE = `const table = { save() { ${USE} }, start() { ${START} } }`
  const FILLED = `const table = {}\ntable.save = () => { ${USE} }\ntable.start = () => { ${START} }`

  it.each<[string, string]>([
    ['for…in', `${TABLE}\nfor (const name in table) table[name]()`],
    [
      'for…in, of its own fields',
      `${FILLED}\nfor (let key in table) if (table.hasOwnProperty(key)) table[key]()`,
    ],
    [
      'for…in, as one asks who does not trust it',
      `${TABLE}\nfor (var key in table) if (Object.prototype.hasOwnProperty.call(table, key)) table[key]()`,
    ],
    ['Object.keys', `${TABLE}\nObject.keys(table).forEach((name) => table[name]())`],
    ['Object.keys, filled later', `${FILLED}\nfor (const name of Object.keys(table)) table[name]()`],
    ['Object.values, filled later', `${FILLED}\nfor (const f of Object.values(table)) f()`],
    ['Object.entries', `${TABLE}\nfor (const [name, f] of Object.entries(table)) f(name)`],
    [
      'Object.entries, filled later',
      `${FILLED}\nObject.entries(table).forEach(([name, f]) => { console.log(name); f() })`,
    ],
  ])('are all called by %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    ['another one is named', `${TABLE}\ntable['start']()`],
    ['nobody knows the name', `${TABLE}\ntable[location.hash.slice(1) || 'start']()`],
    ['one is chosen by its name', `${TABLE}\nfor (const name in table) if (name === 'start') table[name]()`],
    [
      'of a pair, one is chosen',
      `${TABLE}\nfor (const [name, f] of Object.entries(table)) if (name === 'start') f()`,
    ],
    [
      'the names are of another table',
      `${TABLE}\nconst pressed = { start: true }\nsetInterval(() => { for (const name in pressed) table[name]() }, 16)`,
    ],
    [
      'the fields of something else are asked for',
      `${TABLE}\nfor (const name in table) if (location.hasOwnProperty(name)) table[name]()\n${START}`,
    ],
    [
      'buttons call them',
      `${TABLE}\nfor (const [name, f] of Object.entries(table)) document.getElementById(name).onclick = f`,
    ],
    ['each is tried', `${TABLE}\nfor (const name in table) { try { table[name]() } catch {} }`],
    [
      'some are filtered',
      `${TABLE}\nObject.keys(table).filter((name) => name !== 'save').forEach((name) => table[name]())`,
    ],
    ['one was deleted', `${TABLE}\ndelete table.save\nfor (const name in table) table[name]()`],
    [
      'one was deleted from a Map',
      `const all = new Map()\nall.set('save', () => { ${USE} })\nall.delete('save')\nall.set('start', () => { ${START} })\nfor (const f of all.values()) f()`,
    ],
  ])('are not where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('a function of a Map', () => {
  it.each<[string, string]>([
    [
      'it is made with',
      `const all = new Map([['start', () => { ${USE} }], ['save', () => {}]])\nall.get('start')()`,
    ],
    ['is set', `const all = new Map()\nall.set('start', () => { ${USE} })\nall.get('start')()`],
    ['is there perhaps', `const all = new Map([['start', () => { ${USE} }]])\nall.get('start')?.()`],
  ])('is called by its key where %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    [
      'another one',
      `const all = new Map([['start', () => {}], ['save', () => { ${USE} }]])\nall.get('start')()`,
    ],
    ['any', `const all = new Map([['start', () => {}], ['save', () => { ${USE} }]])\nall.get(name)()`],
    [
      'another one of those that a function adds',
      `const all = new Map()\nconst add = (name, f) => all.set(name, f)\nadd('start', () => {})\nadd('save', () => { ${USE} })\nall.get('start')()`,
    ],
  ])('is not called by the key of %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('an error that is caught', () => {
  const RETRY = (end: string): string =>
    `function retry(f) { let last\nfor (let i = 0; i < 3; i++) { try { return f() } catch (error) { last = error } }\n${end} }`

  it.each<[string, string]>([
    ['at the end of a retry', `${RETRY('throw last')}\nretry(() => ${USE})\n${START}`],
    ['behind its try', `let error\ntry { ${USE} } catch (e) { error = e }\nif (error) throw error\n${START}`],
  ])('breaks the app where it is thrown again %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    ['kept, and returned', `${RETRY('return last')}\nretry(() => ${USE})\n${START}`],
    [
      'thrown again once each of a list was tried',
      `function load() { let last\nfor (const f of [() => ${USE}, () => 1]) { try { return f() } catch (error) { last = error } }\nthrow last }\nload()\n${START}`,
    ],
    ['caught once more', `${RETRY('throw last')}\ntry { retry(() => ${USE}) } catch {}\n${START}`],
    [
      'only shown',
      `let error\ntry { ${USE} } catch (e) { error = e }\nif (error) console.warn(error)\n${START}`,
    ],
  ])('does not where it is %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })

  it.each<[string, string, boolean]>([
    ['starts the app', `const start = () => { ${START} }\nwindow.onerror = start\n${USE}\nstart()`, true],
    [
      'listens and starts it',
      `const start = () => { ${START} }\naddEventListener('error', start)\n${USE}\nstart()`,
      true,
    ],
    ['comes too late', `const start = () => { ${START} }\n${USE}\nstart()\nwindow.onerror = start`, false],
    ['only shows it', `window.onerror = (text) => { console.log(text) }\n${USE}\n${START}`, false],
  ])('by a handler of the window that %s', async (_, script, isRunning) => {
    expect(await runs(script)).toBe(isRunning)
  })
})

describe('a generator', () => {
  it.each<[string, string]>([
    ['loop', 'for (const step of steps()) console.log(step)'],
    ['spread', 'const all = [...steps()]'],
    ['step', 'const all = steps()\nall.next()'],
  ])('runs by a %s', async (_, script) => {
    expect(await runs(`function* steps() { ${USE}; yield 1 }\n${script}\n${START}`)).toBe(false)
  })

  it.each<[string, string]>([
    ['nothing takes a step', `function* steps() { ${USE}; yield 1 }\nconst all = steps()\n${START}`],
    [
      'only a tap does',
      `function* steps() { ${USE}; yield 1 }\nconst all = steps()\n${START}\nonclick = () => all.next()`,
    ],
    [
      'the use is in a later step',
      `function* steps() { yield 1; ${USE} }\nconst all = steps()\nall.next()\n${START}`,
    ],
    [
      'only a person has the second step taken',
      `function* steps() { yield 1; ${USE} }\nconst all = steps()\nall.next()\n${START}\nonclick = () => all.next()`,
    ],
  ])('does nothing where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

const CLASS_EMITTER =
  'class Bus { constructor() { this.all = {} } on(n, f) { (this.all[n] = this.all[n] || []).push(f) } emit(n) { for (const f of this.all[n] || []) f() } }\nconst bus = new Bus()'
const EMITTER =
  'const all = {}\nconst bus = { on: (n, f) => { (all[n] ||= []).push(f) }, emit: (n) => (all[n] || []).forEach((f) => f()) }'

describe('one of several functions', () => {
  it.each<[string, string]>([
    [
      'by a state',
      `const states = { menu: { enter() { ${START} } }, save: { enter() { ${USE} } } }\nlet state = 'menu'\nconst go = (name) => { state = name; states[state].enter() }\ngo('menu')\nonclick = () => go('save')`,
    ],
    [
      'by a scene that follows the other',
      `const menu = { start() { ${START} } }, game = { start() { ${USE} } }\nlet scene = menu\nconst go = (next) => { scene = next; scene.start() }\ngo(menu)\nonclick = () => go(game)`,
    ],
    [
      'by a field of a manager',
      `class Scenes { constructor() { this.all = {}; this.now = null } add(n, o) { this.all[n] = o } go(n) { this.now = this.all[n]; this.now.enter() } }\nconst scenes = new Scenes()\nscenes.add('menu', { enter() { ${START} } })\nscenes.add('game', { enter() { ${USE} } })\nscenes.go('menu')`,
    ],
    [
      'by a class of a manager',
      `class Scenes { constructor(all) { Object.assign(this, { all }) } go(n) { const Scene = this.all[n]; this.now = new Scene(); this.now.enter() } }\nclass Menu { enter() { ${START} } }\nclass Over { enter() { ${USE} } }\nnew Scenes({ menu: Menu, over: Over }).go('menu')`,
    ],
    [
      'by a class that a click gives',
      `class Game { start(Scene) { this.scene = new Scene(); this.scene.enter() } }\nclass Menu { enter() { ${START} } }\nclass Over { enter() { ${USE} } }\nconst game = new Game()\ngame.start(Menu)\nonclick = () => game.start(Over)`,
    ],
    [
      'by a try of another store',
      `class None { get() {} }\nclass Local { get() { ${USE} } }\nconst pick = () => { try { localStorage.length; return new Local() } catch { return new None() } }\npick().get()\nconst store = pick()\nstore.get()\n${START}`,
    ],
    [
      'by a node of a story, of which only one has the effect',
      `const nodes = { a: { next: 'b' }, b: { effect: () => { ${USE} } } }\nlet at = 'a'\nfunction show() { const node = nodes[at]; node.effect?.() }\nshow()\n${START}\nonclick = () => { at = nodes[at].next; show() }`,
    ],
    [
      'by a condition of a component',
      `const h = (type) => ({ type })\nconst make = (one) => make(one.type())\nfunction Menu() { ${START} }\nfunction Over() { ${USE} }\nfunction App() { return document.title === 'A' ? h(Menu) : h(Over) }\nmake(h(App))`,
    ],
    [
      'by its place in a list',
      `const steps = [() => { ${USE} }, () => { ${START} }]\nsteps[steps.length - 1]()`,
    ],
    [
      'by a method of the list',
      `const all = [{ id: 'a', go() { ${USE} } }, { id: 'b', go() { ${START} } }]\nall.find(({ id }) => id === 'b').go()`,
    ],
    [
      'by a function that tries each',
      `const all = [{ test() { ${USE} }, get() { ${USE} } }, { test() {}, get() {} }]\nconst pick = () => { for (const one of all) { try { one.test(); return one } catch {} } }\nconst store = pick()\nstore.get()\n${START}`,
    ],
    [
      'by a key of a Map that is set anywhere',
      `const all = new Map()\nconst add = (name, one) => all.set(name, one)\nadd('a', { next() { ${USE} } })\nadd('b', { next() { ${START} } })\nlet name = 'b'\nall.get(name).next()`,
    ],
    [
      'by a place that a function is given',
      `const all = [() => { ${START} }, () => { ${USE} }]\nconst play = (n) => { all[n]() }\nplay(0)\nonclick = () => play(1)`,
    ],
    ['by a condition', `${STEPS}\n;(document.title === 'B' ? init : start)()`],
    [
      'by the name of an event',
      `${EMITTER}\nbus.on('start', () => { ${START} })\nbus.on('save', () => { ${USE} })\nbus.emit('start')`,
    ],
    [
      'by the name of an event, with classes',
      `${CLASS_EMITTER}\nbus.on('start', () => { ${START} })\nbus.on('save', () => { ${USE} })\nbus.emit('start')`,
    ],
  ])('says nothing of the others where it is chosen %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })

  it.each<[string, string]>([
    [
      'a listener of an event that comes',
      `${EMITTER}\nbus.on('start', () => { ${USE} })\nbus.on('save', () => { ${START} })\nbus.emit('start')\n${START}`,
    ],
    [
      'a listener of an event that comes, with classes',
      `${CLASS_EMITTER}\nbus.on('start', () => { ${USE} })\nbus.on('save', () => { ${START} })\nbus.emit('start')\n${START}`,
    ],
    [
      'a listener of an event that comes, beside one that a person may cause',
      `${EMITTER}\nbus.on('start', () => { ${USE} })\nbus.on('tap', () => {})\nbus.emit('start')\n${START}`,
    ],
    [
      'one of those that a helper is given',
      `const save = { install() { ${USE} } }, view = { install() {} }\nfunction use(one, options) { one.install(options) }\nuse(save)\nuse(view)\n${START}`,
    ],
    [
      'what a parameter names in a table',
      `const states = { boot: { enter() { ${USE}\ngo('menu') } }, menu: { enter() { ${START} } } }\nfunction go(name) { states[name].enter() }\ngo('boot')`,
    ],
    [
      'each that a loop comes to',
      `const steps = [() => { ${USE} }, () => { ${START} }]\nfor (let i = 0; i < 2; i += 1) steps[i]()\n${START}`,
    ],
  ])('ends the app where it is %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })
})
