import { describe, expect, it } from 'vitest'
import { lostSilently } from '../../../src/playtest/troubles/storage-full.js'
import type { LogEntry } from '../../../src/testing/index.js'

const set = (seq: number, code?: 'STORAGE_FULL'): LogEntry => ({
  kind: 'call',
  seq,
  at: '2026-01-01T00:00:00.000Z',
  seat: 1,
  id: String(seq),
  method: 'storage.set',
  wire: 'storage.set',
  params: { key: 'taps', value: '1' },
  ms: 1,
  bytes: 1,
  gesture: false,
  ...(code === undefined ? {} : { error: { code, message: 'Storage is full.' } }),
})

const found = (log: readonly LogEntry[], usual: readonly string[], words: readonly string[]) =>
  lostSilently('index.html', log, new Set(usual), new Set(words)).map(({ message }) => message)

describe('a full storage', () => {
  it('is not spoken of if the app writes no word that it does not write otherwise', () => {
    expect(found([set(3, 'STORAGE_FULL'), set(4, 'STORAGE_FULL')], ['tap', 'taps'], ['tap'])).toEqual([
      'Storage was full: storage.set (log entry 3) and 1 more were refused, and the app showed no message.',
    ])
  })

  it('is spoken of if the app writes something, or saves nothing', () => {
    expect(found([set(3, 'STORAGE_FULL')], ['tap'], ['tap', 'full'])).toEqual([])
    expect(found([set(3)], ['tap'], ['tap'])).toEqual([])
  })
})
