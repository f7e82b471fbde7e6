import { describe, expect, it } from 'vitest'
import { overwrittenUnread } from '../../../src/playtest/troubles/calls-fail.js'
import type { LogEntry } from '../../../src/testing/index.js'

const call = (seq: number, method: 'storage.get' | 'storage.set', more: object): LogEntry => ({
  seq,
  at: '2026-01-01T00:00:00.000Z',
  seat: 1,
  kind: 'call',
  id: String(seq),
  method,
  wire: method,
  params: { key: 'taps', ...more },
  ms: 1,
  bytes: 1,
  gesture: false,
})

const refused = { ...call(4, 'storage.get', {}), error: { code: 'TIMEOUT' } } as LogEntry
const read = call(5, 'storage.get', {})
const set = (value: string, key = 'taps') => call(7, 'storage.set', { key, value })

const found = (...log: readonly LogEntry[]) =>
  overwrittenUnread('index.html', log, { taps: '12', name: 'Ada' }).map(({ message }) => message)

describe('7: a value that could not be read', () => {
  it('is not overwritten by less', () => {
    expect(found(refused, set('1'))).toEqual([
      '"12" was saved under "taps". storage.get (log entry 4) was refused, and storage.set (log entry 7) then saved "1" over it.',
    ])
  })

  it('may be overwritten once it was read, by more, by a text, and under another key', () => {
    expect(found(refused, read, set('1'))).toEqual([])
    expect(found(read, set('1'))).toEqual([])
    expect(found(refused, set('13'))).toEqual([])
    expect(found(refused, set(''))).toEqual([])
    expect(found(refused, set('Bob', 'name'))).toEqual([])
    expect(found(refused, set('1', 'level'))).toEqual([])
  })
})
