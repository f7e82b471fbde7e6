import { rename } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { systemErrorCode } from '../failure.js'

/** What renaming asks of the system; tests play another one. */
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

/** Waits before each further try, in milliseconds: together as long as a scanner holds a file of ordinary size. */
const WAITS_MS: readonly number[] = [10, 20, 40, 80, 160, 320, 640, 1_000]

/** How Windows says that another program has the file, or one in the folder, open at this moment. */
const HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/**
 * Renames a file or a folder. On Windows a virus scanner, an indexer or an editor that has it open for a moment makes
 * that fail; it is tried again for about two seconds. Elsewhere the same codes mean a refusal, which is told at once.
 * @throws the system's error; after the tries on Windows that of the last one
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
