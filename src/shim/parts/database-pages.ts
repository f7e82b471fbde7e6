import {
  KEY_MAX_CHARACTERS,
  STORAGE_MAX_KEYS,
  STORAGE_VALUE_MAX_CHARACTERS,
} from '../../platform/storage-limits.js'
import { createWriter, NotKept } from './clone-bytes.js'
import { createEntries, HEAD_BYTES, PAGE_BYTES, Waiting } from './database-entries.js'
import { CATALOGUE, readDatabases } from './database-reading.js'
import { charactersFor, textOfBytes } from './dense-text.js'
import type { Items } from './items.js'
import { say } from './log.js'
import type {
  DatabasePlan,
  RawDatabase,
  RawRecord,
  RawStore,
  ReadDatabase,
  StorePlan,
} from './raw-database.js'

/*! The databases of IndexedDB as items: a page holds many small records, so that a save is one write, and a large record has a page of its own. */

interface Page {
  readonly name: string
  /** The records and their bytes. */
  readonly entries: Map<RawRecord, Uint8Array>
  bytes: number
}

/** What is known of an object store. */
interface KeptStore {
  readonly id: number
  readonly pages: Set<Page>
  /** Where each record is; null for one that is in memory only. */
  readonly places: Map<RawRecord, Page | null>
  /** Counts the pages that it ever had. */
  nextPage: number
  lastKey: number
}

/** Of the keys of Service.storage: the others are for localStorage, cookies and the app's own calls. */
const MOST_KEYS = STORAGE_MAX_KEYS - KEY_MAX_CHARACTERS

const keysOf = ({ bytes }: Page): number => {
  const count = Math.ceil(charactersFor(bytes + HEAD_BYTES) / STORAGE_VALUE_MAX_CHARACTERS)
  return count <= 1 ? 1 : count + 1
}

/** @param again called when what had to be awaited is there: the changes can be taken */
export const createDatabasePages = (items: Items, again: () => void) => {
  const stores = new Map<RawStore, KeptStore>()
  const plans = new Map<string, DatabasePlan>()
  const databases = new Map<string, RawDatabase>()
  const knownStores = new Map<RawDatabase, ReadonlySet<RawStore>>()
  const told = new Set<string>()
  let time = 0
  let nextStore = 1
  let keysUsed = 0

  const tell = (reason: string): void => {
    if (told.has(reason)) return
    told.add(reason)
    say(`indexedDB: ${reason}. What cannot be saved is kept in memory until the app closes.`)
  }

  const entryOf = createEntries(again, () => tell('a value could not be read'))

  const keep = (id: number, lastKey: number): KeptStore => ({
    id,
    pages: new Set(),
    places: new Map(),
    nextPage: 0,
    lastKey,
  })

  /** Writes a page, or removes one that is empty. */
  const write = (page: Page, raw: RawStore): void => {
    if (page.entries.size === 0) {
      items.remove(page.name)
      return
    }
    const writer = createWriter(Number.POSITIVE_INFINITY)
    writer.count(time)
    writer.count(raw.keyGenerator === null ? 0 : raw.keyGenerator.num)
    writer.count(page.entries.size)
    for (const bytes of page.entries.values()) {
      writer.count(bytes.length)
      writer.all(bytes)
    }
    items.set(page.name, textOfBytes(writer.taken()))
  }

  /** A page that has room: one that is written anyway, if there is one. */
  const pageFor = (store: KeptStore, size: number, changed: ReadonlySet<Page>): Page => {
    const hasRoom = (page: Page): boolean => page.bytes + size <= PAGE_BYTES
    if (size <= PAGE_BYTES) {
      for (const page of changed) if (store.pages.has(page) && hasRoom(page)) return page
      for (const page of store.pages) if (hasRoom(page)) return page
    }
    const page = {
      name: `${store.id.toString(36)}.${store.nextPage.toString(36)}`,
      entries: new Map(),
      bytes: 0,
    }
    store.nextPage += 1
    return page
  }

  /** @returns the pages that have changed, in the order in which they are written */
  const takeStore = (raw: RawStore, store: KeptStore): ReadonlySet<Page> => {
    // What has grown is first, so that a record that moves is never missing.
    const grown = new Set<Page>()
    const shrunk = new Set<Page>()
    const added: RawRecord[] = []
    const there = new Set<RawRecord>()
    for (const record of raw.records.values()) {
      there.add(record)
      if (!store.places.has(record)) added.push(record)
    }
    const leave = (record: RawRecord, page: Page | null): void => {
      store.places.delete(record)
      if (page === null) return
      keysUsed -= keysOf(page)
      page.bytes -= sizeOf(page.entries.get(record))
      page.entries.delete(record)
      keysUsed += page.entries.size === 0 ? 0 : keysOf(page)
      shrunk.add(page)
    }
    for (const [record, page] of store.places) if (!there.has(record)) leave(record, page)
    // What had no room has another chance where there is some again.
    if (shrunk.size > 0)
      for (const [record, page] of store.places)
        if (page === null) {
          store.places.delete(record)
          added.push(record)
        }
    for (const record of added)
      try {
        const bytes = entryOf(record)
        const changed = new Set([...grown, ...shrunk])
        const page = pageFor(store, sizeOf(bytes), changed)
        const before = page.entries.size === 0 ? 0 : keysOf(page)
        const more = keysOf({ ...page, bytes: page.bytes + sizeOf(bytes) }) - before
        if (keysUsed + more > MOST_KEYS) throw new NotKept('full')
        keysUsed += more
        page.entries.set(record, bytes)
        page.bytes += sizeOf(bytes)
        store.pages.add(page)
        store.places.set(record, page)
        grown.add(page)
      } catch (error) {
        if (error instanceof Waiting) continue
        if (!(error instanceof NotKept)) throw error
        store.places.set(record, null)
        tell(REASONS[error.message])
      }
    for (const page of shrunk) {
      if (page.entries.size > 0) continue
      store.pages.delete(page)
      // Its page had it.
      if (raw.keyGenerator !== null) store.lastKey = raw.keyGenerator.num
    }
    return new Set([...grown, ...shrunk])
  }

  const planOf = (raw: RawStore, { id, lastKey }: KeptStore): StorePlan => ({
    id,
    name: raw.name,
    keyPath: raw.keyPath,
    autoIncrement: raw.autoIncrement,
    lastKey,
    indexes: [...raw.rawIndexes.values()].map(({ name, keyPath, multiEntry, unique }) => ({
      name,
      keyPath,
      multiEntry,
      unique,
    })),
  })

  /** @returns the writes that keep it, once it is in the catalogue */
  const takeDatabase = (name: string, database: RawDatabase | undefined): readonly (() => void)[] => {
    const writes: (() => void)[] = []
    const before = databases.get(name)
    const now = database === undefined || database.version === 0 ? null : database
    const rawNow = new Set(now === null ? [] : now.rawObjectStores.values())
    const rawBefore = before === undefined ? [] : knownStores.get(before) || []
    for (const raw of rawBefore) {
      const store = stores.get(raw)
      if (rawNow.has(raw) || store === undefined) continue
      for (const page of store.pages) {
        keysUsed -= keysOf(page)
        writes.push(() => items.remove(page.name))
      }
      stores.delete(raw)
    }
    if (now === null) {
      databases.delete(name)
      plans.delete(name)
      return writes
    }
    for (const raw of rawNow) {
      const store = stores.get(raw) || keep(nextStore++, 0)
      stores.set(raw, store)
      for (const page of takeStore(raw, store)) writes.push(() => write(page, raw))
    }
    databases.set(name, now)
    knownStores.set(now, rawNow)
    plans.set(name, {
      name,
      version: now.version,
      stores: [...rawNow].map((raw) => planOf(raw, stores.get(raw) || keep(0, 0))),
    })
    return writes
  }

  return {
    /** The databases that are kept, with what their pages hold. */
    read: (): Promise<readonly ReadDatabase[]> => readDatabases(items, tell),

    /** Fills object stores that were just made with what was read of them. */
    fill: ({ plan, pages }: ReadDatabase, database: RawDatabase): void => {
      for (const storePlan of plan.stores) {
        const raw = database.rawObjectStores.get(storePlan.name)
        if (raw === undefined) continue
        const store = keep(storePlan.id, storePlan.lastKey)
        nextStore = Math.max(nextStore, storePlan.id + 1)
        let lastKey = storePlan.lastKey
        for (const { name, time: written, lastKey: last, entries } of pages.get(storePlan.id) || []) {
          time = Math.max(time, written)
          lastKey = Math.max(lastKey, last)
          store.nextPage = Math.max(store.nextPage, Number.parseInt(name.split('.')[1] || '0', 36) + 1)
          const page: Page = { name, entries: new Map(), bytes: 0 }
          for (const { key, value, bytes } of entries) {
            // The same key in an older page: a move of the record that was cut off.
            const older = raw.records.get(key)
            const olderPage = older === undefined ? undefined : store.places.get(older)
            if (older !== undefined && olderPage !== undefined && olderPage !== null) {
              olderPage.bytes -= sizeOf(olderPage.entries.get(older))
              olderPage.entries.delete(older)
              store.places.delete(older)
            }
            const record = { key, value }
            raw.storeRecord(record)
            page.entries.set(record, bytes)
            page.bytes += sizeOf(bytes)
            store.places.set(record, page)
          }
          store.pages.add(page)
        }
        for (const page of store.pages) {
          if (page.entries.size > 0) keysUsed += keysOf(page)
          else {
            store.pages.delete(page)
            items.remove(page.name)
          }
        }
        if (raw.keyGenerator !== null) raw.keyGenerator.num = Math.max(raw.keyGenerator.num, lastKey)
        stores.set(raw, store)
      }
      databases.set(plan.name, database)
      knownStores.set(database, new Set(database.rawObjectStores.values()))
      plans.set(plan.name, plan)
    },

    /** Takes what has changed in databases, by their names; undefined for one that was deleted. */
    take: (changed: ReadonlyMap<string, RawDatabase | undefined>): void => {
      time += 1
      try {
        const writes: (() => void)[] = []
        for (const [name, database] of changed) writes.push(...takeDatabase(name, database))
        if (plans.size === 0) items.remove(CATALOGUE)
        else items.set(CATALOGUE, JSON.stringify([...plans.values()]))
        for (const one of writes) one()
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
        tell('Service.storage has no room for more')
      }
    },
  }
}

const REASONS: Readonly<Record<NotKept['message'], string>> = {
  size: 'a record is larger than 700 KB when compressed',
  kind: 'a record has a value of a type that cannot be saved',
  full: 'the databases are larger than 6 MB when compressed',
}

/** An entry begins with how it is packed, which its page counts too. */
const sizeOf = (bytes: Uint8Array | undefined): number => (bytes === undefined ? 0 : bytes.length + 4)
