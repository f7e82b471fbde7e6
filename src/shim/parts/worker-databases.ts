import { constructing } from './addresses.js'
import { startWorkersWith } from './blob-workers.js'
import { createItems, type Items } from './items.js'
import { sayOnce } from './log.js'
import { isPage } from './sandbox.js'
import { saved } from './saved.js'
import { whenRead } from './start.js'

/*! The databases of workers: a worker loads this file when it first asks for indexedDB, and its page keeps the items. */

/** The message by which a worker hands its page a port, and the name under which it has the other one. */
const PORT = 'browser-shim databases'

/** What a worker tells its page: that it asks for all items, or that one has changed. */
type Told = 'read' | { readonly name: string; readonly value: string | null }

/** What it is answered. */
interface Answer {
  readonly items: readonly (readonly [name: string, value: string])[]
  readonly isRead: boolean
}

/** Who writes: several would overwrite what the others have. */
let writer: object | null = null

/** Whether this page or worker is the one that writes: the first that has something to write. */
export const mayWrite = (who: object = saved): boolean => {
  writer ??= who
  if (writer === who) return true
  sayOnce(
    'indexedDB is used by the page and by a worker, or by several workers: only what the first of them saves is kept.',
  )
  return false
}

/** Lets workers have databases. @param script the address of this file */
export const lendDatabases = (script: string): void => {
  startWorkersWith(() => `(${bringDatabases})(${JSON.stringify(script)}, ${JSON.stringify(PORT)})`)
  constructing(
    'Worker',
    (given) => given,
    (worker) => {
      if (!(worker instanceof EventTarget)) return
      worker.addEventListener('message', (event) => {
        const { data } = event as MessageEvent<unknown>
        const port: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, PORT) : undefined
        if (!(port instanceof MessagePort)) return
        // The app sees nothing of it.
        event.stopImmediatePropagation()
        serve(port, worker)
      })
    },
  )
}

const serve = (port: MessagePort, worker: object): void => {
  const items = saved.items('indexedDB')
  port.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data !== 'read') {
      if (!mayWrite(worker)) return
      if (data.value === null) items.remove(data.name)
      else items.set(data.name, data.value)
      return
    }
    whenRead().then(() => {
      const all = items.names().map((name) => [name, items.get(name) || ''] as const)
      port.postMessage({ items: all, isRead: saved.isRead() } satisfies Answer)
    })
  }
}

/** Runs in the worker: the databases come with this file, when they are first asked for. */
const bringDatabases = (script: string, name: string): void => {
  const scope = self as unknown as { importScripts: (url: string) => void; indexedDB: unknown }
  Object.defineProperty(scope, 'indexedDB', {
    configurable: true,
    get: () => {
      Reflect.deleteProperty(scope, 'indexedDB')
      const { port1, port2 } = new MessageChannel()
      self.postMessage({ [name]: port2 }, { transfer: [port2] })
      Object.assign(scope, { [Symbol.for(name)]: port1, window: scope })
      try {
        scope.importScripts(script)
      } catch (error) {
        // Without it, opening a database fails, as in any worker of the sandbox; the script itself goes on.
        setTimeout(() => {
          throw error
        })
      } finally {
        // Libraries find out by it whether they run in a page.
        Reflect.deleteProperty(scope, 'window')
      }
      return scope.indexedDB
    },
  })
}

/** What a worker has of the items that its page keeps. */
const createItemsOfPage = () => {
  const port = Reflect.get(self, Symbol.for(PORT)) as MessagePort
  const tell = (told: Told): void => port.postMessage(told)
  const items: Items = createItems((name) => tell({ name, value: items.get(name) }))
  let isRead = false
  return {
    items,
    isRead: (): boolean => isRead,
    read: (): Promise<void> =>
      new Promise((resolve) => {
        port.onmessage = ({ data }: MessageEvent<Answer>) => {
          for (const [name, value] of data.items) items.fill(name, value)
          isRead = data.isRead
          resolve()
        }
        tell('read')
      }),
  }
}

/** The items of the databases, in a page and in a worker. */
export const databaseItems = (): ReturnType<typeof createItemsOfPage> =>
  isPage()
    ? { items: saved.items('indexedDB'), isRead: () => saved.isRead(), read: whenRead }
    : createItemsOfPage()
