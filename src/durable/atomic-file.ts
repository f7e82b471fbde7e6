import { randomInt } from 'node:crypto'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { systemErrorCode } from '../failure.js'
import { flushFile, flushFolder } from './flush.js'
import { renamePatiently } from './rename.js'

/**
 * Files that are whole or not there: written to a temporary file beside, flushed, renamed over the old one, and
 * the folder flushed. When this resolves, the bytes survive a kill and a power cut; when it rejects, the old file
 * is as it was. (The library for this, write-file-atomic, takes a short write for a whole one: on a full disk it
 * leaves half a file and says nothing.)
 * @param data an iterable is written piece by piece; between them the event loop runs on
 * @param mode the file's permissions, whatever the umask; without it those of the file that is replaced. A link is
 *   replaced too, and not what it leads to: then they are the usual ones
 * @param beside the temporary file; without it one of a name that `sweepTemporaries` knows
 * @throws the system's error (`ENOSPC`, `EACCES`, `EROFS` …)
 */
export const writeFileDurably = async (
  path: string,
  data: string | Uint8Array | Iterable<string>,
  mode?: number,
  // The digits are what sweepTemporaries looks for.
  beside = `${path}.${randomInt(10 ** 12, 10 ** 13)}`,
): Promise<void> => {
  const permissions = mode ?? (await permissionsOf(path))
  const temporary = resolve(beside)
  underWay.add(temporary)
  try {
    const handle = await open(temporary, 'wx', permissions ?? DEFAULT_PERMISSIONS)
    try {
      const pieces = typeof data === 'string' || data instanceof Uint8Array ? [data] : data
      for (const piece of pieces) await handle.writeFile(piece)
      // The umask took some of what was asked for.
      if (permissions !== undefined) await handle.chmod(permissions)
      await flushFile(handle)
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
  await flushFolder(dirname(path))
}

/** The temporary files that this process is writing: no stale ones, whoever sweeps beside them. */
const underWay = new Set<string>()

/** The paths that this process is writing to at the moment. */
export const beingWritten = (): ReadonlySet<string> => underWay

const DEFAULT_PERMISSIONS = 0o666

const permissionsOf = async (path: string): Promise<number | undefined> => {
  try {
    const status = await lstat(path)
    return status.isSymbolicLink() ? undefined : status.mode & 0o777
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes the temporary files that a killed process left beside a file. Call it while holding the lock, so that
 * no other process's file is meant.
 */
export const sweepTemporaries = async (folder: string, isOurs: (name: string) => boolean): Promise<void> => {
  for (const name of await readdir(folder)) {
    const match = /^(.+)\.\d{5,}$/.exec(name)
    const path = resolve(folder, basename(name))
    if (match?.[1] !== undefined && isOurs(match[1]) && !underWay.has(path)) await rm(path, { force: true })
  }
}
