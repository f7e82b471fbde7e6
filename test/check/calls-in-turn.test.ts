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
    ['as the values of an object', `${STEPS}\nObject.values({ init, start }).forEach((step) => step())`],
  ])('end the app at the one that fails, %s', async (_, script) => {
    expect(await runs(script)).toBe(false)
  })

  it.each<[string, string]>([
    ['the one that fails is the last', `${STEPS}\n;[start, init].forEach((step) => step())`],
    ['each is tried', `${STEPS}\nfor (const step of [init, start]) { try { step() } catch {} }`],
    [
      'some are chosen',
      `const steps = [{ run() { ${USE} } }, { on: 1, run() { ${START} } }]\nfor (const step of steps) if (step.on) step.run()`,
    ],
    [
      'some are filtered',
      `const steps = [{ run() { ${USE} } }, { on: 1, run() { ${START} } }]\nsteps.filter((step) => step.on).forEach((step) => step.run())`,
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
  ])('does nothing where %s', async (_, script) => {
    expect(await runs(script)).toBe(true)
  })
})
