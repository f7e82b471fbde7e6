import { randomInt } from 'node:crypto'
import { readFile, readlink, rm, rmdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemErrorCode } from '../failure.js'
import { sweepTemporaries, writeFileDurably } from './atomic-file.js'
import { hasNumberEnded } from './process-identity.js'
import { renamePatiently } from './rename.js'

const RETRY_MS = 100
/** How long after it went stale a lock whose owner is not known is waited for. */
const UNKNOWN_GRACE_MS = 1_000
const OWNER_MODE = 0o600

/** A lock that was asked for: taken, or held by another process. */
export type OwnedLock =
  | {
      readonly outcome: 'taken'
      /**
       * Leaves a word for whoever finds it held; a later one replaces it. It goes with the lock.
       * @throws the system's error where the folder cannot be written
       */
      readonly leaveWord: (word: string) => Promise<void>
      /** Gives it back. */
      readonly release: () => Promise<void>
    }
  | {
      readonly outcome: 'held'
      /** The number of the process that has it, as its own machine or container counts; null where nobody knows. */
      readonly process: number | null
      /** The name of the machine or container that it is on; null where that is this one, or nobody knows. */
      readonly elsewhere: string | null
      /** What it left word of. */
      readonly word: string | null
    }

/**
 * Locks a file (by `<path>.lock`) against other processes. A killed process leaves its lock behind; beside it stands
 * who took it, so that nobody waits for the dead.
 * @param options `staleMs`: after so long without a sign of life a lock whose owner is not known counts as left
 *   behind; `waitMs`: how long a living owner is waited for; `onLost`: told when another process took the lock away
 * @returns the lock, or who has it still
 * @throws the system's error where the folder cannot be written
 */
export const lockWithOwner = async (
  path: string,
  options: { readonly staleMs: number; readonly waitMs: number; readonly onLost: () => void },
): Promise<OwnedLock> => {
  // Reading needs no lock, and most commands only read.
  const { default: lockfile } = await import('proper-lockfile')
  const owner = `${path}.owner`
  const self = await describeSelf()
  for (let waited = 0; ; waited += RETRY_MS) {
    let isOurs = true
    try {
      const release = await lockfile.lock(path, {
        realpath: false,
        stale: options.staleMs,
        update: Math.floor(options.staleMs / 4),
        onCompromised: () => {
          isOurs = false
          options.onLost()
        },
      })
      let saying: Promise<unknown> = Promise.resolve()
      const giveBack = async (): Promise<void> => {
        isOurs = false
        await saying
        await rm(owner, { force: true })
        await release()
      }
      const leaveWord = (word: string): Promise<void> => {
        const said = saying.then(async () => {
          if (!isOurs) return
          // What a process left that was killed here.
          await sweepTemporaries(dirname(owner), (name) => name === basename(owner))
          await writeFileDurably(owner, JSON.stringify([...self, word]), OWNER_MODE)
        })
        saying = said.catch(() => {})
        return said
      }
      try {
        await writeFile(owner, JSON.stringify(self), { mode: OWNER_MODE })
      } catch (error) {
        await giveBack()
        throw error
      }
      return { outcome: 'taken', leaveWord, release: giveBack }
    } catch (error) {
      if (systemErrorCode(error) !== 'ELOCKED') throw error
    }
    const said = await readOwner(owner)
    if (said !== null && isDead(said, self) && (await removeDeadLock(path, owner, said))) continue
    const bound =
      said === null ? Math.max(options.waitMs, options.staleMs + UNKNOWN_GRACE_MS) : options.waitMs
    if (waited >= bound) return { outcome: 'held', ...whatIsSaid(said ?? '', self) }
    await delay(RETRY_MS)
  }
}

/** This process, and where its number means something: not in another container or on another machine. */
const describeSelf = async (): Promise<Owner> => {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return [process.pid, hostname(), namespace]
}

/** A process: its number, the name of its machine or container, and what its number counts in. */
type Owner = readonly [number: number, host: string, namespace: string]

/** Removes a lock whose owner has ended. Of several processes that see it, one alone does so. */
const removeDeadLock = async (path: string, owner: string, said: string): Promise<boolean> => {
  // Were this process killed, too, the sweep of temporary files would take it.
  const claimed = `${path}.${randomInt(10 ** 12, 10 ** 13)}`
  try {
    await renamePatiently(owner, claimed)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
  // Another process may have been faster, and have said by now that it has the lock.
  if ((await readOwner(claimed)) !== said) {
    await renamePatiently(claimed, owner)
    return false
  }
  await rmdir(`${path}.lock`).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error
  })
  await rm(claimed, { force: true })
  return true
}

const readOwner = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

const isDead = (said: string, [, ownHost, ownNamespace]: Owner): boolean => {
  const [pid, host, namespace] = readOwnerText(said)
  if (typeof pid !== 'number' || host !== ownHost || namespace !== ownNamespace) return false
  return hasNumberEnded(pid)
}

const whatIsSaid = (said: string, [, ownHost]: Owner) => {
  const [pid, host, , word] = readOwnerText(said)
  return {
    process: typeof pid === 'number' ? pid : null,
    elsewhere: typeof host === 'string' && host !== ownHost ? host : null,
    word: typeof word === 'string' ? word : null,
  }
}

const readOwnerText = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    // Half-written by a process that was killed: it is not known who has the lock.
    return []
  }
}
