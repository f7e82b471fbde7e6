import { resolve } from 'node:path'
import type { Bundle } from './bundle.js'
import { openFolder } from './folder.js'
import { type Located, locateBundle } from './locate.js'

/**
 * Opens the bundle that a path names, a folder or a zip.
 * @param path as the person gave it; relative to `cwd`
 * @throws {Failure} where there is none, or it cannot be read
 */
export const openBundle = async (path: string, cwd: string = process.cwd()): Promise<Bundle> =>
  openLocated(await locateBundle(path, cwd), cwd)

/** Opens a bundle that was located already; it keeps the path as the person gave it. */
export const openLocated = async (located: Located, cwd: string): Promise<Bundle> => {
  const full = resolve(cwd, located.path)
  if (located.kind === 'folder') return { ...(await openFolder(full)), path: located.path }
  const { openZip } = await import('./zip-reader.js')
  return { ...(await openZip(full)), path: located.path }
}
