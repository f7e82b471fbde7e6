/** Whether this page runs as a mini app: in a frame, without an origin of its own. */
export const isSandboxed = (): boolean => window.parent !== window && window.origin === 'null'

/** Whether this runs in a page: the databases run in workers too. */
export const isPage = (): boolean => typeof document === 'object'

/** Whether something can be done without an error. */
export const works = (what: () => unknown): boolean => {
  try {
    what()
    return true
  } catch {
    return false
  }
}

/** Gives an object a property, in place of one that it has or inherits. */
export const replace = (owner: object, name: string, property: PropertyDescriptor): void => {
  Object.defineProperty(owner, name, { configurable: true, enumerable: true, ...property })
}

/** Gives an object a method, in place of one that it has or inherits. */
export const replaceMethod = (owner: object, name: string, value: unknown): void =>
  replace(owner, name, { value, writable: true })
