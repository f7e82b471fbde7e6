import * as z from 'zod/mini'
import {
  MATCH_CODE_CHARACTERS,
  MATCH_MAX_PLAYERS,
  MATCH_META_MAX_BYTES,
  MATCH_MIN_PLAYERS,
} from '../limits.js'
import { isJsonObject, utf8Bytes } from '../text.js'
import type { MATCHES_CALLS } from './matches.js'
import {
  empty,
  type Json,
  json,
  none,
  optional,
  player,
  playerId,
  type ShapesOf,
  shapes,
  text,
} from './shape.js'

const atMostBytes = (limit: number) => (value: unknown) => utf8Bytes(JSON.stringify(value)) <= limit

/** A JSON object. Not zod's record, which leaves out a field called `__proto__`. */
const jsonObject = () => z.custom<{ [field: string]: Json }>(isJsonObject, 'must be an object')
const meta = () =>
  jsonObject().check(
    z.refine(atMostBytes(MATCH_META_MAX_BYTES), `must be at most ${MATCH_META_MAX_BYTES} bytes of JSON`),
  )

/** A match as the app sees it (2.7). */
const match = () =>
  z.strictObject({
    id: z.string(),
    code: text(MATCH_CODE_CHARACTERS, MATCH_CODE_CHARACTERS),
    max_players: z.int(),
    public: z.boolean(),
    meta: jsonObject(),
    host: playerId,
    me: playerId,
    players: z.array(player),
  })

const matchListEntry = () =>
  z.strictObject({
    id: z.string(),
    players: z.int(),
    max_players: z.int(),
    meta: jsonObject(),
    host: playerId,
  })

const entered = () =>
  z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('joined'), match: match() }),
    z.strictObject({ status: z.enum(['cancelled', 'unavailable']) }),
  ])

export const MATCHES_SHAPES = {
  'mp.host': shapes({
    params: () =>
      z.object({
        max_players: z.int().check(z.gte(MATCH_MIN_PLAYERS), z.lte(MATCH_MAX_PLAYERS)),
        public: optional(z.boolean()),
        meta: optional(meta()),
      }),
    result: entered,
  }),
  'mp.join': shapes({
    params: () =>
      z.union([z.object({ code: z.string() }), z.object({ match: z.string() })], {
        error: 'must be `{ code }` or `{ match }`, with a string',
      }),
    result: entered,
  }),
  'mp.list': shapes({
    params: () => none,
    result: () => z.strictObject({ matches: z.array(matchListEntry()) }),
  }),
  'mp.send': shapes({
    // A message that is too large has its own code: MESSAGE_TOO_LARGE.
    params: () => z.object({ data: json, to: optional(playerId) }),
    result: () => empty,
  }),
  'mp.leave': shapes({ params: () => none, result: () => empty }),
} as const satisfies ShapesOf<typeof MATCHES_CALLS>
