import * as z from 'zod'
import type { Binary } from '../binary.js'
import { CAPABILITIES, CAPABILITY_STATES, CONTEXT_FEATURES, PLATFORMS, THEMES } from '../features.js'
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
  LIST_PAGE_MAX,
  LIST_PAGE_MIN,
  MATCH_CODE_CHARACTERS,
  MATCH_MAX_PLAYERS,
  MATCH_META_MAX_BYTES,
  MATCH_MIN_PLAYERS,
  PICK_IMAGE_SIZE_MAX_PIXELS,
  PICK_IMAGE_SIZE_MIN_PIXELS,
  PICK_VIDEO_SECONDS_MAX,
  PICK_VIDEO_SECONDS_MIN,
  RECORD_VALUE_MAX_BYTES,
} from '../limits.js'
import { utf8Bytes } from '../text.js'
import type { Method } from './table.js'

/**
 * The shapes of every protocol method's parameters and result (4.1), keyed by the methods of the call table.
 * Parameters that do not fit are answered `INVALID` (7). What has a code of its own there (a storage key that does
 * not match, a value that is too long) is not judged here. Unknown fields are ignored: a newer SDK may send more.
 */

const binary = z.custom<Binary>(
  (value) => typeof value === 'object' && value !== null && 'size' in value && 'type' in value,
)
const none = z.object({})
const empty = z.strictObject({})

/** What a storage key or a shared record's key looks like (2.7, 8.2). */
export const KEY_PATTERN = /^[A-Za-z0-9_.:-]{1,128}$/

const recordKey = z.string().regex(KEY_PATTERN, 'must be 1 to 128 characters of A-Z a-z 0-9 _ . : -')
const playerId = z.string()
const player = z.strictObject({ id: playerId, nickname: z.string().nullable() })

type Json = z.output<ReturnType<typeof z.json>>

/**
 * A value that JSON can carry. Every request was JSON text before, so that all it can be is absent: to look into it
 * once more would cost a busy match more than anything else here.
 */
const json = z.custom<Json>((value) => value !== undefined, 'must be a JSON value')
const atMostBytes = (limit: number) => (value: unknown) => utf8Bytes(JSON.stringify(value)) <= limit

const accessType = z.enum(['free', 'one_time', 'pass_30d'])
const purchase = z.strictObject({
  id: z.string(),
  product: z.string(),
  kind: z.enum(['consumable', 'permanent']),
  purchased_at: z.iso.datetime(),
  consumed_at: z.iso.datetime().optional(),
})

/** The result of `getContext` (2.5). */
const context = z.strictObject({
  app_user_id: z.string(),
  platform: z.enum(PLATFORMS),
  locale: z.string(),
  theme: z.enum(THEMES),
  version: z.string(),
  test_mode: z.boolean(),
  access: z.strictObject({ type: accessType, active: z.literal(true) }),
  features: z.array(z.enum(CONTEXT_FEATURES)).optional(),
  capabilities: z
    .partialRecord(
      z.enum(CAPABILITIES),
      z.strictObject({
        version: z.int(),
        state: z.enum(CAPABILITY_STATES),
        tools: z.array(z.string()),
      }),
    )
    .optional(),
})

/** A shared record as the app sees it (2.7). */
const sharedRecord = z.strictObject({
  player,
  key: z.string(),
  value: z.string(),
  rank: z.number().nullable(),
  replaceable: z.boolean(),
  updated_at: z.iso.datetime(),
})

/** An object of JSON. Not zod's record, which leaves a field called `__proto__` out. */
const jsonObject = z.custom<{ [field: string]: Json }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)
const meta = jsonObject.refine(
  atMostBytes(MATCH_META_MAX_BYTES),
  `must be at most ${MATCH_META_MAX_BYTES} bytes of JSON`,
)

/** A match as the app sees it (2.7). */
const match = z.strictObject({
  id: z.string(),
  code: z.string().length(MATCH_CODE_CHARACTERS),
  max_players: z.int(),
  public: z.boolean(),
  meta: jsonObject,
  host: playerId,
  me: playerId,
  players: z.array(player),
})

const matchListEntry = z.strictObject({
  id: z.string(),
  players: z.int(),
  max_players: z.int(),
  meta: jsonObject,
  host: player,
})

const entered = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('joined'), match }),
  z.strictObject({ status: z.enum(['cancelled', 'unavailable']) }),
])

const seed = z.int()
const aiRefusal = z.strictObject({ status: z.enum(['cancelled', 'unavailable', 'blocked']) })
const AUDIO_SECONDS = 'must be 8, 15 or 30 for music, and 3, 6 or 12 for a sound'
const audioSeconds: readonly number[] = [...AI_AUDIO_MUSIC_SECONDS, ...AI_AUDIO_SOUND_SECONDS]

export const CALLS = {
  ready: { params: none, result: empty },
  getContext: { params: none, result: context },

  'storage.get': {
    params: z.object({ key: z.string() }),
    result: z.union([z.string(), z.null()]),
  },
  'storage.set': {
    params: z.object({ key: z.string(), value: z.string() }),
    result: z.strictObject({ saved: z.literal(true) }),
  },
  'storage.remove': {
    params: z.object({ key: z.string() }),
    result: z.strictObject({ removed: z.literal(true) }),
  },
  'storage.keys': { params: none, result: z.strictObject({ keys: z.array(z.string()) }) },

  pay: {
    params: z.object({ product: z.string() }),
    result: z.discriminatedUnion('status', [
      z.strictObject({ status: z.literal('paid'), purchase: purchase.omit({ consumed_at: true }) }),
      z.strictObject({ status: z.enum(['pending', 'cancelled']) }),
      z.strictObject({
        status: z.literal('failed'),
        reason: z.enum(['insufficient_balance', 'already_owned', 'unavailable']),
      }),
    ]),
  },
  getPurchases: {
    params: none,
    result: z.strictObject({
      purchases: z.array(purchase),
      access: z.strictObject({
        type: accessType,
        active: z.boolean(),
        until: z.iso.datetime().optional(),
      }),
    }),
  },
  consume: {
    params: z.object({ purchase: z.string() }),
    result: z.strictObject({ consumed: z.literal(true) }),
  },

  share: {
    // `image` may be empty (4.1); whether a picture or a text is good enough has codes of its own.
    params: z.object({ image: z.string().nullish(), text: z.string().nullish() }),
    result: empty,
  },
  pickImage: {
    params: z.object({
      max_size: z.int().min(PICK_IMAGE_SIZE_MIN_PIXELS).max(PICK_IMAGE_SIZE_MAX_PIXELS).optional(),
    }),
    result: z.discriminatedUnion('status', [
      z.strictObject({
        status: z.literal('picked'),
        image: binary,
        type: z.enum(['image/png', 'image/jpeg']),
        width: z.int(),
        height: z.int(),
      }),
      z.strictObject({ status: z.enum(['cancelled', 'unavailable']) }),
    ]),
  },
  pickVideo: {
    params: z.object({
      max_seconds: z.number().min(PICK_VIDEO_SECONDS_MIN).max(PICK_VIDEO_SECONDS_MAX).optional(),
    }),
    result: z.discriminatedUnion('status', [
      z.strictObject({
        status: z.literal('picked'),
        video: binary,
        type: z.enum(['video/mp4', 'video/quicktime', 'video/webm']),
        size: z.int(),
        duration: z.number(),
        width: z.int(),
        height: z.int(),
      }),
      z.strictObject({ status: z.enum(['cancelled', 'unavailable']) }),
    ]),
  },

  getNickname: {
    params: z.object({ ask: z.boolean().optional() }),
    result: z.strictObject({ nickname: z.string().nullable() }),
  },
  'db.set': {
    params: z.object({
      key: recordKey,
      value: z
        .string()
        .refine(
          (value) => utf8Bytes(value) <= RECORD_VALUE_MAX_BYTES,
          `must be at most ${RECORD_VALUE_MAX_BYTES} bytes`,
        ),
      replaceable: z.boolean().optional(),
      rank: z.number().nullish(),
    }),
    result: z.strictObject({ saved: z.boolean() }),
  },
  'db.get': {
    params: z.object({ key: recordKey, player: playerId.nullish() }),
    result: z.strictObject({ record: sharedRecord.nullable() }),
  },
  'db.list': {
    params: z.object({
      key: recordKey,
      order: z.enum(['rank_desc', 'rank_asc', 'recent']).optional(),
      limit: z.int().min(LIST_PAGE_MIN).max(LIST_PAGE_MAX).optional(),
      cursor: z.string().nullish(),
    }),
    result: z.strictObject({ records: z.array(sharedRecord), next: z.string().nullable() }),
  },
  'db.remove': {
    params: z.object({ key: recordKey }),
    result: z.strictObject({ removed: z.literal(true) }),
  },
  'db.usage': { params: none, result: z.strictObject({ bytes: z.int(), limit: z.int() }) },

  'mp.host': {
    params: z.object({
      max_players: z.int().min(MATCH_MIN_PLAYERS).max(MATCH_MAX_PLAYERS),
      public: z.boolean().optional(),
      meta: meta.optional(),
    }),
    result: entered,
  },
  'mp.join': {
    params: z.union([z.object({ code: z.string() }), z.object({ match: z.string() })]),
    result: entered,
  },
  'mp.list': { params: none, result: z.strictObject({ matches: z.array(matchListEntry) }) },
  'mp.send': {
    // A message over its size has a code of its own: MESSAGE_TOO_LARGE.
    params: z.object({ data: json, to: playerId.nullish() }),
    result: empty,
  },
  'mp.leave': { params: none, result: empty },

  'ai.image.generate': {
    params: z.object({
      prompt: z.string().min(AI_IMAGE_PROMPT_MIN_CHARACTERS).max(AI_IMAGE_PROMPT_MAX_CHARACTERS),
      avoid: z.string().max(AI_IMAGE_AVOID_MAX_CHARACTERS).optional(),
      quality: z.enum(['fast', 'balanced', 'best']).optional(),
      seed: seed.optional(),
    }),
    result: z.discriminatedUnion('status', [
      z.strictObject({
        status: z.literal('made'),
        image: binary,
        type: z.literal('image/png'),
        width: z.int(),
        height: z.int(),
        seed,
      }),
      aiRefusal,
    ]),
  },
  'ai.audio.generate': {
    params: z
      .object({
        prompt: z.string().min(1),
        kind: z.enum(['music', 'sound']).optional(),
        seconds: z
          .int()
          .refine((seconds) => audioSeconds.includes(seconds), AUDIO_SECONDS)
          .optional(),
        seed: seed.optional(),
      })
      .refine(({ kind = 'music', seconds }) => seconds === undefined || secondsOf(kind).includes(seconds), {
        path: ['seconds'],
        message: AUDIO_SECONDS,
      }),
    result: z.discriminatedUnion('status', [
      z.strictObject({
        status: z.literal('made'),
        audio: binary,
        type: z.literal('audio/wav'),
        seconds: z.int(),
        seed,
      }),
      aiRefusal,
    ]),
  },
  'ai.ask': {
    params: z.object({
      prompt: z.string().min(AI_ASK_PROMPT_MIN_CHARACTERS).max(AI_ASK_PROMPT_MAX_CHARACTERS),
      context: z.string().max(AI_ASK_CONTEXT_MAX_CHARACTERS).optional(),
      web_search: z.boolean().optional(),
      format: z.literal('json').optional(),
      max_chars: z.int().min(AI_ANSWER_MIN_CHARACTERS).max(AI_ANSWER_MAX_CHARACTERS).optional(),
    }),
    result: z.discriminatedUnion('status', [
      z.strictObject({
        status: z.literal('answered'),
        text: z.string(),
        json: json.nullable(),
        searched: z.boolean(),
      }),
      aiRefusal,
    ]),
  },
  'ai.cancel': { params: none, result: empty },
  close: { params: none, result: empty },
} as const satisfies Record<Method, { readonly params: z.ZodType; readonly result: z.ZodType }>

const secondsOf = (kind: 'music' | 'sound'): readonly number[] =>
  kind === 'music' ? AI_AUDIO_MUSIC_SECONDS : AI_AUDIO_SOUND_SECONDS

/** A method's parameters after they were judged (4.1). */
export type ParamsOf<M extends Method> = z.output<(typeof CALLS)[M]['params']>

/** A method's result (4.1). */
export type ResultOf<M extends Method> = z.output<(typeof CALLS)[M]['result']>
