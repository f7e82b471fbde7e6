import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSavedItems } from '../../src/shim/parts/saved-items.js'
import { FakeStorage, PlayedTime } from './fake-storage.js'

const MINUTE = 60_000

/** A page's items over a store, read. */
const open = async (records: ReadonlyMap<string, string> = new Map(), folder?: string) => {
  const time = new PlayedTime()
  const storage = new FakeStorage(time, records)
  const saved = createSavedItems(storage, time, folder)
  const items = saved.items('localStorage')
  await saved.read()
  return { time, storage, saved, items }
}

/** What a page that is opened next finds. */
const reopened = async (
  records: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, string | null>>> => {
  const { items } = await open(records)
  return Object.fromEntries(items.names().map((name) => [name, items.get(name)]))
}

/** The lines of the log. */
const listen = (): readonly string[] => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'info').mockImplementation((line: string) => lines.push(line))
  onTestFinished(() => spy.mockRestore())
  return lines
}

describe('items in Service.storage', () => {
  it('are there again', async () => {
    const { time, storage, items } = await open()
    items.set('score', '12')
    items.set('my name', 'Zoë')
    items.set('', 'empty')
    items.set('\ud800', '\udfff\0')
    items.set('n'.repeat(500), 'long name')
    items.set('big', 'é€'.repeat(20_000))
    await time.pass(MINUTE)
    expect(storage.records.get('localStorage.score')).toBe('12')
    expect(await reopened(storage.records)).toEqual({
      score: '12',
      'my name': 'Zoë',
      '': 'empty',
      '\ud800': '\udfff\0',
      ['n'.repeat(500)]: 'long name',
      big: 'é€'.repeat(20_000),
    })
  })

  it('are there again in the next version, where a game names them by its address', async () => {
    const { time, storage, items } = await open(new Map(), '/ma_x/1.0.0/')
    const page = '/ma_x/1.0.0/play/index.html'
    items.set(`https://apps.example${page}#best`, '12')
    items.set(`from=${encodeURIComponent(page)}`, '3')
    items.set('/best', '7')
    items.set(`${page}:old`, '1')
    items.remove(`${page}:old`)
    await time.pass(MINUTE)
    const next = await open(storage.records, '/ma_x/1.1.0/')
    const moved = '/ma_x/1.1.0/play/index.html'
    expect(next.items.names().toSorted()).toEqual(
      [`https://apps.example${moved}#best`, `from=${encodeURIComponent(moved)}`, '/best'].toSorted(),
    )
    expect(next.items.get(`https://apps.example${moved}#best`)).toBe('12')
  })

  it('are gone again when they are removed, with all their records', async () => {
    const { time, storage, items } = await open(new Map([['own', 'the app’s']]))
    items.set('a', '1')
    items.set('big', 'x'.repeat(9_000))
    await time.pass(MINUTE)
    expect(storage.records.size).toBe(6)
    items.clear()
    await time.pass(MINUTE)
    expect([...storage.records]).toEqual([['own', 'the app’s']])
  })

  it('of which a long one becomes short, and short ones long, leave nothing behind', async () => {
    const { time, storage, items } = await open()
    for (const value of ['a', 'b'.repeat(10_000), 'c', 'd'.repeat(5_000), 'e'.repeat(15_000)]) {
      items.set('v', value)
      await time.pass(10_000)
      expect(await reopened(storage.records)).toEqual({ v: value })
    }
    items.remove('v')
    await time.pass(MINUTE)
    expect(storage.records.size).toBe(0)
  })

  it('8.2: set in every frame are written within the limit, and the last value in the end', async () => {
    const { time, storage, items } = await open()
    for (let frame = 0; frame < 60 * 60 * 3; frame++) {
      items.set('time', String(frame))
      if (frame % 10 === 0) await time.pass(1_000 / 6)
    }
    await time.pass(MINUTE)
    expect(storage.writes.filter((write) => write.refused !== null)).toEqual([])
    expect(storage.records.get('localStorage.time')).toBe(String(60 * 60 * 3 - 1))
    expect(storage.writes.length).toBeGreaterThan(50)
  })

  it('8.2: many at a time are written one after the other, none lost', async () => {
    const { time, storage, items } = await open()
    for (let index = 0; index < 400; index++) items.set(`level${index}`, 'done')
    await time.pass(5 * MINUTE)
    expect(storage.writes.filter((write) => write.refused !== null)).toEqual([])
    expect(storage.records.size).toBe(400)
  })

  it('that are set in one go are written immediately; one that is set to the same value is not', async () => {
    const { time, storage, items } = await open()
    items.set('a', '1')
    items.set('a', '2')
    items.set('b', '1')
    await time.pass(0)
    expect(storage.writes.map(({ key }) => key)).toEqual(['localStorage.a', 'localStorage.b'])
    items.set('a', '2')
    await time.pass(MINUTE)
    expect(storage.writes).toHaveLength(2)
  })

  it('7: go on after the host refused them for a while', async () => {
    const { time, storage, items } = await open()
    for (const code of ['RATE_LIMITED', 'TIMEOUT', 'OFFLINE']) {
      storage.trouble = code
      items.set('a', code)
      await time.pass(1_000)
      expect(storage.records.get('localStorage.a')).not.toBe(code)
      storage.trouble = null
      await time.pass(30_000)
      expect(storage.records.get('localStorage.a')).toBe(code)
    }
  })

  it('7: stay in memory where the host says no for good, and the log says so once', async () => {
    const lines = listen()
    const { time, storage, items } = await open()
    storage.trouble = 'LAUNCH_INVALID'
    items.set('a', '1')
    await time.pass(1_000)
    items.set('b', '2')
    await time.pass(MINUTE)
    expect(storage.writes).toHaveLength(1)
    expect([items.get('a'), items.get('b')]).toEqual(['1', '2'])
    expect(lines).toEqual([
      'browser-shim: Service.storage failed (LAUNCH_INVALID): from now on, values are kept in memory only.',
    ])
  })

  it('8.2: beyond 1,024 keys stay in memory, are reported once, and are saved when there is room', async () => {
    const lines = listen()
    const full = new Map(Array.from({ length: 1_023 }, (_, index) => [`own${index}`, '']))
    const { time, storage, items } = await open(full)
    items.set('first', '1')
    items.set('second', '2')
    items.set('third', '3')
    await time.pass(MINUTE)
    expect(storage.records.has('localStorage.second')).toBe(false)
    expect(items.get('second')).toBe('2')
    expect(lines.filter((line) => line.includes('no room'))).not.toEqual([])
    items.remove('first')
    await time.pass(MINUTE)
    expect(storage.records.get('localStorage.second')).toBe('2')
  })

  it('too large for the store stay in memory', async () => {
    const lines = listen()
    const { time, storage, items } = await open()
    items.set('huge', 'x'.repeat(3_000_000))
    await time.pass(MINUTE)
    expect(storage.writes).toEqual([])
    expect(items.get('huge')).toHaveLength(3_000_000)
    expect(lines).toEqual([
      'browser-shim: localStorage "huge" is too large for Service.storage: it is kept in memory only.',
    ])
  })

  it('are the old or the new ones where writing was cut off, after any write', async () => {
    const first = await open()
    first.items.set('v', 'old'.repeat(5_000))
    await first.time.pass(MINUTE)
    const before = new Map(first.storage.records)
    for (let cut = 0; ; cut++) {
      const time = new PlayedTime()
      const storage = new FakeStorage(time, before)
      const saved = createSavedItems(storage, time)
      const items = saved.items('localStorage')
      await saved.read()
      const { set, remove } = { set: storage.set.bind(storage), remove: storage.remove.bind(storage) }
      let writes = 0
      const cutOff = (): boolean => ++writes > cut
      storage.set = (key, value) => (cutOff() ? new Promise(() => {}) : set(key, value))
      storage.remove = (key) => (cutOff() ? new Promise(() => {}) : remove(key))
      items.set('v', `new${'old'.repeat(6_000)}`)
      await time.pass(MINUTE)
      const { v } = await reopened(storage.records)
      expect(['old'.repeat(5_000), `new${'old'.repeat(6_000)}`]).toContain(v)
      if (writes <= cut) break
      expect(cut).toBeLessThan(50)
    }
  })

  it('keep every piece of a large value apart, also where chance gives the same number each time', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    onTestFinished(() => chance.mockRestore())
    const large = Array.from({ length: 300 }, (_, piece) => String(piece).padEnd(4_000, 'x')).join('')
    const first = await open()
    first.items.set('big', large)
    await first.time.pass(2 * MINUTE)
    expect(await reopened(first.storage.records)).toEqual({ big: large })
    // A page that is opened within the same minute counts on from the same number.
    const again = await open(first.storage.records)
    again.items.set('big', `more ${large}`)
    await again.time.pass(2 * MINUTE)
    expect(await reopened(again.storage.records)).toEqual({ big: `more ${large}` })
  })

  it('of two windows go side by side', async () => {
    const time = new PlayedTime()
    const storage = new FakeStorage(time)
    const windows = [createSavedItems(storage, time), createSavedItems(storage, time)] as const
    const [left, right] = [windows[0].items('localStorage'), windows[1].items('localStorage')]
    await Promise.all(windows.map((one) => one.read()))
    left.set('a', '1')
    right.set('b', '2')
    left.set('big', 'l'.repeat(9_000))
    right.set('big', 'r'.repeat(9_000))
    await time.pass(MINUTE)
    const found = await reopened(storage.records)
    expect(found).toMatchObject({ a: '1', b: '2' })
    expect(['l'.repeat(9_000), 'r'.repeat(9_000)]).toContain(found['big'])
  })

  it('of two windows that change one long value in turns are never half one’s, half the other’s', async () => {
    const first = await open()
    const parts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(4_096))
    first.items.set('big', parts.join(''))
    await first.time.pass(MINUTE)
    const { storage, time } = first
    const windows = [createSavedItems(storage, time), createSavedItems(storage, time)]
    const items = windows.map((one) => one.items('localStorage'))
    await Promise.all(windows.map((one) => one.read()))
    for (let turn = 0; turn < 8; turn++) {
      const value = parts.map((part, index) => (index === turn % 4 ? `${turn}`.repeat(4_096) : part)).join('')
      items[turn % 2]?.set('big', value)
      await time.pass(MINUTE)
      expect(await reopened(storage.records)).toEqual({ big: value })
    }
  })

  it('that come late take the place of what the app set meanwhile', async () => {
    const lines = listen()
    const time = new PlayedTime()
    const storage = new FakeStorage(time, new Map([['localStorage.best', '900']]))
    storage.trouble = 'TIMEOUT'
    const saved = createSavedItems(storage, time)
    const items = saved.items('localStorage')
    await saved.read()
    items.set('best', '0')
    items.set('new', '1')
    await time.pass(1_000)
    expect(storage.writes).toEqual([])
    storage.trouble = null
    await time.pass(MINUTE)
    expect([items.get('best'), items.get('new')]).toEqual(['900', '1'])
    expect(Object.fromEntries(storage.records)).toEqual({
      'localStorage.best': '900',
      'localStorage.new': '1',
    })
    expect(lines).toEqual([
      'browser-shim: Service.storage could not be read (TIMEOUT): the values start empty.',
    ])
  })

  it('hurry when the page goes', async () => {
    const { time, storage, saved, items } = await open()
    items.set('a', '1')
    await time.pass(0)
    items.set('a', '2')
    saved.hurry()
    await time.pass(0)
    expect(storage.records.get('localStorage.a')).toBe('2')
  })

  it('that were left behind a day ago are cleared away, those of a write that is under way are not', async () => {
    const minutes = Math.floor(Date.now() / 60_000)
    const records = new Map([
      [`localStorage:abc:${(minutes - 3_000).toString(36)}xyz`, 'old'],
      [`localStorage:abc:${minutes.toString(36)}xyz`, 'new'],
    ])
    const { time, storage } = await open(records)
    await time.pass(MINUTE)
    expect([...storage.records.values()]).toEqual(['new'])
  })

  it('are kept in memory where there is no SDK', async () => {
    const lines = listen()
    const time = new PlayedTime()
    const saved = createSavedItems(null, time)
    const items = saved.items('localStorage')
    await saved.read()
    items.set('a', '1')
    await time.pass(MINUTE)
    expect(items.get('a')).toBe('1')
    expect(lines).toEqual(['browser-shim: service-miniapp.js is not loaded: values are kept in memory only.'])
  })
})
