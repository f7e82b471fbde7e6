import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { Failure, fileFailure } from '../failure.js'
import { type ShrinkOutcome, shrinkPicture } from '../media/shrink-picture.js'
import { STORY_IMAGE_MAX_BYTES } from '../platform/publishing.js'
import { type MediaFile, PART_BYTES } from './media-file.js'

/** A picture that was drawn anew in fewer bytes, to be sent in place of its file. */
export interface ShrunkMedia {
  readonly file: MediaFile
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Beyond this a picture is not read whole. */
const READ_MAX_BYTES = 512 * 1_048_576

const EXTENSIONS = { 'image/jpeg': '.jpg', 'image/webp': '.webp' } as const

/**
 * A picture of more than 30 MB in fewer: that is a story's limit (2.4), the only one that the document has for
 * pictures, and so what counts as too large anywhere.
 * @returns null where the file is no picture or not too large
 * @throws {Failure} `refused` where it cannot be shrunk
 */
export const shrinkMedia = async (file: MediaFile): Promise<ShrunkMedia | null> => {
  if (!file.type.startsWith('image/') || file.size <= STORY_IMAGE_MAX_BYTES) return null
  const outcome: ShrinkOutcome =
    file.size > READ_MAX_BYTES
      ? { ok: false, fault: 'unreadable' }
      : await shrinkPicture(await readWhole(file.path), STORY_IMAGE_MAX_BYTES)
  if (!outcome.ok)
    throw new Failure(
      'refused',
      outcome.fault === 'animated'
        ? `${file.path} is animated; shrunk, it would stand still.`
        : `${file.path} cannot be read as a picture, so it cannot be shrunk.`,
      'Make it smaller by other means.',
    )
  const { bytes, type, width, height } = outcome.picture
  const name = `${parse(file.name).name}${EXTENSIONS[type]}`
  const open = async function* (): AsyncIterable<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
  }
  return { file: { path: file.path, name, size: bytes.length, type, open }, width, height }
}

const readWhole = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch (error) {
    throw fileFailure('read', path, error)
  }
}
