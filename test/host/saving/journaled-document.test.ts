import { describe, expect, it } from 'vitest'
import { type JournalCodec, JournaledDocument } from '../../../src/host/saving/journaled-document.js'
import { MemoryStore, NotSavedError, type Store } from '../../../src/host/saving/store.js'

/** A list of numbers. */
const NUMBERS: JournalCodec<number[]> = {
  empty: () => [],
  parse: (saved) => (Array.isArray(saved) ? saved.map(Number) : undefined),
  serialize: (value) => value,
  pieces: (value) => [JSON.stringify(value)],
  replay: (value, entry) => typeof entry === 'number' && value.push(entry) > 0,
}

const add = (number: number) => (value: number[]) => {
  value.push(number)
  return {
    result: number,
    entry: number,
    undo: () => {
      value.splice(value.lastIndexOf(number), 1)
    },
  }
}

/** A store whose every write waits for the test. */
const slowStore = () => {
  const writes: {
    readonly entries: readonly unknown[]
    readonly whole: () => string
    readonly end: (error?: Error) => Promise<void>
  }[] = []
  const store: Store = {
    load: async () => undefined,
    save: async () => {},
    append: (_name, entries, whole) =>
      new Promise((resolve, reject) => {
        writes.push({
          entries,
          whole: () => [...whole()].join(''),
          end: async (error) => {
            if (error === undefined) resolve()
            else reject(error)
            await new Promise(setImmediate)
          },
        })
      }),
  }
  return { store, writes }
}

describe('JournaledDocument', () => {
  it('resolves once saved, and is there the next time', async () => {
    const store = new MemoryStore()
    const document = await JournaledDocument.open(store, 'numbers', NUMBERS)
    for (const number of [1, 2, 3]) expect(await document.change(add(number))).toBe(number)
    expect((await JournaledDocument.open(store, 'numbers', NUMBERS)).value).toEqual([1, 2, 3])
  })

  it('saves changes together that come while others are being saved, and no sooner', async () => {
    const { store, writes } = slowStore()
    const document = await JournaledDocument.open(store, 'numbers', NUMBERS)
    const done: number[] = []
    const all = [1, 2, 3].map((number) => document.change(add(number)).then((one) => done.push(one)))
    expect(document.value).toEqual([1, 2, 3])
    expect(writes.map(({ entries }) => entries)).toEqual([[1]])
    await writes[0]?.end()
    expect(done).toEqual([1])
    expect(writes.map(({ entries }) => entries)).toEqual([[1], [2, 3]])
    await writes[1]?.end()
    await Promise.all(all)
    expect(done).toEqual([1, 2, 3])
    expect(writes).toHaveLength(2)
  })

  it('counts as saved what the whole has, also what came after the write was asked for', async () => {
    const { store, writes } = slowStore()
    const document = await JournaledDocument.open(store, 'numbers', NUMBERS)
    const first = document.change(add(1))
    const second = document.change(add(2))
    expect(writes[0]?.whole()).toBe('[1,2]')
    const third = document.change(add(3))
    await writes[0]?.end()
    expect(await Promise.all([first, second])).toEqual([1, 2])
    expect(writes[1]?.entries).toEqual([3])
    const refused = expect(third).rejects.toThrow('The disk is full.')
    await writes[1]?.end(new NotSavedError('The disk is full.'))
    await refused
    expect(document.value).toEqual([1, 2])
  })

  it('takes back a change that was not saved, and all that were made on top of it, and goes on', async () => {
    const { store, writes } = slowStore()
    const document = await JournaledDocument.open(store, 'numbers', NUMBERS)
    const first = document.change(add(1))
    await writes[0]?.end()
    expect(await first).toBe(1)
    const lost = [2, 3].map((number) => document.change(add(number)))
    const refused = Promise.all(lost.map((one) => expect(one).rejects.toThrow(NotSavedError)))
    await writes[1]?.end(new NotSavedError('The disk is full.'))
    await refused
    expect(document.value).toEqual([1])
    const next = document.change(add(4))
    expect(writes.map(({ entries }) => entries)).toEqual([[1], [2], [4]])
    await writes[2]?.end()
    expect(await next).toBe(4)
    expect(document.value).toEqual([1, 4])
  })

  it('writes nothing where nothing changed, but answers after what that was built on', async () => {
    const { store, writes } = slowStore()
    const document = await JournaledDocument.open(store, 'numbers', NUMBERS)
    const look = (value: number[]) => ({ result: value.length, entry: null, undo: () => {} })
    expect(await document.change(look)).toBe(0)
    expect(writes).toEqual([])
    const lost = document.change(add(1))
    const built = document.change(look)
    const refused = Promise.all([lost, built].map((one) => expect(one).rejects.toThrow('Full.')))
    await writes[0]?.end(new NotSavedError('Full.'))
    await refused
    expect(await document.change(look)).toBe(0)
  })

  it('starts empty where what was saved makes no sense', async () => {
    const store = new MemoryStore()
    await store.save('numbers', () => 'nonsense')
    expect((await JournaledDocument.open(store, 'numbers', NUMBERS)).value).toEqual([])
  })
})
