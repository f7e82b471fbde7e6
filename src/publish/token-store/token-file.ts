import { constants } from 'node:fs'
import { chmod, lstat, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import {
  PRIVATE_FILE_MODE,
  PRIVATE_FOLDER_MODE,
  sweepTemporaries,
  writeFileDurably,
} from '../../durable/atomic-file.js'
import { setAside } from '../../durable/json-document.js'
import { lockWithOwner } from '../../durable/owned-lock.js'
import { cannot, type Failure, nullIfMissing, systemErrorCode, usageFailure } from '../../failure.js'
import { jsonFileText } from '../../platform/text.js'
import { EMPTY_PROFILE, profileSchema } from '../sign-in/session.js'

const FILE_NAME = 'credentials.json'
const STICKY = 0o1000
const OPEN_TO_OTHERS = 0o077

/** A profile in the file: the sign-in itself, or the account under which the system's key store has it. */
const keptProfileSchema = profileSchema.extend({
  keyStore: z.string().nullable().default(null),
  /** Whether the user wants it in the file. */
  fileOnly: z.boolean().default(false),
})

export type KeptProfile = Readonly<z.infer<typeof keptProfileSchema>>

const EMPTY: KeptProfile = { ...EMPTY_PROFILE, keyStore: null, fileOnly: false }

export type TokenFile = ReturnType<typeof tokenFile>

const documentSchema = z.object({ schema: z.literal(1), profiles: z.record(z.string(), keptProfileSchema) })

type Document = z.infer<typeof documentSchema>

/** How long another process may hold the lock: a refresh takes as long as the network. */
const LOCK_STALE_MS = 10_000
const LOCK_WAIT_MS = 40_000

/**
 * Sign-ins in a file that only its owner can read: mode 0600 in a folder 0700, regardless of the umask. Wider
 * permissions are fixed and reported with `warn`; a symbolic link is refused, since it could point anywhere.
 */
export const tokenFile = (
  folder: string,
  now: () => number,
  warn: (line: string) => void,
  platform: NodeJS.Platform = process.platform,
) => {
  const path = join(folder, FILE_NAME)
  // Windows has no modes and shows every file as open to all; the user's settings folder is private there.
  const isOpen = (mode: number): boolean => platform !== 'win32' && (mode & OPEN_TO_OTHERS) !== 0

  const readDocument = async (): Promise<Document> => {
    if (!(await isOwnFolder(folder, isOpen, warn))) return { schema: 1, profiles: {} }
    const text = await readPrivately(path, isOpen, warn)
    if (text === null) return { schema: 1, profiles: {} }
    const document = parse(text)
    if (document !== null) return document
    const aside = await setAside(path, now())
    warn(
      `The saved sign-ins in ${path} were damaged. The file was renamed to ${aside}. Sign in again with miniapp login.`,
    )
    return { schema: 1, profiles: {} }
  }

  const guarded = <Result>(action: string, work: () => Promise<Result>): Promise<Result> =>
    work().catch(cannot(action, path))

  return {
    path,
    /** @returns an empty profile if there is no entry */
    read: (profile: string): Promise<KeptProfile> =>
      guarded('read', async () => {
        const { profiles } = await readDocument()
        return (Object.hasOwn(profiles, profile) ? profiles[profile] : undefined) ?? EMPTY
      }),
    profiles: (): Promise<readonly string[]> =>
      guarded('read', async () => Object.keys((await readDocument()).profiles).sort()),
    /** Resolves when it is durable. Call it within `exclusively`. */
    write: (profile: string, value: KeptProfile): Promise<void> =>
      guarded('write', async () => {
        const { profiles } = await readDocument()
        const others = Object.entries(profiles).filter(([name]) => name !== profile)
        const isEmpty = value.session === null && value.pending === null && value.keyStore === null
        const next: Document = {
          schema: 1,
          profiles: Object.fromEntries(isEmpty ? others : [...others, [profile, value]]),
        }
        await writeFileDurably(path, jsonFileText(next), PRIVATE_FILE_MODE)
      }),
    /** Runs while no other process is within `exclusively`. */
    exclusively: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const lock = await guarded('lock', async () => {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
        await isOwnFolder(folder, isOpen, warn)
        return await lockWithOwner(path, {
          staleMs: LOCK_STALE_MS,
          waitMs: LOCK_WAIT_MS,
          // For example after the machine slept: writes are still atomic, and at worst a sign-in is renewed
          // twice.
          onLost: () => {},
        })
      })
      if (lock.outcome === 'held')
        throw usageFailure(`Another process is using ${path}.`, 'Wait until it has finished, then try again.')
      try {
        await sweepTemporaries(folder, (name) => name === FILE_NAME)
        return await work()
      } finally {
        await lock.release()
      }
    },
  }
}

const parse = (text: string): Document | null => {
  try {
    return documentSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // Not JSON: the caller sets the file aside.
    return null
  }
}

/** Whether a mode gives access to others than the owner. */
type IsOpen = (mode: number) => boolean

/** Whether the folder exists; if others have access, its mode is fixed. */
const isOwnFolder = async (
  folder: string,
  isOpen: IsOpen,
  warn: (line: string) => void,
): Promise<boolean> => {
  const stats = await lstat(folder).catch(nullIfMissing)
  if (stats === null) return false
  if (stats.isSymbolicLink()) throw symbolicLink(folder)
  if (!isOpen(stats.mode)) return true
  // A folder such as /tmp belongs to everyone: restricting it would break the system.
  if ((stats.mode & STICKY) !== 0)
    throw usageFailure(
      `${folder} is shared by all users of this machine, so tokens cannot be stored there.`,
      'Set MINIAPP_CONFIG_DIR to a folder of your own.',
    )
  await chmod(folder, PRIVATE_FOLDER_MODE)
  warn(`${folder} was accessible to other users. Its permissions were restricted to you.`)
  return true
}

/** Reads a file through one handle, so that the checked file is the one that is read; null if there is none. */
const readPrivately = async (
  path: string,
  isOpen: IsOpen,
  warn: (line: string) => void,
): Promise<string | null> => {
  // A pipe put there in the meantime must not block the opening, nor a socket fail without a reason.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const found = await lstat(path).catch(nullIfMissing)
  if (found === null) return null
  // If the system supports O_NOFOLLOW, a symbolic link made in the meantime is refused too.
  if (found.isSymbolicLink()) throw symbolicLink(path)
  if (!found.isFile()) throw noFile(path)
  const handle = await open(path, flags).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ELOOP') throw symbolicLink(path)
    return nullIfMissing(error)
  })
  if (handle === null) return null
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw noFile(path)
    if (isOpen(stats.mode)) {
      await handle.chmod(PRIVATE_FILE_MODE)
      warn(
        `${path} was readable by other users. Its permissions were restricted to you. Consider signing in again.`,
      )
    }
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

const noFile = (path: string): Failure =>
  usageFailure(`${path} is not a regular file.`, 'Remove it, or set MINIAPP_CONFIG_DIR to another folder.')

const symbolicLink = (path: string): Failure =>
  usageFailure(
    `${path} is a symbolic link, which is not allowed for tokens.`,
    'Replace it with a real file or folder.',
  )
