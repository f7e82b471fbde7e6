import { describe, expect, it } from 'vitest'
import type { Match } from '../../../src/host/matches/match-registry.js'
import { matchStepSchema } from '../../../src/host/matches/match-step.js'
import type { ResultOf } from '../../../src/platform/calls/shapes.js'
import { describeIssues, plainIssue } from '../../../src/platform/issues.js'
import { type HostRig, hostRig, type Page } from '../../support/rigs/host-rig.js'

type ShownMatch = Extract<ResultOf<'mp.host'>, { match: unknown }>['match']

/** People with nicknames, in seats from 1; the first hosts a match. */
const play = async (count: number, entering: number, options: object = {}) => {
  const rig = await hostRig()
  const pages: Page[] = []
  for (let seat = 1; seat <= count; seat++) {
    pages.push(await rig.open({ seat }))
    await rig.host.edit({ edit: 'set-nickname', seat, nickname: `Person ${seat}` })
  }
  const [host, ...others] = pages
  if (host === undefined) throw new Error('Nobody plays.')
  const outcome = await host.call('mp.host', { max_players: 8, ...options })
  const { match: shown } = (outcome as { result: { match: ShownMatch } }).result
  for (const page of others.slice(0, entering - 1)) await page.call('mp.join', { code: shown.code })
  for (const page of pages) page.posted.length = 0
  const match = rig.host.matches.steering.find(shown.code)
  if (match === null) throw new Error('The match is not open.')
  return { rig, pages, shown, match, ids: pages.map((_, index) => seatId(shown.me, index + 1)) }
}

const seatId = (owner: string, seat: number): string => (seat === 1 ? owner : `${owner}~${seat}`)

const steer = (rig: HostRig, match: Match, step: unknown): void =>
  rig.host.steerMatch(match, matchStepSchema.parse(step))

/** The events that an app was sent, and forgets them. */
const told = (page: Page | undefined): readonly unknown[] => {
  const events = (page?.events() ?? []).map((message) => {
    const { event, data } = message as { event: string; data: unknown }
    return [event, data]
  })
  if (page !== undefined) page.posted.length = 0
  return events
}

describe('a match in the developer’s hand', () => {
  it.each(['idle', 'expired', 'unavailable'] as const)(
    '6: closes as %s for all of its players',
    async (reason) => {
      const { rig, pages, match } = await play(2, 2)
      steer(rig, match, { action: 'close', reason })
      for (const page of pages) expect(told(page)).toEqual([['mp.closed', { reason }]])
      expect(rig.host.matches.view()).toEqual([])
      expect(await pages[1]?.call('mp.send', { data: 1 })).toEqual({ code: 'NOT_IN_MATCH' })
    },
  )

  it('6: has another host, whom all players learn', async () => {
    const { rig, pages, match, ids } = await play(3, 3)
    steer(rig, match, { action: 'host', seat: 3 })
    const news = [['mp.host', { player: { id: ids[2], nickname: 'Person 3' } }]]
    for (const page of pages) expect(told(page)).toEqual(news)
    expect(match.players).toEqual([ids[2], ids[0], ids[1]])
    steer(rig, match, { action: 'host', seat: 3 })
    expect(told(pages[0])).toEqual([])
    // Who hosted no longer does: when they leave, the host stays.
    await pages[0]?.call('mp.leave')
    expect(told(pages[1]).map((event) => (event as unknown[])[0])).toEqual(['mp.left'])
  })

  it('4.8: loses a player who is kicked, and who can join again', async () => {
    const { rig, pages, match, ids } = await play(2, 2)
    steer(rig, match, { action: 'kick', seat: 2 })
    expect(told(pages[1])).toEqual([['mp.closed', { reason: 'unavailable' }]])
    expect(told(pages[0])).toEqual([
      ['mp.left', { player: { id: ids[1], nickname: 'Person 2' }, reason: 'connection_lost' }],
    ])
    expect(await pages[1]?.call('mp.join', { code: match.code })).toMatchObject({
      result: { status: 'joined' },
    })
  })

  it('4.8: passes a made-up message on as the player’s, to all others or to one', async () => {
    const { rig, pages, match, ids } = await play(3, 3)
    steer(rig, match, { action: 'send', seat: 2, data: { hit: true } })
    steer(rig, match, { action: 'send', seat: 1, to: 3, data: 'psst' })
    expect(pages.map(told)).toEqual([
      [['mp.message', { from: ids[1], data: { hit: true } }]],
      [],
      [
        ['mp.message', { from: ids[1], data: { hit: true } }],
        ['mp.message', { from: ids[0], data: 'psst' }],
      ],
    ])
    const [view] = rig.host.matches.view()
    expect(view?.messages).toMatchObject([
      { from: ids[1], to: null, madeUp: true },
      { from: ids[0], to: ids[2], madeUp: true },
    ])
    await pages[0]?.call('mp.send', { data: 1 })
    expect(rig.host.matches.view()[0]?.messages[2]).not.toHaveProperty('madeUp')
  })

  it('8.3: refuses a made-up message that comes too fast', async () => {
    const { rig, pages, match } = await play(2, 2)
    const send = (): void => steer(rig, match, { action: 'send', seat: 1, data: 1 })
    for (let n = 0; n < 40; n++) send()
    expect(send).toThrow('seat: seat 1 sends too fast: 20 messages a second, with bursts of up to 40 (8.3)')
    expect(told(pages[1])).toHaveLength(40)
  })

  it('holds messages back, and releases them in their order, some or all', async () => {
    const { rig, pages, match, ids } = await play(2, 2)
    const [a, b] = pages
    steer(rig, match, { action: 'hold' })
    for (const data of [1, 2, 3]) expect(await a?.call('mp.send', { data })).toEqual({ result: {} })
    expect(rig.log.entries().findLast(({ kind }) => kind === 'call')?.why).toBe(
      'Held back: release it in the Matches panel.',
    )
    expect([told(b), rig.host.matches.view()[0]]).toMatchObject([
      [],
      { holding: true, held: 3, messages: [] },
    ])
    const message = (data: number) => ['mp.message', { from: ids[0], data }]
    steer(rig, match, { action: 'release', count: 2 })
    expect(told(b)).toEqual([message(1), message(2)])
    await a?.call('mp.send', { data: 4 })
    expect([told(b), rig.host.matches.view()[0]]).toMatchObject([[], { holding: true, held: 2 }])
    steer(rig, match, { action: 'release' })
    expect(told(b)).toEqual([message(3), message(4)])
    await a?.call('mp.send', { data: 5 })
    expect([told(b), rig.host.matches.view()[0]]).toMatchObject([[message(5)], { holding: false, held: 0 }])
  })

  it('passes held messages to nobody who left in the meantime', async () => {
    const { rig, pages, match, ids } = await play(3, 3)
    steer(rig, match, { action: 'hold' })
    await pages[0]?.call('mp.send', { data: 1 })
    await pages[1]?.call('mp.leave')
    await pages[0]?.call('mp.leave')
    for (const page of pages) told(page)
    steer(rig, match, { action: 'release' })
    expect(pages.map(told)).toEqual([[], [], [['mp.message', { from: ids[0], data: 1 }]]])
  })

  it.each([
    [{ action: 'kick', seat: 3 }, 'seat: seat 3 is not in the match'],
    [{ action: 'host', seat: 4 }, 'seat: seat 4 is not in the match'],
    [{ action: 'send', seat: 3, data: 1 }, 'seat: seat 3 is not in the match'],
    [{ action: 'send', seat: 1, to: 3, data: 1 }, 'to: seat 3 is not in the match'],
    [{ action: 'send', seat: 1, to: 1, data: 1 }, 'to: seat 1 cannot send to itself'],
    [{ action: 'send', seat: 1, data: 'x'.repeat(1_023) }, 'data: The message has 1,025 bytes of JSON'],
    [{ action: 'seat', seat: 4 }, 'seat: no app runs in seat 4'],
    [{ action: 'seat', seat: 2 }, 'seat: seat 2 is in a match already'],
  ])('refuses %j, and changes nothing', async (step, message) => {
    const { rig, pages, match } = await play(3, 2)
    expect(() => steer(rig, match, step)).toThrow(message)
    expect(pages.map(told)).toEqual([[], [], []])
    expect(match.players).toHaveLength(2)
  })

  it.each([
    [{}, 'action: must be one of close, host, kick, send, hold, release, seat'],
    [{ action: 'eject' }, 'action: must be one of close, host, kick, send, hold, release, seat'],
    [{ action: 'close' }, 'reason: must be "idle", "expired" or "unavailable"'],
    [{ action: 'kick', seat: 9 }, 'seat: must be at most 8'],
    [{ action: 'kick', seat: 1, why: 'x' }, 'has unknown fields: `why`'],
    [{ action: 'release', count: 0 }, 'count: must be at least 1'],
    [{ action: 'send', seat: 1 }, 'data: is missing'],
  ])('cannot be asked for %j', (step, message) => {
    const { error } = matchStepSchema.safeParse(step, { error: plainIssue })
    expect(error === undefined ? null : describeIssues(error)).toBe(message)
  })
})

describe('a seated player', () => {
  it('is in the match for the others, and enters it with the app’s next call, also one that names another', async () => {
    const { rig, pages, match, ids } = await play(3, 1)
    const [a, b, c] = pages
    for (const seat of [2, 3]) steer(rig, match, { action: 'seat', seat })
    const joined = (seat: number) => [
      'mp.joined',
      { player: { id: ids[seat - 1], nickname: `Person ${seat}` } },
    ]
    expect([told(a), told(b)]).toEqual([[joined(2), joined(3)], []])
    expect(rig.host.matches.view()[0]?.players.map(({ waiting }) => waiting)).toEqual([false, true, true])
    // Its app hears nothing, since it is in no match that it knows of.
    await a?.call('mp.send', { data: 1 })
    expect(told(b)).toEqual([])
    expect(rig.host.matches.view()[0]?.players.map(({ received }) => received)).toEqual([0, 0, 0])
    expect(await b?.call('mp.send', { data: 2 })).toEqual({ code: 'NOT_IN_MATCH' })
    expect(await b?.call('mp.leave')).toEqual({ result: {} })
    const entered = (await b?.call('mp.join', { code: 'WRONG2' })) as { result: { match: ShownMatch } }
    expect(entered.result.match).toMatchObject({ id: match.id, me: ids[1], host: ids[0] })
    expect(rig.log.entries().findLast(({ kind }) => kind === 'call')?.why).toBe(
      `This player was put in the match ${match.code} by hand, so the call joins that match.`,
    )
    expect(await c?.call('mp.host', { max_players: 2 })).toMatchObject({
      result: { match: { id: match.id } },
    })
    await a?.call('mp.send', { data: 3 })
    for (const page of [b, c]) expect(told(page)).toEqual([['mp.message', { from: ids[0], data: 3 }]])
    expect(await b?.call('mp.join', { code: match.code })).toEqual({ code: 'ALREADY_IN_MATCH' })
  })

  it('finds the match in the list if it is public, even when it is full', async () => {
    const { rig, pages, match } = await play(3, 1, { max_players: 2, public: true })
    steer(rig, match, { action: 'seat', seat: 2 })
    const listed = (page: Page | undefined) => page?.call('mp.list', {}, false)
    expect(await listed(pages[1])).toMatchObject({ result: { matches: [{ id: match.id, players: 2 }] } })
    expect(await listed(pages[2])).toEqual({ result: { matches: [] } })
    expect(() => steer(rig, match, { action: 'seat', seat: 3 })).toThrow('seat: the match is full')
  })

  it('can be removed, and its app’s next call is as any other', async () => {
    const { rig, pages, match } = await play(2, 1)
    steer(rig, match, { action: 'seat', seat: 2 })
    steer(rig, match, { action: 'kick', seat: 2 })
    expect(told(pages[1])).toEqual([])
    expect(await pages[1]?.call('mp.join', { code: 'WRONG2' })).toEqual({ code: 'NO_SUCH_MATCH' })
  })

  it('leaves nothing behind when the match closes', async () => {
    const { rig, pages, match } = await play(2, 1)
    steer(rig, match, { action: 'seat', seat: 2 })
    steer(rig, match, { action: 'close', reason: 'idle' })
    expect(told(pages[1])).toEqual([])
    expect(await pages[1]?.call('mp.join', { code: match.code })).toEqual({ code: 'NO_SUCH_MATCH' })
  })

  it('cannot be of another age group, without a connection, or someone who cannot play', async () => {
    const { rig, match } = await play(4, 1)
    await rig.set({ person: '13-15' }, 2)
    await rig.set({ platform: 'ios', network: { offline: true } }, 3)
    await rig.set({ person: 'signed-out' }, 4)
    const refusal = (seat: number): unknown => {
      try {
        return steer(rig, match, { action: 'seat', seat })
      } catch (error) {
        return (error as Error).message
      }
    }
    expect([2, 3, 4].map(refusal)).toEqual([
      'seat: seat 2 is in another age group than the match (4.8)',
      'seat: seat 3 cannot play. The seat has no connection (the switch `network.offline`).',
      'seat: seat 4 cannot play. The person is signed out (4.8).',
    ])
  })

  it('keeps the place when the seat’s app is opened, if the seat was only waiting for it', async () => {
    const { rig, pages, match, ids, shown } = await play(2, 1)
    steer(rig, match, { action: 'seat', seat: 2 })
    told(pages[0])
    const app = { ...(await rig.host.seat(2)) }
    expect(app.appUserId).toBe(ids[1])
    const again = await rig.open({ seat: 2, keepsPlace: true })
    expect(told(pages[0])).toEqual([])
    expect(await again.call('mp.join', { code: shown.code })).toMatchObject({ result: { status: 'joined' } })
    await rig.open({ seat: 2 })
    expect(told(pages[0])).toMatchObject([['mp.left', { reason: 'connection_lost' }]])
  })
})

describe('nicknames for everyone', () => {
  it('4.6: are given to those who have none, each another one, and the same every time', async () => {
    const rig = await hostRig()
    await rig.host.edit({ edit: 'set-nickname', seat: 2, nickname: 'Ada' })
    const names = [await rig.host.nicknames.ensure(1), await rig.host.nicknames.ensure(2)]
    expect(names[1]).toBe('Ada')
    const other = await hostRig()
    expect(await other.host.nicknames.ensure(1)).toBe(names[0])
    const all = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seat) => rig.host.nicknames.ensure(seat)))
    expect(new Set(all).size).toBe(8)
  })

  it('4.8: are suggested ones for children', async () => {
    const rig = await hostRig()
    await rig.host.edit({ edit: 'set-nickname', seat: 1, nickname: 'Ada' })
    await rig.set({ person: '13-15' }, 1)
    const name = await rig.host.nicknames.ensure(1)
    expect(name).not.toBe('Ada')
    expect(await rig.host.nicknames.of(1)).toBe(name)
  })
})
