import { randomInt } from 'node:crypto'
import { readlink, rm, rmdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nullIfMissing, systemErrorCode } from '../failure.js'
import { Mutex } from '../mutex.js'
import { sweepTemporaries, writeFileDurably } from './atomic-file.js'
import { setAside, tryToRead } from './json-document.js'
import { hasNumberEnded } from './process-identity.js'
import { renamePatiently } from './rename.js'

const RETRY_MS = 100
/** How long to wait for a stale lock whose owner is unknown. */
const UNKNOWN_GRACE_MS = 1_000
const OWNER_MODE = 0o600

/** The result of requesting a lock: taken, or held by another process. */
export type OwnedLock =
  | {
      readonly outcome: 'taken'
      /**
       * Leaves a message for other processes that find it held; a later one replaces it. It is removed with
       * the lock.
       * @throws the system's error if the folder cannot be written
       */
      readonly leaveWord: (message: string) => Promise<void>
      /** Releases the lock. */
      readonly release: () => Promise<void>
    }
  | {
      readonly outcome: 'held'
      /** The ID of the process that holds it, in its own machine or container; null if unknown. */
      readonly process: number | null
      /** The name of its machine or container; null if that is this one, or unknown. */
      readonly elsewhere: string | null
      /** The message it left. */
      readonly word: string | null
    }

/**
 * Locks a file (by `<path>.lock`) against other processes. A killed process leaves its lock behind; a file
 * next to it records the owner, so that nobody waits for a dead process.
 * @param options `staleMs`: how long without a sign of life until a lock with an unknown owner counts as
 *   stale; `waitMs`: how long to wait for a living owner; `onLost`: called if another process took the lock
 * @returns the lock, or its current owner
 * @throws the system's error if the folder cannot be written
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
      const mutex = new Mutex()
      const giveBack = async (): Promise<void> => {
        isOurs = false
        await mutex.run(async () => {
          await rm(owner, { force: true })
          await release()
        })
      }
      const leaveWord = (message: string): Promise<void> =>
        mutex.run(async () => {
          if (!isOurs) return
          // Left behind by a process that was killed here.
          await sweepTemporaries(dirname(owner), (name) => name === basename(owner))
          await writeFileDurably(owner, JSON.stringify([...self, message]), OWNER_MODE)
        })
      try {
        await writeOwner(owner, self)
      } catch (error) {
        await giveBack()
        throw error
      }
      return { outcome: 'taken', leaveWord, release: giveBack }
    } catch (error) {
      const code = systemErrorCode(error) ?? ''
      // A stale lock that is a file, or a folder with something in it, is nobody's lock.
      if (NO_LOCK.includes(code)) {
        await setAside(`${path}.lock`, Date.now())
        continue
      }
      if (code !== 'ELOCKED') throw error
    }
    const ownerText = await readOwner(owner)
    if (ownerText !== null && isDead(ownerText, self) && (await removeDeadLock(path, owner, ownerText)))
      continue
    const bound =
      ownerText === null ? Math.max(options.waitMs, options.staleMs + UNKNOWN_GRACE_MS) : options.waitMs
    if (waited >= bound) return { outcome: 'held', ...describeOwner(ownerText ?? '', self) }
    await delay(RETRY_MS)
  }
}

/** This process, and where its ID is meaningful: not in another container or on another machine. */
const describeSelf = async (): Promise<Owner> => {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return [process.pid, hostname(), namespace]
}

/** A process: its ID, the name of its machine or container, and the namespace of the ID. */
type Owner = readonly [number: number, host: string, namespace: string]

/** Removes a lock whose owner has ended. Of several processes that detect it, only one does. */
const removeDeadLock = async (path: string, owner: string, ownerText: string): Promise<boolean> => {
  // If this process is killed too, the sweep of temporary files removes it.
  const claimed = `${path}.${randomInt(10 ** 12, 10 ** 13)}`
  try {
    await renamePatiently(owner, claimed)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
  // Another process may have been faster and already recorded that it has the lock.
  if ((await readOwner(claimed)) !== ownerText) {
    await renamePatiently(claimed, owner)
    return false
  }
  await rmdir(`${path}.lock`).catch(nullIfMissing)
  await rm(claimed, { force: true })
  return true
}

const NO_LOCK: readonly string[] = ['ENOTDIR', 'ENOTEMPTY', 'EEXIST']

/** The owner's file; null if it is missing, or nobody can read it. */
const readOwner = async (path: string): Promise<string | null> => {
  const read = await tryToRead(path)
  return read.state === 'present' ? read.text : null
}

/** Writes the owner's file. What cannot be read there, such as a folder, is set aside. */
const writeOwner = async (path: string, self: Owner): Promise<void> => {
  if ((await tryToRead(path)).state === 'unreadable') await setAside(path, Date.now(), 'unreadable')
  await writeFile(path, JSON.stringify(self), { mode: OWNER_MODE })
}

const isDead = (ownerText: string, [, ownHost, ownNamespace]: Owner): boolean => {
  const [pid, host, namespace] = readOwnerText(ownerText)
  if (typeof pid !== 'number' || host !== ownHost || namespace !== ownNamespace) return false
  return hasNumberEnded(pid)
}

const describeOwner = (ownerText: string, [, ownHost]: Owner) => {
  const [pid, host, , message] = readOwnerText(ownerText)
  return {
    process: typeof pid === 'number' ? pid : null,
    elsewhere: typeof host === 'string' && host !== ownHost ? host : null,
    word: typeof message === 'string' ? message : null,
  }
}

const readOwnerText = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    // Half-written by a killed process: the owner is unknown.
    return []
  }
}
