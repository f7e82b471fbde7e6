import { describe, expect, it } from 'vitest'
import { type Span, standsStill } from '../../../src/playtest/together/activity.js'
import type { MessageEntry } from '../../../src/testing/index.js'

const message = (seat: number, to: string | null, reaches: readonly number[]): MessageEntry => ({
  kind: 'message',
  seq: 1,
  at: '2026-01-01T00:00:00.000Z',
  match: 'm_1',
  seat,
  player: `u_${seat}`,
  to,
  type: 'move',
  data: {},
  bytes: 2,
  outcome: 'sent',
  deliveries: reaches.map((one) => ({ seat: one, outcome: 'delivered', ms: 1 })),
  previous: null,
})

const span = (
  entries: readonly MessageEntry[],
  {
    from = [],
    to = [],
    moved = [],
  }: {
    readonly from?: readonly (readonly [number, number])[]
    readonly to?: readonly (readonly [number, number])[]
    readonly moved?: readonly number[]
  } = {},
): Span => ({
  entries,
  statesBefore: new Map(from),
  statesAfter: new Map(to),
  moved: new Set(moved),
})

const BOTH = new Set([2, 3])
const TALK = Array.from({ length: 3 }, () => message(2, null, [3]))

describe('a match', () => {
  it('stands still where no posted state goes on, also where messages arrive and pictures change', () => {
    const before = span(TALK, {
      from: [[2, 1]],
      to: [
        [2, 9],
        [3, 9],
      ],
    })
    const still = span(TALK, {
      from: [
        [2, 9],
        [3, 9],
      ],
      to: [
        [2, 9],
        [3, 9],
      ],
      moved: [2, 3],
    })
    const moves = span([], {
      from: [
        [2, 9],
        [3, 9],
      ],
      to: [
        [2, 9],
        [3, 10],
      ],
    })
    expect(standsStill(BOTH, before, still)).toBe(true)
    expect(standsStill(BOTH, before, moves)).toBe(false)
  })

  it('stands still where no message arrives and nothing changes in sight, if messages arrived before', () => {
    expect(standsStill(BOTH, span(TALK), span([]))).toBe(true)
    expect(standsStill(BOTH, span(TALK), span([], { moved: [3] }))).toBe(false)
    expect(standsStill(BOTH, span(TALK), span([message(3, null, [2])]))).toBe(false)
    expect(standsStill(BOTH, span(TALK.slice(1)), span([]))).toBe(false)
    expect(standsStill(BOTH, span([message(2, null, [1]), ...TALK.slice(1)]), span([]))).toBe(false)
  })

  it('stands still where players only send to one who is gone, although each sees their own taps', () => {
    const calls = Array.from({ length: 3 }, () => message(3, 'u_1', []))
    expect(standsStill(BOTH, span(TALK), span(calls, { moved: [3] }))).toBe(true)
    expect(standsStill(BOTH, span(TALK), span([...calls, message(2, null, [3])], { moved: [3] }))).toBe(false)
    expect(standsStill(BOTH, span(TALK), span(calls.slice(1), { moved: [3] }))).toBe(false)
  })
})
