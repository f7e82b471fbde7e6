import { partsIn, SHIM_FILE_NAME } from '../../shim/part-names.js'

/** Whether a file is a copy of the shim, whichever version wrote it. @param path from the top of the project */
export const isShim = (path: string, bytes: Uint8Array | undefined): boolean =>
  path === SHIM_FILE_NAME && bytes !== undefined && partsIn(Buffer.from(bytes).toString('utf8')) !== null
