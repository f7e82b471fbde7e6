import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nullIfMissing } from '../failure.js'
import { ASIDE_FOLDER } from './json-document.js'

/**
 * Removes a folder and its content; a missing folder is fine. On Windows a scanner or a closing process may
 * hold a file: the removal is retried for a second.
 * @throws the system's error
 */
export const removeFolder = (folder: string, remove: typeof rm = rm): Promise<void> =>
  remove(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 65 })

/** The same, but what was set aside in the folder stays. */
export const removeUsable = async (folder: string): Promise<void> => {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  if (!names.includes(ASIDE_FOLDER)) return await removeFolder(folder)
  for (const name of names) if (name !== ASIDE_FOLDER) await removeFolder(join(folder, name))
}
