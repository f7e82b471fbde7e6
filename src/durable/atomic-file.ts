import { randomInt } from 'node:crypto'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { nullIfMissing } from '../failure.js'
import { diskFlush, type Flush } from './flush.js'
import { renamePatiently } from './rename.js'

/** File modes for data that only its owner may read: tokens, and a person's posts. */
export const PRIVATE_FILE_MODE = 0o600
export const PRIVATE_FOLDER_MODE = 0o700

/**
 * Atomic file writes: data is written to a temporary file, flushed, renamed over the old file, and the folder
 * is flushed. When this resolves, the data survives a kill and a power cut; when it rejects, the old file is
 * unchanged. (The library for this, write-file-atomic, treats a short write as complete: on a full disk it
 * silently leaves half a file.)
 * @param data an iterable is written piece by piece; the event loop runs in between
 * @param mode the file's permissions, regardless of the umask; by default those of the replaced file. A link
 *   is replaced itself, not its target; then the usual permissions apply
 * @param beside the temporary file; by default one with a name that `sweepTemporaries` recognises
 * @throws the system's error (`ENOSPC`, `EACCES`, `EROFS` …)
 */
export const writeFileDurably = async (
  path: string,
  data: string | Uint8Array | Iterable<string>,
  mode?: number,
  // `sweepTemporaries` looks for these digits.
  beside = `${path}.${randomInt(10 ** 12, 10 ** 13)}`,
  flush: Flush = diskFlush,
): Promise<void> => {
  const permissions = mode ?? (await permissionsOf(path))
  const temporary = resolve(beside)
  underWay.add(temporary)
  try {
    const handle = await open(temporary, 'wx', permissions ?? DEFAULT_PERMISSIONS)
    try {
      const pieces = typeof data === 'string' || data instanceof Uint8Array ? [data] : data
      for (const piece of pieces) await handle.writeFile(piece)
      // The umask removed some of the permissions.
      if (permissions !== undefined) await handle.chmod(permissions)
      await flush.file(handle)
    } finally {
      await handle.close()
    }
    await renamePatiently(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    underWay.delete(temporary)
  }
  await flush.folder(dirname(path))
}

/** The temporary files that this process is writing: a sweep must not treat them as stale. */
const underWay = new Set<string>()

/** The paths that this process is currently writing to. */
export const beingWritten = (): ReadonlySet<string> => underWay

const DEFAULT_PERMISSIONS = 0o666

const permissionsOf = async (path: string): Promise<number | undefined> => {
  const status = await lstat(path).catch(nullIfMissing)
  return status === null || status.isSymbolicLink() ? undefined : status.mode & 0o777
}

/**
 * Removes the temporary files that a killed process left next to a file. Call it while holding the lock, so
 * that no other process's file is removed.
 */
export const sweepTemporaries = async (folder: string, isOurs: (name: string) => boolean): Promise<void> => {
  for (const name of await readdir(folder)) {
    const match = /^(.+)\.\d{5,}$/.exec(name)
    const path = resolve(folder, basename(name))
    if (match?.[1] !== undefined && isOurs(match[1]) && !underWay.has(path)) await rm(path, { force: true })
  }
}
