import { randomFillSync } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabasePages } from '../../src/shim/parts/database-pages.js'
import type { RawDatabase } from '../../src/shim/parts/raw-database.js'
import { createSavedItems } from '../../src/shim/parts/saved-items.js'
import { FakeStorage, PlayedTime } from './fake-storage.js'

const MINUTE = 60_000

/** Databases over a store, read. */
const open = async (records: ReadonlyMap<string, string> = new Map()) => {
  const time = new PlayedTime()
  const storage = new FakeStorage(time, records)
  const saved = createSavedItems(storage, time)
  const pages = createDatabasePages(saved.items('indexedDB'), () => undefined)
  const settings = saved.items('localStorage')
  await saved.read()
  const [read] = await pages.read()
  const { database, put } = await makeDatabase()
  if (read !== undefined) pages.fill(read, database)
  const save = () => pages.take(new Map([['game', database]]))
  return { time, storage, settings, database, put, save }
}

/** A database with one object store `saves`, and what puts records into it. */
const makeDatabase = async () => {
  const factory = new IDBFactory()
  const request = factory.open('game', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('saves')
  await new Promise((resolve) => {
    request.onsuccess = resolve
  })
  const put = (records: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const transaction = request.result.transaction('saves', 'readwrite')
    for (const [key, value] of Object.entries(records)) transaction.objectStore('saves').put(value, key)
    return new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
  }
  const { _databases: databases } = factory as unknown as { _databases: Map<string, RawDatabase> }
  const database = databases.get('game')
  if (database === undefined) throw new Error('There is no database.')
  return { database, put }
}

const valuesIn = (database: RawDatabase): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...(database.rawObjectStores.get('saves')?.records.values() ?? [])].map(({ key, value }) => [
      String(key),
      value,
    ]),
  )

const bytes = (count: number): Uint8Array => randomFillSync(new Uint8Array(count))

/** The lines of the log. */
const listen = (): readonly string[] => {
  const lines: string[] = []
  const spy = vi.spyOn(console, 'info').mockImplementation((line: string) => lines.push(line))
  onTestFinished(() => spy.mockRestore())
  return lines
}

describe('databases in Service.storage', () => {
  it('8.2: keep as much as there is room for, within the rates, and say once what is above', async () => {
    const lines = listen()
    const { time, storage, settings, put, save } = await open()
    const all = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`${index}`, bytes(7_000)]))
    await put(all)
    save()
    settings.set('sound', 'off')
    await time.pass(30 * MINUTE)
    expect(storage.writes.filter(({ refused }) => refused !== null)).toEqual([])
    expect(storage.records.size).toBeGreaterThan(880)
    expect(storage.records.size).toBeLessThanOrEqual(900)
    expect(storage.records.get('localStorage.sound')).toBe('off')
    expect(lines).toEqual([
      'browser-shim: indexedDB: the databases are larger than 6 MB when compressed. What cannot be saved is kept in memory until the app closes.',
    ])
    const written = storage.writes.length
    save()
    await time.pass(30 * MINUTE)
    expect(storage.writes).toHaveLength(written)
    const kept = Object.entries(valuesIn((await open(storage.records)).database))
    expect(kept).toHaveLength(storage.records.size - 2)
    for (const [key, value] of kept) expect(value).toEqual(all[key])
  })

  it('8.2: leave the records of others alone where the store is full of them', async () => {
    const lines = listen()
    const full = new Map(Array.from({ length: 1_023 }, (_, index) => [`own.${index}`, '1']))
    const { time, storage, put, save } = await open(full)
    await put(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}`, bytes(7_000)])))
    save()
    await time.pass(30 * MINUTE)
    expect([...storage.records.keys()].filter((key) => key.startsWith('own.'))).toHaveLength(1_023)
    expect(storage.records.size).toBe(1_024)
    expect(storage.records.has('indexedDB.databases')).toBe(true)
    expect(storage.writes.length).toBeLessThan(30)
    expect(lines).toEqual([
      'browser-shim: Service.storage has no room for more keys: indexedDB and other new values are kept in memory only.',
    ])
  })

  it('keep in memory what is too large or of no known kind, and save the rest', async () => {
    const lines = listen()
    const { time, storage, put, save } = await open()
    await put({ small: 1, error: new Error('a') })
    save()
    await time.pass(MINUTE)
    expect(valuesIn((await open(storage.records)).database)).toEqual({ small: 1 })
    expect(lines).toEqual([
      'browser-shim: indexedDB: a record has a value of a type that cannot be saved. What cannot be saved is kept in memory until the app closes.',
    ])
  })

  it('write what has changed, and nothing else', async () => {
    const { time, storage, put, save } = await open()
    await put(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}`, bytes(700)])))
    save()
    await time.pass(MINUTE)
    expect(storage.writes).toHaveLength(storage.records.size)
    const before = storage.writes.length
    await put({ 50: bytes(700) })
    save()
    await time.pass(MINUTE)
    expect(storage.writes).toHaveLength(before + 1)
  })

  it('have each record as it was or as it is, wherever a save is cut off', async () => {
    const first = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`${index}`, bytes(2_000)]))
    const { time, storage, put, save } = await open()
    await put(first)
    save()
    await time.pass(MINUTE)
    const start = new Map(storage.records)
    const second: Readonly<Record<string, unknown>> = {
      ...first,
      1: bytes(4_000),
      2: bytes(10),
      5: bytes(7_000),
      11: bytes(5_000),
    }
    const states = [start]
    const { set, remove } = storage
    storage.set = async (...given) => {
      const done = await set.apply(storage, given)
      states.push(new Map(storage.records))
      return done
    }
    storage.remove = async (...given) => {
      const done = await remove.apply(storage, given)
      states.push(new Map(storage.records))
      return done
    }
    await put(second)
    save()
    await time.pass(MINUTE)
    expect(states.length).toBeGreaterThan(4)
    for (const state of states) {
      const values = valuesIn((await open(state)).database)
      expect(Object.keys(values).sort()).toEqual(Object.keys(first).sort())
      for (const [key, value] of Object.entries(values))
        expect([first[key], second[key]]).toContainEqual(value)
    }
    expect(valuesIn((await open(storage.records)).database)).toEqual(second)
  })

  it('are empty where what is kept is damaged', async () => {
    const lines = listen()
    const { database } = await open(new Map([['indexedDB.databases', '{']]))
    expect(valuesIn(database)).toEqual({})
    expect(lines).toHaveLength(1)
  })
})
