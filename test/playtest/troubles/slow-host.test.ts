import { describe, expect, it } from 'vitest'
import { lateReady, savedUnread } from '../../../src/playtest/troubles/slow-host.js'
import { setBack, takenBack } from '../../../src/playtest/troubles/taps-and-answers.js'
import type { LogEntry } from '../../../src/testing/index.js'

const call = (
  seq: number,
  method: 'storage.get' | 'storage.set' | 'ready',
  sentMs: number,
  key = 'taps',
  value?: string,
): LogEntry => ({
  seq,
  at: new Date(sentMs).toISOString(),
  seat: 1,
  kind: 'call',
  id: String(seq),
  method,
  wire: method,
  params: { key, value },
  ms: 1,
  bytes: 1,
  gesture: false,
  answered: { order: seq, after: seq, at: new Date(sentMs + 1).toISOString() },
})

const found = (...log: readonly LogEntry[]) =>
  savedUnread('index.html', log, 3_000).map(({ message }) => message)

describe('a save while answers are slow', () => {
  it('overwrites what the app has asked for and not got yet', () => {
    expect(found(call(4, 'storage.get', 0), call(7, 'storage.set', 2_999))).toEqual([
      'storage.set (log entry 7) overwrites "taps" before storage.get (log entry 4) was answered, so the saved value is lost.',
    ])
  })

  it('is fine after the answer, under another key, under one that is never read, as a choice, or before it is read again', () => {
    expect(found(call(4, 'storage.get', 0), call(7, 'storage.set', 3_002))).toEqual([])
    expect(found(call(4, 'storage.get', 0), call(7, 'storage.set', 1_000, 'muted'))).toEqual([])
    expect(found(call(7, 'storage.set', 1_000))).toEqual([])
    expect(found(call(4, 'storage.get', 0), call(7, 'storage.set', 1_000, 'taps', 'off'))).toEqual([])
    expect(
      found(call(4, 'storage.set', 0), call(5, 'storage.get', 100), call(7, 'storage.set', 1_000)),
    ).toEqual([])
  })
})

describe('4.2: `ready` while answers are slow', () => {
  const late = (...log: readonly LogEntry[]) =>
    lateReady('index.html', log, 3_000).map(({ rule, message }) => [rule, message])

  it('is late if it waits for one', () => {
    expect(late(call(1, 'storage.get', 0), call(2, 'storage.get', 5), call(3, 'ready', 3_020))).toEqual([
      [
        'run/ready-late',
        'The app calls Service.ready() only once storage.get (log entry 2) is answered: 3 s after it was asked here, when the cover is gone.',
      ],
    ])
  })

  it('is not late before the answer, or if it waits for something else', () => {
    expect(late(call(1, 'storage.get', 0), call(3, 'ready', 1_000))).toEqual([])
    expect(late(call(1, 'storage.get', 0), call(3, 'ready', 5_000))).toEqual([])
    expect(late(call(1, 'ready', 0), call(2, 'storage.get', 5), call(3, 'ready', 3_020))).toEqual([])
    expect(late()).toEqual([])
  })
})

describe('taps before the first answers', () => {
  const counts = (taps: number, lines = 4): ReadonlyMap<string, number> =>
    new Map([
      ['Taps: #\n1', taps],
      ['lines', lines],
    ])

  it('are not set back by them', () => {
    expect(takenBack(counts(0), counts(3), counts(0))).toBe(
      'Taps before the first answers change "Taps: …" from 0 to 3, and the answers set it back.',
    )
    expect(takenBack(counts(0), counts(3), counts(3))).toBeNull()
  })

  it('may count together with what was saved, or be of another view', () => {
    expect(takenBack(counts(0), counts(3), counts(45))).toBeNull()
    expect(takenBack(counts(5), counts(3), counts(5))).toBeNull()
    expect(takenBack(counts(0, 4), counts(0, 5), counts(0, 4))).toBeNull()
    expect(takenBack(new Map(), counts(3), counts(0))).toBeNull()
    expect(takenBack(counts(0), counts(3), new Map())).toBeNull()
  })
})

describe('a switch that is tapped before the first answers', () => {
  const mute = (state: string) => [{ key: '#mute', label: 'Mute', state, isNamed: true, at: { x: 1, y: 1 } }]

  it('is not set back by them', () => {
    expect(setBack(mute('off'), mute('on'), mute('off'))).toBe(
      'The button "Mute" was tapped before the first answers, and they set it back.',
    )
    expect(setBack(mute('off'), mute('on'), mute('on'))).toBeNull()
  })

  it('may do nothing yet, or be of another view', () => {
    expect(setBack(mute('off'), mute('off'), mute('off'))).toBeNull()
    expect(setBack(mute('off'), [], mute('off'))).toBeNull()
    expect(setBack([], mute('on'), mute('off'))).toBeNull()
  })
})
