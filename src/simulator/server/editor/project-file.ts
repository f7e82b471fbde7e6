import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Failure } from '../../../failure.js'

/**
 * The absolute path of a file of the app, without links.
 * @param folder the app's folder; null for a zip
 * @param file its path in the bundle
 * @throws {Failure} if it is not a file in that folder
 */
export const projectFile = async (folder: string | null, file: string): Promise<string> => {
  if (folder === null)
    throw new Failure('refused', 'The app is a zip, so there is no file to open.', 'Run its folder instead.')
  const missing = new Failure('not-found', `The app has no file ${file}.`)
  // A NUL would cut the path, and a colon names a stream of a file on Windows.
  if (file.includes('\0') || (sep === '\\' && file.includes(':'))) throw missing
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, file))])
    if (path.startsWith(`${root}${sep}`) && (await stat(path)).isFile()) return path
  } catch {
    // It is not there, or cannot be read.
  }
  throw missing
}
