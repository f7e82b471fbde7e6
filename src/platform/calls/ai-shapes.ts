import * as z from 'zod/mini'
import {
  AI_ANSWER_MAX_CHARACTERS,
  AI_ANSWER_MIN_CHARACTERS,
  AI_ASK_CONTEXT_MAX_CHARACTERS,
  AI_ASK_PROMPT_MAX_CHARACTERS,
  AI_ASK_PROMPT_MIN_CHARACTERS,
  AI_AUDIO_MUSIC_SECONDS,
  AI_AUDIO_SOUND_SECONDS,
  AI_IMAGE_AVOID_MAX_CHARACTERS,
  AI_IMAGE_PROMPT_MAX_CHARACTERS,
  AI_IMAGE_PROMPT_MIN_CHARACTERS,
} from '../limits.js'
import type { AI_CALLS } from './ai.js'
import { binary, empty, json, none, optional, type ShapesOf, shapes, text } from './shape.js'

const seed = () => z.int()
const aiRefusal = () => z.strictObject({ status: z.enum(['cancelled', 'unavailable', 'blocked']) })
const AUDIO_SECONDS = 'must be 8, 15 or 30 for music, and 3, 6 or 12 for a sound'
const audioSeconds: readonly number[] = [...AI_AUDIO_MUSIC_SECONDS, ...AI_AUDIO_SOUND_SECONDS]

const secondsOf = (kind: 'music' | 'sound'): readonly number[] =>
  kind === 'music' ? AI_AUDIO_MUSIC_SECONDS : AI_AUDIO_SOUND_SECONDS

export const AI_SHAPES = {
  'ai.image.generate': shapes({
    params: () =>
      z.object({
        prompt: text(AI_IMAGE_PROMPT_MIN_CHARACTERS, AI_IMAGE_PROMPT_MAX_CHARACTERS),
        avoid: optional(text(0, AI_IMAGE_AVOID_MAX_CHARACTERS)),
        quality: optional(z.enum(['fast', 'balanced', 'best'])),
        seed: optional(seed()),
      }),
    result: () =>
      z.discriminatedUnion('status', [
        z.strictObject({
          status: z.literal('made'),
          image: binary,
          type: z.literal('image/png'),
          width: z.int(),
          height: z.int(),
          seed: seed(),
        }),
        aiRefusal(),
      ]),
  }),
  'ai.audio.generate': shapes({
    params: () =>
      z
        .object({
          prompt: text(1, null),
          kind: optional(z.enum(['music', 'sound'])),
          seconds: optional(
            z.int().check(z.refine((seconds) => audioSeconds.includes(seconds), AUDIO_SECONDS)),
          ),
          seed: optional(seed()),
        })
        .check(
          z.refine(
            ({ kind = 'music', seconds }) => seconds === undefined || secondsOf(kind).includes(seconds),
            {
              path: ['seconds'],
              message: AUDIO_SECONDS,
            },
          ),
        ),
    result: () =>
      z.discriminatedUnion('status', [
        z.strictObject({
          status: z.literal('made'),
          audio: binary,
          type: z.literal('audio/wav'),
          seconds: z.int(),
          seed: seed(),
        }),
        aiRefusal(),
      ]),
  }),
  'ai.ask': shapes({
    params: () =>
      z.object({
        prompt: text(AI_ASK_PROMPT_MIN_CHARACTERS, AI_ASK_PROMPT_MAX_CHARACTERS),
        context: optional(text(0, AI_ASK_CONTEXT_MAX_CHARACTERS)),
        web_search: optional(z.boolean()),
        format: optional(z.literal('json')),
        max_chars: optional(z.int().check(z.gte(AI_ANSWER_MIN_CHARACTERS), z.lte(AI_ANSWER_MAX_CHARACTERS))),
      }),
    result: () =>
      z.discriminatedUnion('status', [
        z.strictObject({
          status: z.literal('answered'),
          text: z.string(),
          json: z.nullable(json),
          searched: z.boolean(),
        }),
        aiRefusal(),
      ]),
  }),
  'ai.cancel': shapes({ params: () => none, result: () => empty }),
} as const satisfies ShapesOf<typeof AI_CALLS>
