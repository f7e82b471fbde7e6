import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../src/platform/error-codes.js'
import * as limits from '../../src/platform/limits.js'

// The numbers as the document's tables print them, written out again by hand: a slip in limits.ts shows here.
describe('8: limits', () => {
  it.each([
    ['8.1: zip size 20 MB', limits.MAX_ZIP_BYTES, 20_971_520],
    ['8.1: unpacked total 60 MB', limits.MAX_UNPACKED_BYTES, 62_914_560],
    ['8.1: one file 20 MB', limits.MAX_FILE_BYTES, 20_971_520],
    ['8.1: 1,000 files', limits.MAX_FILES, 1000],
    ['8.1: ratio judged over 1 MB', limits.RATIO_CHECKED_ABOVE_BYTES, 1_048_576],
    ['8.1: 100 to 1', limits.MAX_COMPRESSION_RATIO, 100],
    ['8.1: 10 levels', limits.MAX_PATH_LEVELS, 10],
    ['8.1: 180 characters', limits.MAX_PATH_CHARACTERS, 180],
    ['8.1: 5 screenshots', limits.MAX_SCREENSHOTS, 5],
    ['8.1: 50 products', limits.MAX_PRODUCTS, 50],
    ['8.1: auto-approval after 1 hour', limits.AUTO_APPROVAL_WAIT_MS, 3_600_000],
    ['8.2: storage value', limits.STORAGE_VALUE_MAX_CHARACTERS, 4096],
    ['8.2: storage keys', limits.STORAGE_MAX_KEYS, 1024],
    ['8.2: storage writes per minute', limits.STORAGE_WRITES_PER_MINUTE, 120],
    ['8.2: request size 64 KB', limits.REQUEST_MAX_BYTES, 65_536],
    ['8.2: share request 9 MB', limits.SHARE_REQUEST_MAX_BYTES, 9_437_184],
    ['8.2: request id', limits.REQUEST_ID_MAX_CHARACTERS, 64],
    ['8.2: ready times out after 10 s', limits.READY_TIMEOUT_MS, 10_000],
    ['8.2: other calls after 20 s', limits.CALL_TIMEOUT_MS, 20_000],
    ['8.2: loading cover 3 s', limits.COVER_MAX_MS, 3000],
    ['8.2: session 12 hours', limits.SESSION_MS, 43_200_000],
    ['8.2: 20 share sheets an hour', limits.SHARES_PER_HOUR, 20],
    ['8.3: shared store 1,048,576 bytes', limits.SHARED_STORE_BYTES, 1_048_576],
    ['8.3: record value', limits.RECORD_VALUE_MAX_BYTES, 1024],
    ['8.3: writes per minute', limits.SHARED_WRITES_PER_MINUTE, 60],
    ['8.3: reads per minute', limits.SHARED_READS_PER_MINUTE, 120],
    ['8.3: message bytes', limits.MESSAGE_MAX_BYTES, 1024],
    ['8.3: meta bytes', limits.MATCH_META_MAX_BYTES, 256],
    ['8.3: 500 live matches', limits.LIVE_MATCHES_PER_APP, 500],
    ['8.3: idle after 10 minutes', limits.MATCH_IDLE_MS, 600_000],
    ['8.3: closes after 4 hours', limits.MATCH_MAX_MS, 14_400_000],
    ['8.4: product price from 0.1', limits.PRODUCT_PRICE_MIN_THOUSANDTHS, 100],
    ['8.4: product price to 20', limits.PRODUCT_PRICE_MAX_THOUSANDTHS, 20_000],
    ['8.4: access price to 50', limits.ACCESS_PRICE_MAX_THOUSANDTHS, 50_000],
    ['8.4: consumable refund after 24 hours', limits.CONSUMABLE_REFUND_MS, 86_400_000],
    ['8.4: hold of 7 days', limits.PAYOUT_HOLD_MS, 604_800_000],
  ])('%s', (_title, actual, expected) => {
    expect(actual).toBe(expected)
  })
})

describe('7: errors', () => {
  it('knows the 26 codes of the table, in its order', () => {
    expect(Object.keys(ERROR_CODES)).toEqual(
      (
        'NO_HOST TIMEOUT INVALID INVALID_KEY VALUE_TOO_LONG STORAGE_FULL RATE_LIMITED NEEDS_TAP BUSY STORE_FULL ' +
        'MATCH_FULL NO_SUCH_MATCH ALREADY_IN_MATCH NOT_IN_MATCH MESSAGE_TOO_LARGE INVALID_IMAGE IMAGE_TOO_LARGE ' +
        'INVALID_TEXT NO_SUCH_PRODUCT NOT_CONSUMABLE LAUNCH_INVALID MINI_APP_UNAVAILABLE MINI_APP_DELETED OFFLINE ' +
        'UNKNOWN_METHOD NOT_DECLARED'
      ).split(' '),
    )
  })
})
