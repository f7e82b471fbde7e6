import { describe, expect, it } from 'vitest'
import { longestSaved, lostSilently } from '../../../src/playtest/troubles/storage-full.js'
import type { LogEntry } from '../../../src/testing/index.js'

const set = (seq: number, code?: 'STORAGE_FULL', value = '1'): LogEntry => ({
  kind: 'call',
  seq,
  at: '2026-01-01T00:00:00.000Z',
  seat: 1,
  id: String(seq),
  method: 'storage.set',
  wire: 'storage.set',
  params: { key: 'taps', value },
  ms: 1,
  bytes: 1,
  gesture: false,
  ...(code === undefined ? {} : { error: { code, message: 'Storage is full.' } }),
})

const found = (log: readonly LogEntry[], usual: readonly string[], words: readonly string[]) =>
  lostSilently('index.html', log, new Set(usual), new Set(words)).map(({ message }) => message)

describe('what is drawn', () => {
  it('8.2: is as long as the longest value that was saved, also where that was refused', () => {
    expect(longestSaved([set(1), set(2, 'STORAGE_FULL', '123')])).toBe(3)
    expect(longestSaved([])).toBe(0)
  })
})

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
