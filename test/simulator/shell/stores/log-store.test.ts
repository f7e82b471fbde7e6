import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../../src/host/log/call-log.js'
import {
  createLogStore,
  LOG_CAPACITY,
  LOG_FILTERS,
  LOG_MAX_WEIGHT,
} from '../../../../src/simulator/shell/stores/log-store.js'
import {
  callEntry,
  eventEntry,
  pendingEntry,
  refusedEntry,
  reportEntry,
} from '../../../support/cases/log-entries.js'

const setUp = () => createLogStore((run) => run())
const seqs = (entries: readonly LogEntry[]) => entries.map(({ seq }) => seq)

describe('the log', () => {
  it('shows entries in the order they came', () => {
    const log = setUp()
    log.add([callEntry(1), eventEntry(2)])
    log.add([callEntry(3)])
    expect(seqs(log.view.value.entries)).toEqual([1, 2, 3])
    expect(log.view.value.total).toBe(3)
  })

  it('keeps fewer of entries that are as large as an app can make them', () => {
    const log = setUp()
    const message = 'x'.repeat(60_000)
    const at = '2026-01-02T03:04:05.006Z'
    for (let seq = 1; seq <= 2_000; seq++) log.add([{ seq, at, seat: 1, kind: 'note', message }])
    const kept = seqs(log.view.value.entries)
    expect(kept.length * 2 * message.length).toBeLessThanOrEqual(LOG_MAX_WEIGHT)
    expect(kept.length).toBeGreaterThan(400)
    expect(kept.at(-1)).toBe(2_000)
    expect(log.view.value.total).toBe(kept.length)
  })

  it('counts the failures since the app was loaded, of each seat', () => {
    const log = setUp()
    const at = '2026-01-02T03:04:05.006Z'
    const load = (seq: number, seat: number): LogEntry => ({
      seq,
      at,
      seat,
      kind: 'note',
      message: 'Loaded.',
      action: { do: 'open', app: {}, sheets: [], pageVisible: true },
      loadedAfter: seq - 2,
    })
    log.add([refusedEntry(1), refusedEntry(2, { seat: 2 }), reportEntry(3)])
    expect(log.failures.value).toBe(3)
    log.add([refusedEntry(4), load(5, 1)])
    // The request that came before the note is of this load.
    expect(log.failures.value).toBe(2)
    log.add([reportEntry(6)])
    expect(log.failures.value).toBe(3)
    log.add([callEntry(7), load(8, 1), load(9, 2)])
    expect(log.failures.value).toBe(0)
  })

  it.each([
    ['all', [1, 2, 3, 4, 5, 6, 7]],
    ['calls', [1, 2, 6]],
    ['events', [3]],
    ['failures', [2, 4, 6]],
    ['app', [4, 5]],
    ['notes', [7]],
  ] as const)('filters by kind: %s', (filter, expected) => {
    const log = setUp()
    const at = '2026-01-02T03:04:05.006Z'
    log.add([
      callEntry(1),
      refusedEntry(2),
      eventEntry(3),
      reportEntry(4),
      reportEntry(5, { kind: 'console' }),
      { seq: 6, at, seat: 1, kind: 'dropped', method: 'share', wire: 'share', bytes: 9, why: 'Too large.' },
      { seq: 7, at, seat: 1, kind: 'note', message: 'Reloaded.' },
    ])
    log.filter.value = filter
    expect(seqs(log.view.value.entries)).toEqual(expected)
    expect(log.failures.value).toBe(3)
  })

  it.each([
    ['storage.set', [2]],
    ['STORAGE.SET', [2]],
    ['invalid_key', [3]],
    ['level-9', [4]],
    ['"dark"', [5]],
    ['phaser', [6]],
    ['game.js', [6]],
    ['  phaser  ', [6]],
    ['nothing of that', []],
  ])('finds by text: %s', (text, expected) => {
    const log = setUp()
    log.add([
      callEntry(1),
      callEntry(2, { method: 'storage.set' }),
      refusedEntry(3),
      callEntry(4, { params: { key: 'level-9' } }),
      eventEntry(5),
      reportEntry(6),
    ])
    log.text.value = text
    expect(seqs(log.view.value.entries)).toEqual(expected)
  })

  it.each(['multiplayer.send', 'mp.send'])(
    'finds a call by its name in the SDK and in the protocol: %s',
    (text) => {
      const log = setUp()
      log.add([
        callEntry(1),
        callEntry(2, { method: 'multiplayer.send', wire: 'mp.send', params: { data: 1 } }),
      ])
      log.text.value = text
      expect(seqs(log.view.value.entries)).toEqual([2])
    },
  )

  it('filters what is added later as it filters what was there', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom('call', 'refused', 'event', 'report'), { maxLength: 5 }), {
          maxLength: 8,
        }),
        fc.constantFrom(...LOG_FILTERS),
        fc.constantFrom('', 'best', 'phaser'),
        (batches, filter, text) => {
          const made = { call: callEntry, refused: refusedEntry, event: eventEntry, report: reportEntry }
          let seq = 0
          const entries = batches.map((batch) => batch.map((kind) => made[kind](++seq)))
          const grown = setUp()
          grown.filter.value = filter
          grown.text.value = text
          for (const batch of entries) {
            grown.add(batch)
            grown.view.value
          }
          const whole = setUp()
          whole.add(entries.flat())
          whole.filter.value = filter
          whole.text.value = text
          expect(grown.view.value).toEqual(whole.view.value)
        },
      ),
    ))

  it('keeps as many calls as it says, as a host logs them', () => {
    const log = setUp()
    const call = (seq: number): LogEntry => ({
      seq,
      at: '2026-01-01T12:00:00.000Z',
      kind: 'call',
      seat: 1,
      id: `lunog5t24k-${seq}`,
      method: 'storage.get',
      wire: 'storage.get',
      params: { key: `level:${seq}` },
      result: 'null',
      ms: 0.3,
      bytes: 90,
      gesture: false,
      received: { order: seq, after: seq - 1, at: '2026-01-01T12:00:00.000Z' },
      answered: { order: seq, after: seq, at: '2026-01-01T12:00:00.000Z' },
    })
    log.add(Array.from({ length: LOG_CAPACITY }, (_, index) => call(index + 1)))
    expect(log.view.value.total).toBe(LOG_CAPACITY)
  })

  it('keeps the newest entries when full', () => {
    const log = setUp()
    const entry = callEntry(0)
    log.add(Array.from({ length: LOG_CAPACITY }, (_, index) => ({ ...entry, seq: index + 1 })))
    expect(log.view.value.total).toBe(LOG_CAPACITY)
    log.add([refusedEntry(LOG_CAPACITY + 1)])
    const { entries, total } = log.view.value
    expect(total).toBe(LOG_CAPACITY * 0.9)
    expect(entries.at(-1)?.seq).toBe(LOG_CAPACITY + 1)
    expect(entries[0]?.seq).toBe(LOG_CAPACITY + 2 - total)
    expect(log.failures.value).toBe(1)
  })

  it('removes all entries on replace', () => {
    const log = setUp()
    log.add([refusedEntry(1), callEntry(2)])
    log.view.value
    log.replace([callEntry(1)])
    expect(seqs(log.view.value.entries)).toEqual([1])
    expect(log.failures.value).toBe(0)
  })

  it('replaces a pending call in its place, with any filter and in the counts', () => {
    const log = setUp()
    log.add([callEntry(1), pendingEntry(2), pendingEntry(3), callEntry(4)])
    expect(seqs(log.view.value.entries)).toEqual([1, 2, 3, 4])
    const refused = refusedEntry(2)
    log.add([refused])
    expect(log.view.value.entries[1]).toEqual(refused)
    expect(log.view.value.total).toBe(4)
    expect(log.failures.value).toBe(1)
    log.filter.value = 'failures'
    expect(seqs(log.view.value.entries)).toEqual([2])
    log.add([refusedEntry(5)])
    expect(seqs(log.view.value.entries)).toEqual([2, 5])
    log.add([refusedEntry(3)])
    expect(seqs(log.view.value.entries)).toEqual([2, 3, 5])
    log.filter.value = 'all'
    expect(seqs(log.view.value.entries)).toEqual([1, 2, 3, 4, 5])
  })

  it('puts the answer of a call that was cleared in its place', () => {
    const log = setUp()
    log.replace([callEntry(7)])
    log.view.value
    log.add([callEntry(3)])
    log.add([callEntry(8)])
    expect(seqs(log.view.value.entries)).toEqual([3, 7, 8])
    expect(log.view.value.total).toBe(3)
  })

  it('knows how long a pending call has been running, also one from before the window', () => {
    let now = 50_000
    const log = createLogStore(
      (run) => run(),
      () => now,
    )
    const [old, recent] = [pendingEntry(1), pendingEntry(2)]
    log.replace([old], Date.parse(old.at) + 3_000)
    log.add([recent])
    now += 250
    expect([log.runningMs(old), log.runningMs(recent)]).toEqual([3_250, 250])
  })

  it('draws once for many entries', () => {
    const scheduled: (() => void)[] = []
    const log = createLogStore((run) => scheduled.push(run))
    for (let seq = 1; seq <= 100; seq++) log.add([callEntry(seq)])
    expect(scheduled).toHaveLength(1)
    for (const run of scheduled) run()
    expect(log.view.value.total).toBe(100)
  })

  it('shows one seat’s entries, or everyone’s, and lists the seats', () => {
    const log = setUp()
    log.add([callEntry(1), callEntry(2, { seat: 3 }), refusedEntry(3), callEntry(4, { seat: 2 })])
    expect(log.seats.value).toEqual([1, 2, 3])
    log.seat.value = 3
    expect(seqs(log.view.value.entries)).toEqual([2])
    log.add([callEntry(5, { seat: 3 }), callEntry(6)])
    expect(seqs(log.view.value.entries)).toEqual([2, 5])
    log.seat.value = null
    expect(seqs(log.view.value.entries)).toEqual([1, 2, 3, 4, 5, 6])
    log.replace([])
    expect(log.seats.value).toEqual([])
    log.seat.value = 2
    expect(log.seats.value).toEqual([2])
  })

  it('gives the entries of one seat, newest first', () => {
    const log = setUp()
    log.add([callEntry(1), callEntry(2, { seat: 2 }), callEntry(3)])
    expect(seqs([...log.newestFirst(1)])).toEqual([3, 1])
  })
})

describe('the search', () => {
  const at = '2026-01-02T03:04:05.006Z'
  const filled = () => {
    const log = setUp()
    log.add([
      { ...callEntry(1), seat: 2 },
      refusedEntry(2),
      { ...refusedEntry(3), seat: 2 },
      { ...eventEntry(4), seat: 2 },
      { seq: 5, at, seat: 1, kind: 'note', message: 'Reloaded.' },
    ])
    return log
  }

  it.each([
    ['refused', [2, 3]],
    ['REFUSED  seat 2', [3]],
    ['seat 2', [1, 3, 4]],
    ['seat 3', []],
    ['event', [4]],
    ['note reloaded', [5]],
    ['reloaded nothing', []],
  ])('finds by kind, seat and every word: %s', (text, expected) => {
    const log = filled()
    log.text.value = text
    expect(seqs(log.view.value.entries)).toEqual(expected)
  })
})

describe('the latest page load', () => {
  const opened = (seq: number, seat: number, loadedAfter?: number): LogEntry => ({
    seq,
    at: '2026-01-02T03:04:05.006Z',
    seat,
    kind: 'note',
    message: 'Hello 1.0.0 was loaded.',
    action: { do: 'open', app: {}, sheets: [], pageVisible: true },
    ...(loadedAfter === undefined ? {} : { loadedAfter }),
  })

  it('of each seat can be shown without what came before, and moves on with the next', () => {
    const log = setUp()
    log.thisLoad.value = true
    log.add([callEntry(1), opened(2, 1), { ...callEntry(3), seat: 2 }, opened(4, 2), callEntry(5)])
    expect(seqs(log.view.value.entries)).toEqual([2, 4, 5])
    log.add([reportEntry(6), opened(7, 1, 5)])
    expect(seqs(log.view.value.entries)).toEqual([4, 6, 7])
    log.thisLoad.value = false
    expect(log.view.value.entries).toHaveLength(7)
  })
})
