import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { diskFlush, type Flush } from '../../durable/flush.js'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../../durable/private-modes.js'
import { renamePatiently } from '../../durable/rename.js'
import { systemErrorCode } from '../../failure.js'

/** A zip that arrived and is not kept yet, in a folder of its own. */
export interface Incoming {
  readonly folder: string
  readonly zip: string
  readonly bytes: number
}

/** Which version: its app and its number. */
interface VersionKey {
  readonly appId: string
  readonly version: string
}

/** The files of uploaded versions: never in memory, in a folder each, with the pictures of the catalogue beside the zip. */
export interface VersionFiles {
  /**
   * Writes what arrives to the disk, as it arrives.
   * @param most more bytes than these are not taken
   * @returns null where there were more
   */
  receive(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, most: number): Promise<Incoming | null>
  /** Puts a picture beside a zip that arrived. */
  addPicture(incoming: Incoming, name: string, bytes: Uint8Array): Promise<void>
  /** Keeps what arrived as the files of a version; durable when this resolves. */
  keep(incoming: Incoming, version: VersionKey): Promise<void>
  discard(incoming: Incoming): Promise<void>
  /** The path of a version's zip. */
  zipPath(version: VersionKey): string
  /** The zip of a version, or null. */
  zip(version: VersionKey): Promise<Buffer | null>
  /** A file of a version, or null. */
  read(
    version: VersionKey,
    name: string,
  ): Promise<{ readonly bytes: number; readonly stream: Readable } | null>
  /** Removes every file of an app. */
  removeApp(appId: string): Promise<void>
  /** Removes the files of versions that are not known: their upload was never answered, or their app is deleted. */
  sweep(isKnown: (version: VersionKey) => boolean): Promise<void>
}

const ZIP_NAME = 'app.zip'

/**
 * @param root created where it is missing
 * @param arriving the folder for what arrives, on the same disk; what is in it at the start is not needed
 */
export const openVersionFolder = async (
  root: string,
  arriving: string,
  flush: Flush = diskFlush,
): Promise<VersionFiles> => {
  await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  const folderOf = ({ appId, version }: VersionKey): string => join(root, appId, version)
  const discard = ({ folder }: Pick<Incoming, 'folder'>): Promise<void> =>
    rm(folder, { recursive: true, force: true })
  return {
    discard,
    receive: async (source, most) => {
      const folder = join(arriving, randomUUID())
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
      const zip = join(folder, ZIP_NAME)
      try {
        const bytes = await writeStream(zip, source, most, flush)
        if (bytes !== null) return { folder, zip, bytes }
        await discard({ folder })
        return null
      } catch (error) {
        await discard({ folder })
        throw error
      }
    },
    addPicture: async ({ folder }, name, bytes) => {
      await writeStream(join(folder, name), [bytes], Number.POSITIVE_INFINITY, flush)
    },
    keep: async ({ folder }, version) => {
      const target = folderOf(version)
      await flush.folder(folder)
      await mkdir(join(root, version.appId), { recursive: true, mode: PRIVATE_FOLDER_MODE })
      // What a commit that failed left.
      await rm(target, { recursive: true, force: true })
      await renamePatiently(folder, target)
      await flush.folder(join(root, version.appId))
      await flush.folder(root)
    },
    read: async (version, name) => {
      try {
        const path = join(folderOf(version), name)
        return { bytes: (await stat(path)).size, stream: createReadStream(path) }
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return null
        throw error
      }
    },
    zipPath: (version) => join(folderOf(version), ZIP_NAME),
    zip: async (version) => {
      try {
        return await readFile(join(folderOf(version), ZIP_NAME))
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return null
        throw error
      }
    },
    removeApp: (appId) => rm(join(root, appId), { recursive: true, force: true }),
    sweep: async (isKnown) => {
      for (const appId of await readdir(root)) {
        const folder = join(root, appId)
        const versions = await readdir(folder)
        const unknown = versions.filter((version) => !isKnown({ appId, version }))
        for (const version of unknown) await rm(join(folder, version), { recursive: true, force: true })
        if (unknown.length === versions.length) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** @returns how many bytes were written and flushed; null where there were more than allowed */
const writeStream = async (
  path: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  flush: Flush,
): Promise<number | null> => {
  const handle = await open(path, 'wx', PRIVATE_FILE_MODE)
  try {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > most) return null
      await handle.writeFile(chunk)
    }
    await flush.file(handle)
    return bytes
  } finally {
    await handle.close()
  }
}
