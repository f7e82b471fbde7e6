import { replaceMethod } from './sandbox.js'

/*! indexedDB: a request that a browser refuses with an exception fails with an error event, as it does in private windows. */
export const shimIndexedDb = (): void => {
  if (typeof IDBFactory === 'undefined') return
  for (const name of ['open', 'deleteDatabase'] as const) {
    const native: unknown = Reflect.get(IDBFactory.prototype, name)
    if (typeof native !== 'function') continue
    replaceMethod(IDBFactory.prototype, name, function (this: IDBFactory, ...given: unknown[]): unknown {
      try {
        return Reflect.apply(native, this, given)
      } catch (error) {
        if (error instanceof DOMException && error.name === 'SecurityError') return failingRequest()
        throw error
      }
    })
  }
}

/** A request that fails soon, like one of `IDBOpenDBRequest`. */
const failingRequest = (): EventTarget => {
  const request = new EventTarget()
  const error = new DOMException('A mini app has no databases.', 'UnknownError')
  const handlers: Record<string, unknown> = {}
  for (const type of ['error', 'success', 'upgradeneeded', 'blocked']) {
    Object.defineProperty(request, `on${type}`, {
      get: () => handlers[type] || null,
      set: (handler: unknown) => {
        handlers[type] = handler
      },
    })
    request.addEventListener(type, (event) => {
      const handler = handlers[type]
      if (typeof handler === 'function') Reflect.apply(handler, request, [event])
    })
  }
  let done = false
  const answer = (get: () => unknown): PropertyDescriptor => ({ get })
  Object.defineProperties(request, {
    readyState: answer(() => (done ? 'done' : 'pending')),
    error: answer(() => (done ? error : null)),
    result: answer(() => undefined),
    source: answer(() => null),
    transaction: answer(() => null),
  })
  setTimeout(() => {
    done = true
    request.dispatchEvent(new Event('error', { bubbles: true, cancelable: true }))
  })
  return request
}
