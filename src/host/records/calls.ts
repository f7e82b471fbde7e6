import type { RECORDS_CALLS } from '../../platform/calls/records.js'
import type { ResultOf } from '../../platform/calls/shapes.js'
import {
  LIST_PAGE_DEFAULT,
  SHARED_READS_PER_MINUTE,
  SHARED_STORE_BYTES,
  SHARED_WRITES_PER_MINUTE,
} from '../../platform/limits.js'
import { isoTime, MINUTE_MS } from '../../platform/units.js'
import { nicknameOf } from '../nickname/document.js'
import type { RateLimit } from '../rate-window.js'
import type { Services } from '../services.js'
import type { Call, Handlers } from '../session/call.js'
import { CallRejection } from '../session/call-rejection.js'
import { removeRecord, writeRecord } from './document.js'
import { decodeCursor, encodeCursor } from './shared-store.js'
import type { StoredRecord } from './stored-record.js'

/** `db.*`: records that everyone in the app can read (4.6, 8.3). */
export const SHARED_STORE = {
  'db.set': async ({ key, value, replaceable = false, rank }, call, { records }) => {
    takeWrite(call)
    const { seat, clock } = call.session
    const write = { player: seat.appUserId, key, value, replaceable, rank: rank ?? null }
    const outcome = await writeRecord(records, write, clock.now())
    if (outcome.outcome === 'store-full')
      throw new CallRejection(
        'STORE_FULL',
        'The shared store is full and nothing in it may be replaced.',
        `All records of the app share ${SHARED_STORE_BYTES.toLocaleString('en')} bytes, and only replaceable records make room (4.6). Write records that may be lost with \`replaceable: true\`.`,
      )
    if (outcome.outcome === 'saved') call.saved('records')
    return { saved: outcome.outcome === 'saved' }
  },

  'db.get': ({ key, player }, call, { records, nickname }) => {
    takeRead(call)
    const record = records.value.get(player ?? call.session.seat.appUserId, key)
    return { record: record === null ? null : shown(record, nickname) }
  },

  'db.list': ({ key, order = 'rank_desc', limit = LIST_PAGE_DEFAULT, cursor }, call, services) => {
    const after = cursor === undefined ? null : decodeCursor(key, order, cursor)
    if (after === null && cursor !== undefined)
      throw new CallRejection(
        'INVALID',
        'The cursor does not come from `db.list` with this key and order.',
        'Pass `next` of the previous page unchanged, with the same key and order (4.6).',
      )
    takeRead(call)
    const { records, next } = services.records.value.list(key, order, limit, after)
    return {
      records: records.map((record) => shown(record, services.nickname)),
      next: next === null ? null : encodeCursor(key, order, next),
    }
  },

  'db.remove': async ({ key }, call, { records }) => {
    takeWrite(call)
    const { appUserId } = call.session.seat
    if (records.value.get(appUserId, key) !== null) {
      await removeRecord(records, appUserId, key)
      call.saved('records')
    }
    return { removed: true }
  },

  'db.usage': (_params, call, { records }) => {
    takeRead(call)
    return { bytes: records.value.bytes, limit: SHARED_STORE_BYTES }
  },
} as const satisfies Handlers<keyof typeof RECORDS_CALLS, 'records' | 'nickname'>

/** A record as apps see it (2.7). */
const shown = (
  record: StoredRecord,
  nicknames: Services['nickname'],
): ResultOf<'db.list'>['records'][number] => ({
  player: { id: record.player, nickname: nicknameOf(nicknames, record.player) },
  key: record.key,
  value: record.value,
  rank: record.rank,
  replaceable: record.replaceable,
  updated_at: isoTime(record.updatedAt),
})

const WRITES: RateLimit = { limit: SHARED_WRITES_PER_MINUTE, windowMs: MINUTE_MS }
const READS: RateLimit = { limit: SHARED_READS_PER_MINUTE, windowMs: MINUTE_MS }

const takeWrite = (call: Call): void => take(WRITES, call, 'writes to')

const takeRead = (call: Call): void => take(READS, call, 'reads of')

const take = (limit: RateLimit, { session: { seat, clock } }: Call, what: string): void => {
  const wait = seat.rate(limit).take(clock.now())
  if (wait === null) return
  throw new CallRejection(
    'RATE_LIMITED',
    `More than ${limit.limit} ${what} the shared store in a minute.`,
    `The next one is possible in ${Math.ceil(wait / 1_000)} s (8.3).`,
  )
}
