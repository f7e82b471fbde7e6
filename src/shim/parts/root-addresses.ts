import { followRoot } from './names.js'
import { isSandboxed } from './sandbox.js'

/*! Addresses that a script composes from the root of the site lead to the app's own folder. */
export const shimRootAddresses = (): void => {
  if (isSandboxed()) followRoot()
}
