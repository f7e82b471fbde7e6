import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { CallEntry } from '../../../src/host/log/call-log.js'
import { emptied, inPage, recordEmptied } from '../../../src/playtest/page/prepare.js'
import { numbersIn } from '../../../src/playtest/shown-numbers.js'
import { notKept, notKeptSettings, savedEmpty } from '../../../src/playtest/troubles/reopened.js'
import type { LogEntry } from '../../../src/testing/index.js'

const call = (method: 'storage.get' | 'storage.set', key: string): CallEntry => ({
  kind: 'call',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  seat: 1,
  id: '1',
  method,
  wire: method,
  params: { key },
  ms: 1,
  bytes: 1,
  gesture: false,
})

const found = (first: string, played: string, reopened: string, log: readonly LogEntry[] = []) =>
  notKept(
    'index.html',
    { first: numbersIn([first]), played: numbersIn([played]), reopened: numbersIn([reopened]) },
    log,
  ).map(({ message }) => message)

describe('an app that was closed and opened again', () => {
  it('has lost a best that is back at its start', () => {
    expect(found('Best: 0', 'Best: 12', 'Best: 0')).toEqual([
      'The text was "Best: 12", and is "Best: 0" after the app was closed and opened again.',
    ])
    expect(found('Best: 0', 'Best: 12', 'Best: 12')).toEqual([])
  })

  it('may begin its score again', () => {
    expect(found('Score: 0', 'Score: 12', 'Score: 0', [call('storage.get', 'best')])).toEqual([])
  })

  it('has lost what it keeps under a key of that name', () => {
    expect(found('0 taps', '9 taps', '0 taps', [call('storage.get', 'taps')])).toEqual([
      'The text was "9 taps", and is "0 taps" after the app was closed and opened again. The app reads "taps" in its storage, and did not save it.',
    ])
    expect(found('0 taps', '9 taps', '0 taps', [call('storage.set', 'taps')])).toEqual([
      'The text was "9 taps", and is "0 taps" after the app was closed and opened again. The app saves "taps" in its storage.',
    ])
  })

  it('has lost what was changed, if it is as at the first start and the app keeps something', () => {
    const sound = (state: string, label = 'Sound') =>
      new Map([['#sound', { key: '#sound', label, state, isNamed: true, at: { x: 1, y: 1 } }]])
    const lost = (unset: string, set: string, reopened: string, log = [call('storage.set', 'best')]) =>
      notKeptSettings(
        'index.html',
        { unset: sound(unset), set: sound(set), reopened: sound(reopened) },
        log,
      ).map(({ message }) => message)
    expect(lost('on', 'off', 'on')).toEqual([
      '"Sound" was changed, but has its old value after the app was closed and opened again.',
    ])
    expect(lost('on', 'off', 'off')).toEqual([])
    expect(lost('on', 'on', 'on')).toEqual([])
    expect(lost('on', 'off', 'on', [])).toEqual([])
  })

  it('has lost what was typed into a field that shows the text of another one', () => {
    const field = (label: string, state: string) => ({ label, state, isNamed: false, at: null, key: label })
    const fields = (title: string, author: string) =>
      new Map([field('Title', title), field('Author', author)].map((one) => [one.key, one]))
    const shows = (title: string, author: string) =>
      notKeptSettings(
        'index.html',
        { unset: fields('', ''), set: fields('hello', 'good day'), reopened: fields(title, author) },
        [call('storage.set', 'text')],
      ).map(({ message }) => message)
    expect(shows('good day', 'good day')).toEqual([
      '"Title" shows what was typed into "Author" after the app was closed and opened again.',
    ])
    expect(shows('hello', 'good day')).toEqual([])
    expect(shows('hi', 'good day')).toEqual([])
  })

  it('has lost a Set that was saved as JSON, which leaves nothing of it', () => {
    const json = '{"open":{}}'
    const save = (value: string): CallEntry => ({
      ...call('storage.set', 'skies'),
      params: { key: 'skies', value },
    })
    const lost = (log: readonly LogEntry[]) =>
      savedEmpty('index.html', [{ what: 'a Set of 2', json }], log).map(({ message }) => message)
    expect(lost([save('7'), save(json)])).toEqual([
      'The app saved a Set of 2 under "skies" as {}: JSON leaves nothing of it.',
    ])
    // It may be sent to a server, or shown.
    expect(lost([save('7')])).toEqual([])
  })
})

describe('a page whose JSON is looked at', () => {
  /** Runs code in a page of a frame. @returns what became empty */
  const emptiedBy = (code: string): readonly unknown[] => {
    const page: Record<string, unknown> = { top: {} }
    const context = createContext(page)
    runInContext('globalThis.window = globalThis', context)
    runInContext(inPage(recordEmptied, 'empty'), context)
    runInContext(code, context)
    return structuredClone(runInContext(inPage(emptied, 'empty'), context) as unknown[])
  }

  it('notes the Maps and Sets of which nothing is left', () => {
    expect(emptiedBy('JSON.stringify({ a: new Set([1, 2]), b: 1 })')).toEqual([
      { what: 'a Set of 2', json: '{"a":{},"b":1}' },
    ])
    expect(emptiedBy('JSON.stringify([new Map([[1, 2]])])')).toEqual([{ what: 'a Map of 1', json: '[{}]' }])
  })

  it('notes none that is empty, or that the app writes otherwise', () => {
    expect(emptiedBy('JSON.stringify({ a: new Set(), b: {}, c: [] })')).toEqual([])
    expect(
      emptiedBy('JSON.stringify({ a: new Set([1]), b: {} }, (_, it) => (it instanceof Set ? [...it] : it))'),
    ).toEqual([])
    expect(
      emptiedBy(
        'Set.prototype.toJSON = function () { return [...this] }; JSON.stringify([new Set([1]), {}])',
      ),
    ).toEqual([])
  })

  it('writes what it wrote before', () => {
    const page: Record<string, unknown> = { top: {} }
    const context = createContext(page)
    runInContext('globalThis.window = globalThis', context)
    runInContext(inPage(recordEmptied, 'empty'), context)
    expect(runInContext('JSON.stringify({ a: new Set([1]), b: 2 }, ["a"], 1)', context)).toBe(
      '{\n "a": {}\n}',
    )
    expect(runInContext('JSON.stringify(undefined)', context)).toBe(undefined)
  })
})
