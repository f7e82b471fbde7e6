import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '../durable/atomic-file.js'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../durable/private-modes.js'
import { systemErrorCode } from '../failure.js'

/** The bytes of uploaded files, by the ID the service gave them. */
export interface MediaFiles {
  /** Resolves when they are durable. */
  put(id: string, bytes: Uint8Array): Promise<void>
  get(id: string): Promise<Uint8Array | null>
  remove(id: string): Promise<void>
}

export const mediaInMemory = (): MediaFiles => {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (id, bytes) => {
      files.set(id, bytes)
    },
    get: async (id) => files.get(id) ?? null,
    remove: async (id) => {
      files.delete(id)
    },
  }
}

/**
 * Files in a folder.
 * @param isKnown whether an ID has a record; files without one were never acknowledged and are removed
 */
export const openMediaFolder = async (
  folder: string,
  isKnown: (id: string) => boolean,
): Promise<MediaFiles> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  for (const name of await readdir(folder)) if (!isKnown(name)) await rm(join(folder, name), { force: true })
  return {
    put: (id, bytes) => writeFileDurably(join(folder, id), bytes, PRIVATE_FILE_MODE),
    get: async (id) => {
      try {
        return await readFile(join(folder, id))
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return null
        throw error
      }
    },
    remove: (id) => rm(join(folder, id), { force: true }),
  }
}
