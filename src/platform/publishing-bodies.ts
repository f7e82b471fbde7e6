import { z } from 'zod'
import { POST_MAX_CHARACTERS, RATING_NAMES } from './publishing.js'
import { codePoints } from './text.js'

/** The bodies of the publishing API as schemas; apart from its data, which commands name without loading zod. */

const REQUIRED_TEXT = { error: 'is required, as a text' }

/** 2.2: the body of `createPost`. What makes its content refused besides (2.5) is in `post-content.ts`. */
export const createPostBody = z.object(
  {
    content: z.string(REQUIRED_TEXT).refine((content) => codePoints(content) <= POST_MAX_CHARACTERS, {
      error: ({ input }) =>
        `has ${codePoints(String(input))} characters; at most ${POST_MAX_CHARACTERS} are allowed`,
    }),
    content_rating: z.enum(RATING_NAMES, { error: `must be one of ${RATING_NAMES.join(', ')}` }),
    rating_reasoning: z.string(REQUIRED_TEXT),
    media_urls: z.array(z.string(), { error: 'must be a list of texts' }).optional(),
  },
  { error: 'the body must be a JSON object' },
)

export type CreatePostBody = z.infer<typeof createPostBody>

/** 2.1: the answer of every operation that succeeded. */
export const resultAnswer = z.object({ result: z.string() })

/** 2.7: the answer of every operation that failed. */
export const errorAnswer = z.object({ error: z.string() })
