import * as z from 'zod'
import type { PickedFile } from '../picking/picked-file.js'
import { BinaryAnswer } from '../session/binary-answer.js'

/**
 * A file picked in a replay. The file itself is not in the log, so its clean copy is taken from the logged answer. A file
 * that was refused is refused again.
 * @param size in bytes
 * @param result the logged result of the call; anything else stands for a refusal
 */
export const replayedFile = (size: unknown, result: unknown): PickedFile => ({
  size: typeof size === 'number' ? size : 0,
  asPicture: async () => {
    const read = pictureSchema.safeParse(result)
    if (!read.success) return { fault: 'unreadable' }
    const { image, type, width, height } = read.data
    return { image: sameSize(image), type, width, height }
  },
  asVideo: async () => {
    const read = videoSchema.safeParse(result)
    if (!read.success) return { fault: 'unreadable' }
    const { video, type, duration, width, height } = read.data
    return { video: sameSize(video), type, duration, width, height }
  },
})

const binary = z.object({ type: z.string(), size: z.int().min(0) })

const sameSize = ({ type, size }: z.output<typeof binary>): BinaryAnswer =>
  new BinaryAnswer(type, new Uint8Array(size))

const sides = { width: z.number(), height: z.number() }

const pictureSchema = z.object({ image: binary, type: z.enum(['image/png', 'image/jpeg']), ...sides })

const videoSchema = z.object({
  video: binary,
  type: z.enum(['video/mp4', 'video/quicktime', 'video/webm']),
  duration: z.number(),
  ...sides,
})
