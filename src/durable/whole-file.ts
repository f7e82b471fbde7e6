import { createHash } from 'node:crypto'
import { access, type FileHandle, open, readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { describeSystemError, systemErrorCode } from '../failure.js'
import { asidesOf, placeAside, setAside, type Unusable } from './json-document.js'

/** What is known of a file since it was written. */
export interface WrittenFile {
  readonly path: string
  /** Its size; null if that is not known, which is then more than none. */
  readonly bytes: number | null
  /** Its digest; null if that is not known. */
  readonly sha256: string | null
}

/** The digest of a file's content, in hexadecimal digits. */
export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** What is wrong with a file: in words, or null if that was reported when it was set aside. */
export interface FileFault {
  readonly why: Unusable | 'missing'
  readonly words: string | null
}

/** How a file is looked at: by its size only, as at a start with thousands of files, or all of it, before it is used. */
export type Look = 'size' | 'content'

/**
 * Checks that a file is there as it was written. One that is not is set aside.
 * @param root the folder that it belongs to, as for `setAside`
 * @param now milliseconds since 1970, for the name of a file that is set aside
 * @param openFile for tests
 * @returns null if it is whole
 */
export const requireWhole = async (
  file: WrittenFile,
  look: Look,
  root: string,
  now: number,
  openFile: typeof open = open,
): Promise<FileFault | null> => {
  const { path } = file
  const fault = await faultOf(file, look, openFile)
  if (fault === null) return null
  const { why, words } = fault
  if (why === 'missing') {
    const names = await readdir(dirname(placeAside(path, root))).catch(() => [])
    return { why, words: asidesOf(basename(path), names).length > 0 ? null : `${path} is missing.` }
  }
  try {
    return { why, words: `${path} ${words}. It was set aside as ${await setAside(path, now, why, root)}.` }
  } catch (error) {
    // Another request was faster.
    if (systemErrorCode(error) === 'ENOENT') return { why, words: null }
    if (describeSystemError(error) === undefined) throw error
    return { why, words: `${path} ${words}. It stays where it is.` }
  }
}

const faultOf = async (
  { path, bytes, sha256 }: WrittenFile,
  look: Look,
  openFile: typeof open,
): Promise<{ readonly why: Unusable | 'missing'; readonly words: string } | null> => {
  try {
    const handle = await openFile(path)
    try {
      const status = await handle.stat()
      if (!status.isFile()) return { why: 'unreadable', words: 'cannot be read: it is a folder' }
      if (bytes === null ? status.size === 0 : status.size !== bytes)
        return {
          why: 'damaged',
          words: `is damaged: it has ${status.size} bytes${bytes === null ? '' : ` of ${bytes}`}`,
        }
      if (look === 'content' && sha256 !== null && (await digestOf(handle)) !== sha256)
        return { why: 'damaged', words: 'is damaged: its content is not what was saved' }
      return null
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return { why: 'missing', words: '' }
    const words = describeSystemError(error)
    if (words === undefined) throw error
    return { why: 'unreadable', words: `cannot be read: ${words}` }
  }
}

const PIECE_BYTES = 1_048_576

const digestOf = async (handle: FileHandle): Promise<string> => {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES, at)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(piece.subarray(0, bytesRead))
    at += bytesRead
  }
}

/** Those of some files that are not there. @param pathOf the path of a file */
export const missingOf = async <File>(
  files: readonly File[],
  pathOf: (file: File) => string,
): Promise<ReadonlySet<File>> => {
  const found = await Promise.all(
    files.map((file) =>
      access(pathOf(file)).then(
        () => null,
        () => file,
      ),
    ),
  )
  return new Set(found.flatMap((file) => file ?? []))
}
