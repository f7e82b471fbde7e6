import { type LoadSharp, loadSharp } from '../../../load-sharp.js'
import type { PictureFacts } from './facts.js'
import { readFastPng } from './fast.js'
import { decodePicture } from './read.js'

/**
 * Reads a picture's header, then decodes all of it. Never throws for bad bytes.
 * @throws {Failure} where it must be decoded by sharp, and that does not load
 */
export const readPicture = async (bytes: Uint8Array, load: LoadSharp = loadSharp): Promise<PictureFacts> =>
  readFastPng(bytes) ?? (await decodePicture(bytes, load))
