import { describe, expect, it } from 'vitest'
import { matchStepSchema } from '../../../src/host/matches/match-step.js'
import { MatchTimeline } from '../../../src/host/matches/match-timeline.js'
import { messageChanges, messageType } from '../../../src/host/matches/message-type.js'
import type { MessageEntry, TimelineEntry } from '../../../src/host/matches/timeline-entry.js'
import type { ResultOf } from '../../../src/platform/calls/shapes.js'
import { type HostRig, hostRig, type Page } from '../../support/rigs/host-rig.js'

type ShownMatch = Extract<ResultOf<'mp.host'>, { match: unknown }>['match']

/** People in seats from 1, all in one match; the first hosts it. */
const play = async (count: number) => {
  const rig = await hostRig()
  const pages: Page[] = []
  for (let seat = 1; seat <= count; seat++) {
    pages.push(await rig.open({ seat }))
    await rig.host.edit({ edit: 'set-nickname', seat, nickname: `Person ${seat}` })
  }
  const [host, ...others] = pages
  if (host === undefined) throw new Error('Nobody plays.')
  const outcome = await host.call('mp.host', { max_players: 8 })
  const { match } = (outcome as { result: { match: ShownMatch } }).result
  for (const page of others) await page.call('mp.join', { code: match.code })
  const ids = pages.map((_, index) => (index === 0 ? match.me : `${match.me}~${index + 1}`))
  return { rig, pages, host, match, ids }
}

const entriesOf = (rig: HostRig): readonly TimelineEntry[] => rig.timeline.read({ after: 0 }).entries

const messagesOf = (rig: HostRig): readonly MessageEntry[] =>
  entriesOf(rig).flatMap((entry) => (entry.kind === 'message' ? [entry] : []))

/** An entry in short: kind, seat, reason. */
const short = (entry: TimelineEntry): readonly unknown[] => [
  entry.kind,
  ...('seat' in entry ? [entry.seat] : []),
  ...('reason' in entry ? [entry.reason] : []),
]

describe('the timeline of a match', () => {
  it('3.4, 6: has who joined, left and became host, and how the match ended', async () => {
    const { rig, pages, host, match, ids } = await play(3)
    await host.call('mp.leave')
    pages[1]?.session.end('connection_lost')
    await pages[2]?.call('mp.leave')
    expect(entriesOf(rig).map(short)).toEqual([
      ['joined', 1],
      ['host', 1],
      ['joined', 2],
      ['joined', 3],
      ['left', 1, 'left'],
      ['host', 2],
      ['left', 2, 'connection_lost'],
      ['host', 3],
      ['left', 3, 'left'],
      ['closed', 'left'],
    ])
    expect(entriesOf(rig)[2]).toEqual({
      seq: 3,
      at: '2026-01-01T00:00:00.000Z',
      match: match.id,
      kind: 'joined',
      seat: 2,
      player: ids[1],
    })
    const at = '2026-01-01T00:00:00.000Z'
    expect(rig.timeline.read({ after: 0 }).matches).toEqual([
      { id: match.id, code: match.code, startedAt: at, closedAt: at },
    ])
  })

  it('8.3: has a match that closes because of its age, and a player whom the developer seated', async () => {
    const { rig, match } = await play(2)
    await rig.open({ seat: 3 })
    const open = rig.host.matches.steering.find(match.code)
    if (open === null) throw new Error('The match is not open.')
    rig.host.steerMatch(open, matchStepSchema.parse({ action: 'seat', seat: 3 }))
    rig.host.steerMatch(open, matchStepSchema.parse({ action: 'host', seat: 2 }))
    rig.clock.advance(4 * 3_600_000)
    expect(entriesOf(rig).slice(3)).toMatchObject([
      { kind: 'joined', seat: 3, seated: true },
      { kind: 'host', seat: 2 },
      { kind: 'closed', reason: 'expired', seats: [2, 1, 3] },
    ])
  })

  it('has each message with its size, its delay to each receiver, and what the network lost', async () => {
    const { rig, pages, host, ids } = await play(4)
    await rig.set({ network: { latency: 40 } }, 1)
    await rig.set({ network: { latency: 100 } }, 2)
    await rig.set({ network: { loss: 1 } }, 4)
    const request = { service: 1, id: 'm1', method: 'mp.send', params: { data: { t: 'move', x: 'é' } } }
    const received = host.session.receive({ json: JSON.stringify(request), gesture: false })
    rig.clock.advance(40)
    await received
    const [underway] = messagesOf(rig)
    expect(underway).toEqual({
      seq: expect.any(Number),
      at: '2026-01-01T00:00:00.000Z',
      match: expect.any(String),
      kind: 'message',
      seat: 1,
      player: ids[0],
      to: null,
      type: 'move',
      data: { t: 'move', x: 'é' },
      bytes: 21,
      outcome: 'sent',
      deliveries: [
        { seat: 2, outcome: 'underway', ms: null },
        { seat: 3, outcome: 'delivered', ms: 40 },
        { seat: 4, outcome: 'lost', ms: null },
      ],
      previous: null,
    })
    const { revision } = rig.timeline.read({ after: 0 })
    rig.clock.advance(100)
    // Only what changed.
    expect(rig.timeline.read({ after: revision }).entries).toEqual([
      {
        ...underway,
        deliveries: [
          { seat: 2, outcome: 'delivered', ms: 140 },
          { seat: 3, outcome: 'delivered', ms: 40 },
          { seat: 4, outcome: 'lost', ms: null },
        ],
      },
    ])
    await pages[3]?.call('mp.send', { data: 1, to: ids[0] })
    expect(messagesOf(rig).at(-1)).toMatchObject({ seat: 4, to: ids[0], outcome: 'lost', deliveries: [] })
  })

  it('has what did not reach an app: its page was closed, or it had not entered the match', async () => {
    const { rig, pages, host, match } = await play(2)
    await rig.open({ seat: 3 })
    const open = rig.host.matches.steering.find(match.code)
    if (open === null) throw new Error('The match is not open.')
    rig.host.steerMatch(open, matchStepSchema.parse({ action: 'seat', seat: 3 }))
    await rig.set({ network: { latency: 500 } }, 2)
    await host.call('mp.send', { data: 1 })
    pages[1]?.session.end('connection_lost')
    expect(messagesOf(rig)).toMatchObject([
      {
        deliveries: [
          { seat: 2, outcome: 'missed', ms: null },
          { seat: 3, outcome: 'missed', ms: null },
        ],
      },
    ])
  })

  it('8.3: has messages that are dropped, held back and made up', async () => {
    const { rig, host, match } = await play(2)
    const open = rig.host.matches.steering.find(match.code)
    if (open === null) throw new Error('The match is not open.')
    const steer = (step: object) => rig.host.steerMatch(open, matchStepSchema.parse(step))
    steer({ action: 'hold' })
    await host.call('mp.send', { data: 'held' })
    expect(messagesOf(rig)).toMatchObject([{ outcome: 'held', deliveries: [] }])
    rig.clock.advance(3_000)
    steer({ action: 'release' })
    expect(messagesOf(rig)).toMatchObject([
      { outcome: 'sent', deliveries: [{ seat: 2, outcome: 'delivered', ms: 3_000 }] },
    ])
    steer({ action: 'send', seat: 2, data: [7] })
    expect(messagesOf(rig).at(-1)).toMatchObject({ seat: 2, madeUp: true, data: [7], type: 'array' })
    for (let n = 0; n < 41; n++) await host.call('mp.send', { data: n })
    expect(messagesOf(rig).at(-1)).toMatchObject({ outcome: 'dropped', data: 40, deliveries: [] })
    expect(messagesOf(rig).at(-1)).not.toHaveProperty('madeUp')
  })

  it('says what changed since the sender’s latest message of the type', async () => {
    const { rig, pages, host } = await play(2)
    await host.call('mp.send', { data: { t: 'state', x: 1, y: [1, 2], gone: true } })
    await host.call('mp.send', { data: { t: 'move' } })
    await pages[1]?.call('mp.send', { data: { t: 'state', x: 5 } })
    await host.call('mp.send', { data: { t: 'state', x: 2, y: [1, 3], 'a b': 0 } })
    const [first, move, other, second] = messagesOf(rig)
    expect([move?.previous, other?.previous, second?.previous]).toEqual([null, null, first?.seq])
    expect(rig.timeline.details(second?.seq ?? 0)).toEqual({
      entry: second,
      previous: { seq: first?.seq, at: first?.at, data: first?.data },
      changes: [
        { path: 'x', before: 1, after: 2 },
        { path: 'y[1]', before: 2, after: 3 },
        { path: 'gone', before: true },
        { path: '["a b"]', after: 0 },
      ],
    })
    expect(rig.timeline.details(first?.seq ?? 0)).toMatchObject({ previous: null, changes: [] })
    expect([rig.timeline.details(1), rig.timeline.details(99), rig.timeline.details(Number.NaN)]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('shows one match, by its code or id', async () => {
    const { rig, match } = await play(1)
    await rig.host.edit({ edit: 'set-nickname', seat: 2, nickname: 'Person 2' })
    const other = await (await rig.open({ seat: 2 })).call('mp.host', { max_players: 2 })
    const { id } = (other as { result: { match: ShownMatch } }).result.match
    const ofMatch = (name: string) =>
      new Set(rig.timeline.read({ after: 0, match: name }).entries.map((entry) => entry.match))
    expect([ofMatch(match.code), ofMatch(id), ofMatch('NOBODY')]).toEqual([
      new Set([match.id]),
      new Set([id]),
      new Set(),
    ])
  })

  it('is bounded by entries and by memory, forgets matches with their entries, and can be cleared', () => {
    const timeline = new MatchTimeline({ entries: 100, weight: 1_000_000 })
    const open = (id: string) =>
      timeline.opened({
        id,
        code: id,
        maxPlayers: 2,
        public: false,
        meta: {},
        group: '',
        startedAt: 0,
        players: [],
      })
    const send = (match: string, data: unknown) =>
      timeline.message(match, {
        seat: 1,
        player: 'p',
        to: null,
        data,
        outcome: 'sent',
        sentAt: 0,
        madeUp: false,
      })
    open('old')
    send('old', 0)
    timeline.closed('old', 1)
    open('new')
    for (let n = 0; n < 1_000; n++) send('new', n)
    const { first, entries, matches } = timeline.read({ after: 0 })
    expect(entries.length).toBeLessThanOrEqual(100)
    expect([entries[0]?.seq, entries.at(-1)?.seq, matches.map(({ id }) => id)]).toEqual([
      first,
      1_001,
      ['new'],
    ])
    expect(timeline.details(first)).toMatchObject({ previous: { data: 999 - entries.length } })
    for (let n = 0; n < 100; n++) send('new', 'x'.repeat(20_000))
    expect(timeline.read({ after: 0 }).entries.length).toBeLessThan(15)
    const { revision } = timeline.read({ after: 0 })
    timeline.clear()
    expect(timeline.read({ after: revision })).toMatchObject({
      first: 1_102,
      entries: [],
      matches: [{ id: 'new' }],
    })
  })
})

describe('the type of a message', () => {
  it.each([
    [{ t: 'move', x: 1 }, 'move'],
    [{ x: 1, y: 2 }, '{ x, y }'],
    [{ t: 3, kind: 'shot' }, 'shot'],
    [{}, '{}'],
    [['hit', 3], 'hit'],
    [[1, 2], 'array'],
    ['text', 'string'],
    [7, 'number'],
    [null, 'null'],
    [{ t: 'x'.repeat(50) }, `${'x'.repeat(40)}…`],
  ])('of %j is %s', (message, type) => {
    expect(messageType(message)).toBe(type)
  })
})

describe('the changes between messages', () => {
  it.each([
    [1, 2, [{ path: '', before: 1, after: 2 }]],
    [{ a: [1] }, { a: { 0: 1 } }, [{ path: 'a', before: [1], after: { 0: 1 } }]],
    [[{ x: 1 }], [{ x: 1 }, 2], [{ path: '[1]', after: 2 }]],
    [
      { a: { b: [0, { c: null }] } },
      { a: { b: [0, { c: false }] } },
      [{ path: 'a.b[1].c', before: null, after: false }],
    ],
    [{ a: 1 }, { a: 1 }, []],
  ])('from %j to %j', (before, after, changes) => {
    expect(messageChanges(before, after)).toEqual(changes)
  })

  it('are limited', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, n]))
    expect(messageChanges(many, {})).toHaveLength(200)
    expect(messageChanges({}, many)).toHaveLength(200)
  })
})
