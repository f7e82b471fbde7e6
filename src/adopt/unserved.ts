import { isUtf8 } from 'node:buffer'
import { extensionOf } from '../platform/file-types.js'
import { isLicence } from './new-names.js'

/**
 * The files of kinds that the platform does not serve (2.9): each is served as text where it is text, else as bytes. Scripts
 * and data keep their names, since loaders go by them: the browser shim finds the files.
 * @returns the extension that each is given, by path
 */
export const servedAs = (
  files: ReadonlyMap<string, Uint8Array>,
  kept: readonly string[],
): ReadonlyMap<string, 'txt' | 'bin'> =>
  new Map(
    kept
      .filter((path) => extensionOf(path) === null && !isLicence(path))
      .map((path) => [path, endingFor(files.get(path) ?? new Uint8Array())] as const),
  )

/** The extension under which a file of another kind is served: as text where it is text, else as bytes. */
export const endingFor = (bytes: Uint8Array): 'txt' | 'bin' =>
  isUtf8(bytes) && !bytes.includes(0) ? 'txt' : 'bin'
