import { expect, it } from 'vitest'
import { callStorms } from '../../../src/playtest/troubles/offline.js'
import type { LogEntry } from '../../../src/testing/index.js'

const refused = (milliseconds: number): LogEntry => ({
  kind: 'call',
  seq: 1,
  at: new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString(),
  seat: 1,
  id: '1',
  method: 'storage.get',
  wire: 'storage.get',
  params: { key: 'taps' },
  error: { code: 'OFFLINE', message: 'No connection.' },
  ms: 1,
  bytes: 1,
  gesture: false,
})

const found = (count: number, everyMs: number) =>
  callStorms(
    'index.html',
    Array.from({ length: count }, (_, index) => refused(index * everyMs)),
  ).map(({ rule, message }) => [rule, message])

it('reports a call that is made again as soon as it was refused, and not one that waits', () => {
  expect(found(60, 20)).toEqual([
    [
      'run/call-storm',
      'storage.get was refused with OFFLINE 50 times within a second, and called again each time.',
    ],
  ])
  expect(found(60, 100)).toEqual([])
  expect(found(3, 0)).toEqual([])
})
