import { expect } from 'vitest'
import { type ContractCase, type ContractSeat, named } from '../contract.js'
import { host, join, type Match, matchOf, told } from '../people.js'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000

const message = (from: string, data: unknown) => ['mp.message', { from, data }] as const

const listed = async (seat: ContractSeat): Promise<unknown> => {
  const { result } = (await seat.call('mp.list', {}, false)) as { readonly result: { matches: unknown } }
  return result.matches
}

const features = async (seat: ContractSeat): Promise<readonly string[]> => {
  const { result } = (await seat.call('getContext', {}, false)) as {
    readonly result: { readonly features: readonly string[] }
  }
  return result.features
}

const sent = { result: {} }
const unavailable = { result: { status: 'unavailable' } }
const nobody = { code: 'NO_SUCH_MATCH' }

/** 2.7, 3.4, 4.8, 6, 8.3: several people play. */
export const MATCH_CASES: readonly ContractCase[] = [
  named('4.8, 2.7, 6: host and join by code in a tap; the match as each sees it', async ({ open }) => {
    const [one, two] = [await open(1), await open(2)]
    const hosting = await one.tap('mp.host', { max_players: 2, meta: { map: 'lake' } })
    expect(await one.decide('nickname', { nickname: 'Ana' })).toBeNull()
    await expect.poll(() => hosting.answer()).not.toBeNull()
    const hosted = await hosting.answer()
    const { code, me, id } = matchOf(hosted ?? { code: 'TIMEOUT' })
    expect(code).toMatch(/^[A-Z0-9]{6}$/)
    const seen = { id, code, max_players: 2, public: false, meta: { map: 'lake' }, host: me }
    const ana = { id: me, nickname: 'Ana' }
    const ben = { id: `${me}~2`, nickname: 'Ben' }
    expect(hosted).toEqual({ result: { status: 'joined', match: { ...seen, me, players: [ana] } } })
    const joining = await two.tap('mp.join', { code })
    expect(await two.decide('nickname', { nickname: 'Ben' })).toBeNull()
    await expect.poll(() => joining.answer()).not.toBeNull()
    expect(await joining.answer()).toEqual({
      result: { status: 'joined', match: { ...seen, me: ben.id, players: [ana, ben] } },
    })
    expect(await told(one)).toEqual([['mp.joined', { player: ben }]])
    expect(await told(two)).toEqual([])
  }),

  named('4.8: a message goes to all others, or to one, in order, and comes back to nobody', async (all) => {
    const [one, two, three] = [await all.open(1), await all.open(2), await all.open(3)]
    const { code, me } = await host(one, 'Ana')
    await join(two, 'Ben', { code })
    await join(three, 'Cem', { code })
    for (const params of [
      { data: { to: 'all' } },
      { data: [1, null, 'é'], to: `${me}~3` },
      { data: 'to myself', to: me },
      { data: 'to nobody', to: `${me}~8` },
      { data: null },
    ])
      expect(await one.call('mp.send', params, false)).toEqual(sent)
    expect(await told(two)).toEqual([
      ['mp.joined', { player: { id: `${me}~3`, nickname: 'Cem' } }],
      message(me, { to: 'all' }),
      message(me, null),
    ])
    expect(await told(three)).toEqual([
      message(me, { to: 'all' }),
      message(me, [1, null, 'é']),
      message(me, null),
    ])
    expect((await told(one)).map(([event]) => event)).toEqual(['mp.joined', 'mp.joined'])
  }),

  named('3.4, 6: whoever leaves is told of with a reason, and the next to have joined hosts', async (all) => {
    const [one, two, three, four] = [
      await all.open(1),
      await all.open(2),
      await all.open(3),
      await all.open(4),
    ]
    const { code, me } = await host(one, 'Ana')
    await join(two, 'Ben', { code })
    await join(three, 'Cem', { code })
    await join(four, 'Dora', { code })
    const ana = { id: me, nickname: 'Ana' }
    const ben = { id: `${me}~2`, nickname: 'Ben' }
    const cem = { id: `${me}~3`, nickname: 'Cem' }
    const dora = { id: `${me}~4`, nickname: 'Dora' }
    const joined = [['mp.joined', { player: dora }]] as const
    await one.leave()
    const withoutAna = [
      ['mp.left', { player: ana, reason: 'connection_lost' }],
      ['mp.host', { player: ben }],
    ] as const
    // A window takes its time to close.
    await expect.poll(() => told(three)).toEqual([...joined, ...withoutAna])
    await all.addFault({ moment: 'drop-connection', seat: 2 })
    expect((await told(two)).at(-1)).toEqual(['mp.closed', { reason: 'connection_lost' }])
    expect(await two.call('mp.send', { data: 1 }, false)).toEqual({ code: 'NOT_IN_MATCH' })
    await all.set({ platform: 'ios', network: { offline: true } }, 4)
    const withoutBen = [
      ['mp.left', { player: ben, reason: 'connection_lost' }],
      ['mp.host', { player: cem }],
    ] as const
    const withoutDora = ['mp.left', { player: dora, reason: 'connection_lost' }] as const
    expect(await told(three)).toEqual([...joined, ...withoutAna, ...withoutBen, withoutDora])
    expect(await told(four)).toEqual([
      ...withoutAna,
      ...withoutBen,
      ['mp.closed', { reason: 'connection_lost' }],
    ])
    expect(await three.call('mp.leave', {}, false)).toEqual(sent)
    expect(await three.call('mp.leave', {}, false)).toEqual(sent)
    expect(await two.call('mp.join', { code })).toEqual(nobody)
  }),

  named('3.4, 8.3, 6: closed as idle, as expired and as unavailable, at their very moments', async (all) => {
    await all.pause()
    const [one, two] = [await all.open(1), await all.open(2)]
    await host(one, 'Ana')
    await all.advance(9 * MINUTE)
    expect(await one.call('mp.send', { data: 'still here' }, false)).toEqual(sent)
    await all.advance(10 * MINUTE - 1)
    expect(await told(one)).toEqual([])
    await all.advance(1)
    const idle = ['mp.closed', { reason: 'idle' }]
    expect(await told(one)).toEqual([idle])
    expect(await one.call('mp.send', { data: 1 }, false)).toEqual({ code: 'NOT_IN_MATCH' })

    const { code } = matchOf(await one.call('mp.host', { max_players: 2 }))
    await join(two, 'Ben', { code })
    await all.advance(4 * HOUR - 1)
    expect(await told(two)).toEqual([])
    await all.advance(1)
    const expired = ['mp.closed', { reason: 'expired' }]
    expect(await told(two)).toEqual([expired])
    expect((await told(one)).slice(2)).toEqual([expired])

    const again = matchOf(await two.call('mp.host', { max_players: 2 }))
    matchOf(await one.call('mp.join', { code: again.code }))
    await all.set({ multiplayer: 'off' })
    const off = ['mp.closed', { reason: 'unavailable' }]
    expect((await told(one)).slice(3)).toEqual([off])
    expect((await told(two)).slice(1)).toEqual([['mp.joined', expect.anything()], off])
    expect(await one.call('mp.host', { max_players: 2 })).toEqual(unavailable)
    expect(await listed(one)).toEqual([])
    expect(await features(one)).not.toContain('multiplayer')

    await all.set({ multiplayer: 'everyone' })
    expect(await features(one)).toContain('multiplayer')
    matchOf(await one.call('mp.host', { max_players: 2 }))
    await all.set({ app: 'blocked' })
    await expect
      .poll(async () => (await one.events()).at(-1))
      .toEqual({
        event: 'mp.closed',
        data: { reason: 'unavailable' },
      })
  }),

  named(
    '8.3: 20 messages a second and bursts to 40; the rest is dropped, far more disconnects',
    async (all) => {
      await all.pause()
      const [one, two] = [await all.open(1), await all.open(2)]
      const { code, me } = await host(one, 'Ana')
      await join(two, 'Ben', { code })
      const send = async (count: number): Promise<void> => {
        const calls = Array.from({ length: count }, (_, data) => ['mp.send', { data }] as const)
        expect(await one.burst(calls)).toEqual(Array.from({ length: count }, () => sent))
      }
      const received = (count: number) => Array.from({ length: count }, (_, data) => message(me, data))
      await send(41)
      expect(await told(two)).toEqual(received(40))
      await all.advance(SECOND)
      await send(21)
      expect(await told(two)).toEqual([...received(40), ...received(20)])
      await all.advance(11 * SECOND)
      await send(439)
      expect(await told(two)).toEqual([...received(40), ...received(20), ...received(40)])
      await send(1)
      expect((await told(one)).at(-1)).toEqual(['mp.closed', { reason: 'connection_lost' }])
      expect((await told(two)).slice(100)).toEqual([
        ['mp.left', { player: { id: me, nickname: 'Ana' }, reason: 'connection_lost' }],
        ['mp.host', { player: { id: `${me}~2`, nickname: 'Ben' } }],
      ])
      expect(await one.call('mp.send', { data: 1 }, false)).toEqual({ code: 'NOT_IN_MATCH' })
    },
  ),

  named(
    '8.3: leaving and joining again gives no new burst of messages, nor does opening the app',
    async (all) => {
      await all.pause()
      const [one, two] = [await all.open(1), await all.open(2)]
      const { code, me } = await host(one, 'Ana')
      await join(two, 'Ben', { code })
      const send = async (seat: ContractSeat, count: number): Promise<void> => {
        const calls = Array.from({ length: count }, () => ['mp.send', { data: count }] as const)
        expect(await seat.burst(calls)).toEqual(calls.map(() => sent))
      }
      const messages = async (): Promise<number> =>
        (await told(one)).filter(([event]) => event === 'mp.message').length
      await send(two, 41)
      expect(await messages()).toBe(40)
      expect(await two.call('mp.leave', {}, false)).toEqual(sent)
      matchOf(await two.call('mp.join', { code }))
      await send(two, 10)
      expect(await messages()).toBe(40)
      // A match of their own is no way either, nor is the app's next page.
      await two.call('mp.leave', {}, false)
      const own = matchOf(await two.call('mp.host', { max_players: 2 }))
      await one.call('mp.leave', {}, false)
      matchOf(await one.call('mp.join', { code: own.code }))
      await send(two, 10)
      expect(await messages()).toBe(40)
      const again = await all.open(2)
      expect(own.me).toBe(`${me}~2`)
      matchOf(await again.call('mp.join', { code: own.code }))
      await send(again, 10)
      expect(await messages()).toBe(40)
      // Only time gives messages back: one every 50 ms.
      await all.advance(SECOND / 20)
      await send(again, 2)
      expect(await messages()).toBe(41)
      await all.advance(2 * SECOND)
      await send(again, 41)
      expect(await messages()).toBe(81)
    },
  ),

  named('4.8, 8.3: meta of 256 bytes and messages of 1,024, in bytes of JSON', async ({ open }) => {
    const seat = await open()
    for (const params of [
      { max_players: 1 },
      { max_players: 9 },
      { max_players: 2.5 },
      { max_players: 2, meta: 'x' },
      // `{"m":""}` has 8 bytes.
      { max_players: 2, meta: { m: 'x'.repeat(249) } },
      { max_players: 2, meta: { m: `${'é'.repeat(124)}x` } },
    ])
      expect([params, await seat.call('mp.host', params)]).toEqual([params, { code: 'INVALID' }])
    expect(await seat.call('mp.join', {})).toEqual({ code: 'INVALID' })
    await host(seat, 'Ana', { meta: { m: 'é'.repeat(124) } })
    const size = async (data: unknown) => seat.call('mp.send', { data }, false)
    expect(await size('x'.repeat(1_022))).toEqual(sent)
    expect(await size('é'.repeat(511))).toEqual(sent)
    expect(await size('x'.repeat(1_023))).toEqual({ code: 'MESSAGE_TOO_LARGE' })
    expect(await size(`${'é'.repeat(511)}x`)).toEqual({ code: 'MESSAGE_TOO_LARGE' })
    expect(await seat.call('mp.send', {}, false)).toEqual({ code: 'INVALID' })
  }),

  named('4.8, 7: public and private, full and unknown matches, and one match at a time', async ({ open }) => {
    const [one, two, three] = [await open(1), await open(2), await open(3)]
    const open1 = await host(one, 'Ana', { max_players: 2, public: true, meta: { map: 'lake' } })
    expect(await listed(two)).toEqual([
      {
        id: open1.id,
        players: 1,
        max_players: 2,
        meta: { map: 'lake' },
        host: open1.me,
      },
    ])
    // One's own is none to join.
    expect(await listed(one)).toEqual([])
    expect(await two.call('mp.join', { code: 'ZZZZZZ' })).toEqual(nobody)
    expect(await two.call('mp.join', { match: 'm_nothing' })).toEqual(nobody)
    await join(two, 'Ben', { match: open1.id })
    expect(await listed(three)).toEqual([])
    expect(await three.call('mp.join', { code: open1.code })).toEqual({ code: 'MATCH_FULL' })
    expect(await three.call('mp.join', { match: open1.id })).toEqual({ code: 'MATCH_FULL' })
    expect(await two.call('mp.join', { code: open1.code })).toEqual({ code: 'ALREADY_IN_MATCH' })
    expect(await one.call('mp.host', { max_players: 2 })).toEqual({ code: 'ALREADY_IN_MATCH' })
    expect(await three.call('mp.send', { data: 1 }, false)).toEqual({ code: 'NOT_IN_MATCH' })
    expect(await one.call('mp.leave', {}, false)).toEqual(sent)
    const hidden = matchOf(await one.call('mp.host', { max_players: 2 }))
    expect(await listed(three)).toMatchObject([{ id: open1.id, players: 1 }])
    expect(await three.call('mp.join', { match: hidden.id })).toEqual(nobody)
    await join(three, 'Cem', { code: ` ${hidden.code.toLowerCase()}\n` })
  }),

  named('4.8: a nickname first, once; cancelled where its sheet is closed', async (all) => {
    const [one, two] = [await all.open(1), await all.open(2)]
    expect(await one.choose('mp.host', { max_players: 2, public: true }, 'nickname', null)).toEqual({
      result: { status: 'cancelled' },
    })
    expect(await listed(two)).toEqual([])
    const { code } = await host(one, 'Ana', { max_players: 2 })
    await one.call('mp.leave', {}, false)
    const again = matchOf(await one.call('mp.host', { max_players: 2 }))
    // Judged first: nobody is asked in vain.
    expect(await two.call('mp.join', { code })).toEqual(nobody)
    expect(await two.choose('mp.join', { code: again.code }, 'nickname', null)).toEqual({
      result: { status: 'cancelled' },
    })
    expect(await told(one)).toEqual([])
  }),

  named('4.8: children appear under suggested nicknames alone', async (all) => {
    const child = await all.open(1)
    // A name that they typed elsewhere is not a suggested one.
    await child.choose('getNickname', { ask: true }, 'nickname', { nickname: 'Ben' })
    await all.set({ person: '13-15' })
    const hosting = await child.start('mp.host', { max_players: 2 })
    const offer = (await child.offer('nickname')) as { typing: boolean; suggestions: readonly string[] }
    expect(offer).toMatchObject({ typing: false, current: 'Ben' })
    expect(await child.decide('nickname', { nickname: 'Ben the Great' })).toEqual(expect.any(String))
    expect(await hosting.answer()).toBeNull()
    const [nickname = ''] = offer.suggestions
    expect(await child.decide('nickname', { nickname })).toBeNull()
    await expect
      .poll(() => hosting.answer())
      .toMatchObject({
        result: { status: 'joined', match: { players: [{ nickname }] } },
      })
  }),

  named('4.8, 5: adults and children never meet, nor do children of other ages', async (all) => {
    const [adult, younger, older] = [await all.open(1), await all.open(2), await all.open(3)]
    await all.set({ person: '13-15' }, 2)
    await all.set({ person: '16-17' }, 3)
    const hosted = await host(adult, 'Ana', { public: true })
    const pick = async (seat: ContractSeat, method: string, params: object): Promise<Match> => {
      const call = await seat.start(method, params)
      const { suggestions } = (await seat.offer('nickname')) as { suggestions: readonly string[] }
      expect(await seat.decide('nickname', { nickname: suggestions[0] })).toBeNull()
      await expect.poll(() => call.answer()).not.toBeNull()
      return matchOf((await call.answer()) ?? { code: 'TIMEOUT' })
    }
    for (const child of [younger, older]) {
      expect(await listed(child)).toEqual([])
      expect(await child.call('mp.join', { code: hosted.code })).toEqual(nobody)
      expect(await child.call('mp.join', { match: hosted.id })).toEqual(nobody)
      expect(await features(child)).toContain('multiplayer')
    }
    const childrens = await pick(younger, 'mp.host', { max_players: 8, public: true })
    expect(await listed(older)).toEqual([])
    expect(await listed(adult)).toEqual([])
    expect(await older.call('mp.join', { code: childrens.code })).toEqual(nobody)
    await all.set({ person: '13-15' }, 3)
    expect(await listed(older)).toMatchObject([{ id: childrens.id }])
    await pick(older, 'mp.join', { match: childrens.id })

    await all.set({ guardian: { online: false } }, 3)
    const closed = ['mp.closed', { reason: 'unavailable' }]
    expect((await told(older)).at(-1)).toEqual(closed)
    // A guardian's setting is nobody else's business.
    expect((await told(younger)).at(-1)).toMatchObject(['mp.left', { reason: 'connection_lost' }])
    expect(await older.call('mp.host', { max_players: 2 })).toEqual(unavailable)
    expect(await listed(older)).toEqual([])
    expect(await features(older)).not.toContain('multiplayer')
    await all.set({ multiplayer: 'adults' })
    expect((await told(younger)).at(-1)).toEqual(closed)
    expect(await younger.call('mp.join', { code: childrens.code })).toEqual(unavailable)
    for (const person of ['under-13', 'no-birth-date', 'signed-out']) {
      await all.set({ person, multiplayer: 'everyone' }, 3)
      expect([person, await older.call('mp.host', { max_players: 2 })]).toEqual([person, unavailable])
      expect(await features(older)).not.toContain('multiplayer')
    }
    expect(await told(adult)).toEqual([])
  }),
]
