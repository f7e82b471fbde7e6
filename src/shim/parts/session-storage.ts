import { createItems } from './items.js'
import { replace, works } from './sandbox.js'
import { createStorageObject } from './storage-object.js'

/*! sessionStorage keeps its values until the page goes. */
export const shimSessionStorage = (): void => {
  if (works(() => window.sessionStorage.length)) return
  const storage = createStorageObject(createItems(() => {}))
  replace(window, 'sessionStorage', { get: () => storage })
}
