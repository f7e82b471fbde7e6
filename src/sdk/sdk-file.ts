import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SDK_FILE_NAME } from '../platform/sdk-file-name.js'

export { SDK_FILE_NAME }

/** The types of `window.Service`, for editors. */
export const SDK_TYPES_FILE_NAME = 'service-miniapp.d.ts'

/** The folder with the built SDK, found from a built chunk or from the source. */
const sdkFolder = (): string => {
  const top = dirname(dirname(fileURLToPath(import.meta.url)))
  return basename(top) === 'src' ? join(top, '..', 'dist', 'sdk') : join(top, 'sdk')
}

/** The absolute path of the SDK file that `init` writes into a new bundle. */
export const sdkFilePath = (): string => join(sdkFolder(), SDK_FILE_NAME)

/** The absolute path of the SDK's types. */
export const sdkTypesPath = (): string => join(sdkFolder(), SDK_TYPES_FILE_NAME)
