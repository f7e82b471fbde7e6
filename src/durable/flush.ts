import { fdatasync, fsync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'

// By descriptor: where Yarn keeps packages as zips (Plug'n'Play), a file's handle cannot flush.
const flushAll = promisify(fsync)
const flushBytes = promisify(fdatasync)

/** Makes what was written to a file survive a power cut. */
export const flushFile = (file: FileHandle): Promise<void> => flushAll(file.fd)

/** The same without the times of the file, which spares the disk a second write. */
export const flushData = (file: FileHandle): Promise<void> => flushBytes(file.fd)

/** Makes a rename in this folder survive a power cut. Windows cannot flush a folder, and needs no flush. */
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
