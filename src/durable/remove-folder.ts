import { rm } from 'node:fs/promises'

/**
 * Removes a folder with all that is in it; one that is not there is fine. On Windows a file of it may be held by a
 * scanner or by whoever closes it just now: it is tried again for a second.
 * @throws the system's error
 */
export const removeFolder = (folder: string, remove: typeof rm = rm): Promise<void> =>
  remove(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 65 })
