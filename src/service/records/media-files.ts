import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, writeFileDurably } from '../../durable/atomic-file.js'
import { diskFlush } from '../../durable/flush.js'
import { removeFolder } from '../../durable/folders.js'
import { type Look, missingOf, requireWhole } from '../../durable/whole-file.js'
import { nullIfMissing } from '../../failure.js'
import { type Disk, openVersionFolder, type VersionFiles } from '../miniapps/version-files.js'
import type { RecordOf } from './records.js'
import { type Change, put, type ServiceStore } from './store.js'

/** The bytes of uploaded files, by the ID the service gave them. */
export type MediaFiles = Awaited<ReturnType<typeof openMediaFolder>>

/** Files in a folder, which is created where it is missing. */
const openMediaFolder = async (folder: string, { root, flush = diskFlush, openFile }: Disk) => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  return {
    /** Resolves when they are durable. */
    put: (id: string, bytes: Uint8Array): Promise<void> =>
      writeFileDurably(join(folder, id), bytes, PRIVATE_FILE_MODE, undefined, flush),
    get: (id: string): Promise<Uint8Array | null> => readFile(join(folder, id)).catch(nullIfMissing),
    /** Those of the uploads that have no file. */
    missing: <Upload extends { readonly id: string }>(uploads: readonly Upload[]) =>
      missingOf(uploads, ({ id }) => join(folder, id)),
    remove: (id: string): Promise<void> => rm(join(folder, id), { force: true }),
    /** Checks a file, as `requireWhole` does. */
    check: ({ id, bytes, sha256 }: RecordOf<'media'>, look: Look) =>
      requireWhole({ path: join(folder, id), bytes, sha256 }, look, root, Date.now(), openFile),
    /** Removes files without a record: their upload was never answered. */
    sweep: async (isKnown: (id: string) => boolean): Promise<void> => {
      for (const name of await readdir(folder)) if (!isKnown(name)) await removeFolder(join(folder, name))
    },
  }
}

/** The files that records name, in folders of their own. */
interface Files {
  readonly media: MediaFiles
  readonly versionFiles: VersionFiles
}

/** New folders, empty at first. The service uses the old ones until these take their place. */
export interface NextFiles extends Files {
  /** Removes them again. */
  discard(): Promise<void>
  /**
   * Takes the place of the old files, together with what is committed: one line of the journal decides about both. Of a
   * kill, the old files or the new ones are left; the others are removed at the next start.
   * @throws the system's error where the commit failed; the old files are in place then
   */
  replaceWith(commit: (own: Change) => Promise<void>): Promise<void>
}

/** The files of the service: always those that belong to the records that it has. */
export interface WorldFiles extends Files {
  begin(): Promise<NextFiles>
}

const KEY = 'files'
/** Zips that arrive, before it is known of which version they are. */
const INCOMING = 'incoming'

/**
 * Opens the folders that the records name. Those that a killed process was about to use, or had used before, are
 * removed.
 * @param newName unguessable, of a-z and 0-9
 */
export const openWorldFiles = async (
  disk: Disk,
  store: Pick<ServiceStore, 'get' | 'isDamaged'>,
  newName: () => string,
): Promise<WorldFiles> => {
  const { root, flush = diskFlush } = disk
  await mkdir(root, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  await removeFolder(join(root, INCOMING))
  const used = store.get('fileFolders', KEY)?.name ?? ''
  // Of damaged records, the files may be all that is left.
  if (!store.isDamaged) await removeOthers(root, used)
  let current = await open(disk, used, store.isDamaged)
  return {
    media: following(() => current.media),
    versionFiles: following(() => current.versionFiles),
    begin: async () => {
      const name = newName()
      const next = await open(disk, name, store.isDamaged)
      return {
        ...next,
        discard: () => remove(root, name),
        replaceWith: async (commit) => {
          const previous = current
          try {
            await flush.folder(root)
            const saving = commit(put('fileFolders', KEY, { name }))
            // Together with the records, which are in memory already.
            current = next
            await saving
          } catch (error) {
            current = previous
            await remove(root, name)
            throw error
          }
          // What is still being read cannot be removed everywhere; the next start does it.
          if (!store.isDamaged) await remove(root, previous.name).catch(() => {})
        },
      }
    },
  }
}

const FOLDERS = ['media', 'versions'] as const

const pathOf = (root: string, folder: (typeof FOLDERS)[number], name: string): string =>
  join(root, name === '' ? folder : `${folder}-${name}`)

const open = async (
  disk: Disk,
  name: string,
  keepsUnknown: boolean,
): Promise<Files & { readonly name: string }> => {
  const folder = pathOf(disk.root, 'versions', name)
  return {
    name,
    media: await openMediaFolder(pathOf(disk.root, 'media', name), disk),
    versionFiles: await openVersionFolder(folder, join(disk.root, INCOMING), disk, keepsUnknown),
  }
}

const remove = async (root: string, name: string): Promise<void> => {
  for (const folder of FOLDERS) await removeFolder(pathOf(root, folder, name))
}

const removeOthers = async (root: string, used: string): Promise<void> => {
  for (const entry of await readdir(root)) {
    const [, name] = /^(?:media|versions)(?:-([a-z0-9]+))?$/.exec(entry) ?? [null, null]
    if (name !== null && (name ?? '') !== used) await removeFolder(join(root, entry))
  }
}

/** An object that does what another does that may change. */
const following = <Target extends object>(current: () => Target): Target =>
  // Every property is the other's.
  new Proxy({} as Target, { get: (_target, name) => Reflect.get(current(), name) })
