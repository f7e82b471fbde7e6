import * as z from 'zod'
import {
  POST_MAX_CHARACTERS,
  RATING_NAMES,
  STORY_IMAGE_TYPES,
  STORY_RATING,
  STORY_VIDEO_TYPES,
} from './publishing.js'
import { codePoints, isBase64 } from './text.js'

/** The bodies of the publishing API as schemas. `publishing.ts` has its data, so that commands can use it without loading zod. */

const REQUIRED_TEXT = { error: 'is required, as a string' }
/** 2.2, 2.4: required. White space only does not count as a text. */
const filledText = z
  .string(REQUIRED_TEXT)
  .refine((text) => text.trim() !== '', { error: 'must not be empty' })
const BODY_OBJECT = { error: 'the body must be a JSON object' }

/** 2.2: the body of `createPost`. The rules for its links and hashtags (2.5) are in `post-content.ts`. */
export const createPostBody = z.object(
  {
    content: filledText.refine((content) => codePoints(content) <= POST_MAX_CHARACTERS, {
      error: ({ input }) =>
        `has ${codePoints(String(input))} characters; at most ${POST_MAX_CHARACTERS} are allowed`,
    }),
    content_rating: z.enum(RATING_NAMES, { error: `must be one of ${RATING_NAMES.join(', ')}` }),
    rating_reasoning: filledText,
    media_urls: z
      .array(z.string({ error: 'must be a string' }), { error: 'must be an array of strings' })
      .optional(),
  },
  BODY_OBJECT,
)

export type CreatePostBody = z.infer<typeof createPostBody>

const base64 = z.string(REQUIRED_TEXT).refine((text) => text !== '' && isBase64(text), {
  error: 'must be Base64 of at least one byte',
})

const filename = z.string(REQUIRED_TEXT).min(1, { error: 'must not be empty' })

/** 2.3: the body of `uploadMedia`. */
export const uploadMediaBody = z.object(
  { filename, data_base64: base64, content_type: z.string({ error: 'must be a string' }).optional() },
  BODY_OBJECT,
)

/** 2.4: the body of the story upload. */
export const uploadStoryBody = z.object(
  {
    filename,
    content_type: z.enum([...STORY_IMAGE_TYPES, ...STORY_VIDEO_TYPES], {
      error: 'must be JPEG, PNG, GIF, WebP, MP4 or MOV',
    }),
    data_base64: base64,
    content_rating: z.literal(STORY_RATING, { error: `must be ${STORY_RATING} for a story` }),
    rating_reasoning: filledText,
  },
  BODY_OBJECT,
)

/** 2.1: the answer of every operation that succeeded. */
export const resultAnswer = z.object({ result: z.string() })

/** 2.7: the answer of every operation that failed. */
export const errorAnswer = z.object({ error: z.string() })
