import { describe, expect, it } from 'vitest'
import { type Codec, MemoryStore, NotSavedError, SavedDocument } from '../../../src/host/saving/store.js'

/** A list of numbers. */
const NUMBERS: Codec<number[]> = {
  empty: () => [],
  parse: (saved) => (Array.isArray(saved) ? saved.map(Number) : undefined),
  serialize: (value) => value,
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

describe('SavedDocument', () => {
  it('resolves once saved, and is there the next time', async () => {
    const store = new MemoryStore()
    const document = await SavedDocument.open(store, 'numbers', NUMBERS)
    expect(await document.change(add(1))).toBe(1)
    expect((await SavedDocument.open(store, 'numbers', NUMBERS)).value).toEqual([1])
  })

  it('starts empty where what was saved makes no sense', async () => {
    const store = new MemoryStore()
    await store.save('numbers', () => 'nonsense')
    expect((await SavedDocument.open(store, 'numbers', NUMBERS)).value).toEqual([])
  })

  it('reports every change, and what is taken back, until nobody listens', async () => {
    const refuse = {
      load: async () => undefined,
      save: () => Promise.reject(new NotSavedError('Full.')),
      append: async () => {},
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

  it('takes back a change that was not saved, and all that were made on top of it', async () => {
    const writes: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = []
    const document = await SavedDocument.open(
      {
        load: async () => undefined,
        append: async () => {},
        save: () => new Promise((resolve, reject) => writes.push({ resolve, reject })),
      },
      'numbers',
      NUMBERS,
    )
    const first = document.change(add(1))
    const second = document.change(add(2))
    const third = document.change(add(3))
    expect(document.value).toEqual([1, 2, 3])
    writes[0]?.resolve()
    expect(await first).toBe(1)
    writes[1]?.reject(new NotSavedError('The disk is full.'))
    await expect(second).rejects.toThrow('The disk is full.')
    expect(document.value).toEqual([1])
    // The third was written, but on top of what was taken back: it is not acknowledged.
    writes[2]?.resolve()
    await expect(third).rejects.toThrow('The disk is full.')
    expect(document.value).toEqual([1])
  })
})
