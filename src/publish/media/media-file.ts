import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { cannot, Failure, usageFailure } from '../../failure.js'
import { DECODED_TYPES, hasLocationInside, inspectPicture } from '../../media/inspect-picture.js'
import { mediaType } from '../../media/media-type.js'
import { withFile } from '../../media/random-access-file.js'
import { inspectWholeVideo, READ_VIDEO_TYPES } from '../../media/videos.js'
import {
  STORY_IMAGE_MAX_BYTES,
  STORY_IMAGE_TYPES,
  STORY_VIDEO_MAX_BYTES,
  STORY_VIDEO_MAX_SECONDS,
  STORY_VIDEO_TYPES,
} from '../../platform/publishing.js'
import { MB } from '../../platform/units.js'

/** What is known of a picture or video that was read whole; null where its type cannot be read here. */
type MediaContent = {
  /** In pixels, as it is shown. */
  readonly width: number
  readonly height: number
  /** Of a video. */
  readonly durationSeconds: number | null
} | null

/** A picture or video on disk, identified by its leading bytes. */
export interface MediaFile {
  readonly path: string
  readonly name: string
  readonly size: number
  readonly type: string
  readonly content: MediaContent
  /** Whether it says where it was taken. */
  readonly hasLocation: boolean
  /** The bytes in parts, each valid until the next is requested. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Large enough to be fast, small enough for flat memory use; a multiple of 3, so that Base64 needs no carry. */
const PART_BYTES = 768 * 1_024
/** Enough to detect every relevant type. */
const LEADING_BYTES = 4_100

/**
 * Inspects a file before it is uploaded.
 * @throws {Failure} `usage` if it cannot be read, is empty, or is neither a picture nor a video; `refused` if
 *   it is damaged
 */
export const readMediaFile = async (path: string): Promise<MediaFile> => {
  const { size, type } = await sizeAndType(path).catch(cannot('read', path))
  if (size === 0) throw usageFailure(`${path} is empty.`, 'Give the path of a picture or video.')
  if (type === null || !(type.startsWith('image/') || type.startsWith('video/')))
    throw usageFailure(
      `${path} is neither a picture nor a video: its content is ${type ?? 'of an unknown type'}.`,
      'Give a file such as a JPEG, PNG, GIF, WebP, MP4 or MOV.',
    )
  const { content, hasLocation } = await readContent(path, type)
  return { path, name: basename(path), size, type, content, hasLocation, open: () => parts(path, size) }
}

/** Bytes in memory, in parts as those of a file. */
export async function* partsOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PART_BYTES) yield bytes.subarray(at, at + PART_BYTES)
}

/** The size and bytes of a file that is known to be a picture or video. */
export const fileAt = async (path: string): Promise<Pick<MediaFile, 'size' | 'open'>> => {
  const { size } = await stat(path)
  return { size, open: () => parts(path, size) }
}

/** @throws {Failure} `refused` if it cannot be read whole */
const readContent = async (
  path: string,
  type: string,
): Promise<{ readonly content: MediaContent; readonly hasLocation: boolean }> => {
  const isPicture = DECODED_TYPES.includes(type)
  const unread = async () => ({
    content: null,
    hasLocation: type.startsWith('image/') && (await hasLocationInside(path)),
  })
  if (!isPicture && !READ_VIDEO_TYPES.includes(type)) return await unread()
  try {
    if (isPicture) {
      const facts = await inspectPicture(path)
      if (facts !== null) return contentOf(facts, null)
    } else {
      const facts = await inspectWholeVideo({ path })
      if (facts !== null) return contentOf(facts, facts.durationSeconds)
    }
  } catch (error) {
    // The decoder is not installed, so the service has to judge the picture.
    if (error instanceof Failure) return await unread()
    throw error
  }
  throw new Failure(
    'refused',
    `${path} is damaged or incomplete: it cannot be read to its end as ${type}.`,
    isPicture ? 'Check that it opens, or export it again.' : 'Check that it plays, or export it again.',
  )
}

const contentOf = (
  facts: { readonly width: number; readonly height: number; readonly hasLocation: boolean },
  durationSeconds: number | null,
) => ({
  content: { width: facts.width, height: facts.height, durationSeconds },
  hasLocation: facts.hasLocation,
})

/**
 * Checks a file against the limits of a story (2.4): type, size, and a video's length.
 * @returns the content type to declare
 * @throws {Failure} `refused` with what is allowed
 */
export const checkStory = (file: MediaFile): string => {
  if (STORY_IMAGE_TYPES.some((type) => type === file.type)) {
    checkSize(file, STORY_IMAGE_MAX_BYTES, 'A picture')
    return file.type
  }
  if (!STORY_VIDEO_TYPES.some((allowed) => allowed === file.type))
    throw new Failure(
      'refused',
      `${file.path} is ${file.type}; a story must be a JPEG, PNG, GIF or WebP picture, or an MP4 or MOV video.`,
      'Convert it and try again.',
    )
  checkSize(file, STORY_VIDEO_MAX_BYTES, 'A video')
  const seconds = file.content?.durationSeconds ?? 0
  if (seconds > STORY_VIDEO_MAX_SECONDS)
    throw new Failure(
      'refused',
      `${file.path} is ${seconds} seconds long; a story can be at most ${STORY_VIDEO_MAX_SECONDS}.`,
      'Shorten it and try again.',
    )
  return file.type
}

const checkSize = (file: MediaFile, limit: number, what: string): void => {
  if (file.size <= limit) return
  throw new Failure(
    'refused',
    `${file.path} is ${(file.size / MB).toFixed(1)} MB. ${what} in a story can be at most ${limit / MB} MB.`,
    file.type.startsWith('image/') ? 'Use --optimize to shrink it.' : 'Make it smaller and try again.',
  )
}

/** Reads the next part while the last one is sent. */
async function* parts(path: string, size: number): AsyncIterable<Uint8Array> {
  const handle = await open(path)
  try {
    const buffers = [Buffer.allocUnsafeSlow(PART_BYTES), Buffer.allocUnsafeSlow(PART_BYTES)] as const
    const readAt = (at: number, buffer: Buffer): Promise<{ readonly bytesRead: number }> => {
      const reading = handle.read(buffer, 0, PART_BYTES, at)
      // The caller that requests the part gets the error; without one, it must not end the process.
      reading.catch(() => {})
      return reading
    }
    let read = 0
    let current: Buffer = buffers[0]
    let other: Buffer = buffers[1]
    let reading = readAt(0, current)
    for (;;) {
      const { bytesRead } = await reading
      if (bytesRead === 0) break
      read += bytesRead
      // More than was announced must not be sent: the connection would break without a clear reason.
      if (read > size) break
      reading = readAt(read, other)
      yield current.subarray(0, bytesRead)
      ;[current, other] = [other, current]
    }
    if (read !== size)
      throw usageFailure(
        `${path} ${read > size ? 'grew' : 'became shorter'} while it was sent.`,
        'Try again when nothing writes to it.',
      )
  } finally {
    await handle.close()
  }
}

const sizeAndType = async (path: string) => {
  // Before opening: a pipe without a writer would block forever.
  if (!(await stat(path)).isFile())
    throw usageFailure(`${path} is not a file.`, 'Give the path of a picture or video.')
  return await withFile(path, async ({ size, read }) => ({
    size,
    type: await mediaType(await read(0, LEADING_BYTES)),
  }))
}
