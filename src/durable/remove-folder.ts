import { rm } from 'node:fs/promises'

/**
 * Removes a folder and its content; a missing folder is fine. On Windows a scanner or a closing process may
 * hold a file: the removal is retried for a second.
 * @throws the system's error
 */
export const removeFolder = (folder: string, remove: typeof rm = rm): Promise<void> =>
  remove(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 65 })
