import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SDK_FILE_NAME } from '../platform/sdk-file-name.js'

export { SDK_FILE_NAME }

/** Beside it, for editors: the types of `window.Service`. */
export const SDK_TYPES_FILE_NAME = 'service-miniapp.d.ts'

/** The folder with the built SDK, seen from a built chunk as well as from the source. */
const sdkFolder = (): string => {
  const top = dirname(dirname(fileURLToPath(import.meta.url)))
  return basename(top) === 'src' ? join(top, '..', 'dist', 'sdk') : join(top, 'sdk')
}

/** The absolute path of the SDK file that `init` writes into a new bundle. */
export const sdkFilePath = (): string => join(sdkFolder(), SDK_FILE_NAME)

/** The absolute path of the SDK's types. */
export const sdkTypesPath = (): string => join(sdkFolder(), SDK_TYPES_FILE_NAME)

/** The SHA-256 of the SDK file, in hexadecimal: a bundle whose copy has another one carries another version. */
export const sdkSha256 = async (): Promise<string> => sha256Of(await readFile(sdkFilePath()))

/** The SHA-256 of bytes, in hexadecimal. Node.js loads what hashes for longer than a small bundle is checked. */
export const sha256Of = async (bytes: Uint8Array): Promise<string> => {
  const { createHash } = await import('node:crypto')
  return createHash('sha256').update(bytes).digest('hex')
}
