import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { type Bundle, BundleReadError } from '../../../bundle/bundle.js'

/**
 * A folder's bundle that is served for hours: a folder in it may become a link to elsewhere after it was listed, and is
 * not followed then.
 * @param folder the bundle's folder, absolute
 */
export const confinedBundle = (bundle: Bundle, folder: string): Bundle => ({
  ...bundle,
  read: async (path) => {
    let root: string
    let real: string
    try {
      root = await realpath(folder)
      real = await realpath(join(folder, ...path.split('/')))
    } catch (error) {
      throw new BundleReadError(path, `${path} is no longer there.`, error)
    }
    if (real !== join(root, ...path.split('/')) || !real.startsWith(root + sep))
      throw new BundleReadError(path, `${path} lies behind a link, and links are not part of a bundle (2.9).`)
    return bundle.read(path)
  },
})
