import { describe, expect, it } from 'vitest'
import {
  type Codec,
  MemoryStore,
  NotSavedError,
  SavedDocument,
  type Store,
} from '../../../src/host/saving/store.js'

/** A list of numbers. */
const NUMBERS: Codec<number[]> = {
  ifLost: 'It starts empty.',
  empty: () => [],
  parse: (saved) => {
    const numbers: unknown =
      typeof saved === 'object' && saved !== null ? Reflect.get(saved, 'numbers') : null
    return Array.isArray(numbers) ? numbers.map(Number) : undefined
  },
  serialize: (numbers) => ({ numbers }),
}

const add = (number: number) => (value: number[]) => {
  value.push(number)
  return {
    result: number,
    undo: () => {
      value.splice(value.lastIndexOf(number), 1)
    },
  }
}

/** A store whose every write waits for the test. */
const slowStore = () => {
  const writes: { readonly snapshot: () => unknown; readonly end: (error?: Error) => Promise<void> }[] = []
  const store: Store = {
    load: async () => undefined,
    save: (_name, snapshot) =>
      new Promise((resolve, reject) => {
        writes.push({
          snapshot: () => structuredClone(NUMBERS.parse(snapshot())),
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

describe('SavedDocument', () => {
  it('resolves once saved, and is there the next time', async () => {
    const store = new MemoryStore()
    const document = await SavedDocument.open(store, 'numbers', NUMBERS)
    for (const number of [1, 2, 3]) expect(await document.change(add(number))).toBe(number)
    expect((await SavedDocument.open(store, 'numbers', NUMBERS)).value).toEqual([1, 2, 3])
  })

  it('saves the fields of a later version as they were', async () => {
    const store = new MemoryStore()
    const later = { numbers: [1], unit: { name: 'm' } }
    await store.save('numbers', () => later)
    const document = await SavedDocument.open(store, 'numbers', NUMBERS)
    await document.change(add(2))
    expect(await store.load('numbers', (saved) => saved)).toEqual({ ...later, numbers: [1, 2] })
  })

  it('starts empty where what was saved makes no sense', async () => {
    const store = new MemoryStore()
    await store.save('numbers', () => 'nonsense')
    expect((await SavedDocument.open(store, 'numbers', NUMBERS)).value).toEqual([])
  })

  it('reports every change, and what is taken back, until nobody listens', async () => {
    const refuse: Store = {
      load: async () => undefined,
      save: () => Promise.reject(new NotSavedError('Full.')),
    }
    const document = await SavedDocument.open(refuse, 'numbers', NUMBERS)
    const seen: number[][] = []
    const stop = document.onChange(() => seen.push([...document.value]))
    await expect(document.change(add(1))).rejects.toThrow(NotSavedError)
    expect(seen).toEqual([[1], []])
    stop()
    await expect(document.change(add(1))).rejects.toThrow(NotSavedError)
    expect(seen).toHaveLength(2)
  })

  it('saves changes together that come while others are being saved, and no sooner', async () => {
    const { store, writes } = slowStore()
    const document = await SavedDocument.open(store, 'numbers', NUMBERS)
    const done: number[] = []
    const first = document.change(add(1)).then((one) => done.push(one))
    expect(writes[0]?.snapshot()).toEqual([1])
    const others = [2, 3].map((number) => document.change(add(number)).then((one) => done.push(one)))
    expect(document.value).toEqual([1, 2, 3])
    expect(writes).toHaveLength(1)
    await writes[0]?.end()
    expect(done).toEqual([1])
    expect(writes).toHaveLength(2)
    expect(writes[1]?.snapshot()).toEqual([1, 2, 3])
    await writes[1]?.end()
    await Promise.all([first, ...others])
    expect(done).toEqual([1, 2, 3])
    expect(writes).toHaveLength(2)
  })

  it('counts as saved what is in the snapshot, also what came after the write was asked for', async () => {
    const { store, writes } = slowStore()
    const document = await SavedDocument.open(store, 'numbers', NUMBERS)
    const first = document.change(add(1))
    const second = document.change(add(2))
    expect(writes[0]?.snapshot()).toEqual([1, 2])
    const third = document.change(add(3))
    await writes[0]?.end()
    expect(await Promise.all([first, second])).toEqual([1, 2])
    const refused = expect(third).rejects.toThrow('The disk is full.')
    await writes[1]?.end(new NotSavedError('The disk is full.'))
    await refused
    expect(document.value).toEqual([1, 2])
  })

  it('takes back a change that was not saved, and all that were made on top of it, and goes on', async () => {
    const { store, writes } = slowStore()
    const document = await SavedDocument.open(store, 'numbers', NUMBERS)
    const first = document.change(add(1))
    await writes[0]?.end()
    expect(await first).toBe(1)
    const second = document.change(add(2))
    expect(writes[1]?.snapshot()).toEqual([1, 2])
    const lost = [second, document.change(add(3))]
    const refused = Promise.all(lost.map((one) => expect(one).rejects.toThrow('The disk is full.')))
    await writes[1]?.end(new NotSavedError('The disk is full.'))
    await refused
    expect(document.value).toEqual([1])
    // The third was made on top of what was taken back: it is not written.
    expect(writes).toHaveLength(2)
    const next = document.change(add(4))
    expect(writes[2]?.snapshot()).toEqual([1, 4])
    await writes[2]?.end()
    expect(await next).toBe(4)
  })
})
