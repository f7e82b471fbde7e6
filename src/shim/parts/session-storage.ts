import { createItems } from './items.js'
import { replace, works } from './sandbox.js'
import { createStorageObject } from './storage-object.js'

/*! sessionStorage keeps its values until the app closes: from one of its pages to the next, in the name of the window. */
export const shimSessionStorage = (): void => {
  if (works(() => window.sessionStorage.length)) return
  const given = Object.getOwnPropertyDescriptor(window, 'name')
  const handedOver = window.name.startsWith(MARK) ? window.name.slice(MARK.length) : null
  const [ownName, values]: [string, readonly [string, string][]] =
    handedOver === null ? [window.name, []] : JSON.parse(handedOver)
  let name = ownName
  let waiting = false
  let leaving = false
  const handOver = (): void => {
    waiting = false
    const kept = items.names().map((key) => [key, items.get(key)])
    given?.set?.call(window, MARK + JSON.stringify([name, kept]))
  }
  const changed = (): void => {
    if (leaving) handOver()
    else if (!waiting) queueMicrotask(handOver)
    waiting = true
  }
  const items = createItems(changed)
  for (const [key, value] of values) items.fill(key, value)
  const storage = createStorageObject(items)
  replace(window, 'sessionStorage', { get: () => storage })
  replace(window, 'name', {
    get: () => name,
    set: (value) => {
      name = String(value)
      changed()
    },
  })
  // A page that opens another as it saves: its process takes no name from this one any later.
  addEventListener('beforeunload', () => {
    handOver()
    leaving = true
  })
}

/** Precedes, in the window's name, the name that the app gave it and the values. */
const MARK = 'miniapp session '
