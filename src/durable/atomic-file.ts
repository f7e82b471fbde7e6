import { open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/**
 * Files that are whole or not there: written to a temporary file beside, flushed, renamed over the old one, and
 * the folder flushed. When this resolves, the bytes survive a kill and a power cut; when it rejects, the old file
 * is as it was.
 * @param mode the file's permissions, whatever the umask
 * @throws the system's error (`ENOSPC`, `EACCES`, `EROFS` …)
 */
export const writeFileDurably = async (
  path: string,
  data: string | Uint8Array,
  mode?: number,
): Promise<void> => {
  const bytes = typeof data === 'string' ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  await writeFileAtomic(path, bytes, { fsync: true, ...(mode === undefined ? {} : { mode }) })
  await flushFolder(dirname(path))
}

/** Makes a rename in this folder survive a power cut. Windows cannot flush a folder, and needs no flush. */
const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Removes the temporary files that a killed process left beside a file. Call it while holding the lock, so that
 * no other process's file is meant.
 */
export const sweepTemporaries = async (folder: string, isOurs: (name: string) => boolean): Promise<void> => {
  for (const name of await readdir(folder)) {
    const match = /^(.+)\.\d{5,}$/.exec(name)
    if (match?.[1] !== undefined && isOurs(match[1])) await rm(join(folder, basename(name)), { force: true })
  }
}
