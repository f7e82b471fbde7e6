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

describe('a condition that does not hold while the app loads', () => {
  it.each<[string, string]>([
    [
      'another level is given',
      `const begin = (level) => { if (level === 5) ${USE}\n${START} }\nbegin(1)\nonclick = () => begin(5)`,
    ],
    [
      'another action is given',
      `const act = (action) => { switch (action.type) { case 'save': ${USE}; break; default: ${START} } }\nact({ type: 'start' })\nonclick = () => act({ type: 'save' })`,
    ],
    [
      'another action is given, as minifiers write it',
      `const act = (action) => action.type === 'save' ? ${USE} : ${START}\nact({ type: 'start' })\nonclick = () => act({ type: 'save' })`,
    ],
    ['nothing is given', `const save = (state) => { if (!state) return\n${USE} }\nsave(null)\n${START}`],
    ['an option is not given', `const init = (options) => { if (options.cloud) ${USE}\n${START} }\ninit({})`],
    [
      'an option is left out',
      `const init = ({ cloud = false } = {}) => { if (cloud) ${USE}\n${START} }\ninit()`,
    ],
    [
      'something is counted until then',
      `let score = 0\nconst add = () => { score += 1; if (score > 100) ${USE} }\nadd()\n${START}`,
    ],
    [
      'every tenth is counted',
      `let combo = 0\nconst hit = () => { combo += 1; if (combo % 10 === 0) ${USE} }\nhit()\n${START}`,
    ],
    [
      'a list is filled until then',
      `const bag = []\nconst add = (item) => { bag.push(item); if (bag.length > 20) ${USE} }\nadd('a')\n${START}`,
    ],
    ['a list is empty', `const saves = []\nif (saves.length) ${USE}\n${START}`],
    ['a Set has nothing', `const seen = new Set()\nif (seen.has('a')) ${USE}\n${START}`],
    ['a Map has nothing', `const all = new Map()\nif (all.get('a')) ${USE}\n${START}`],
    [
      'nobody has signed in',
      `let user = null\nif (user !== null) ${USE}\nonclick = () => { user = {} }\n${START}`,
    ],
    ['a variable is not set', `let token\nif (token) ${USE}\nonclick = () => { token = 'a' }\n${START}`],
    [
      'a state is another',
      `const State = Object.freeze({ MENU: 0, OVER: 1 })\nlet state = State.MENU\nif (state === State.OVER) ${USE}\nonclick = () => { state = State.OVER }\n${START}`,
    ],
    [
      'only a person sets the flag',
      `let isLoaded = false\nconst draw = () => { if (!isLoaded) return\n${USE} }\ndraw()\nonclick = () => { isLoaded = true }\n${START}`,
    ],
    [
      'nobody knows what a function is given',
      `const check = (holds) => { if (!holds) ${USE} }\ncheck(document.body.getContext)\n${START}`,
    ],
    ['nobody knows what a call gives', `const way = find()\nif (!way) ${USE}\n${START}`],
    [
      'a field has the option that is not given',
      `class Saver { constructor(options = {}) { this.on = options.on || false; if (this.on) ${USE} } }\nnew Saver()\n${START}`,
    ],
    [
      'an option of another object is off',
      `const config = { board: { on: false } }\nconst make = ({ on }) => { if (on) ${USE} }\nmake(config.board)\n${START}`,
    ],
    [
      'a table has the text',
      `const texts = { en: {} }\nconst load = (name) => { if (texts[name]) return\n${USE} }\nload('en')\n${START}`,
    ],
    ['none of a list is found', `const old = [{ a: 1 }].find(({ a }) => a === 2)\nif (old) ${USE}\n${START}`],
    ['each of a list is asked for', `if ([1, 2].every((n) => n === 1)) ${USE}\n${START}`],
    [
      'nobody knows what listeners are given',
      `const all = []\nconst set = (value) => { all.forEach((f) => f(value)) }\nall.push((value) => { if (value > 10) ${USE} })\nset(1)\n${START}`,
    ],
    ['a loop is over before it begins', `for (let v = 3; v < 3; v++) ${USE}\n${START}`],
    [
      'a loop has nothing to go through',
      `const old = { all: [] }\nfor (const one of old.all) ${USE}\n${START}`,
    ],
    [
      'a loop waits for the first',
      `const all = []\nwhile (all.length > 0) { ${USE}; all.shift() }\n${START}`,
    ],
    ['a callback has nothing to go through', `const all = []\nall.forEach(() => { ${USE} })\n${START}`],
    [
      'nothing defines the global',
      `if (window.DEBUG) ${USE}\nif (window.process?.versions?.electron) ${USE}\n${START}`,
    ],
    [
      'a text begins with the other',
      `const load = (path) => { if (path.startsWith('level')) return\n${USE} }\nload('levels/1.json')\n${START}`,
    ],
    [
      'a text has the other in it',
      `const load = (path) => { if (path.indexOf('/') === -1) ${USE} }\nload('levels/1.json')\n${START}`,
    ],
    [
      'the field of an object is set before',
      `class Game { constructor() { this.isOver = true }\nsave() { if (!this.isOver) ${USE} } }\nnew Game().save()\n${START}`,
    ],
  ])('leaves the app running where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('a condition that holds while the app loads', () => {
  it.each<[string, string]>([
    [
      'the level is given',
      `const begin = (level) => { if (level === 1) ${USE}\n${START} }\nbegin(1)\nonclick = () => begin(2)`,
    ],
    [
      'the action is given',
      `const act = (action) => { switch (action.type) { case 'save': ${USE}; break; default: }\n${START} }\nact({ type: 'save' })`,
    ],
    [
      'the option is given',
      `const init = (options) => { if (options.cloud) ${USE}\n${START} }\ninit({ cloud: true })`,
    ],
    [
      'the option is on by itself',
      `const init = ({ cloud = true } = {}) => { if (cloud) ${USE}\n${START} }\ninit()`,
    ],
    [
      'the first is counted',
      `let games = 0\nconst begin = () => { games += 1; if (games === 1) ${USE}\n${START} }\nbegin()`,
    ],
    ['a list has elements', `const saves = ['a']\nif (saves.length) ${USE}\n${START}`],
    ['a list is filled before', `const saves = []\nsaves.push('a')\nif (saves.length > 0) ${USE}\n${START}`],
    ['a Set has it', `const seen = new Set(['a'])\nif (seen.has('a')) ${USE}\n${START}`],
    [
      'a field has the option that is given',
      `class Saver { constructor({ on }) { this.on = on; if (this.on) ${USE}\n${START} } }\nnew Saver({ on: true })`,
    ],
    [
      'the flag is set in a try that goes well',
      `let isDrawn = false\ntry { draw(); isDrawn = true } catch {}\nif (isDrawn) ${USE}\n${START}`,
    ],
    [
      'a function is asked for that it calls',
      `const call = (f) => { if (f) f() }\ncall(() => { ${USE} })\n${START}`,
    ],
    [
      'the type of what it calls is asked for',
      `const draw = (one) => { if (typeof one === 'string') return\nif (typeof one.type === 'function') one.type() }\ndraw({ type: () => { ${USE} } })\n${START}`,
    ],
    [
      'what is made once is not there yet',
      `let made\nconst get = () => { if (!made) made = ${USE}\nreturn made }\nget()\n${START}`,
    ],
    [
      'nothing is kept yet',
      `const kept = {}\nconst get = (key) => { const one = kept[key]; if (one !== undefined) return one\n${USE} }\nget('a')\n${START}`,
    ],
    [
      'the browser has it',
      `if ('localStorage' in window && typeof Storage !== 'undefined') ${USE}\n${START}`,
    ],
    ['it is a page, as minifiers ask', `const text = typeof document > 'u' ? '' : ${USE}\n${START}`],
    [
      'nothing is wrong that a script throws for',
      `async function load() { const answer = await fetch('icon.png'); if (!answer.ok) throw new Error('No'); document.body.append(${USE})\n${START} }\nload()`,
    ],
    [
      'the page has the element',
      `const root = document.getElementById('a')\nconst begin = (at) => { if (!at) return\n${USE}\n${START} }\nbegin(root)`,
    ],
    [
      'the page is loaded now, or later',
      `const begin = () => { ${USE}\n${START} }\nif (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)\nelse begin()`,
    ],
    [
      'another store is not given',
      `const make = ({ store }) => { const own = store ? store : window && ${USE}\nreturn own }\nmake({ ...options })\n${START}`,
    ],
    [
      'what is made once is not made yet',
      `let made\nconst get = () => { if (!made) made = new Store()\nreturn made }\nclass Store { constructor() { ${USE} } }\nget()\n${START}`,
    ],
    [
      'an object has not begun yet',
      `class Game { async begin() { if (this.hasBegun) throw new Error('Twice')\nthis.hasBegun = true\n${USE}\n${START} } }\nnew Game().begin()`,
    ],
    [
      'a text begins with another one',
      `const load = (path) => { if (path.startsWith('blob:')) return\n${USE}\n${START} }\nload('levels/1.json')`,
    ],
    [
      'a text that is put together begins with another one',
      `class Loader { constructor({ folder }) { this.folder = folder; this.load(this.path() + '1.json') }
path() { return this.folder }
load(path) { if (path.startsWith('blob:')) return\n${USE}\n${START} } }
new Loader({ folder: 'levels/' })`,
    ],
    [
      'a template begins with another text',
      `const load = (name) => { if (\`levels/\${name}\`.startsWith('blob:')) return\n${USE}\n${START} }\nload('1')`,
    ],
    [
      'a choice that is known decides',
      `const load = (isBig) => { if ((isBig ? 'big' : 'small') === 'big') return\n${USE}\n${START} }\nload(false)`,
    ],
    [
      'a parameter is set again only behind it',
      `const load = (path) => { if (path === '') return\n${USE}\npath = path.slice(1)\n${START} }\nload('/a')`,
    ],
    ['a loop begins', `for (let i = 0; i < 3; i++) ${USE}\n${START}`],
    [
      'a list is filled that a loop goes through',
      `const all = []\nall[0] = 1\nfor (const one of all) ${USE}\n${START}`,
    ],
    [
      'the flag is set before',
      `let isLoaded = false\nconst load = () => { isLoaded = true }\nload()\nif (isLoaded) ${USE}\n${START}`,
    ],
    [
      'another method of the same name is tried',
      `const jar = { set(text) { document.cookie = text } }
const clock = { set(now) { return now } }
const isExact = () => { try { clock.set(1); return true } catch { return false } }
jar.set('a=1')\n${START}`,
    ],
  ])('ends the app where %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })
})

describe('a flag that frames ask for', () => {
  const LOAD = (then: string): string =>
    `const image = new Image()\nimage.onload = () => { ${then} }\nimage.src = 'icon.png'`
  const FRAMES = (step: string): string =>
    `const draw = (now) => { ${step}\nrequestAnimationFrame(draw) }\nrequestAnimationFrame(draw)`
  const GAME = `class Game { constructor() { this.isLoaded = false; ${LOAD('this.isLoaded = true')} }
step() { if (this.isLoaded) ${USE} } }
class Sound { constructor() { this.isLoaded = false } }
const game = new Game()`

  it.each<[string, string]>([
    [
      'a picture sets it',
      `let isLoaded = false\n${LOAD('isLoaded = true')}\n${FRAMES(`if (isLoaded) ${USE}`)}`,
    ],
    [
      'a picture takes it back',
      `let isBusy = true\n${LOAD('isBusy = false')}\n${FRAMES(`if (!isBusy) ${USE}`)}`,
    ],
    ['it is a field of the game', `${GAME}\n${FRAMES('game.step()')}`],
    [
      'the time decides how often they do',
      `let at = 0, isReady = false\nsetTimeout(() => { isReady = true })
const step = (now) => { const past = now - at; at = now; if (past > 2500) return; if (isReady) ${USE} }
${FRAMES('step(now)')}`,
    ],
  ])('ends the app where %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    [
      'only a person sets it',
      `let hasBegun = false\nonclick = () => { hasBegun = true }\n${FRAMES(`if (hasBegun) ${USE}`)}`,
    ],
    [
      'something that runs sets it back',
      `let isNew = false\nconst reset = () => { isNew = false }\n${LOAD('isNew = true; reset()')}\n${FRAMES(`if (isNew) ${USE}`)}`,
    ],
    [
      'it is set in some case only',
      `let isOver = false\n${LOAD('if (Math.random() > 0.5) isOver = true')}\n${FRAMES(`if (isOver) ${USE}`)}`,
    ],
    [
      'it is set where it is asked for',
      `let hasSaved = false\n${LOAD('if (hasSaved) hasSaved = true')}\n${FRAMES(`if (hasSaved) { ${USE}; hasSaved = true }`)}`,
    ],
    ['another object has it', `${GAME}\nconst sound = new Sound()\n${FRAMES(`if (sound.isLoaded) ${USE}`)}`],
  ])('leaves the app running where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('a state that frames ask for', () => {
  const LOOP = (step: string): string =>
    `const draw = () => { ${USE} }\nconst loop = () => { ${step}\nrequestAnimationFrame(loop) }\nloop()`
  const LOAD = (then: string): string =>
    `const image = new Image()\nimage.onload = () => { ${then} }\nimage.src = 'icon.png'`
  const ASK = "if (state === 'menu') draw()"

  it('ends the app where a picture sets it', async () => {
    expect(await runs(`let state = 'load'\n${LOAD("state = 'menu'")}\n${LOOP(ASK)}`)).toBe(false)
    expect(
      await runs(
        `let state = 'load'\n${LOAD("state = 'menu'")}\n${LOOP("switch (state) { case 'menu': draw() }")}`,
      ),
    ).toBe(false)
  })

  it.each<[string, string]>([
    ['only a person sets it', `let state = 'load'\nonclick = () => { state = 'menu' }\n${LOOP(ASK)}`],
    ['another state follows', `let state = 'load'\n${LOAD("state = 'menu'; state = 'game'")}\n${LOOP(ASK)}`],
    [
      'another function sets another one',
      `let state = 'load'\nfunction play() { state = 'game' }\n${LOAD("state = 'menu'; play()")}\n${LOOP(ASK)}`,
    ],
    [
      'only what minds an error sets it',
      `let state = 'load'\nnew Image().decode().catch(() => { state = 'menu' })\n${LOOP(ASK)}`,
    ],
    [
      'a timer sets it that may be cleared',
      `let state = 'load'\nconst timer = setTimeout(() => { state = 'menu' }, 9000)\n${LOAD('clearTimeout(timer)')}\n${LOOP(ASK)}`,
    ],
    [
      'each frame sets its own',
      `${LOOP("let state = 'load'; if (Math.random() > 2) state = 'menu'; if (state === 'menu') draw()")}`,
    ],
    [
      'another one of the same class has it',
      `class Door { constructor() { this.state = 'shut' }\nopen() { this.state = 'menu' } }
const one = new Door(), other = new Door()\n${LOAD('one.open()')}\n${LOOP("if (other.state === 'menu') draw()")}`,
    ],
    [
      'nobody knows whose field is set',
      `const door = { state: 'shut' }\nfunction open(one) { one.state = 'menu' }\nopen(document.body)\n${LOOP("if (door.state === 'menu') draw()")}`,
    ],
    [
      'something else holds only before',
      `let isLoaded = false\nlet isSlow = false\nsetTimeout(() => { isSlow = true }, 9000)\n${LOAD('isLoaded = true')}\n${LOOP('if (!isLoaded) { if (isSlow) draw() }')}`,
    ],
  ])('leaves the app running where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('a state that the first frames have', () => {
  const MENU = `menu() { ${USE} }, play() { document.body.append('A') }`
  const LOOP = (step: string): string =>
    `const game = { ${MENU} }\nconst loop = () => { ${step}\nrequestAnimationFrame(loop) }\nloop()`
  const SWITCH = "switch (state) { case 'menu': game.menu(); break; case 'play': game.play() }"
  const BY_TAP = "let state = 'menu'\nonclick = () => { state = 'play' }"

  it.each<[string, string]>([
    ['in a condition', `${BY_TAP}\n${LOOP("if (state === 'menu') game.menu(); else game.play()")}`],
    [
      'where it is not another one',
      `${BY_TAP}\n${LOOP("if (state !== 'play') game.menu(); else game.play()")}`,
    ],
    ['in a switch', `${BY_TAP}\n${LOOP(SWITCH)}`],
    ['as the name of a method', `${BY_TAP}\n${LOOP('game[state]()')}`],
    [
      'as a field',
      `const at = { state: 'menu' }\nonclick = () => { at.state = 'play' }\n${LOOP("if (at.state === 'menu') game.menu(); else game.play()")}`,
    ],
    [
      'as a function',
      `let scene = menu\nfunction menu() { ${USE} }\nfunction play() { document.body.append('A') }\nonclick = () => { scene = play }\nconst loop = () => { scene(); requestAnimationFrame(loop) }\nloop()`,
    ],
    [
      'as an object that a function is given',
      `let scene\nconst go = (next) => { scene = next }\nconst menu = { update() { ${USE} } }, play = { update() { document.body.append('A') } }\nonclick = () => go(play)\nconst loop = () => { scene.update(); requestAnimationFrame(loop) }\ngo(menu)\nloop()`,
    ],
  ])('ends the app %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  const PLAY = BY_TAP.replace("'menu'", "'play'").replace("= 'play' }", "= 'menu' }")
  it.each<[string, string]>([
    ['only a person brings it', `${PLAY}\n${LOOP("if (state === 'menu') game.menu(); else game.play()")}`],
    ['only a person brings it, by a switch', `${PLAY}\n${LOOP(SWITCH)}`],
    ['only a person brings it, by a name', `${PLAY}\n${LOOP('game[state]()')}`],
    [
      'it was another one before the first frame',
      `let state = 'menu'\nconst pick = () => { state = 'play' }\npick()\n${LOOP("if (state === 'menu') game.menu()")}`,
    ],
    [
      'it may have been another one',
      `let state = 'menu'\nif (!window.Service) state = 'play'\n${LOOP("if (state === 'menu') game.menu()")}`,
    ],
    [
      'it was set with other fields',
      `const at = { state: 'menu' }\nObject.assign(at, { state: 'play' })\n${LOOP("if (at.state === 'menu') game.menu()")}`,
    ],
    [
      'a class sets it with other fields',
      `class Game { state = 'menu'; start() { Object.assign(this, { state: 'play' }); this.loop() } loop() { if (this.state === 'menu') ${USE}\nrequestAnimationFrame(() => this.loop()) } }\nnew Game().start()\n${START}`,
    ],
    [
      'it was set by its name',
      `class Game { state = 'menu'; set(name, value) { this[name] = value } loop() { if (this.state === 'menu') ${USE}\nrequestAnimationFrame(() => this.loop()) } }\nconst game = new Game()\ngame.set('state', 'play')\ngame.loop()\n${START}`,
    ],
    [
      'another scene is the first',
      `let scene\nconst go = (next) => { scene = next }\nconst menu = { update() { ${USE} } }, play = { update() { document.body.append('A') } }\nonclick = () => go(menu)\nconst loop = () => { scene.update(); requestAnimationFrame(loop) }\ngo(play)\nloop()`,
    ],
  ])('leaves the app running where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('what is left for what follows', () => {
  const SCENES = `class Menu { enter() { ${START} } exit() { ${USE} } }\nclass Over { enter() { ${USE}\n${START} } exit() {} }`
  const MANAGER = (leave: string, find = 'this.scenes[name]'): string =>
    `class Manager { scenes = {}; scene = null; add(name, scene) { this.scenes[name] = scene }\ngo(name) { ${leave}\nthis.scene = ${find}; this.scene.enter() } }\nconst manager = new Manager()`

  it.each<[string, string]>([
    ['a condition asks for it', 'if (this.scene) this.scene.exit()'],
    ['a chain asks for it', 'this.scene?.exit()'],
  ])('is nothing at first, where %s', async (_, leave) => {
    const added = "manager.add('menu', new Menu())\nmanager.add('over', new Over())\nmanager.go('menu')"
    expect(await runs(`${SCENES}\n${MANAGER(leave)}\n${added}`)).toBe(true)
    expect(await runs(`${SCENES}\n${MANAGER(leave)}\n${added}\nmanager.go('over')`)).toBe(false)
    expect(
      await runs(
        `${SCENES}\nlet scene\nconst go = (next) => { ${leave.replaceAll('this.', '')}; scene = next; scene.enter() }\ngo(new Menu())`,
      ),
    ).toBe(true)
  })

  it('is nothing in a field that a class only declares', async () => {
    const game = `class Game { timer; start() { if (this.timer) this.timer.stop()\nthis.timer = { stop() { ${USE} } }; ${START} } }\nconst game = new Game()`
    expect(await runs(`${game}\ngame.start()`)).toBe(true)
  })

  it.each<[string, string]>([
    ['objects of classes', "manager.add('menu', new Menu())\nmanager.add('over', new Over())"],
    [
      'objects',
      `manager.add('menu', { enter() { ${START} } })\nmanager.add('over', { enter() { ${USE}\n${START} } })`,
    ],
  ])('is the scene of the name that is asked for, of %s', async (_, added) => {
    for (const [find, add] of [
      ['this.scenes[name]', 'this.scenes[name] = scene'],
      ['this.scenes.get(name)', 'this.scenes.set(name, scene)'],
    ] as const) {
      const script = `${SCENES}\n${MANAGER('', find)
        .replace('scenes = {}', `scenes = ${find.includes('get') ? 'new Map()' : '{}'}`)
        .replace('this.scenes[name] = scene', add)}\n${added}`
      expect(await runs(`${script}\nmanager.go('menu')`)).toBe(true)
      expect(await runs(`${script}\nmanager.go('over')`)).toBe(false)
    }
  })

  it('is the class of the name that is asked for', async () => {
    const script = `${SCENES}\n${MANAGER('', 'new this.scenes[name]()')}\nmanager.add('menu', Menu)\nmanager.add('over', Over)`
    expect(await runs(`${script}\nmanager.go('menu')`)).toBe(true)
    expect(await runs(`${script}\nmanager.go('over')`)).toBe(false)
  })
})

describe('a comparison in a frame', () => {
  const FRAMES = (before: string, step: string, test: string): string =>
    `let last = 0\n${before}
const frame = (now) => { const past = (now - last) / 1000; last = now\n${step}\nif (${test}) ${USE}\nrequestAnimationFrame(frame) }
requestAnimationFrame(frame)`

  it.each<[string, string, string, string]>([
    ['the time since the last frame', '', '', 'past > 0.01'],
    ['a time that adds up', 'let waited = 0', 'waited += past', 'waited > 2'],
    [
      'a time that begins again',
      'let waited = 0',
      'if (waited > 2) waited = 0\nwaited += past',
      'waited > 1',
    ],
    ['a countdown', 'let left = 3', 'left -= past', 'left <= 0'],
    ['when something is due', 'let due = 0', '', 'now >= due'],
    [
      'a time that another function is given',
      `const step = (time) => { if (time > 0.01) ${USE} }`,
      'step(past)',
      'false',
    ],
  ])('ends the app where it is of %s', async (_, before, step, test) => {
    expect(await runs(FRAMES(before, step, test))).toBe(false)
  })

  it.each<[string, string, string, string]>([
    [
      'what a person lets pass',
      'let fuel = 100, thrust = 0\nonkeydown = () => { thrust = 1 }',
      'fuel -= thrust * past',
      'fuel <= 0',
    ],
    [
      'what only passes at times',
      'let fuel = 100, isUp = false\nonkeydown = () => { isUp = true }',
      'if (isUp) fuel -= past',
      'fuel <= 0',
    ],
    ['what comes back', 'let food = 9', 'food -= past\nif (food < 5) food += 4', 'food < 0'],
    ['what has a limit', 'let health = 9', 'health = Math.min(9, health + past)', 'health <= 0'],
    [
      'what a person adds to',
      'let power = 0\nonclick = () => { power += 9 }',
      'if (power < 9) power += past',
      'power > 15',
    ],
    [
      'a time that a person starts',
      'let begun = 0, took = 0\nonclick = () => { begun = Date.now() }',
      'if (begun) took = Date.now() - begun',
      'took > 60',
    ],
    ['a moment that a person sets', 'let due = 0\nonclick = () => { due = now() + 9 }', '', 'now < due'],
    [
      'what a held key takes and the frame gives back',
      'let power = 9, isHeld = false\nonkeydown = () => { isHeld = true }',
      'power += isHeld ? -5 : 1; power = Math.max(0, Math.min(9, power))',
      '!power',
    ],
    ['a speed', 'let x = 0, speed = 0\nonclick = () => { speed = 1 }', 'x += speed * past', 'x > 9'],
  ])('leaves the app running where it is of %s', async (_, before, step, test) => {
    expect(await runs(FRAMES(before, step, test))).toBe(true)
  })
})

describe('what a frame looks at', () => {
  const FRAMES = (before: string, step: string): string =>
    `${before}\nconst frame = () => { ${step}\nrequestAnimationFrame(frame) }\nframe()`

  it.each<[string, string, string]>([
    [
      'it sets itself before',
      'let target = null',
      `target = { x: Math.random() }; if (target === null) ${USE}`,
    ],
    [
      'it may find before',
      'const bricks = [{ hit: false }]\nonclick = () => { bricks[0].hit = true }',
      `let found = null; for (const brick of bricks) if (!brick.hit) found = brick\nif (found === null) ${USE}`,
    ],
    [
      'only an error sets',
      "let isFine = true\nconst image = new Image()\nimage.src = 'icon.png'\nimage.decode().catch(() => { isFine = false })",
      `if (!isFine) ${USE}`,
    ],
    [
      'only a person puts into a list',
      'const taps = []\nonclick = () => { taps.push(1) }',
      `for (const tap of taps) ${USE}\ntaps.length = 0`,
    ],
    [
      'only a person puts into a list, which it empties',
      'const taps = []\nonclick = () => { taps.push(1) }',
      `for (const tap of taps.splice(0)) ${USE}`,
    ],
    [
      'only a person puts into a list that it counts',
      'const taps = []\nonclick = () => { taps.push(1) }',
      `for (let i = 0; i < taps.length; i++) ${USE}`,
    ],
    [
      'only a person puts into a list that it takes from',
      'const taps = []\nonclick = () => { taps.push(1) }',
      `while (taps.length > 0) { taps.pop(); ${USE} }`,
    ],
    [
      'only a person puts into an object',
      'const held = {}\nonkeydown = ({ key }) => { held[key] = true }',
      `for (const key in held) ${USE}`,
    ],
    [
      'only a person puts into a Map',
      'const held = new Map()\nonkeydown = ({ key }) => { held.set(key, true) }',
      `for (const one of held.values()) ${USE}`,
    ],
    [
      'it fills itself',
      'const fields = [0, 0]',
      `const free = []; fields.forEach((one) => { if (!one) free.push(one) }); if (!free.length) ${USE}`,
    ],
    [
      'only a person puts into a list that it goes through',
      'const taps = []\nonclick = () => { taps.push(1) }',
      `taps.forEach(() => ${USE})`,
    ],
    [
      'only a person adds to the page',
      'onclick = () => { document.body.append(document.createElement("i")) }',
      `document.querySelectorAll('i').forEach(() => ${USE})`,
    ],
    [
      'only a person puts into a table',
      'const held = {}\nonkeydown = ({ key }) => { held[key] = true }',
      `Object.values(held).forEach(() => ${USE})`,
    ],
    [
      'only a person puts into a list of which it takes the first',
      'const taps = []\nonclick = () => { taps.push(1) }',
      `const tap = taps[0]; if (tap) ${USE}`,
    ],
    [
      'a class sets at first, and only a person sets back',
      'class State { isPaused = true }\nconst state = new State()\nonclick = () => { state.isPaused = false }',
      `if (!state.isPaused) ${USE}`,
    ],
    [
      'a constructor sets at first, and only a person sets back',
      'class State { constructor() { this.isPaused = true } }\nconst state = new State()\nonclick = () => { state.isPaused = false }',
      `if (!state.isPaused) ${USE}`,
    ],
    [
      'a getter counts',
      'class Taps { all = []; get none() { return this.all.length === 0 } }\nconst taps = new Taps()\nonclick = () => { taps.all.push(1) }',
      `if (!taps.none) ${USE}`,
    ],
    [
      'only a person counts',
      'let left = 0\nonclick = () => { left += 1 }',
      `while (left > 0) { left -= 1; ${USE} }`,
    ],
  ])('leaves the app running where it is what %s', async (_, before, step) => {
    expect(await runs(FRAMES(before, step))).toBe(true)
  })

  it.each<[string, string, string]>([
    ['it sets itself before', 'let target = null', `target = {}; if (target !== null) ${USE}`],
    ['nothing has set', 'let target = null\nonoffline = () => { target = {} }', `if (!target) ${USE}`],
    [
      'is set at first in an object',
      'const state = { isNew: true }',
      `if (state.isNew) { ${USE}; state.isNew = false }`,
    ],
    [
      'a constructor sets at first',
      'class State { constructor() { this.isNew = true } }\nconst state = new State()',
      `if (state.isNew) { ${USE}; state.isNew = false }`,
    ],
    ['is in a list', 'const taps = [1]', `for (const tap of taps) ${USE}`],
    ['is in a list that it goes through', 'const taps = [1]', `taps.slice().forEach(() => ${USE})`],
    ['is in a list of which it takes the first', 'const taps = [1]', `const tap = taps[0]; if (tap) ${USE}`],
    [
      'something that runs puts into a list',
      'const taps = []\ntaps.push(1)',
      `for (let i = 0; i < taps.length; i++) ${USE}`,
    ],
  ])('ends the app where it is what %s', async (_, before, step) => {
    expect(await runs(FRAMES(before, step))).toBe(false)
  })
})

describe('what an optional call is given', () => {
  it.each<[string, boolean, string]>([
    ['is not there', true, `let log = null\nconst note = () => log?.(${USE})\nnote()`],
    ['has no such field', true, `const log = {}\nlog.note?.(${USE})`],
    ['is in a chain that ends before', true, `const log = {}\nlog.user?.name.concat(${USE})`],
    ['is there', false, `const log = { note() {} }\nlog.note?.(${USE})`],
    ['is the page', false, `document.body?.append(${USE})`],
    ['is asked for in the page', false, `document.querySelector('b')?.append(${USE})`],
  ])('is come to where what is called %s', async (_, isRunning, script) => {
    expect(await runs(`${script}\n${START}`)).toBe(isRunning)
  })
})

describe('a function that is one of two', () => {
  const SAVE = `const disk = () => ${USE}, memory = () => null`

  it.each<[string, boolean, string]>([
    [
      'a condition sets it that nobody knows',
      true,
      `${SAVE}\nlet save; if (Math.random() > 0.5) save = disk; else save = memory\nsave()`,
    ],
    ['it is set to that one only', false, `${SAVE}\nlet save; save = disk\nsave()`],
    [
      'only a person has it made',
      true,
      `const game = { store: null, open() { game.store = { set: () => ${USE} } } }\nconst save = () => { if (game.store) game.store.set() }\nsave()\nonclick = () => game.open()`,
    ],
    [
      'it is made before',
      false,
      `const game = { store: null, open() { game.store = { set: () => ${USE} } } }\nconst save = () => { if (game.store) game.store.set() }\ngame.open()\nsave()`,
    ],
  ])('is called where %s', async (_, isRunning, script) => {
    expect(await runs(`${script}\n${START}`)).toBe(isRunning)
  })
})

describe('an error in a frame before the next one is asked for', () => {
  it('is none in what a picture would have given to a loop that draws without it', async () => {
    const load =
      'const load = (gl, url) => { const texture = gl.createTexture(), image = new Image(); image.onload = () => { gl.bindTexture(1, texture); gl.texImage2D(1, 0, 1, 1, 1, image); gl.generateMipmap(1) }; image.src = url; return texture }'
    const loop = 'const frame = () => { gl.clear(1); gl.drawArrays(4, 0, 3); requestAnimationFrame(frame) }'
    const pen = "const gl = document.querySelector('canvas').getContext('webgl')"
    expect(await runs(`${pen}\n${load}\nload(gl, 'icon.png')\n${loop}\nframe()`)).toBe(true)
  })

  it('ends what the frame draws besides', async () => {
    for (const kind of ['2d', 'webgl']) {
      const pen = `const pen = document.querySelector('canvas').getContext('${kind}')`
      const draw = kind === '2d' ? 'pen.fillRect(0, 0, 9, 9)' : 'pen.drawArrays(4, 0, 3)'
      const loop = `const save = () => ${USE}\nconst frame = () => { ${draw}; save(); requestAnimationFrame(frame) }\nframe()`
      expect([kind, await runs(`${pen}\n${loop}`)]).toEqual([kind, false])
    }
  })

  const PADS = `(() => { const draw = navigator.getGamepads(); if (draw[0]) tap() })()`

  it('ends what the frame does besides', async () => {
    const script = (frame: string): string =>
      `const paint = () => { document.title += 'A' }\nconst tap = () => {}\nrequestAnimationFrame(function draw() { ${frame} })\n${START}`
    expect(await runs(script(`paint(), ${PADS}, requestAnimationFrame(draw)`))).toBe(false)
    expect(await runs(script(`requestAnimationFrame(draw), paint(), ${PADS}`))).toBe(true)
    expect(await runs(script(`${PADS}, requestAnimationFrame(draw)`))).toBe(true)
  })
})

describe('a condition that goes by functions that call each other', () => {
  it('is looked at one time', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const calls = names.map((name) => `if (n === '${name}') return ${name}(n)`).join('\n')
    const functions = names.map((name) => `const ${name} = (n) => { ${calls}\nreturn n }`).join('\n')
    expect(
      await runs(
        `${functions}\nconst begin = (n) => { if (a(n)) ${USE} }\nbegin(performance.now())\n${START}`,
      ),
    ).toBe(true)
  })
})

describe('a function that more than one call enters', () => {
  const READ = `const read = (key, isSafe) => { if (isSafe) { try { return localStorage[key] } catch { return null } }
return localStorage[key] }`
  const RUN = `const run = (task, isSafe) => { if (isSafe) { try { task() } catch {} } else task() }
const load = () => { ${USE} }\nconst start = () => { ${START} }`
  const OPEN = `const memory = { getItem: () => null }
const open = (kind) => (kind === 'local' ? localStorage : memory)`

  it.each<[string, string, boolean]>([
    ['each minds the error', `${READ}\nread('a', true)\nread('b', true)\n${START}`, true],
    ['one does not mind the error', `${READ}\nread('a', true)\nread('b', false)\n${START}`, false],
    ['what fails is given where the error is minded', `${RUN}\nrun(load, true)\nrun(start, false)`, true],
    [
      'what fails is given where nothing minds the error',
      `${RUN}\nrun(load, false)\nrun(start, true)`,
      false,
    ],
    [
      'only a person has it open what fails',
      `${OPEN}\nopen('memory')\nonclick = () => open('local')\n${START}`,
      true,
    ],
    ['one opens what fails', `${OPEN}\nopen('memory')\nopen('local')\n${START}`, false],
    [
      'one is tried',
      `const get = (store) => store ?? localStorage\ntry { get() } catch {}\nget({})\n${START}`,
      true,
    ],
  ])('is looked at by what each gives: %s', async (_, script, expected) => {
    expect(await runs(script)).toBe(expected)
  })
})

describe('a condition around all that starts the app', () => {
  const BEGIN = `const begin = () => { ${USE}\n${START} }`
  const SORRY = "document.body.textContent = 'Your browser is too old.'"

  it.each<[string, string]>([
    [
      'a script sets it where nothing is missing',
      `${BEGIN}\nwindow.isNew = Lib.test()\nif (window.isNew) begin()`,
    ],
    [
      'the other way only says so',
      `${BEGIN}\naddEventListener('load', () => { if (!window.WebGLRenderingContext) { ${SORRY}; return }\nbegin() })`,
    ],
    [
      'it stands around the code itself',
      `const missing = []\nif (!document.createElement('canvas').getContext('webgl2')) missing.push('WebGL')
if (missing.length === 0) window.isNew = true\nelse ${SORRY}\nif (window.isNew) { ${USE}\n${START} }`,
    ],
    [
      'a method counts what has loaded',
      `class Pictures { constructor(names, done) { this.count = 0; this.done = done; this.all = names; names.forEach((name) => this.load(name)) }
load(name) { const image = new Image(); image.onload = () => this.loaded(); image.src = name }
loaded() { if (++this.count === this.all.length) this.done() } }
${BEGIN}\nnew Pictures(['icon.png'], begin)`,
    ],
  ])('ends the app either way where %s', async (_, script) => {
    expect(await runs(`const Lib = { test: () => Math.random() > 0.5 }\n${script}`)).toBe(false)
  })

  it.each<[string, string]>([
    ['the other way starts it, too', `${BEGIN}\nif (Math.random() > 0.5) begin()\nelse { ${START} }`],
    ['something else starts', `${BEGIN}\nif (Math.random() > 0.5) begin()\n${START}`],
    [
      'something else goes round',
      `${BEGIN}\nif (Math.random() > 0.5) begin()\nconst draw = () => requestAnimationFrame(draw)\ndraw()`,
    ],
  ])('is not known to hold where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})

describe('a value that conditions give while the app loads', () => {
  const LOAD = `const load = (path) => { if (path.startsWith('blob:')) return\n${USE} }`
  const FIND = 'const find = (key) => { key = table.hasOwnProperty(key) ? table[key] : key\nreturn key }'
  const GAME = (options: string, set: string): string => `class Game {
  constructor(options) { this.kind = options.kind; this.table = {}; ${set}; this.begin() }
  pathOf(key) { return this.table.hasOwnProperty(key) ? this.table[key] : key }
  folder() { if (this.kind === 'preview') return URL.createObjectURL(new Blob([]))
  else return 'scripts/' }
  begin() { load(this.pathOf(this.folder() + 'a.js')) }
}
new Game(${options})`

  it.each<[string, string]>([
    ['a table has no such field', `const table = {}\n${FIND}\nload(find('a.js'))`],
    ...['Object.hasOwn(table, key)', 'Object.prototype.hasOwnProperty.call(table, key)', 'key in table'].map(
      (question): [string, string] => [
        `${question} is asked of one that has no such field`,
        `const table = {}\nconst find = (key) => (${question} ? table[key] : key)\nload(find('a.js'))`,
      ],
    ),
    [
      'a table gives nothing, and then there is the key',
      `const table = {}\nconst find = (key) => table[key] || key\nload(find('a.js'))`,
    ],
    [
      'an option that sets the table is not given',
      GAME('{ kind: 1 }', 'options.table && (this.table = options.table)'),
    ],
    [
      'one store after the other is made where there is none yet',
      `let store\nconst open = () => { if (!store) try { store = cc.store } catch {}
if (!store && typeof indexedDB !== 'undefined') { ${USE}; store = new Map() }
if (!store) store = { get() {} }\nreturn store }\nopen().get('a')`,
    ],
    [
      'it is set again only later',
      `const begin = () => { let a = 'a.js'\nload(a)\na = new MessageChannel() }\nbegin()`,
    ],
    [
      'a text is of no class',
      `const find = (key) => { if (key instanceof Blob) key = URL.createObjectURL(key)\nreturn key }\nload(find('a.js'))`,
    ],
    [
      'all but the last of several ways are not come to',
      `const kind = 'web'\nconst find = (key) => { let found\nif (kind === 'phone') found = blobs[key]
else if (kind === 'desktop') found = files[key]\nelse found = key\nreturn found }\nload(find('a.js'))`,
    ],
  ])('ends the app where %s', async (_, script) => {
    expect(await runs(`${LOAD}\n${script}\n${START}`)).toBe(false)
  })

  it.each<[string, string]>([
    ['a table has the field', `const table = { 'a.js': 'blob:a' }\n${FIND}\nload(find('a.js'))`],
    [
      'a table is filled by another name',
      `const table = {}\nconst other = table\nfor (const name of ['a', 'b']) other[name + '.js'] = 'blob:' + name
${FIND}\nload(find('a.js'))`,
    ],
    [
      'a table of a class has the field',
      `const table = new (class { constructor() { this.a = 'blob:a' } })()
const find = (key) => (key in table ? table[key] : key)\nload(find('a'))`,
    ],
    [
      'every object has it',
      `const table = {}\nconst find = (key) => (key in table ? 'blob:' + table[key] : key)\nload(find('toString'))`,
    ],
    [
      'a list has the element',
      `const table = ['blob:a']\nconst find = (key) => (key in table ? table[key] : key)\nload(find(0))`,
    ],
    [
      'a table is filled by names that are put together',
      `const table = {}\nfor (const name of ['a', 'b']) table[name + '.js'] = 'blob:' + name\n${FIND}\nload(find('a.js'))`,
    ],
    [
      'an option sets the table',
      GAME(
        "{ kind: 1, table: { 'scripts/a.js': 'blob:a' } }",
        'options.table && (this.table = options.table)',
      ),
    ],
    ['another way is taken', GAME("{ kind: 'preview' }", '')],
    [
      'a loop comes back to it',
      `const begin = () => { let a = 'blob:a'\nfor (const next of ['blob:b', 'blob:c']) { load(a)\na = next } }\nbegin()`,
    ],
    [
      'what it may be in the end is not known',
      `const find = (key) => { if (Math.random() > 0.5) key = URL.createObjectURL(new Blob([]))\nreturn key }\nload(find('a.js'))`,
    ],
  ])('is not known to end it where %s', async (_, script) => {
    expect(await runs(`${LOAD}\n${script}\n${START}`)).toBe(true)
  })
})

describe('a function that has itself called again until a condition holds', () => {
  const WAIT = (test: string, then = 'start()'): string =>
    `const start = () => { ${USE}\n${START} }\nfunction wait() { if (${test}) ${then}; else setTimeout(wait, 50) }\nwait()`
  const PICTURE = "const image = new Image()\nimage.src = 'icon.png'"

  it.each<[string, string, string]>([
    [
      'counts what has loaded',
      `let loaded = 0\n${PICTURE}\nimage.onload = () => { loaded += 1 }`,
      'loaded === 1',
    ],
    [
      'counts until all of a list are there',
      `const names = ['icon.png']\nlet loaded = 0\n${PICTURE}\nimage.onload = () => { loaded++ }`,
      'loaded >= names.length',
    ],
    ['counts itself', 'let times = 0\nconst isReady = () => ++times > 3', 'isReady()'],
    ['looks at pictures', `${PICTURE}\nconst all = [image]`, 'all.every((one) => one.complete)'],
    [
      'has a function that looks at pictures',
      `${PICTURE}\nconst areThere = () => { let all = true; for (const one of [image]) if (!one.complete) all = false; return all }`,
      'areThere()',
    ],
  ])('goes on in the end where it %s', async (_, before, test) => {
    expect(await runs(`${before}\n${WAIT(test)}`)).toBe(false)
  })

  it.each<[string, string, string]>([
    ['a person sets', 'let isOn = false\nonclick = () => { isOn = true }', 'isOn'],
    ['a person counts', 'let taps = 0\nonclick = () => { taps++ }', 'taps >= 3'],
    [
      'moves by what a person does',
      'const hero = { x: 0, speed: 0 }\nonkeydown = () => { hero.speed = 1 }\nconst move = () => { hero.x += hero.speed; return hero.x }',
      'move() > 9',
    ],
    [
      'is in the page',
      "onclick = () => { document.body.className = 'won' }",
      "document.querySelector('.won')",
    ],
    ['nothing defines', '', 'window.Ads'],
    ['may not be there', '', "typeof Ads !== 'undefined'"],
  ])('may wait for ever for what %s', async (_, before, test) => {
    const other = 'const draw = () => requestAnimationFrame(draw)\ndraw()\nonclick = draw'
    expect(await runs(`${before}\n${WAIT(test)}\n${other}`)).toBe(true)
  })
})

describe('what handles an event', () => {
  it('is set under conditions, as calls are made', async () => {
    const load = (kind: string): string =>
      `const load = (kind) => { const image = new Image(); switch (kind) { case 'saved': image.onload = () => { ${USE}\n${START} } }\nimage.src = 'icon.png' }\nload(${kind})\n${START}`
    expect(await runs(load("location.hash || 'new'"))).toBe(true)
    expect(await runs(load("'saved'"))).toBe(false)
  })
})
