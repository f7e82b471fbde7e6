import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describeSystemError, fileFailure, systemErrorCode, usageFailure } from '../failure.js'
import { MAX_FILE_BYTES } from '../platform/limits.js'
import { type Bundle, type BundleFault, type BundleFile, BundleReadError, type LeftOut } from './bundle.js'
import { IGNORE_FILE, type LeaveOut, leaveOut } from './left-out.js'
import { leavingOut, rememberedOutputs } from './own-output.js'
import { comparePaths, within } from './paths.js'

/**
 * Opens a folder as a bundle: what would be zipped. Nothing but the names and sizes is read yet.
 * @param path the folder that holds `manifest.json`, as the person gave it
 * @throws {Failure} when there is no such folder, or it cannot be listed, or it is far too large
 */
export const openFolder = async (path: string): Promise<Bundle> => {
  const listing = new Listing(path, leaveOut(readIgnoreFile(path)))
  try {
    listing.read('')
  } catch (error) {
    throw fileFailure('read the folder', path, error)
  }
  const files = listing.files.sort((a, b) => comparePaths(a.path, b.path))
  const sizes = new Map(files.map((file) => [file.path, file.bytes]))
  const bundle: Bundle = {
    kind: 'folder',
    path,
    files,
    leftOut: listing.leftOut.sort((a, b) => comparePaths(a.path, b.path)),
    faults: listing.faults.sort((a, b) => comparePaths(a.path ?? '', b.path ?? '')),
    zipBytes: null,
    read: async (file, needed = MAX_FILE_BYTES, into) => {
      if (!sizes.has(file)) throw new BundleReadError(file, 'it is not in the bundle')
      return readOrdinaryFile(join(path, ...file.split('/')), file, needed, into)
    },
    readLeftOut: async (file) => {
      if (!listing.leftOut.some((left) => file === left.path || isBelow(file, left.path)))
        throw new BundleReadError(file, 'it is not in the folder')
      return readWithin(path, file)
    },
    close: async () => {},
  }
  const isZip = ({ path }: { readonly path: string | null }): boolean => /\.zip$/i.test(path ?? '')
  if (![...files, ...listing.faults].some(isZip)) return bundle
  const outputs = await rememberedOutputs(resolve(path))
  return leavingOut(bundle, (file) => outputs.has(file))
}

/** Whether a path is in a folder that was left out: its path ends in a slash. */
const isBelow = (path: string, folder: string): boolean => folder.endsWith('/') && path.startsWith(folder)

/** Reads a file that was not listed: a folder on the way to it may be a link that leads out. */
const readWithin = (root: string, file: string): Uint8Array => {
  const onDisk = join(root, ...file.split('/'))
  try {
    if (within(realpathSync(root), realpathSync(onDisk)) === null)
      throw new BundleReadError(file, 'it is behind a link')
  } catch (error) {
    if (error instanceof BundleReadError) throw error
    throw new BundleReadError(file, describeSystemError(error) ?? String(error), error)
  }
  return readOrdinaryFile(onDisk, file, MAX_FILE_BYTES)
}

/** The text of a folder's `.miniappignore`; null where there is none. */
export const readIgnoreFile = (folder: string): string | null => {
  const path = join(folder, IGNORE_FILE)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw fileFailure('read', path, error)
  }
}

// Somebody checks their home folder by mistake: say so, and do not list it all.
const MAX_LISTED = 50_000

/** Lists, as everything here, in blocking calls: for what a bundle may hold they are far cheaper than queued ones. */
class Listing {
  readonly files: BundleFile[] = []
  readonly leftOut: LeftOut[] = []
  readonly faults: BundleFault[] = []
  readonly #root: string
  readonly #leaveOut: LeaveOut
  #listed = 0

  constructor(root: string, leave: LeaveOut) {
    this.#root = root
    this.#leaveOut = leave
  }

  /** @param folder the folder's path within the bundle; empty for the bundle's own */
  read(folder: string): void {
    const entries = readdirSync(join(this.#root, ...folder.split('/')), { withFileTypes: true })
    this.#listed += entries.length
    if (this.#listed > MAX_LISTED)
      throw usageFailure(
        `${this.#root} holds more than ${MAX_LISTED.toLocaleString('en')} files.`,
        'Check that it is the right folder.',
      )
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const reason = this.#leaveOut(path, entry.isDirectory() ? 'folder' : 'file')
      if (reason !== null) {
        this.leftOut.push({ path: entry.isDirectory() ? `${path}/` : path, reason })
        continue
      }
      try {
        if (entry.isDirectory()) this.read(path)
        else if (entry.isFile()) {
          const { size, ctimeMs, ino } = lstatSync(this.#onDisk(path))
          const changed = { ms: ctimeMs, inode: ino }
          this.files.push({ path, bytes: size, compressedBytes: null, changed })
        } else this.#refuse(path, entry.isSymbolicLink())
      } catch (error) {
        const words = describeSystemError(error)
        if (words === undefined) throw error
        this.faults.push({ kind: 'unreadable', path, detail: words })
      }
    }
  }

  #refuse(path: string, isLink: boolean): void {
    this.faults.push(
      isLink
        ? { kind: 'symbolic-link', path, detail: `to ${readlinkSync(this.#onDisk(path))}` }
        : { kind: 'special-file', path, detail: 'a socket, a pipe or a device' },
    )
  }

  #onDisk(path: string): string {
    return join(this.#root, ...path.split('/'))
  }
}

/**
 * Reads a file that must be a regular one of an allowed size: it may have changed since the folder was listed.
 * @param most how many bytes from its start at most
 * @param into memory that they may lie in, where it is large enough
 */
const readOrdinaryFile = (onDisk: string, path: string, most: number, into?: Uint8Array): Uint8Array => {
  let descriptor: number | null = null
  try {
    // O_NOFOLLOW: the file may have become a link out of the folder since it was listed.
    descriptor = openSync(
      onDisk,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    )
    const status = fstatSync(descriptor)
    if (!status.isFile()) throw new BundleReadError(path, 'it is not a regular file')
    // Windows has no O_NOFOLLOW: a link is another file than the one it leads to.
    if (constants.O_NOFOLLOW === undefined && lstatSync(onDisk).ino !== status.ino)
      throw new BundleReadError(path, 'it is a symbolic link')
    if (status.size > MAX_FILE_BYTES) throw new BundleReadError(path, 'it is larger than allowed for a file')
    const wanted = Math.min(status.size, most)
    const bytes =
      into === undefined || into.length < wanted ? Buffer.allocUnsafeSlow(wanted) : into.subarray(0, wanted)
    let length = 0
    while (length < bytes.length) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null)
      if (count === 0) break
      length += count
    }
    return bytes.subarray(0, length)
  } catch (error) {
    if (error instanceof BundleReadError) throw error
    throw new BundleReadError(path, describeSystemError(error) ?? String(error), error)
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}
