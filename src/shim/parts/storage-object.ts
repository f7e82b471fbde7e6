import type { Items } from './items.js'
import { replace, replaceMethod } from './sandbox.js'

/*! An object that is in every way like a browser's localStorage: methods, `storage.name = value`, `delete`, `in`, Object.keys. */

/** The items of each object that was made here. */
const itemsOf = new WeakMap<object, Items>()

/** @returns an instance of the browser's own class `Storage` */
export const createStorageObject = (items: Items): Storage => {
  extendStorageClass()
  const target = Object.create(Storage.prototype) as Storage
  /** What the class has is never hidden by an item of the same name, as in browsers. */
  const shows = (name: PropertyKey): name is string =>
    typeof name === 'string' && !(name in target) && items.get(name) !== null
  const storage = new Proxy(target, {
    get: (_, name) => (shows(name) ? items.get(name) : Reflect.get(target, name, storage)),
    set: (_, name, value, receiver) => {
      if (typeof name !== 'string' || receiver !== storage) return Reflect.set(target, name, value, receiver)
      items.set(name, `${value}`)
      return true
    },
    has: (_, name) => shows(name) || Reflect.has(target, name),
    deleteProperty: (_, name) => {
      if (!shows(name)) return Reflect.deleteProperty(target, name)
      items.remove(name)
      return true
    },
    ownKeys: () => [...items.names().filter(shows), ...Reflect.ownKeys(target)],
    getOwnPropertyDescriptor: (_, name) =>
      shows(name)
        ? { value: items.get(name), writable: true, enumerable: true, configurable: true }
        : Reflect.getOwnPropertyDescriptor(target, name),
    defineProperty: (_, name, property) => {
      if (typeof name !== 'string') return Reflect.defineProperty(target, name, property)
      if (property.get !== undefined || property.set !== undefined) return false
      items.set(name, `${property.value}`)
      return true
    },
    preventExtensions: () => false,
  })
  itemsOf.set(storage, items)
  return storage
}

let extended = false

/** Makes the methods of the browser's class know the objects made here; all others stay with the browser. */
const extendStorageClass = (): void => {
  if (extended) return
  extended = true
  const { prototype } = Storage
  const methods: Readonly<Record<string, (items: Items, given: readonly unknown[]) => unknown>> = {
    getItem: (items, [name]) => items.get(`${name}`),
    setItem: (items, [name, value]) => items.set(`${name}`, `${value}`),
    removeItem: (items, [name]) => items.remove(`${name}`),
    clear: (items) => items.clear(),
    key: (items, [index]) => {
      const name = items.names()[Number(index) >>> 0]
      return name === undefined ? null : name
    },
  }
  for (const name of Object.keys(methods)) {
    const native: unknown = Reflect.get(prototype, name)
    const method = methods[name]
    if (typeof native !== 'function' || method === undefined) continue
    const needed = native.length
    replaceMethod(
      prototype,
      name,
      {
        [name](this: object, ...given: unknown[]): unknown {
          const items = itemsOf.get(this)
          if (items === undefined) return Reflect.apply(native, this, given)
          if (given.length < needed)
            throw new TypeError(
              `Failed to execute '${name}' on 'Storage': ${needed} argument${needed === 1 ? '' : 's'} required, but only ${given.length} present.`,
            )
          return method(items, given)
        },
      }[name],
    )
  }
  const length = Object.getOwnPropertyDescriptor(prototype, 'length')
  replace(prototype, 'length', {
    get(this: object): unknown {
      const items = itemsOf.get(this)
      if (items !== undefined) return items.names().length
      return length === undefined || length.get === undefined
        ? undefined
        : Reflect.apply(length.get, this, [])
    },
  })
}
