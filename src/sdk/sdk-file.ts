import { inDist } from '../in-dist.js'
import { SDK_FILE_NAME } from '../platform/sdk-file-name.js'

export { SDK_FILE_NAME }

/** The types of `window.Service`, for editors. */
export const SDK_TYPES_FILE_NAME = 'service-miniapp.d.ts'

/** The absolute path of the SDK file that `init` writes into a new bundle. */
export const sdkFilePath = (): string => inDist('sdk', SDK_FILE_NAME)

/** The absolute path of the SDK's types. */
export const sdkTypesPath = (): string => inDist('sdk', SDK_TYPES_FILE_NAME)
