import { access, open, readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { describeSystemError, systemErrorCode } from '../failure.js'
import { asidesOf, setAside, type Unusable } from './json-document.js'

/**
 * Checks that a file is there as it was written, without reading it. One that is not is set aside.
 * @param bytes its size; null if that is not known, which is then more than none
 * @param now milliseconds since 1970, for the name of a file that is set aside
 * @returns null if it is whole. Otherwise what is wrong with it: in words, or null if that was reported when it was set
 *   aside
 */
export const requireWhole = async (
  path: string,
  bytes: number | null,
  now: number,
): Promise<{ readonly words: string | null } | null> => {
  const fault = await faultOf(path, bytes)
  if (fault === null) return null
  if (fault.why === 'missing') {
    const names = await readdir(dirname(path)).catch(() => [])
    return { words: asidesOf(basename(path), names).length > 0 ? null : `${path} is missing.` }
  }
  try {
    return { words: `${path} ${fault.words}. It was set aside as ${await setAside(path, now, fault.why)}.` }
  } catch (error) {
    if (describeSystemError(error) === undefined) throw error
    return { words: `${path} ${fault.words}. It stays where it is.` }
  }
}

const faultOf = async (
  path: string,
  bytes: number | null,
): Promise<{ readonly why: Unusable | 'missing'; readonly words: string } | null> => {
  try {
    const handle = await open(path)
    try {
      const status = await handle.stat()
      if (!status.isFile()) return { why: 'unreadable', words: 'cannot be read: it is a folder' }
      if (bytes === null ? status.size > 0 : status.size === bytes) return null
      return {
        why: 'damaged',
        words: `is damaged: it has ${status.size} bytes${bytes === null ? '' : ` of ${bytes}`}`,
      }
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
