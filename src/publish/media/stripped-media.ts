import { join } from 'node:path'
import { Failure } from '../../failure.js'
import { STRIPPED_PICTURE_TYPES, stripPicture } from '../../media/strip-picture.js'
import { READ_VIDEO_TYPES, stripVideo } from '../../media/videos.js'
import { fileAt, type MediaFile, partsOf } from './media-file.js'

/** Whether the metadata of such files can be removed. */
export const canStrip = (type: string): boolean =>
  STRIPPED_PICTURE_TYPES.includes(type) || READ_VIDEO_TYPES.includes(type)

/**
 * The same picture or video without its metadata, such as place and camera. Nothing is re-encoded.
 * @param folder for a video's copy, which must stay until it is sent
 * @throws {Failure} `refused` if the metadata of such a file cannot be removed
 */
export const stripMedia = async (file: MediaFile, folder: () => Promise<string>): Promise<MediaFile> => {
  const bare = { ...file, hasLocation: false }
  if (STRIPPED_PICTURE_TYPES.includes(file.type)) {
    const bytes = await stripPicture(await readAll(file), file.type)
    return { ...bare, size: bytes.length, open: () => partsOf(bytes) }
  }
  if (READ_VIDEO_TYPES.includes(file.type)) {
    const copy = join(await folder(), file.name)
    if ((await stripVideo({ path: file.path }, copy)) !== null) return { ...bare, ...(await fileAt(copy)) }
  }
  throw new Failure(
    'refused',
    `The metadata of ${file.path} (${file.type}) cannot be removed.`,
    'Remove it with another tool, or send the file as it is with --no-strip-metadata.',
  )
}

const readAll = async (file: MediaFile): Promise<Buffer> => {
  const bytes = Buffer.alloc(file.size)
  let at = 0
  // Each part is valid only until the next is requested.
  for await (const part of file.open()) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}
