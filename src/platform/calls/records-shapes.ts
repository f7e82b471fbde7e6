import * as z from 'zod/mini'
import { KEY_MAX_CHARACTERS, LIST_PAGE_MAX, LIST_PAGE_MIN, RECORD_VALUE_MAX_BYTES } from '../limits.js'
import { KEY_PATTERN } from '../storage-limits.js'
import { formatNumber, utf8Bytes } from '../text.js'
import type { RECORDS_CALLS } from './records.js'
import { none, optional, player, playerId, type ShapesOf, shapes } from './shape.js'

const recordKey = () =>
  z
    .string()
    .check(z.regex(KEY_PATTERN, `must be 1 to ${KEY_MAX_CHARACTERS} characters of A-Z a-z 0-9 _ . : -`))

/** A shared record as the app sees it (2.7). */
const sharedRecord = () =>
  z.strictObject({
    player,
    key: z.string(),
    value: z.string(),
    rank: z.nullable(z.number()),
    replaceable: z.boolean(),
    updated_at: z.iso.datetime(),
  })

export const RECORDS_SHAPES = {
  'db.set': shapes({
    params: () =>
      z.object({
        key: recordKey(),
        value: z
          .string()
          .check(
            z.refine(
              (value) => utf8Bytes(value) <= RECORD_VALUE_MAX_BYTES,
              `must be at most ${formatNumber(RECORD_VALUE_MAX_BYTES)} bytes`,
            ),
          ),
        replaceable: optional(z.boolean()),
        rank: optional(z.number()),
      }),
    result: () => z.strictObject({ saved: z.boolean() }),
  }),
  'db.get': shapes({
    params: () => z.object({ key: recordKey(), player: optional(playerId) }),
    result: () => z.strictObject({ record: z.nullable(sharedRecord()) }),
  }),
  'db.list': shapes({
    params: () =>
      z.object({
        key: recordKey(),
        order: optional(z.enum(['rank_desc', 'rank_asc', 'recent'])),
        limit: optional(z.int().check(z.gte(LIST_PAGE_MIN), z.lte(LIST_PAGE_MAX))),
        cursor: optional(z.string()),
      }),
    result: () => z.strictObject({ records: z.array(sharedRecord()), next: z.nullable(z.string()) }),
  }),
  'db.remove': shapes({
    params: () => z.object({ key: recordKey() }),
    result: () => z.strictObject({ removed: z.literal(true) }),
  }),
  'db.usage': shapes({
    params: () => none,
    result: () => z.strictObject({ bytes: z.int(), limit: z.int() }),
  }),
} as const satisfies ShapesOf<typeof RECORDS_CALLS>
