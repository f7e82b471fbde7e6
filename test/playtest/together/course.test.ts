import { describe, expect, it } from 'vitest'
import { messagesGrow, type Span, sendersOf, wayOf } from '../../../src/playtest/together/course.js'
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
  it('goes on or stands still by the states that are posted, also where messages arrive and pictures change', () => {
    const before = span(TALK, {
      from: [[2, 1]],
      to: [
        [2, 9],
        [3, 9],
      ],
    })
    const same = [
      [2, 9],
      [3, 9],
    ] as const
    expect(wayOf(BOTH, before, span(TALK, { from: same, to: same, moved: [2, 3] }))).toBe('stands still')
    const on = [
      [2, 9],
      [3, 10],
    ] as const
    expect(wayOf(BOTH, before, span([], { from: same, to: on }))).toBe('goes on')
  })

  it('goes on while messages arrive, and stands still without any, where nothing changes in sight', () => {
    expect(wayOf(BOTH, span(TALK), span([message(3, null, [2])]))).toBe('goes on')
    expect(wayOf(BOTH, span(TALK), span([]))).toBe('stands still')
    expect(wayOf(BOTH, span(TALK), span([], { moved: [3] }))).toBe('nobody can say')
  })

  it('stands still while a host only repeats what it said before, where nothing changes in sight', () => {
    const state = (turn: number): MessageEntry => ({ ...message(2, null, [3]), data: { turn } })
    const before = span([state(1), state(2), state(3)])
    expect(wayOf(BOTH, before, span([state(3), state(3)]))).toBe('stands still')
    expect(wayOf(BOTH, before, span([state(4), state(4)]))).toBe('goes on')
    expect(wayOf(BOTH, before, span([state(4), state(4)]), [state(4)])).toBe('stands still')
    expect(wayOf(BOTH, before, span([state(3)], { moved: [3] }))).toBe('goes on')
  })

  it('says nothing of players who got few messages before', () => {
    expect(wayOf(BOTH, span(TALK.slice(1)), span([]))).toBe('nobody can say')
    expect(wayOf(BOTH, span([message(2, null, [1]), ...TALK.slice(1)]), span([]))).toBe('nobody can say')
  })

  it('stands still where players only send to one who is gone, although each sees their own taps', () => {
    const calls = Array.from({ length: 3 }, () => message(3, 'u_1', []))
    const moved = [3]
    expect(wayOf(BOTH, span(TALK), span(calls, { moved }))).toBe('stands still')
    expect(wayOf(BOTH, span(TALK), span([...calls, message(2, null, [3])], { moved }))).toBe('goes on')
    expect(wayOf(BOTH, span(TALK), span(calls.slice(1), { moved }))).toBe('nobody can say')
  })
})

describe('a guest who sent messages before something happened', () => {
  const talk = (seat: number, count = 3): readonly MessageEntry[] =>
    Array.from({ length: count }, () => message(seat, 'u_1', [1]))

  it('is silenced where it sends none any more', () => {
    const before = [...talk(2), ...talk(3)]
    expect(sendersOf([2, 3], before, talk(2))).toEqual({ sending: [2], silenced: [3] })
    expect(sendersOf([2, 3], before, [...talk(2), ...talk(3, 1)])).toEqual({ sending: [2], silenced: [] })
  })

  it('says nothing where it sent few before', () => {
    expect(sendersOf([2, 3], [...talk(2), ...talk(3, 2)], talk(2))).toEqual({ sending: [2], silenced: [] })
  })
})

describe('messages that grow', () => {
  const sizes = (...all: readonly number[]): readonly MessageEntry[] =>
    all.map((bytes) => ({ ...message(1, null, [2]), bytes }))

  it('8.3: are those of a list that becomes longer, also where each is sent twice', () => {
    expect(messagesGrow(sizes(100, 150, 200, 250))).toBe(true)
    expect(messagesGrow(sizes(100, 150, 150, 200, 250, 250))).toBe(true)
  })

  it('are not those of a number that counts up, or of a list that starts over', () => {
    expect(messagesGrow(sizes(100, 101, 102, 103, 104))).toBe(false)
    expect(messagesGrow(sizes(100, 150, 200, 60))).toBe(false)
    expect(messagesGrow(sizes(100, 150, 200))).toBe(false)
  })
})
