import { constants } from 'node:fs'
import { chmod, lstat, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { sweepTemporaries, writeFileDurably } from '../durable/atomic-file.js'
import { setAside } from '../durable/json-document.js'
import { lockWithOwner } from '../durable/owned-lock.js'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../durable/private-modes.js'
import { Failure, fileFailure, systemErrorCode } from '../failure.js'
import { EMPTY_PROFILE, profileSchema } from './session.js'

const FILE_NAME = 'credentials.json'
const STICKY = 0o1000
const OPEN_TO_OTHERS = 0o077

/** A profile as the file holds it: whole, or only the account under which the system's key store has it. */
const keptProfileSchema = profileSchema.extend({
  keyStore: z.string().nullable().default(null),
  /** Whether the person wants it in the file. */
  fileOnly: z.boolean().default(false),
})

export type KeptProfile = Readonly<z.infer<typeof keptProfileSchema>>

const EMPTY: KeptProfile = { ...EMPTY_PROFILE, keyStore: null, fileOnly: false }

export interface TokenFile {
  readonly path: string
  /** @returns an empty profile where nothing is kept under that name */
  read(profile: string): Promise<KeptProfile>
  /** Resolves when it is durable. Call it within `exclusively`. */
  write(profile: string, value: KeptProfile): Promise<void>
  profiles(): Promise<readonly string[]>
  /** Runs while no other process is within `exclusively`. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>
}

const documentSchema = z.object({ schema: z.literal(1), profiles: z.record(z.string(), keptProfileSchema) })

type Document = z.infer<typeof documentSchema>

/** How long another process may hold the lock: a refresh takes as long as the network does. */
const LOCK_STALE_MS = 10_000
const LOCK_WAIT_MS = 40_000

/**
 * Sign-ins in a file that only its owner can read: 0600 in a folder 0700, whatever the umask. Open modes are
 * mended and told through `warn`; a symbolic link is refused, since it could point anywhere.
 */
export const tokenFile = (
  folder: string,
  now: () => number,
  warn: (line: string) => void,
  platform: NodeJS.Platform = process.platform,
): TokenFile => {
  const path = join(folder, FILE_NAME)
  // Windows has no modes, and shows a file as open to all; a person's settings folder is closed there by itself.
  const isOpen = (mode: number): boolean => platform !== 'win32' && (mode & OPEN_TO_OTHERS) !== 0

  const readDocument = async (): Promise<Document> => {
    if (!(await isOwnFolder(folder, isOpen, warn))) return { schema: 1, profiles: {} }
    const text = await readPrivately(path, isOpen, warn)
    if (text === null) return { schema: 1, profiles: {} }
    const document = parse(text)
    if (document !== null) return document
    const aside = await setAside(path, now())
    warn(`The saved sign-ins in ${path} were damaged and were set aside as ${aside}.`)
    return { schema: 1, profiles: {} }
  }

  const guarded = async <Result>(action: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw fileFailure(action, path, error)
    }
  }

  return {
    path,
    read: (profile) =>
      guarded('read', async () => {
        const { profiles } = await readDocument()
        return own(profiles, profile) ?? EMPTY
      }),
    profiles: () => guarded('read', async () => Object.keys((await readDocument()).profiles).sort()),
    write: (profile, value) =>
      guarded('write', async () => {
        const { profiles } = await readDocument()
        const others = Object.entries(profiles).filter(([name]) => name !== profile)
        const isEmpty = value.session === null && value.pending === null && value.keyStore === null
        const next: Document = {
          schema: 1,
          profiles: Object.fromEntries(isEmpty ? others : [...others, [profile, value]]),
        }
        await writeFileDurably(path, `${JSON.stringify(next, null, 2)}\n`, PRIVATE_FILE_MODE)
      }),
    exclusively: async (work) => {
      const lock = await guarded('lock', async () => {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
        await isOwnFolder(folder, isOpen, warn)
        return await lockWithOwner(path, {
          staleMs: LOCK_STALE_MS,
          waitMs: LOCK_WAIT_MS,
          // After the machine has slept, say: what is written is still whole, and at worst a sign-in is renewed twice.
          onLost: () => {},
        })
      })
      if (lock.outcome === 'held')
        throw new Failure(
          'usage',
          `Another process is using ${path}.`,
          'Wait until it has ended, then try again.',
        )
      try {
        await sweepTemporaries(folder, (name) => name === FILE_NAME)
        return await work()
      } finally {
        await lock.release()
      }
    },
  }
}

const own = (profiles: Readonly<Record<string, KeptProfile>>, name: string): KeptProfile | undefined =>
  Object.hasOwn(profiles, name) ? profiles[name] : undefined

const parse = (text: string): Document | null => {
  try {
    return documentSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // No JSON: the caller sets the file aside.
    return null
  }
}

/** Whether a mode lets others than the owner in. */
type IsOpen = (mode: number) => boolean

/** Whether the folder is there; one that others may enter is mended. */
const isOwnFolder = async (
  folder: string,
  isOpen: IsOpen,
  warn: (line: string) => void,
): Promise<boolean> => {
  const stats = await lstat(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  })
  if (stats === null) return false
  if (stats.isSymbolicLink()) throw symbolicLink(folder)
  if (!isOpen(stats.mode)) return true
  // A folder such as /tmp belongs to everyone: closing it to others would break the system.
  if ((stats.mode & STICKY) !== 0)
    throw new Failure(
      'usage',
      `${folder} is shared with everyone on this machine; tokens are not kept there.`,
      'Name a folder of your own in MINIAPP_CONFIG_DIR.',
    )
  await chmod(folder, PRIVATE_FOLDER_MODE)
  warn(`${folder} was open to others; it is now closed to them.`)
  return true
}

/** Reads a file through one handle, so that what was judged is what is read; null where there is none. */
const readPrivately = async (
  path: string,
  isOpen: IsOpen,
  warn: (line: string) => void,
): Promise<string | null> => {
  // A pipe put there in the meantime must not make the opening wait, nor a socket fail without a reason.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const found = await lstat(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  })
  if (found === null) return null
  // Where the system can refuse links on opening (O_NOFOLLOW) one made in the meantime is refused too.
  if (found.isSymbolicLink()) throw symbolicLink(path)
  if (!found.isFile()) throw noFile(path)
  const handle = await open(path, flags).catch((error: unknown) => {
    const code = systemErrorCode(error)
    if (code === 'ENOENT') return null
    if (code === 'ELOOP') throw symbolicLink(path)
    throw error
  })
  if (handle === null) return null
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw noFile(path)
    if (isOpen(stats.mode)) {
      await handle.chmod(PRIVATE_FILE_MODE)
      warn(`${path} was readable by others; it is now closed to them. Consider signing in again.`)
    }
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

const noFile = (path: string): Failure =>
  new Failure(
    'usage',
    `${path} is no ordinary file.`,
    'Remove it, or name another folder in MINIAPP_CONFIG_DIR.',
  )

const symbolicLink = (path: string): Failure =>
  new Failure(
    'usage',
    `${path} is a symbolic link; tokens are not read from or written to where it points.`,
    'Replace it by a real file or folder.',
  )
