import { open } from 'node:fs/promises'
import type { InputFormat, OutputFormat } from 'mediabunny'
import { claimsWhatItHolds } from './iso-tables.js'
import { hasTrackLocation } from './location-scan.js'
import { inMemory, type RandomAccessFile, withFile } from './random-access-file.js'

/** The kinds of video that the platform takes (4.5). */
type VideoType = 'video/mp4' | 'video/quicktime' | 'video/webm'

/** All of them, as data. */
export const READ_VIDEO_TYPES: readonly string[] = [
  'video/mp4',
  'video/quicktime',
  'video/webm',
] satisfies readonly VideoType[]

interface VideoFacts {
  readonly type: VideoType
  /** To the millisecond: sums of fractions, such as thirtieths, end a hair beside what is meant. */
  readonly durationSeconds: number
  /** As it is shown, upright. */
  readonly width: number
  readonly height: number
}

/** Where a video is: in memory, to be read where it is needed, or a file on disk. */
type VideoSource = Uint8Array | RandomAccessFile | { readonly path: string }

/** What a video is, by its bytes; null where it is not an MP4, MOV or WebM with a video track. */
export const inspectVideo = async (video: VideoSource): Promise<VideoFacts | null> =>
  withVideo(video, async ({ facts }) => facts)

/**
 * The same, of a video that is read whole: null also where a part of it is missing.
 * @returns besides, whether it says where it was taken
 */
export const inspectWholeVideo = async (
  video: VideoSource,
): Promise<(VideoFacts & { readonly hasLocation: boolean }) | null> =>
  withVideo(video, async ({ facts, file, input, library }) => {
    for (const track of await input.getTracks()) {
      const sink = new library.EncodedPacketSink(track)
      const claimed = await countPackets(sink.packets(undefined, undefined, { metadataOnly: true }))
      // Reading ends without an error where a file that was cut off ends.
      if ((await countPackets(sink.packets())) !== claimed) return null
      if (track.isVideoTrack() && claimed === 0) return null
    }
    const { raw = {} } = await input.getMetadataTags()
    const hasLocation =
      Object.keys(raw).some((name) => LOCATION_TAG.test(name)) || (await hasTrackLocation(file))
    return { ...facts, hasLocation }
  })

const countPackets = async (packets: AsyncIterable<unknown>): Promise<number> => {
  let count = 0
  for await (const _ of packets) count += 1
  return count
}

/** The tags of QuickTime, 3GPP, MP4 and Matroska for a place. */
const LOCATION_TAG = /location|^©xyz$|^loci$|gps/i

/**
 * Writes the same pictures and sounds into a new file with nothing else: no location, no camera details, no title, no
 * recording time, no further tracks (phones keep places there too). Nothing is re-encoded (4.5), and neither file is
 * ever in memory whole.
 * @param to the path of the new file; where null is returned, what is there is worth nothing
 * @returns what the new file is; null where the old one is not a video that can be read whole
 */
export const stripVideo = async (video: VideoSource, to: string): Promise<VideoFacts | null> =>
  withVideo(video, async ({ facts, input, library }) => {
    if (!(await copyTracks(input, facts.type, to, library))) return null
    // A file that was cut off names packets that it does not hold; they would be missing without a word.
    const expected = await shownPackets(input, library)
    return withVideo({ path: to }, async (result) =>
      (await shownPackets(result.input, library)).join() === expected.join() ? result.facts : null,
    )
  })

/** Copies every track's packets into a new file; false where one cannot be copied, which would be lost without a word. */
const copyTracks = async (
  input: OpenVideo['input'],
  type: VideoType,
  to: string,
  { Conversion, Mp4OutputFormat, MovOutputFormat, Output, StreamTarget, WebMOutputFormat }: Library,
): Promise<boolean> => {
  const format: OutputFormat =
    type === 'video/mp4'
      ? new Mp4OutputFormat({ fastStart: false })
      : type === 'video/quicktime'
        ? new MovOutputFormat({ fastStart: false })
        : new WebMOutputFormat()
  // Our own file: the library's own target leaves its open where it gives up.
  const file = await open(to, 'w')
  try {
    const target = new StreamTarget(
      new WritableStream({
        write: async ({ data, position }) => {
          for (let done = 0; done < data.length; )
            done += (await file.write(data, done, data.length - done, position + done)).bytesWritten
        },
      }),
    )
    const output = new Output({ format, target })
    const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false })
    if (!conversion.isValid || conversion.discardedTracks.length > 0) {
      await conversion.cancel()
      return false
    }
    await conversion.execute()
    return true
  } finally {
    await file.close()
  }
}

/** What rounding to another time scale may move a packet by, in seconds. */
const ROUNDING_SECONDS = 0.001

/**
 * How many packets each track claims to hold, but for those before the beginning: a video that was trimmed without
 * being re-encoded keeps what was cut off and hides it by an edit list, and the copy leaves that out.
 */
const shownPackets = async (
  input: OpenVideo['input'],
  { EncodedPacketSink }: Library,
): Promise<readonly number[]> =>
  Promise.all(
    (await input.getTracks()).map(async (track) => {
      let count = 0
      const packets = new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })
      for await (const { timestamp } of packets) if (timestamp >= -ROUNDING_SECONDS) count += 1
      return count
    }),
  )

type Library = typeof import('mediabunny')
interface OpenVideo {
  readonly library: Library
  readonly file: RandomAccessFile
  readonly input: InstanceType<Library['Input']>
  readonly facts: VideoFacts
}

const withVideo = async <T>(video: VideoSource, use: (video: OpenVideo) => Promise<T>): Promise<T | null> => {
  if (video instanceof Uint8Array || !('path' in video)) return withOpenVideo(video, use)
  return withFile(video.path, (file) => withOpenVideo(file, use))
}

const withOpenVideo = async <T>(
  video: Uint8Array | RandomAccessFile,
  use: (video: OpenVideo) => Promise<T>,
): Promise<T | null> => {
  const file = video instanceof Uint8Array ? inMemory(video) : video
  if (!(await claimsWhatItHolds(file))) return null
  const library = await import('mediabunny')
  // What is wrong with a person's file is told to them, not to the terminal.
  library.Logging.level = library.LogLevel.Silent
  const { BufferSource, CustomSource, Input, MP4, QTFF, WEBM } = library
  const source =
    video instanceof Uint8Array
      ? new BufferSource(video)
      : new CustomSource({ getSize: () => video.size, read: (start, end) => video.read(start, end) })
  const input = new Input({ source, formats: [MP4, QTFF, WEBM] })
  try {
    const type = videoType(library, await input.getFormat())
    const track = await input.getPrimaryVideoTrack()
    if (type === null || track === null) return null
    const facts = {
      type,
      durationSeconds: Math.round((await input.computeDuration()) * 1_000) / 1_000,
      width: track.displayWidth,
      height: track.displayHeight,
    }
    return await use({ library, file, input, facts })
  } catch (error) {
    // The library reports what it cannot read as errors of every kind, as type errors too; what the disk refuses has a
    // code.
    if (error instanceof ReferenceError) throw error
    if (error instanceof Error && 'code' in error) throw error
    return null
  } finally {
    input.dispose()
  }
}

const videoType = ({ MP4, QTFF, WEBM }: Library, format: InputFormat): VideoType | null => {
  if (format === MP4) return 'video/mp4'
  if (format === QTFF) return 'video/quicktime'
  if (format === WEBM) return 'video/webm'
  return null
}
