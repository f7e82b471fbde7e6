import { fdatasync, fsync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'

// By descriptor: under Yarn Plug'n'Play, a file handle cannot flush.
const flushAll = promisify(fsync)
const flushBytes = promisify(fdatasync)

/** How data are made to survive a power cut. Tests pass one that records when it is called. */
export interface Flush {
  /** Flushes what was written to a file. */
  file(file: FileHandle): Promise<void>
  /** The same without the file's timestamps, which saves a second disk write. */
  data(file: FileHandle): Promise<void>
  /** Flushes the names in a folder, such as those of renamed files. */
  folder(path: string): Promise<void>
}

const flushFile = (file: FileHandle): Promise<void> => flushAll(file.fd)

/** Windows cannot flush a folder and does not need to. */
export const flushFolder = async (
  folder: string,
  platform: NodeJS.Platform = process.platform,
  flush = flushFile,
): Promise<void> => {
  if (platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await flush(handle)
  } finally {
    await handle.close()
  }
}

/** The disk's own. */
export const diskFlush: Flush = {
  file: flushFile,
  data: (file) => flushBytes(file.fd),
  folder: (path) => flushFolder(path),
}
