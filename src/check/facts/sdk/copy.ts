import { SDK_FILE_NAME } from '../../../sdk/sdk-file.js'
import { fileName } from '../bundle/paths.js'

/** How a bundle's copy of the SDK compares with the file that this version of the tool ships. */
export type SdkCopy = 'shipped' | 'other' | 'unknown'

/** Whether a path is a copy of the SDK, by its name. */
export const isSdkPath = (path: string): boolean => fileName(path) === SDK_FILE_NAME

/** Compares a copy of the SDK with the shipped file; `unknown` where there is none to compare with. */
export const compareSdk = (copy: Uint8Array, shipped: Uint8Array | null): SdkCopy => {
  if (shipped === null) return 'unknown'
  return withLineFeeds(copy).equals(withLineFeeds(shipped)) ? 'shipped' : 'other'
}

/** A checkout on Windows has CRLF in a file that is otherwise the same. */
const withLineFeeds = (bytes: Uint8Array): Buffer => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // One byte a character, so that nothing else changes.
  return text.includes('\r\n')
    ? Buffer.from(text.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : text
}
