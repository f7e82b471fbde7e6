import { expect } from 'vitest'
import { type ContractCase, type ContractSeat, LARGE_PNG, named, TINY_PNG } from '../contract.js'

const HOUR = 3_600_000
const MINUTE = 60_000

const shared = { key: 'score', replaceable: false }

/** 4: every call's shape, its refusals and its limits. */
export const CALL_CASES: readonly ContractCase[] = [
  named('4.1, 2.5: ready and getContext', async ({ open }) => {
    const seat = await open()
    expect(await seat.call('ready', {}, false)).toEqual({ result: {} })
    expect(await seat.call('getContext', {}, false)).toMatchObject({
      result: {
        app_user_id: expect.any(String),
        platform: 'web',
        locale: 'en',
        theme: 'light',
        version: '1.2.3',
        test_mode: true,
        access: { type: 'free', active: true },
      },
    })
  }),

  named('4.1, 8.2: storage keeps texts, lists its keys, and forgets', async ({ open }) => {
    const seat = await open()
    expect(await seat.call('storage.get', { key: 'a' }, false)).toEqual({ result: null })
    expect(await seat.call('storage.set', { key: 'a', value: 'ä🎈' }, false)).toEqual({
      result: { saved: true },
    })
    expect(await seat.call('storage.get', { key: 'a' }, false)).toEqual({ result: 'ä🎈' })
    expect(await seat.call('storage.keys', {}, false)).toEqual({ result: { keys: ['a'] } })
    expect(await seat.call('storage.remove', { key: 'a' }, false)).toEqual({ result: { removed: true } })
    expect(await seat.call('storage.keys', {}, false)).toEqual({ result: { keys: [] } })
  }),

  named('7: INVALID_KEY, VALUE_TOO_LONG, INVALID, UNKNOWN_METHOD', async ({ open }) => {
    const seat = await open()
    expect(await seat.call('storage.set', { key: 'no spaces', value: '' })).toEqual({ code: 'INVALID_KEY' })
    expect(await seat.call('storage.set', { key: 'a', value: 'x'.repeat(4_097) })).toEqual({
      code: 'VALUE_TOO_LONG',
    })
    expect(await seat.call('storage.set', { key: 'a', value: 1 })).toEqual({ code: 'INVALID' })
    expect(await seat.call('storage.clear', {})).toEqual({ code: 'UNKNOWN_METHOD' })
    expect(await seat.call('toString', {})).toEqual({ code: 'UNKNOWN_METHOD' })
    expect(await seat.call('storage.keys', {})).toEqual({ result: { keys: [] } })
  }),

  named('8.2: 120 writes a minute, then RATE_LIMITED, then again', async ({ open, pause, advance }) => {
    await pause()
    const seat = await open()
    for (let write = 0; write < 120; write += 1)
      expect(await seat.call('storage.set', { key: 'a', value: '1' }, false)).toHaveProperty('result')
    expect(await seat.call('storage.set', { key: 'a', value: '1' }, false)).toEqual({ code: 'RATE_LIMITED' })
    await advance(MINUTE)
    expect(await seat.call('storage.set', { key: 'a', value: '1' }, false)).toHaveProperty('result')
  }),

  named('4.1, 7: NEEDS_TAP for every call that wants one', async ({ open, set }) => {
    await set({ platform: 'ios' })
    const seat = await open()
    for (const [method, params] of [
      ['pay', { product: 'coins' }],
      ['share', { text: 'x' }],
      ['pickImage', {}],
      ['pickVideo', {}],
      ['getNickname', { ask: true }],
      ['mp.host', { max_players: 2 }],
      ['mp.join', { code: 'ABCDEF' }],
      ['ai.image.generate', { prompt: 'a cat' }],
    ] as const)
      expect([method, await seat.call(method, params, false)]).toEqual([method, { code: 'NEEDS_TAP' }])
    expect(await seat.call('getNickname', {}, false)).toEqual({ result: { nickname: null } })
  }),

  named('4: a request over 64 KB is dropped, and one that is none', async ({ open }) => {
    const seat = await open()
    const params = { key: 'a', value: 'x'.repeat(66_000) }
    expect(await seat.ignores({ service: 1, id: 'big', method: 'storage.set', params })).toBe(true)
    expect(await seat.ignores({ service: 2, id: 'other', method: 'ready' })).toBe(true)
    expect(await seat.ignores('hello')).toBe(true)
  }),

  named('3.2, 2.6: a consumable is paid, seen, consumed once', async ({ open }) => {
    const seat = await open()
    const paid = await seat.choose('pay', { product: 'coins' }, 'payment', 'pay')
    expect(paid).toMatchObject({
      result: { status: 'paid', purchase: { id: expect.any(String), product: 'coins', kind: 'consumable' } },
    })
    const { id } = ('result' in paid ? paid.result : {}) as { id: string }
    expect(id).toBeUndefined()
    const purchases = async () => {
      const seen = await seat.call('getPurchases', {}, false)
      return (seen as { result: { purchases: { id: string; consumed_at?: string }[] } }).result.purchases
    }
    const [purchase] = await purchases()
    expect(await purchases()).toHaveLength(1)
    expect(await seat.call('consume', { purchase: purchase?.id }, false)).toEqual({
      result: { consumed: true },
    })
    expect(await seat.call('consume', { purchase: purchase?.id }, false)).toEqual({ code: 'NOT_CONSUMABLE' })
    expect((await purchases())[0]?.consumed_at).toEqual(expect.any(String))
  }),

  named('3.2: cancelled, already_owned, insufficient_balance, unavailable, NO_SUCH_PRODUCT', async (host) => {
    const seat = await host.open()
    expect(await seat.choose('pay', { product: 'hat' }, 'payment', 'cancel')).toEqual({
      result: { status: 'cancelled' },
    })
    expect(await seat.choose('pay', { product: 'hat' }, 'payment', 'pay')).toMatchObject({
      result: { status: 'paid' },
    })
    expect(await seat.call('pay', { product: 'hat' })).toEqual({
      result: { status: 'failed', reason: 'already_owned' },
    })
    await host.set({ balance: '5' })
    expect(await seat.choose('pay', { product: 'castle' }, 'payment', 'pay')).toEqual({
      result: { status: 'failed', reason: 'insufficient_balance' },
    })
    await host.set({ payments: 'unavailable' })
    expect(await seat.call('pay', { product: 'coins' })).toEqual({
      result: { status: 'failed', reason: 'unavailable' },
    })
    expect(await seat.call('pay', { product: 'boat' })).toEqual({ code: 'NO_SUCH_PRODUCT' })
  }),

  named('3.2: pending confirms later; a consumable is refunded after 24 hours', async (host) => {
    await host.pause()
    const seat = await host.open()
    await host.set({ payments: 'pending' })
    expect(await seat.choose('pay', { product: 'coins' }, 'payment', 'pay')).toEqual({
      result: { status: 'pending' },
    })
    const count = async () =>
      ((await seat.call('getPurchases', {}, false)) as { result: { purchases: unknown[] } }).result.purchases
        .length
    expect(await count()).toBe(0)
    await host.advance(MINUTE)
    expect(await count()).toBe(1)
    // The session lasts 12 hours, so the app is opened again.
    await host.advance(25 * HOUR)
    const later = await host.open()
    expect(await later.call('getPurchases', {}, false)).toMatchObject({ result: { purchases: [] } })
  }),

  named('4.6: a nickname is asked for once, judged, and kept', async ({ open }) => {
    const seat = await open()
    expect(await seat.choose('getNickname', { ask: true }, 'nickname', null)).toEqual({
      result: { nickname: null },
    })
    expect(await seat.choose('getNickname', { ask: true }, 'nickname', { nickname: 'Ana' })).toEqual({
      result: { nickname: 'Ana' },
    })
    expect(await seat.call('getNickname', { ask: true })).toEqual({ result: { nickname: 'Ana' } })
  }),

  named('4.4: share never tells, and refuses bad texts and pictures', async ({ open }) => {
    const seat = await open()
    const image = `data:image/png;base64,${TINY_PNG}`
    expect(await seat.choose('share', { image, text: 'Look' }, 'share', null)).toEqual({ result: {} })
    expect(await seat.choose('share', { image }, 'share', { to: 'story', text: '' })).toEqual({ result: {} })
    expect(await seat.call('share', {})).toEqual({ code: 'INVALID' })
    expect(await seat.call('share', { text: 'see #this' })).toEqual({ code: 'INVALID_TEXT' })
    expect(await seat.call('share', { image: 'data:image/gif;base64,AAAA' })).toEqual({
      code: 'INVALID_IMAGE',
    })
  }),

  named('4.4: share takes a large picture, and refuses what is none', async ({ open }) => {
    const seat = await open()
    const start = 'data:image/png;base64,'
    const image = `${start}${LARGE_PNG}`
    expect(await seat.choose('share', { image, text: 'Look' }, 'share', { to: 'story', text: '' })).toEqual({
      result: {},
    })
    for (const refused of [
      `${start}${LARGE_PNG}\n`,
      `${start}${LARGE_PNG.slice(0, -1)}`,
      `data:image/gif;base64,${LARGE_PNG}`,
      LARGE_PNG,
    ])
      expect(await seat.call('share', { image: refused })).toEqual({ code: 'INVALID_IMAGE' })
  }),

  named(
    '4.5: pickers are cancelled, unavailable without a reason, and INVALID out of range',
    async (host) => {
      const seat = await host.open()
      expect(await seat.choose('pickImage', {}, 'pick-image', null)).toEqual({
        result: { status: 'cancelled' },
      })
      expect(await seat.choose('pickVideo', {}, 'pick-video', null)).toEqual({
        result: { status: 'cancelled' },
      })
      expect(await seat.call('pickImage', { max_size: 63 })).toEqual({ code: 'INVALID' })
      await host.set({ person: '13-15', guardian: { media: false } })
      expect(await seat.call('pickImage', {})).toEqual({ result: { status: 'unavailable' } })
    },
  ),

  named('4.6: the shared store is one for all, and each writes their own record', async ({ open }) => {
    const [one, two] = [await open(1), await open(2)]
    expect(await one.call('db.set', { ...shared, value: 'a', rank: 5 }, false)).toEqual({
      result: { saved: true },
    })
    expect(await two.call('db.set', { ...shared, value: 'b', rank: 9 }, false)).toEqual({
      result: { saved: true },
    })
    expect(await one.call('db.list', { key: 'score' }, false)).toMatchObject({
      result: {
        records: [
          { value: 'b', rank: 9 },
          { value: 'a', rank: 5 },
        ],
        next: null,
      },
    })
    expect(await one.call('db.get', { key: 'score' }, false)).toMatchObject({
      result: { record: { value: 'a', player: { nickname: null } } },
    })
    expect(await one.call('db.usage', {}, false)).toEqual({ result: { bytes: 12, limit: 1_048_576 } })
    expect(await one.call('db.remove', { key: 'score' }, false)).toEqual({ result: { removed: true } })
    expect(await two.call('db.get', { key: 'score' }, false)).toMatchObject({
      result: { record: { value: 'b' } },
    })
    expect(await one.call('db.set', { key: 'k', value: 'x'.repeat(1_025) }, false)).toEqual({
      code: 'INVALID',
    })
  }),

  named('5, 7: the session ends after 12 hours', async ({ open, pause, advance }) => {
    await pause()
    const seat = await open()
    await advance(12 * HOUR - MINUTE)
    expect(await seat.call('storage.keys', {}, false)).toHaveProperty('result')
    await advance(MINUTE)
    expect(await seat.call('storage.keys', {}, false)).toEqual({ code: 'LAUNCH_INVALID' })
  }),

  named('3.1, 7: blocked and deleted while it runs', async ({ open, set }) => {
    const seat = await open()
    await set({ app: 'blocked' })
    expect(await seat.call('getContext', {}, false)).toEqual({ code: 'MINI_APP_UNAVAILABLE' })
    await set({ app: 'deleted' })
    expect(await seat.call('getContext', {}, false)).toEqual({ code: 'MINI_APP_DELETED' })
  }),

  named('7, 9: OFFLINE on a phone without a connection, UNKNOWN_METHOD on an older host', async (host) => {
    await host.set({ platform: 'android', network: { offline: true } })
    const seat = await host.open()
    expect(await seat.call('storage.keys', {}, false)).toEqual({ code: 'OFFLINE' })
    expect(await seat.call('getContext', {}, false)).toHaveProperty('result')
    await host.set({ network: { offline: false }, hostVersion: 'old' })
    expect(await seat.call('db.usage', {}, false)).toEqual({ code: 'UNKNOWN_METHOD' })
    const context = await seat.call('getContext', {}, false)
    expect((context as { result: object }).result).not.toHaveProperty('features')
  }),

  named('4, 8.2: ids of 1 to 64 characters; a request without a method is INVALID', async ({ open }) => {
    const seat = await open()
    const get = { service: 1, method: 'storage.get', params: { key: 'a' } }
    expect(await seat.ignores({ ...get, id: 'x'.repeat(65) })).toBe(true)
    expect(await seat.ignores({ ...get, id: '' })).toBe(true)
    expect(await seat.ignores({ ...get, id: 7 })).toBe(true)
    expect(await seat.ignores({ ...get, id: 'x'.repeat(64) })).toBe(false)
    expect(await seat.ignores({ service: 1, id: 'nothing' })).toBe(false)
    expect(await seat.call('', {}, false)).toEqual({ code: 'UNKNOWN_METHOD' })
  }),

  named(
    '8.2: 20 share sheets an hour for each person; later ones answer {}, and no sheet opens',
    async (host) => {
      await host.pause()
      const share = ['share', { text: 'Look' }] as const
      const cancelled = async (seat: ContractSeat, count: number): Promise<void> => {
        await host.addFault({ method: 'share', cancel: true, times: 'every' })
        for (let sheet = 0; sheet < count; sheet += 1)
          expect(await seat.call(...share)).toEqual({ result: {} })
        await host.removeFaults()
      }
      await cancelled(await host.open(), 12)
      // Who opens the app again is the same person.
      const again = await host.open()
      await cancelled(again, 8)
      // A sheet would wait for somebody to close it.
      expect(await again.call(...share)).toEqual({ result: {} })
      const other = await host.open(2)
      expect(await other.choose(...share, 'share', null)).toEqual({ result: {} })
      await host.advance(HOUR - 1)
      expect(await again.call(...share)).toEqual({ result: {} })
      await host.advance(1)
      expect(await again.choose(...share, 'share', null)).toEqual({ result: {} })
    },
  ),

  named('4.6, 8.3: 60 writes and 120 reads a minute; pages of 1 to 100, in three orders', async (host) => {
    await host.pause()
    const [one, two] = [await host.open(1), await host.open(2)]
    const write = (rank: number) => ['db.set', { ...shared, value: String(rank), rank }] as const
    const writes = await one.burst(Array.from({ length: 61 }, (_, rank) => write(rank)))
    expect(writes.filter((outcome) => 'result' in outcome)).toHaveLength(60)
    expect(writes.at(-1)).toEqual({ code: 'RATE_LIMITED' })
    await host.advance(1)
    await two.burst([write(7), ['db.set', { ...shared, key: 'other', value: 'x' }]])
    const values = async (params: object): Promise<unknown> => {
      const { result } = (await two.call('db.list', { key: 'score', ...params }, false)) as {
        readonly result: { readonly records: readonly { readonly value: string }[] }
      }
      return result.records.map(({ value }) => value)
    }
    expect(await values({})).toEqual(['59', '7'])
    expect(await values({ order: 'rank_asc' })).toEqual(['7', '59'])
    expect(await values({ order: 'recent' })).toEqual(['7', '59'])
    const first = await two.call('db.list', { key: 'score', limit: 1 }, false)
    expect(first).toMatchObject({ result: { records: [{ value: '59' }], next: expect.any(String) } })
    const { next } = (first as { readonly result: { readonly next: string } }).result
    expect(await two.call('db.list', { key: 'score', limit: 1, cursor: next }, false)).toMatchObject({
      result: { records: [{ value: '7' }], next: null },
    })
    for (const limit of [0, 101])
      expect(await two.call('db.list', { key: 'score', limit }, false)).toEqual({ code: 'INVALID' })
    const reads = await one.burst(Array.from({ length: 121 }, () => ['db.get', { key: 'score' }] as const))
    expect(reads.at(119)).toMatchObject({ result: { record: { value: '59' } } })
    expect(reads.at(120)).toEqual({ code: 'RATE_LIMITED' })
    await host.advance(MINUTE)
    expect(await one.call('db.get', { key: 'score', player: 'nobody' }, false)).toEqual({
      result: { record: null },
    })
  }),
]
