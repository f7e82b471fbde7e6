import { realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { type Bundle, BundleReadError } from '../../../bundle/bundle.js'
import type { Located } from '../../../bundle/locate.js'
import { openLocated } from '../../../bundle/open.js'

/**
 * A folder's bundle that may be served for hours. If a folder in it becomes a link to another place after it was listed,
 * the link is not followed.
 * @param folder the bundle's folder, absolute
 */
export const confinedBundle = (bundle: Bundle, folder: string): Bundle => {
  const listed = new Set(bundle.files.map(({ path }) => path))
  return {
    ...bundle,
    read: async (path) => {
      // Where letter case does not count, a name that is not listed can lead to a file that is.
      if (!listed.has(path)) return bundle.read(path)
      let root: string
      let real: string
      try {
        root = await realpath(folder)
        real = await realpath(join(folder, ...path.split('/')))
      } catch (error) {
        throw new BundleReadError(path, `${path} no longer exists.`, error)
      }
      if (real !== join(root, ...path.split('/')) || !real.startsWith(root + sep))
        throw new BundleReadError(path, `${path} is behind a link, and a bundle cannot contain links (2.9).`)
      return bundle.read(path)
    },
  }
}

/** Opens an app as the simulator does: links in a folder are not followed. */
export const openSource = async (located: Located, cwd: string): Promise<Bundle> => {
  const bundle = await openLocated(located, cwd)
  return located.kind === 'folder' ? confinedBundle(bundle, resolve(cwd, located.path)) : bundle
}
