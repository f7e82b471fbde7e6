import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../../durable/atomic-file.js'
import { diskFlush, type Flush } from '../../durable/flush.js'
import { setAside } from '../../durable/json-document.js'
import { renamePatiently } from '../../durable/rename.js'
import { type Look, missingOf, requireWhole } from '../../durable/whole-file.js'
import { nullIfMissing } from '../../failure.js'
import type { MiniAppVersion } from './records.js'

/** A zip that arrived and is not kept yet, in a folder of its own. */
export interface Incoming {
  readonly folder: string
  readonly zip: string
  readonly bytes: number
  readonly sha256: string
}

/** The folder of the service's data, and how its disk is used: tests pass another. */
export interface Disk {
  readonly root: string
  readonly flush?: Flush
  readonly openFile?: typeof open
}

/** Which version: its app and its number. */
interface VersionKey {
  readonly appId: string
  readonly version: string
}

export const ZIP_NAME = 'app.zip'

/** The files of uploaded versions: never in memory, in a folder each, with the pictures of the catalogue beside the zip. */
export type VersionFiles = Awaited<ReturnType<typeof openVersionFolder>>

/**
 * @param root created where it is missing
 * @param arriving the folder for what arrives, on the same disk; what is in it at the start is not needed
 * @param keepsUnknown whether files without a record are set aside, not replaced: they may be all that is left of damaged
 *   records
 */
export const openVersionFolder = async (
  root: string,
  arriving: string,
  { root: dataFolder, flush = diskFlush, openFile }: Disk,
  keepsUnknown = false,
) => {
  await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  const folderOf = ({ appId, version }: VersionKey): string => join(root, appId, version)
  const discard = ({ folder }: Pick<Incoming, 'folder'>): Promise<void> =>
    rm(folder, { recursive: true, force: true })
  return {
    discard,
    /**
     * Writes what arrives to the disk, as it arrives.
     * @param most more bytes than these are not taken
     * @returns null where there were more
     */
    receive: async (
      source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
      most: number,
    ): Promise<Incoming | null> => {
      const folder = join(arriving, randomUUID())
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
      const zip = join(folder, ZIP_NAME)
      try {
        const written = await writeStream(zip, source, most, flush)
        if (written !== null) return { folder, zip, ...written }
        await discard({ folder })
        return null
      } catch (error) {
        await discard({ folder })
        throw error
      }
    },
    /** Puts a picture beside a zip that arrived. */
    addPicture: async (
      { folder }: Pick<Incoming, 'folder'>,
      name: string,
      bytes: Uint8Array,
    ): Promise<void> => {
      await writeStream(join(folder, name), [bytes], Number.POSITIVE_INFINITY, flush)
    },
    /** Keeps what arrived as the files of a version; durable when this resolves. */
    keep: async ({ folder }: Incoming, version: VersionKey): Promise<void> => {
      const target = folderOf(version)
      await flush.folder(folder)
      await mkdir(join(root, version.appId), { recursive: true, mode: PRIVATE_FOLDER_MODE })
      if (keepsUnknown) await setAside(target, Date.now(), 'damaged', dataFolder).catch(nullIfMissing)
      // What a commit that failed left.
      await rm(target, { recursive: true, force: true })
      await renamePatiently(folder, target)
      await flush.folder(join(root, version.appId))
      await flush.folder(root)
    },
    /** A file of a version, or null. */
    read: async (version: VersionKey, name: string) => {
      const path = join(folderOf(version), name)
      const status = await stat(path).catch(nullIfMissing)
      return status === null ? null : { bytes: status.size, stream: createReadStream(path) }
    },
    /** The path of a version's zip. */
    zipPath: (version: VersionKey): string => join(folderOf(version), ZIP_NAME),
    /** Checks a file of a version, as `requireWhole` does. */
    check: (version: MiniAppVersion, name: string, look: Look) => {
      const { zipBytes, zipSha256, pictureBytes, pictureSha256 } = version
      const known =
        name === ZIP_NAME
          ? { bytes: zipBytes, sha256: zipSha256 }
          : { bytes: pictureBytes[name] ?? null, sha256: pictureSha256[name] ?? null }
      const path = join(folderOf(version), name)
      return requireWhole({ path, ...known }, look, dataFolder, Date.now(), openFile)
    },
    /** Those of the versions that have no zip. */
    withoutZip: <Version extends VersionKey>(versions: readonly Version[]) =>
      missingOf(versions, (version) => join(folderOf(version), ZIP_NAME)),
    /** The zip of a version as it arrived. */
    arrived: (version: VersionKey): Pick<Incoming, 'folder' | 'zip'> => ({
      folder: folderOf(version),
      zip: join(folderOf(version), ZIP_NAME),
    }),
    /** The zip of a version, or null. */
    zip: (version: VersionKey): Promise<Buffer | null> =>
      readFile(join(folderOf(version), ZIP_NAME)).catch(nullIfMissing),
    /** Removes every file of an app. */
    removeApp: (appId: string): Promise<void> => rm(join(root, appId), { recursive: true, force: true }),
    /** Removes the files of versions that are not known: their upload was never answered, or their app is deleted. */
    sweep: async (isKnown: (version: VersionKey) => boolean): Promise<void> => {
      for (const entry of await readdir(root, { withFileTypes: true })) {
        const folder = join(root, entry.name)
        // Not ours: a file manager puts such files into folders that it shows.
        if (!entry.isDirectory()) continue
        const versions = await readdir(folder)
        const unknown = versions.filter((version) => !isKnown({ appId: entry.name, version }))
        for (const version of unknown) await rm(join(folder, version), { recursive: true, force: true })
        if (unknown.length === versions.length) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** @returns what was written and flushed; null where there was more than allowed */
const writeStream = async (
  path: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  flush: Flush,
): Promise<Pick<Incoming, 'bytes' | 'sha256'> | null> => {
  const handle = await open(path, 'wx', PRIVATE_FILE_MODE)
  try {
    let bytes = 0
    const hash = createHash('sha256')
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > most) return null
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    await flush.file(handle)
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}
