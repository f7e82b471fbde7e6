import { lstat, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemErrorCode } from '../failure.js'
import { hasEnded, PLACE_DIGITS, type ProcessIdentity, thisProcess } from './process-identity.js'

/**
 * Temporary files in folders of the user, where no lock guards them: their names record the writing process
 * and the final name. A killed run leaves one behind; a later run removes it, and no other file.
 */
export interface UnfinishedFile {
  /** The name of the finished file. */
  readonly name: string
  /** The writing process; null in names from earlier versions, which do not have it. */
  readonly writer: ProcessIdentity | null
}

const SUFFIX = '.miniapp-tmp'
const PATTERN = new RegExp(`^(.+)\\.(\\d+)-([0-9a-f]{${PLACE_DIGITS}})-\\d{10}\\${SUFFIX}$`)
const EARLIER_PATTERN = /^(.+)\.\d{13}$/

/** A new path next to a file, to write before renaming. */
export const unfinishedPath = (path: string, { pid, place }: ProcessIdentity = thisProcess()): string =>
  resolve(`${path}.${pid}-${place}-${randomNumber(10 ** 9, 10 ** 10)}${SUFFIX}`)

/** Loaded here, as in `process-identity.ts`. */
const randomNumber = (least: number, below: number): number =>
  process.getBuiltinModule('node:crypto').randomInt(least, below)

/** Parses a name; null if it is not an unfinished file. */
export const readUnfinishedName = (name: string): UnfinishedFile | null => {
  const [, base, pid, place] = PATTERN.exec(name) ?? []
  if (base !== undefined && pid !== undefined && place !== undefined)
    return { name: base, writer: { pid: Number(pid), place } }
  const earlier = EARLIER_PATTERN.exec(name)?.[1]
  return earlier === undefined ? null : { name: earlier, writer: null }
}

/** If the writer's state is unknown, a file not written to for this long counts as left behind. */
const SURELY_LEFT_MS = 24 * 60 * 60 * 1_000
/** The same for earlier versions, which took only seconds, on this machine. */
const EARLIER_LEFT_MS = 10 * 60 * 1_000

/**
 * Removes files that killed runs left in a folder; a folder that is missing or read-only is skipped.
 * @param isOurs whether a finished file of this name would be ours
 * @param underWay the paths that this process is writing to
 * @param now milliseconds since 1970
 */
export const sweepUnfinished = async (
  folder: string,
  isOurs: (name: string) => boolean,
  underWay: ReadonlySet<string>,
  now: number,
): Promise<void> => {
  try {
    for (const name of await readdir(folder)) {
      const unfinished = readUnfinishedName(name)
      if (unfinished === null || !isOurs(unfinished.name)) continue
      const path = resolve(join(folder, name))
      if (!underWay.has(path) && (await isLeft(path, unfinished, now))) await rm(path, { force: true })
    }
  } catch (error) {
    if (!LEFT_ALONE.has(systemErrorCode(error) ?? '')) throw error
  }
}

const LEFT_ALONE: ReadonlySet<string> = new Set([
  ...['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EISDIR', 'ERR_FS_EISDIR'],
])

const isLeft = async (path: string, { writer }: UnfinishedFile, now: number): Promise<boolean> => {
  const status = await lstat(path)
  if (!status.isFile()) return false
  const ended = writer === null ? null : isThis(writer) || hasEnded(writer)
  return ended ?? now - status.mtimeMs > (writer === null ? EARLIER_LEFT_MS : SURELY_LEFT_MS)
}

/** A file of this process ID that is not being written is from an earlier process with the same ID. */
const isThis = ({ pid, place }: ProcessIdentity): boolean => {
  const self = thisProcess()
  return pid === self.pid && place === self.place
}
