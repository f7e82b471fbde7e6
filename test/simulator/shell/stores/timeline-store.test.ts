import { describe, expect, it } from 'vitest'
import type { MessageEntry, Timeline, TimelineEntry } from '../../../../src/host/matches/timeline-entry.js'
import {
  bandsOf,
  laneSeats,
  nearestTick,
  ticksOf,
} from '../../../../src/simulator/shell/panels/timeline/lanes.js'
import {
  createTimelineStore,
  type TimelineKind,
} from '../../../../src/simulator/shell/stores/timeline-store.js'

const at = (seconds: number): string => new Date(seconds * 1_000).toISOString()

const message = (seq: number, changes: Partial<MessageEntry> = {}): MessageEntry => ({
  seq,
  at: at(seq),
  match: 'm1',
  kind: 'message',
  seat: 1,
  player: 'p',
  to: null,
  type: 'move',
  data: { t: 'move', x: seq },
  bytes: 20,
  outcome: 'sent',
  deliveries: [{ seat: 2, outcome: 'delivered', ms: 3 }],
  previous: null,
  ...changes,
})

const player = (seq: number, kind: 'joined' | 'host', seat: number): TimelineEntry => ({
  seq,
  at: at(seq),
  match: 'm1',
  kind,
  seat,
  player: `p~${seat}`,
})

const left = (seq: number, seat: number): TimelineEntry => ({
  seq,
  at: at(seq),
  match: 'm1',
  kind: 'left',
  seat,
  player: `p~${seat}`,
  reason: 'connection_lost',
})

const M1 = { id: 'm1', code: 'ABCDEF', startedAt: at(0), closedAt: null }

/** A store, its requests, and the answers that it will get. */
const setUp = (...answers: (Partial<Timeline> | Error)[]) => {
  const requests: number[] = []
  const store = createTimelineStore(async (after) => {
    requests.push(after)
    const answer = answers.shift() ?? {}
    if (answer instanceof Error) throw answer
    return { revision: after, first: 1, matches: [M1], entries: [], ...answer }
  })
  return { store, requests }
}

const numbers = (entries: readonly TimelineEntry[]) => entries.map(({ seq }) => seq)

describe('the timeline in a window', () => {
  it('asks for what is new, replaces what changed, and drops what the host dropped', async () => {
    const underway = message(2, { deliveries: [{ seat: 2, outcome: 'underway', ms: null }] })
    const { store, requests } = setUp(
      { revision: 2, entries: [message(1), underway] },
      { revision: 4, first: 2, entries: [message(2), message(3)] },
    )
    await store.refresh()
    expect(store.all.value).toEqual([message(1), underway])
    await store.refresh()
    expect([requests, store.all.value]).toEqual([
      [0, 2],
      [message(2), message(3)],
    ])
  })

  it('starts again with a simulator that was started again', async () => {
    const { store, requests } = setUp(
      { revision: 90, first: 5, entries: [message(5), message(6)] },
      { revision: 1, entries: [] },
      { revision: 1, entries: [message(1)] },
    )
    await store.refresh()
    await store.refresh()
    expect([requests, numbers(store.all.value)]).toEqual([[0, 90, 0], [1]])
  })

  it('asks once more after a request that came meanwhile, and says why it failed', async () => {
    const { store, requests } = setUp(
      new Error('Gone.'),
      { revision: 1, entries: [message(1)] },
      new Error('Gone.'),
    )
    const first = store.refresh()
    expect(store.refresh()).toBe(first)
    store.refresh()
    await first
    expect([requests, store.problem.value, numbers(store.all.value)]).toEqual([[0, 0], null, [1]])
    await store.refresh()
    expect(store.problem.value).toBe('Gone.')
  })

  it('is filtered by match, player, kind, type and text', async () => {
    const entries: readonly TimelineEntry[] = [
      player(1, 'joined', 1),
      player(2, 'host', 1),
      player(3, 'joined', 2),
      message(4),
      message(5, { seat: 2, type: 'state', data: { t: 'state', word: 'Boat' } }),
      message(6, { deliveries: [{ seat: 2, outcome: 'lost', ms: null }] }),
      message(7, { outcome: 'dropped', deliveries: [] }),
      {
        seq: 8,
        at: at(8),
        match: 'm1',
        kind: 'desync',
        number: 3,
        hashes: [
          { hash: 'a', seats: [1] },
          { hash: 'b', seats: [2] },
        ],
      },
      left(9, 2),
      { seq: 10, at: at(10), match: 'm1', kind: 'closed', reason: 'idle', seats: [1] },
      message(11, { match: 'm2' }),
    ]
    const { store } = setUp({ revision: 11, matches: [M1, { ...M1, id: 'm2' }], entries })
    await store.refresh()
    expect(store.types.value).toEqual(['move', 'state'])
    const of = (kind: TimelineKind) => {
      store.kind.value = kind
      return numbers(store.shown.value)
    }
    expect(of('players')).toEqual([1, 2, 3, 9, 10])
    expect(of('messages')).toEqual([4, 5, 6, 7, 11])
    expect(of('losses')).toEqual([6, 7, 9])
    expect(of('desync')).toEqual([8])
    expect(of('type:state')).toEqual([5])
    expect(of('all')).toHaveLength(11)
    store.text.value = ' boat '
    expect(numbers(store.shown.value)).toEqual([5])
    store.text.value = 'connection_lost'
    expect(numbers(store.shown.value)).toEqual([9])
    store.text.value = ''
    store.seat.value = 2
    expect(numbers(store.shown.value)).toEqual([3, 5, 8, 9])
    store.seat.value = null
    store.match.value = 'm2'
    expect(numbers(store.shown.value)).toEqual([11])
  })

  it('shows all matches again once the shown one is forgotten', async () => {
    const { store } = setUp(
      { revision: 1, entries: [message(1)] },
      { revision: 2, first: 2, matches: [], entries: [] },
    )
    await store.refresh()
    store.match.value = 'm1'
    await store.refresh()
    expect([store.match.value, store.all.value]).toEqual([null, []])
  })

  it('is filtered in a few milliseconds when it is full', async () => {
    const entries = Array.from({ length: 20_000 }, (_, index) =>
      message(index + 1, { seat: (index % 8) + 1 }),
    )
    const { store } = setUp({ revision: 20_000, entries })
    await store.refresh()
    store.text.value = '"x":19999'
    expect(store.shown.value).toHaveLength(1)
    const { user } = process.cpuUsage()
    store.text.value = '"x":19998'
    expect(store.shown.value).toHaveLength(1)
    expect(process.cpuUsage().user - user).toBeLessThan(100_000)
  })
})

describe('the lanes of the timeline', () => {
  it('are those of players, with who was there and who was the host', () => {
    const entries = [
      player(1, 'joined', 1),
      player(2, 'host', 1),
      player(3, 'joined', 3),
      left(5, 1),
      player(6, 'host', 3),
    ]
    expect(laneSeats(entries)).toEqual([1, 3])
    expect(bandsOf(entries, 10_000)).toEqual([
      { seat: 1, from: 1_000, to: 5_000, host: false },
      { seat: 1, from: 2_000, to: 5_000, host: true },
      { seat: 3, from: 3_000, to: 10_000, host: false },
      { seat: 3, from: 6_000, to: 10_000, host: true },
    ])
  })

  it('begin at the oldest entry for players who joined before it', () => {
    expect(bandsOf([message(4), message(6, { seat: 2 })], 6_000)).toEqual([
      { seat: 1, from: 4_000, to: 6_000, host: false },
      { seat: 2, from: 4_000, to: 6_000, host: false },
    ])
  })

  it('have the messages of a period, and find the nearest to a click', () => {
    const entries = [message(1), message(100), message(101, { seat: 2, outcome: 'lost' }), message(103)]
    const ticks = ticksOf(entries, 99_000, 102_000)
    expect(ticks).toEqual([
      { seq: 101, seat: 2, time: 101_000, loss: true },
      { seq: 100, seat: 1, time: 100_000, loss: false },
    ])
    expect(nearestTick(ticks, 1, 100_400, 500)?.seq).toBe(100)
    expect(nearestTick(ticks, 1, 100_600, 500)).toBeNull()
    expect(nearestTick(ticks, 3, 100_000, 500)).toBeNull()
  })
})
