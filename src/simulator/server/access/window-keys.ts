import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { PRIVATE_FILE_MODE, writeFileDurably } from '../../../durable/atomic-file.js'
import { setAside, type Unusable } from '../../../durable/json-document.js'
import { describeSystemError, systemErrorCode } from '../../../failure.js'
import { isNewerFormat } from '../../../host/saving/store.js'
import { jsonFileText, parseJson } from '../../../platform/text.js'
import { newToken } from './access.js'
import { isPairingCode, newPairingCode } from './pairing.js'

/** What open windows and phones show, so that they are let in again after a restart. */
export interface WindowKeys {
  /** The token of the socket and the control API. */
  readonly token: string
  /** The code by which phones are paired (`--host`). */
  readonly pairingCode: string
}

/**
 * The keys of the earlier start, or new ones, which are saved for the next start.
 *
 * On disk they are as safe as in memory: only the same user can read the file, who can also read the page that contains
 * them, and debug the process. A file that others can read or that somebody else wrote is not trusted, since they would
 * know the keys; nor is one that came with the project in an archive or a repository, which cannot name this folder. The
 * pairing code stays valid longer, but only for those who were shown it. `--fresh` makes new keys.
 * @param folder the folder of the saved data
 * @param notice reports a file that cannot be used, which is set aside
 * @param openFile for tests
 */
export const keepWindowKeys = async (
  folder: string,
  fresh: boolean,
  notice: (message: string) => void,
  openFile = open,
): Promise<WindowKeys> => {
  const keys = { token: newToken(), pairingCode: newPairingCode() }
  const path = join(folder, FILE_NAME)
  try {
    const place = await placeOf(folder)
    const saved = await readKeys(path, place, openFile)
    if (saved !== null && 'token' in saved && !fresh) return saved
    if (saved !== null && 'why' in saved) {
      const aside = await setAside(path, Date.now(), saved.why, folder)
      notice(
        `${path} ${saved.words}. It was set aside as ${aside}. Open the windows again, and pair phones again.`,
      )
    }
    await writeFileDurably(path, jsonFileText({ place, ...keys }), PRIVATE_FILE_MODE)
  } catch (error) {
    // On a read-only or full disk, the keys last as long as this process.
    if (describeSystemError(error) === undefined) throw error
  }
  return keys
}

const FILE_NAME = 'windows.json'

/** Identifies a folder on this machine's disk. */
const placeOf = async (folder: string): Promise<string> => {
  const { dev, ino } = await stat(folder, { bigint: true })
  return `${dev}:${ino}`
}

const fileSchema = z.object({
  place: z.string(),
  token: z.string().regex(/^[A-Za-z0-9_-]{32}$/),
  pairingCode: z.string().refine(isPairingCode),
})

/**
 * Reads the file through one handle, so that the file that was looked at is the one that is read.
 * @returns null if there is none, or one that is not trusted
 */
const readKeys = async (
  path: string,
  place: string,
  openFile: typeof open,
): Promise<WindowKeys | { readonly why: Unusable; readonly words: string } | null> => {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  let text: string
  try {
    const handle = await openFile(path, flags)
    try {
      const status = await handle.stat()
      const { mode, uid, size } = status
      if (!status.isFile()) return { why: 'unreadable', words: 'cannot be read: it is a folder' }
      // Windows has neither modes nor user IDs.
      const isOwn =
        process.getuid === undefined || ((mode & OPEN_TO_OTHERS) === 0 && uid === process.getuid())
      if (!isOwn) return null
      if (size > MAX_BYTES) return { why: 'damaged', words: 'is damaged' }
      text = await handle.readFile('utf8')
    } finally {
      await handle.close()
    }
  } catch (error) {
    const words = describeSystemError(error)
    if (words === undefined) throw error
    return systemErrorCode(error) === 'ENOENT'
      ? null
      : { why: 'unreadable', words: `cannot be read: ${words}` }
  }
  const json = parseJson(text)
  if (isNewerFormat(json)) return { why: 'newer', words: 'was written by a newer version of miniapp' }
  const saved = fileSchema.safeParse(json).data
  if (saved === undefined) return { why: 'damaged', words: 'is damaged' }
  return saved.place === place ? { token: saved.token, pairingCode: saved.pairingCode } : null
}

const OPEN_TO_OTHERS = 0o077
const MAX_BYTES = 1_024
