import { rename } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { systemErrorCode } from '../failure.js'

/** The system calls for renaming; tests pass a fake. */
export interface RenamingSystem {
  readonly platform: NodeJS.Platform
  rename(from: string, to: string): Promise<void>
  wait(ms: number): Promise<void>
}

const thisSystem: RenamingSystem = {
  platform: process.platform,
  rename,
  wait: async (ms) => {
    await delay(ms)
  },
}

/** The delays before each retry, in milliseconds: together as long as a scanner holds an ordinary file. */
const WAITS_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1_000]

/** The codes Windows returns while another program has the file, or one in the folder, open. */
const HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/**
 * Renames a file or a folder. On Windows this fails while a virus scanner, an indexer or an editor has it
 * open; it is retried for about two seconds. Elsewhere the same codes are real errors and are thrown
 * immediately.
 * @throws the system's error; after the retries on Windows, that of the last one
 */
export const renamePatiently = async (
  from: string,
  to: string,
  system: RenamingSystem = thisSystem,
): Promise<void> => {
  for (const wait of WAITS_MS) {
    try {
      await system.rename(from, to)
      return
    } catch (error) {
      if (system.platform !== 'win32' || !HELD.has(systemErrorCode(error) ?? '')) throw error
    }
    await system.wait(wait)
  }
  await system.rename(from, to)
}
