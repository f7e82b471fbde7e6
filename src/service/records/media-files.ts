import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '../../durable/atomic-file.js'
import type { Flush } from '../../durable/flush.js'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../../durable/private-modes.js'
import { systemErrorCode } from '../../failure.js'

/** The bytes of uploaded files, by the ID the service gave them. */
export interface MediaFiles {
  /** Resolves when they are durable. */
  put(id: string, bytes: Uint8Array): Promise<void>
  get(id: string): Promise<Uint8Array | null>
  remove(id: string): Promise<void>
  /** Removes files without a record: their upload was never answered. */
  sweep(isKnown: (id: string) => boolean): Promise<void>
}

/** Files in a folder, which is created where it is missing. */
export const openMediaFolder = async (folder: string, flush: Flush): Promise<MediaFiles> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  return {
    put: (id, bytes) => writeFileDurably(join(folder, id), bytes, PRIVATE_FILE_MODE, undefined, flush),
    get: async (id) => {
      try {
        return await readFile(join(folder, id))
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return null
        throw error
      }
    },
    remove: (id) => rm(join(folder, id), { force: true }),
    sweep: async (isKnown) => {
      for (const name of await readdir(folder))
        if (!isKnown(name)) await rm(join(folder, name), { force: true })
    },
  }
}
