import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { composeShim } from '../../src/shim/shim-file.js'
import { closeWindows, sharedBrowser } from '../support/browser/browser.js'
import { openShell } from '../support/browser/shell-page.js'
import { type DevSimulator, startDev } from '../support/rigs/dev-simulator.js'
import { LONG } from '../support/vitest/runs.js'

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
<script src="service-miniapp.js"></script><script src="browser-shim.js"></script><script src="libraries.js"></script></head><body></body></html>`

/** A worker that keeps its best score as engines do that run in one: it writes what it is sent, and answers all that it has. */
const KEEPER = `
const open = () => new Promise((resolve, reject) => {
  const request = indexedDB.open('scores', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('best')
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})
onmessage = async ({ data }) => {
  const store = (await open()).transaction('best', 'readwrite').objectStore('best')
  if (data !== null) store.put(data, 'best')
  store.getAll(IDBKeyRange.lowerBound('a')).onsuccess = ({ target }) => postMessage(target.result)
}`

/** Sends a worker a score, and returns its first message: what it has. */
const ASK = `
const ask = (worker, score) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data)
  worker.onerror = ({ message }) => reject(new Error(message))
  worker.postMessage(score)
})
`

let browser: Browser
let dev: DevSimulator

beforeAll(async () => {
  browser = await sharedBrowser()
  const libraries = await build({
    entryPoints: [fileURLToPath(new URL('../support/browser/database-libraries.js', import.meta.url))],
    bundle: true,
    format: 'iife',
    write: false,
  })
  dev = await startDev({
    'index.html': PAGE,
    'libraries.js': libraries.outputFiles[0]?.text ?? '',
    'browser-shim.js': await composeShim({ parts: ['indexed-db', 'workers'], renamed: {} }),
    'js/keeper.js': KEEPER,
  })
})
beforeEach(() => dev.reset())
afterAll(async () => {
  await closeWindows(browser)
  await dev.stop()
})

/** Runs a script in a window of the app, and closes it when everything that the script changed is saved. */
const visit = async (script: string): Promise<unknown> => {
  const shell = await openShell(browser, dev.url)
  const frame: Frame = await shell.app()
  const answer = await frame.evaluate(async (text) => {
    const { storage } = window.Service
    let sent = 0
    let pending = 0
    for (const name of ['set', 'remove'] as const) {
      const method = storage[name].bind(storage) as (...given: unknown[]) => Promise<never>
      storage[name] = async (...given: unknown[]) => {
        sent += 1
        pending += 1
        return method(...given).finally(() => {
          pending -= 1
        })
      }
    }
    const result: unknown = await new Function(`return (async () => {${text}})()`)()
    // As when the page goes: nothing is gathered any longer. A large record is packed first.
    for (let quiet = 0, before = 0; quiet < 4; before = sent) {
      dispatchEvent(new Event('pagehide'))
      await new Promise((resolve) => setTimeout(resolve, 100))
      quiet = pending === 0 && sent === before ? quiet + 1 : 0
    }
    return result ?? null
  }, script)
  await shell.leave()
  return answer
}

const records = async (): Promise<Readonly<Record<string, string>>> => {
  const { storage } = (await dev.ask('data')) as {
    storage: Readonly<Record<string, Readonly<Record<string, string>>>>
  }
  return storage['1'] ?? {}
}

/** As Emscripten's IDBFS does it: files below a folder, by their paths, with an index of their times. */
const IDBFS = `
const open = (name) => new Promise((resolve, reject) => {
  const request = (window.indexedDB || window.mozIndexedDB).open(name, 21)
  request.onupgradeneeded = (event) => {
    const { result, transaction } = event.target
    const store = result.objectStoreNames.contains('FILE_DATA')
      ? transaction.objectStore('FILE_DATA')
      : result.createObjectStore('FILE_DATA')
    if (!store.indexNames.contains('timestamp')) store.createIndex('timestamp', 'timestamp', { unique: false })
  }
  request.onsuccess = () => resolve(request.result)
  request.onerror = (event) => { event.preventDefault(); reject(request.error) }
})
const entries = (db) => new Promise((resolve, reject) => {
  const found = {}
  const transaction = db.transaction(['FILE_DATA'], 'readonly')
  transaction.onerror = (event) => { event.preventDefault(); reject(transaction.error) }
  transaction.objectStore('FILE_DATA').index('timestamp').openKeyCursor().onsuccess = ({ target: { result: cursor } }) => {
    if (!cursor) return resolve(found)
    found[cursor.primaryKey] = cursor.key
    cursor.continue()
  }
})
const put = (db, files) => new Promise((resolve, reject) => {
  const transaction = db.transaction(['FILE_DATA'], 'readwrite')
  transaction.oncomplete = () => resolve()
  transaction.onerror = () => reject(transaction.error)
  for (const path of Object.keys(files)) transaction.objectStore('FILE_DATA').put(files[path], path)
})
const load = (db, path) => new Promise((resolve) => {
  db.transaction(['FILE_DATA'], 'readonly').objectStore('FILE_DATA').get(path).onsuccess = (event) => resolve(event.target.result)
})
`

describe('indexedDB of the shim', () => {
  it('8.2: keeps what a worker saves, whichever way it starts', async () => {
    expect(await visit(`${ASK} return ask(new Worker('js/keeper.js'), 41)`)).toEqual([41])
    expect(
      await visit(`${ASK}
        const code = await (await fetch('js/keeper.js')).text()
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
        return [await ask(worker, null), await ask(worker, 42)]`),
    ).toEqual([[41], [42]])
    expect(await visit(`${ASK} return ask(new Worker('js/keeper.js'), null)`)).toEqual([42])
  })

  it('8.2: a worker finds what the page saved, and the page what a worker saved', async () => {
    await visit(`${IDBFS} await put(await open('/idbfs'), { a: { timestamp: new Date(5) } })`)
    expect(await visit(`${ASK} return ask(new Worker('js/keeper.js'), 41)`)).toEqual([41])
    expect(await visit(`${IDBFS} return Object.keys(await entries(await open('/idbfs')))`)).toEqual(['a'])
    expect(await visit('return (await indexedDB.databases()).map(({ name }) => name).sort()')).toEqual([
      '/idbfs',
      'scores',
    ])
  })

  it('where a page and its worker both save, what the first saves is kept, and the other is told', async () => {
    expect(
      await visit(`${IDBFS} ${ASK}
        const said = []
        console.info = (line) => said.push(line)
        await put(await open('/idbfs'), { a: { timestamp: new Date(5) } })
        dispatchEvent(new Event('pagehide'))
        const answer = await ask(new Worker('js/keeper.js'), 41)
        while (said.length === 0) await new Promise((resolve) => setTimeout(resolve))
        return [answer, said]`),
    ).toEqual([
      [41],
      [
        'browser-shim: indexedDB is used by the page and by a worker, or by several workers: only what the first of them saves is kept.',
      ],
    ])
    expect(await visit('return (await indexedDB.databases()).map(({ name }) => name)')).toEqual(['/idbfs'])
  })

  it('keeps the files of a game of Emscripten', async () => {
    await visit(`${IDBFS}
      const db = await open('/idbfs')
      await put(db, {
        '/idbfs/abc': { timestamp: new Date(5), mode: 16895 },
        '/idbfs/abc/save.dat': { timestamp: new Date(7), mode: 33206, contents: Uint8Array.from({ length: 20000 }, (_, index) => (index * index) % 251) },
        '/idbfs/abc/PlayerPrefs': { timestamp: new Date(9), mode: 33206, contents: new Uint8Array([85, 0, 255]) },
      })`)
    expect(
      await visit(`${IDBFS}
        const db = await open('/idbfs')
        const found = await entries(db)
        const { contents, timestamp, mode } = await load(db, '/idbfs/abc/save.dat')
        return [
          Object.keys(found),
          found['/idbfs/abc'] instanceof Date && found['/idbfs/abc'].getTime(),
          contents instanceof Uint8Array && contents.length,
          contents.every((byte, index) => byte === (index * index) % 251),
          timestamp.getTime(),
          mode,
          [...(await load(db, '/idbfs/abc/PlayerPrefs')).contents],
        ]`),
    ).toEqual([
      ['/idbfs/abc', '/idbfs/abc/save.dat', '/idbfs/abc/PlayerPrefs'],
      5,
      20000,
      true,
      7,
      33206,
      [85, 0, 255],
    ])
  })

  it('keeps what localforage saves', async ({ skip }) => {
    skip(!LONG, 'dexie and idb stand for libraries: npm run test:long')
    await visit(`
      await localforage.setItem('score', { best: 12, names: ['Ada', 'Zoë'] })
      await localforage.setItem('bytes', new Uint8Array([1, 2, 3]))
      await localforage.setItem('blob', new Blob(['hello'], { type: 'text/plain' }))
      await localforage.setItem('gone', 1)
      await localforage.removeItem('gone')`)
    expect(
      await visit(`return [
        localforage.driver(),
        (await localforage.keys()).sort(),
        await localforage.getItem('score'),
        [...(await localforage.getItem('bytes'))],
        await (await localforage.getItem('blob')).text(),
      ]`),
    ).toEqual([
      'asyncStorage',
      ['blob', 'bytes', 'score'],
      { best: 12, names: ['Ada', 'Zoë'] },
      [1, 2, 3],
      'hello',
    ])
  })

  it('keeps what dexie saves, through a new version, with indexes and keys that it makes', async () => {
    await visit(`
      const db = new Dexie('game')
      db.version(1).stores({ heroes: '++id, name, &code, *tags' })
      await db.heroes.bulkAdd([
        { name: 'Ada', code: 'a', level: 3, tags: ['fast', 'calm'] },
        { name: 'Bob', code: 'b', level: 1, tags: ['fast'] },
        { name: 'Cyd', code: 'c', level: 2, tags: [] },
      ])
      await db.heroes.delete(3)`)
    await visit(`
      const db = new Dexie('game')
      db.version(1).stores({ heroes: '++id, name, &code, *tags' })
      db.version(2).stores({ heroes: '++id, name, &code, *tags, level', settings: 'key' })
        .upgrade((transaction) => transaction.heroes.toCollection().modify((hero) => { hero.level *= 10 }))
      await db.settings.put({ key: 'sound', value: false })
      await db.heroes.add({ name: 'Dan', code: 'd', level: 5, tags: ['calm'] })`)
    expect(
      await visit(`
        const db = new Dexie('game')
        await db.open()
        const refused = await db.table('heroes').add({ name: 'Eve', code: 'a' }).catch((error) => error.name)
        return [
          db.verno,
          await db.table('heroes').orderBy('level').reverse().toArray(),
          await db.table('heroes').where('tags').equals('calm').primaryKeys(),
          await db.table('settings').get('sound'),
          refused,
        ]`),
    ).toEqual([
      2,
      [
        { id: 1, name: 'Ada', code: 'a', level: 30, tags: ['fast', 'calm'] },
        { id: 2, name: 'Bob', code: 'b', level: 10, tags: ['fast'] },
        { id: 4, name: 'Dan', code: 'd', level: 5, tags: ['calm'] },
      ],
      [1, 4],
      { key: 'sound', value: false },
      'ConstraintError',
    ])
  })

  it('keeps what idb saves: cursors, ranges, and what a transaction takes back', async () => {
    await visit(`
      const db = await idb.openDB('levels', 3, { upgrade: (one) => { one.createObjectStore('maps', { keyPath: ['world', 'level'] }) } })
      const all = db.transaction('maps', 'readwrite')
      for (let world = 0; world < 3; world++) for (let level = 0; level < 4; level++) all.store.put({ world, level, stars: new Map([[level, new Set([world])]]) })
      await all.done
      const undone = db.transaction('maps', 'readwrite')
      undone.store.put({ world: 9, level: 9 })
      undone.abort()
      await undone.done.catch(() => {})
      let cursor = await db.transaction('maps', 'readwrite').store.openCursor(IDBKeyRange.bound([1, 0], [1, 1]))
      for (; cursor; cursor = await cursor.continue()) await (cursor.key[1] === 0 ? cursor.delete() : cursor.update({ ...cursor.value, done: true }))`)
    expect(
      await visit(`
        const [known] = await indexedDB.databases()
        const db = await idb.openDB('levels')
        const one = await db.get('maps', [1, 1])
        return [known, db.version, await db.count('maps'), one.done, one.stars.get(1).has(1), await db.getAllKeys('maps', IDBKeyRange.lowerBound([2, 2])), db instanceof IDBDatabase]`),
    ).toEqual([
      { name: 'levels', version: 3 },
      3,
      11,
      true,
      true,
      [
        [2, 2],
        [2, 3],
      ],
      true,
    ])
  })

  it("saves no copies of the app's own files, which engines keep in a database of their own", async () => {
    expect(
      await visit(`${IDBFS}
        const db = await open('UnityCache')
        await put(db, { 'Build/game.data': { timestamp: new Date(5), contents: new Uint8Array(500) } })
        return Object.keys(await entries(db))`),
    ).toEqual(['Build/game.data'])
    expect(await records()).toEqual({})
  })

  it('forgets a database that the app deletes', async () => {
    await visit(
      `await localforage.setItem('a', crypto.getRandomValues(new Uint8Array(20000))); await localforage.setItem('b', 1)`,
    )
    expect(Object.keys(await records()).length).toBeGreaterThan(2)
    await visit(
      `const request = indexedDB.deleteDatabase('localforage'); await new Promise((resolve) => { request.onsuccess = resolve })`,
    )
    expect(await records()).toEqual({})
  })

  it('writes once for many small records, and once for a change', async () => {
    const changed = async (script: string): Promise<number> => {
      const before = (await setCalls()).length
      await visit(script)
      return (await setCalls()).length - before
    }
    expect(
      await changed(`
        const db = await idb.openDB('many', 1, { upgrade: (one) => { one.createObjectStore('all') } })
        const all = db.transaction('all', 'readwrite')
        for (let index = 0; index < 200; index++) all.store.put({ index, name: 'Item ' + index }, index)
        await all.done`),
    ).toBeLessThanOrEqual(3)
    expect(
      await changed(
        `const db = await idb.openDB('many'); await db.put('all', { index: 100, name: 'Other' }, 100)`,
      ),
    ).toBe(1)
  })

  it('an error in a handler is one of the page, and ends no other request', async () => {
    const errors: string[] = []
    const shell = await openShell(browser, dev.url)
    const frame = await shell.app()
    const page = frame.page()
    page.on('pageerror', (error) => errors.push(error.message))
    expect(
      await frame.evaluate(
        () =>
          new Promise((resolve) => {
            indexedDB.open('a').onsuccess = () => {
              throw new Error('of the game')
            }
            indexedDB.open('a').onsuccess = () => resolve('opened')
          }),
      ),
    ).toBe('opened')
    await vi.waitFor(() => expect(errors).toEqual(['of the game']))
  })
})

const setCalls = async (): Promise<readonly unknown[]> =>
  ((await dev.ask('calls')) as readonly { kind: string; method?: string }[]).filter(
    ({ method }) => method === 'storage.set',
  )
