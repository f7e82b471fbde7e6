import {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
} from 'fake-indexeddb'
import { createDatabasePages } from './database-pages.js'
import type { RawDatabase, ReadDatabase } from './raw-database.js'
import { isPage, isSandboxed, replace, replaceMethod } from './sandbox.js'
import { databaseItems, lendDatabases, mayWrite } from './worker-databases.js'

/** Of this file, which workers load; null in a worker, and where a bundler put it into a module. */
const ownAddress = (): string | null => {
  if (!isPage()) return null
  const script = document.currentScript
  return script instanceof HTMLScriptElement && script.src !== '' ? script.src : null
}

/*! indexedDB keeps its databases in memory and in Service.storage, as far as there is room. */
export const shimIndexedDb = (): void => {
  if (!isSandboxed()) return
  const factory = createFactory()
  replace(window, 'indexedDB', { get: () => factory })
  for (const name of Object.keys(CLASSES)) replaceMethod(window, name, Reflect.get(CLASSES, name))
  reportErrors()
  const address = ownAddress()
  if (address !== null) lendDatabases(address)
}

/** The interfaces, which are the browser's own to a page. */
const CLASSES = {
  IDBCursor,
  IDBCursorWithValue,
  IDBDatabase,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBOpenDBRequest,
  IDBRequest,
  IDBTransaction,
  IDBVersionChangeEvent,
}

/** What is used of the implementation besides its interface. */
interface RawFactory extends IDBFactory {
  _databases: Map<string, RawDatabase & { readonly transactions: readonly RawTransaction[] }>
  _connectionQueues: Pick<Map<string, Promise<void>>, 'get' | 'set'>
}

interface RawTransaction extends IDBTransaction {
  readonly _state: string
}

/**
 * Databases in which engines keep copies of the app's own files, which each version has: they last until the page closes, and take
 * no room from what a player saves. Unity; the file packager of Emscripten.
 */
const CACHES: ReadonlySet<string> = new Set(['UnityCache', 'EM_PRELOAD_CACHE'])

const createFactory = (): IDBFactory => {
  const factory = new IDBFactory() as RawFactory
  const kept = databaseItems()
  const changed = new Set<string>()
  let timer: number | undefined

  const save = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!isRead || changed.size === 0 || (isPage() && !mayWrite())) return
    const settled = new Map<string, RawDatabase | undefined>()
    for (const name of changed) {
      const database = factory._databases.get(name)
      // What is not yet complete may be taken back. Its end comes here again.
      const isBusy = database?.transactions.some(
        ({ mode, _state }) => mode !== 'readonly' && _state !== 'finished',
      )
      if (isBusy !== true) settled.set(name, CACHES.has(name) ? undefined : database)
    }
    for (const name of settled.keys()) changed.delete(name)
    if (settled.size > 0) pages.take(settled)
  }
  const saveSoon = (): void => {
    // The writes are gathered later; the page may go immediately.
    if (timer === undefined) timer = setTimeout(save)
  }
  const pages = createDatabasePages(kept.items, () => {
    for (const name of factory._databases.keys()) changed.add(name)
    saveSoon()
  })
  const change = (name: string): void => {
    changed.add(name)
    saveSoon()
  }
  addEventListener('pagehide', save)
  if (isPage()) document.addEventListener('visibilitychange', save)

  // Requests wait in a queue for each name; the first of each waits for what was saved.
  let isRead = false
  let reading: Promise<void> | null = null
  const whenFilled = (): Promise<void> => {
    if (reading === null)
      reading = kept
        .read()
        .then(() => pages.read())
        .then(async (databases) => {
          for (const one of databases) pages.fill(one, await makeAgain(factory, one))
          // Without it, what is written now could overwrite it.
          isRead = kept.isRead()
        })
        .catch(report)
    return reading
  }
  const queues = new Map<string, Promise<void>>()
  factory._connectionQueues = {
    get: (name) => queues.get(name) || whenFilled(),
    set(name, queue) {
      // What throws in it ends no other request.
      queues.set(name, queue.catch(report))
      return this as Map<string, Promise<void>>
    },
  }
  const { deleteDatabase, databases } = factory
  replaceMethod(factory, 'databases', () => whenFilled().then(() => Reflect.apply(databases, factory, [])))
  replaceMethod(factory, 'deleteDatabase', (...given: unknown[]): IDBOpenDBRequest => {
    const request = Reflect.apply(deleteDatabase, factory, given)
    request.addEventListener('success', () => change(`${given[0]}`))
    return request
  })
  const { transaction } = IDBDatabase.prototype
  replaceMethod(
    IDBDatabase.prototype,
    'transaction',
    function (this: IDBDatabase, ...given: unknown[]): IDBTransaction {
      const made = Reflect.apply(transaction, this, given) as IDBTransaction
      if (made.mode !== 'readonly') {
        made.addEventListener('complete', () => change(this.name))
        made.addEventListener('abort', () => change(this.name))
      }
      return made
    },
  )
  return factory
}

/** Makes a database of those that were saved, without its records. */
const makeAgain = (factory: RawFactory, { plan }: ReadDatabase): Promise<RawDatabase> =>
  new Promise((resolve, reject) => {
    const maker = new IDBFactory() as RawFactory
    const request = maker.open(plan.name, plan.version)
    request.onupgradeneeded = () => {
      for (const { name, keyPath, autoIncrement, indexes } of plan.stores) {
        const store = request.result.createObjectStore(name, {
          keyPath: keyPath as string | string[] | null,
          autoIncrement,
        })
        for (const index of indexes)
          store.createIndex(index.name, index.keyPath as string | string[], {
            unique: index.unique,
            multiEntry: index.multiEntry,
          })
      }
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      request.result.close()
      const database = maker._databases.get(plan.name)
      if (database === undefined) {
        reject(new Error(`indexedDB ${plan.name} could not be restored.`))
        return
      }
      factory._databases.set(plan.name, database)
      resolve(database)
    }
  })

/** An error in a handler of the app is an error of the page, as in browsers, besides what it does to the transaction. */
const reportErrors = (): void => {
  const { prototype } = IDBRequest
  const { dispatchEvent } = prototype
  replaceMethod(prototype, 'dispatchEvent', function (this: IDBRequest, event: Event): boolean {
    try {
      return Reflect.apply(dispatchEvent, this, [event])
    } catch (error) {
      for (const one of errorsIn(error)) report(one)
      // The end of an open request is in no transaction that could be taken back.
      if (this instanceof IDBOpenDBRequest && event.type !== 'upgradeneeded') return true
      throw error
    }
  })
}

/** The library gathers what the handlers of an event throw. */
const errorsIn = (error: unknown): readonly unknown[] => {
  const errors: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'errors') : undefined
  return Array.isArray(errors) ? errors : [error]
}

const report = (error: unknown): void => {
  setTimeout(() => {
    throw error
  })
}
