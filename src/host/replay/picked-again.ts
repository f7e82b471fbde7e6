import * as z from 'zod'
import type { PickedFile } from '../picking/picked-file.js'
import { BinaryAnswer } from '../session/binary-answer.js'

/**
 * A file that was picked once. It is not in the log, so that what it came to is taken from the answer there; one that was
 * refused is refused again.
 * @param size in bytes
 * @param result of the call that it was picked for; anything else stands for a refusal
 */
export const pickedAgain = (size: unknown, result: unknown): PickedFile => ({
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
