import { resolve } from 'node:path'
import { type Bundle, NO_BUILD, NO_MANIFEST } from './bundle.js'
import { openFolder } from './folder.js'
import { findBundle, type Located } from './locate.js'

/**
 * Opens the bundle that a path names, a folder or a zip. A folder without a manifest is opened as it is: that is for the
 * rules to tell.
 * @param path as the person gave it; relative to `cwd`
 * @throws {Failure} where there is neither, or it cannot be read
 */
export const openBundle = async (path: string, cwd: string = process.cwd()): Promise<Bundle> =>
  openLocated(await findBundle(path, cwd), cwd)

/** Opens a bundle that was located already; it keeps the path as the person gave it. */
export const openLocated = async (located: Located, cwd: string): Promise<Bundle> => {
  const full = resolve(cwd, located.path)
  if (located.kind === 'folder') {
    const bundle = await openFolder(full)
    const { path, missing } = located
    if (missing === undefined) return { ...bundle, path }
    const kind = missing.inProject ? NO_BUILD : NO_MANIFEST
    const fault = { kind, path: null, detail: missing.message, fix: missing.fix }
    return { ...bundle, path, faults: [...bundle.faults, fault] }
  }
  const { openZip } = await import('./zip-reader.js')
  return { ...(await openZip(full)), path: located.path }
}
