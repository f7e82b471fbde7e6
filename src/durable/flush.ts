import { fdatasync, fsync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'

// By descriptor: under Yarn Plug'n'Play, a file handle cannot flush.
const flushAll = promisify(fsync)
const flushBytes = promisify(fdatasync)

/** Makes data written to a file survive a power cut. */
export const flushFile = (file: FileHandle): Promise<void> => flushAll(file.fd)

/** The same without the file's timestamps, which saves a second disk write. */
export const flushData = (file: FileHandle): Promise<void> => flushBytes(file.fd)

/** Makes a rename in this folder survive a power cut. Windows cannot flush a folder and does not need to. */
export const flushFolder = async (
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<void> => {
  if (platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await flushFile(handle)
  } finally {
    await handle.close()
  }
}
