import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The folder in a project that holds what only one developer's machine needs. */
export const LOCAL_FOLDER = '.miniapp'

/**
 * Makes a folder, and those above it. If that makes a project's `.miniapp`, it gets a `.gitignore` of its own, so that
 * no project has to list it. An existing one is left as it is: its files may be shared on purpose.
 */
export const makeFolder = async (path: string): Promise<void> => {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    if (basename(folder) === LOCAL_FOLDER) await writeFile(join(folder, '.gitignore'), '*\n')
    if (folder === dirname(folder)) return
  }
}

/**
 * Removes a folder and its content; a missing folder is fine. On Windows a scanner or a closing process may
 * hold a file: the removal is retried for a second.
 * @throws the system's error
 */
export const removeFolder = (folder: string, remove: typeof rm = rm): Promise<void> =>
  remove(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 65 })
