import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { cannot, Failure } from '../../failure.js'
import { type ShrinkOutcome, shrinkPicture } from '../../media/shrink-picture.js'
import { STORY_IMAGE_MAX_BYTES } from '../../platform/publishing.js'
import { type MediaFile, partsOf } from './media-file.js'

/** A re-encoded, smaller picture to send instead of the original. */
export interface ShrunkMedia {
  readonly file: MediaFile
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Larger pictures are not read into memory. */
const READ_MAX_BYTES = 512 * 1_048_576

const EXTENSIONS = { 'image/jpeg': '.jpg', 'image/webp': '.webp' } as const

/**
 * Shrinks a picture of more than 30 MB: a story's limit (2.4), and the only limit for pictures in the
 * specification, so used everywhere.
 * @returns null if the file is not a picture or not too large
 * @throws {Failure} `refused` if it cannot be shrunk
 */
export const shrinkMedia = async (file: MediaFile): Promise<ShrunkMedia | null> => {
  if (!file.type.startsWith('image/') || file.size <= STORY_IMAGE_MAX_BYTES) return null
  const outcome: ShrinkOutcome =
    file.size > READ_MAX_BYTES
      ? { ok: false, fault: 'unreadable' }
      : await shrinkPicture(await readFile(file.path).catch(cannot('read', file.path)), STORY_IMAGE_MAX_BYTES)
  if (!outcome.ok)
    throw new Failure(
      'refused',
      outcome.fault === 'animated'
        ? `${file.path} is animated, and shrinking would remove the animation.`
        : `${file.path} cannot be read as a picture, so it cannot be shrunk.`,
      'Make it smaller with another tool.',
    )
  const { bytes, type, width, height } = outcome.picture
  const name = `${parse(file.name).name}${EXTENSIONS[type]}`
  const open = () => partsOf(bytes)
  const content = { width, height, durationSeconds: null }
  return {
    file: { path: file.path, name, size: bytes.length, type, content, hasLocation: false, open },
    width,
    height,
  }
}
