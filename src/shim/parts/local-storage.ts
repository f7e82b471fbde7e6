import { replace, works } from './sandbox.js'
import { saved } from './saved.js'
import { needValues } from './start.js'
import { createStorageObject } from './storage-object.js'

/*! localStorage keeps its values in Service.storage. */
export const shimLocalStorage = (): void => {
  if (works(() => window.localStorage.length)) return
  const storage = createStorageObject(saved.items('localStorage'))
  replace(window, 'localStorage', { get: () => storage })
  needValues()
}
