import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { Failure, fileFailure } from '../../failure.js'
import { shrinkPicture } from '../../media/shrink-picture.js'
import { STORY_IMAGE_MAX_BYTES } from '../../platform/publishing.js'
import type { MediaFile } from '../../publish/media-file.js'
import { safeLine } from '../../terminal/safe-text.js'
import { formatBytes } from '../../terminal/units.js'
import type { CommandContext } from '../context.js'

/** A story's limit (2.4), the only one that the document has for pictures; so is what counts as too large anywhere. */
const TOO_LARGE_BYTES = STORY_IMAGE_MAX_BYTES
/** Beyond this a picture is not read whole. */
const READ_MAX_BYTES = 512 * 1_048_576
const PART_BYTES = 768 * 1_024

const EXTENSIONS = { 'image/jpeg': '.jpg', 'image/webp': '.webp' } as const

/**
 * `--optimize`: in place of a picture that is too large, one that is not. It says what that saves; on a terminal it
 * asks first.
 * @param maxBytes for tests
 * @returns the file as it was where it is not too large, no picture, or the person wants it so
 * @throws {Failure} `refused` where it cannot be shrunk
 */
export const optimizeMedia = async (
  file: MediaFile,
  context: CommandContext,
  maxBytes: number = TOO_LARGE_BYTES,
): Promise<MediaFile> => {
  if (!file.type.startsWith('image/') || file.size <= maxBytes) return file
  const name = safeLine(file.name)
  const outcome =
    file.size > READ_MAX_BYTES
      ? ({ ok: false, fault: 'unreadable' } as const)
      : await shrinkPicture(await readWhole(file.path), maxBytes)
  if (!outcome.ok)
    throw new Failure(
      'refused',
      outcome.fault === 'animated'
        ? `${file.path} is animated; shrunk, it would stand still.`
        : `${file.path} cannot be read as a picture, so it cannot be shrunk.`,
      'Make it smaller by other means, or give it without --optimize.',
    )
  const { bytes, type, width, height } = outcome.picture
  const summary = `${name}: ${formatBytes(file.size)} → ${formatBytes(bytes.length)} (${width} × ${height} pixels, ${type}, without its metadata)`
  if (context.interactive) {
    const { askYes } = await import('./ask.js')
    if (!(await askYes(`${summary}. Send the smaller one?`, context))) return file
  } else context.note(summary)
  return {
    path: file.path,
    name: `${parse(file.name).name}${EXTENSIONS[type]}`,
    size: bytes.length,
    type,
    open: async function* () {
      for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
    },
  }
}

const readWhole = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path)
  } catch (error) {
    throw fileFailure('read', path, error)
  }
}
