import { describe, expect, it } from 'vitest'
import { causedBreaches } from '../../../src/playtest/troubles/play-trouble.js'
import type { LogEntry } from '../../../src/testing/index.js'

const common = { at: '2026-01-01T00:00:00.000Z', seat: 1 }

const refused = (seq: number, code: 'STORAGE_FULL' | 'INVALID', line: number): LogEntry => ({
  ...common,
  seq,
  kind: 'call',
  id: String(seq),
  method: 'storage.set',
  wire: 'storage.set',
  params: {},
  ms: 1,
  bytes: 10,
  gesture: false,
  error: { code, message: 'No.' },
  calledFrom: { file: 'app.js', line, column: 1 },
})

const rejection = (seq: number, line: number): LogEntry => ({
  ...common,
  seq,
  kind: 'rejection',
  message: 'Error: No.',
  file: 'app.js',
  line,
  column: 1,
})

const messages = (log: readonly LogEntry[]): readonly string[] =>
  causedBreaches('index.html', log, ['STORAGE_FULL']).map(({ rule, message }) => `${rule}: ${message}`)

describe('the log of a run in trouble', () => {
  it('has no mistake of the app where a call is refused because of the trouble, and one where it is for another reason', () => {
    expect(messages([refused(1, 'STORAGE_FULL', 3)])).toEqual([])
    expect(messages([refused(1, 'INVALID', 3)])).toEqual([
      'run/call-refused: storage.set was refused with INVALID: No.',
    ])
  })

  it('names the call at the same line whose refusal nothing handled, and its log entry', () => {
    const log = [
      refused(1, 'STORAGE_FULL', 3),
      refused(2, 'STORAGE_FULL', 4),
      rejection(3, 3),
      rejection(4, 9),
    ]
    expect(messages(log)).toEqual([
      'run/unhandled-rejection: Error: No. The app does not handle that storage.set (log entry 1) was refused.',
      'run/unhandled-rejection: Error: No.',
    ])
  })
})
