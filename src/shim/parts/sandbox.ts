let sandboxed: boolean | undefined

/** Whether this page runs as a mini app: in a frame, without an origin of its own. Found out before a part replaces `parent`. */
export const isSandboxed = (): boolean => {
  if (sandboxed === undefined) sandboxed = window.parent !== window && window.origin === 'null'
  return sandboxed
}

/** The address of the app's folder, which this file is in; where it was bundled, that of the page. Asked for as the file runs. */
export const appFolder = (): string => {
  const { currentScript } = document
  return new URL('.', currentScript instanceof HTMLScriptElement ? currentScript.src : location.href).href
}

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
