import { expect } from 'vitest'
import { type ContractHost, type ContractSeat, TINY_PNG } from './contract.js'

/** A sentence of the platform's document, and how every host keeps it. */
export interface ContractCase {
  readonly name: string
  readonly run: (host: ContractHost) => Promise<void>
}

const HOUR = 3_600_000
const MINUTE = 60_000

const named = (name: string, run: ContractCase['run']): ContractCase => ({ name, run })
const events = async (seat: ContractSeat, from = 0) => (await seat.events()).slice(from)
const shared = { key: 'score', replaceable: false }

export const CONTRACT_CASES: readonly ContractCase[] = [
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

  named('8.2: 120 writes a minute, then RATE_LIMITED, then again', async ({ open, advance }) => {
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
    // The session lasts 12 hours, so that the app is opened anew.
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

  named(
    '4.8, 6: two people play: host, join by code, messages, a new host, NOT_IN_MATCH',
    async ({ open }) => {
      const [one, two] = [await open(1), await open(2)]
      const hosted = await one.choose('mp.host', { max_players: 2 }, 'nickname', { nickname: 'Ana' })
      expect(hosted).toMatchObject({
        result: {
          status: 'joined',
          match: { max_players: 2, public: false, players: [{ nickname: 'Ana' }] },
        },
      })
      const { code, me } = (hosted as { result: { match: { code: string; me: string } } }).result.match
      expect(await one.call('mp.host', { max_players: 2 })).toEqual({ code: 'ALREADY_IN_MATCH' })
      const joined = await two.choose('mp.join', { code }, 'nickname', { nickname: 'Ben' })
      expect(joined).toMatchObject({ result: { status: 'joined', match: { host: me } } })
      expect(await two.call('mp.send', { data: { move: 1 } }, false)).toEqual({ result: {} })
      expect(await two.call('mp.send', { data: 'x'.repeat(1_024) }, false)).toEqual({
        code: 'MESSAGE_TOO_LARGE',
      })
      await expect
        .poll(() => events(one))
        .toMatchObject([
          { event: 'mp.joined', data: { player: { nickname: 'Ben' } } },
          { event: 'mp.message', data: { from: `${me}~2`, data: { move: 1 } } },
        ])
      expect(await one.call('mp.leave', {}, false)).toEqual({ result: {} })
      await expect
        .poll(() => events(two))
        .toMatchObject([
          { event: 'mp.left', data: { player: { id: me }, reason: 'left' } },
          { event: 'mp.host', data: { player: { id: `${me}~2` } } },
        ])
      expect(await one.call('mp.send', { data: 1 }, false)).toEqual({ code: 'NOT_IN_MATCH' })
      expect(await one.call('mp.join', { code: 'ZZZZZZ' })).toEqual({ code: 'NO_SUCH_MATCH' })
    },
  ),

  named(
    '8.3, 6: a match of one closes after 10 minutes, and multiplayer can be switched off',
    async (host) => {
      const seat = await host.open()
      await seat.choose('mp.host', { max_players: 4 }, 'nickname', { nickname: 'Ana' })
      await host.advance(10 * MINUTE)
      await expect
        .poll(() => events(seat))
        .toEqual([expect.objectContaining({ event: 'mp.closed', data: { reason: 'idle' } })])
      await host.set({ multiplayer: 'off' })
      expect(await seat.call('mp.host', { max_players: 2 })).toEqual({ result: { status: 'unavailable' } })
    },
  ),

  named('4.7: AI is unavailable on the web, asked for once on phones, and answers', async (host) => {
    const web = await host.open()
    expect(await web.call('ai.ask', { prompt: 'Who?' }, false)).toEqual({ result: { status: 'unavailable' } })
    expect(await web.call('ai.audio.generate', { prompt: 'rain' })).toEqual({ code: 'NOT_DECLARED' })
    await host.set({ platform: 'ios' })
    const phone = await host.open()
    expect(await phone.choose('ai.ask', { prompt: 'Who?' }, 'ai', 'allow')).toMatchObject({
      result: { status: 'answered', text: expect.any(String), searched: false },
    })
    expect(await phone.call('ai.ask', { prompt: 'Who?', web_search: true }, false)).toEqual({
      code: 'NOT_DECLARED',
    })
    expect(await phone.call('ai.cancel', {}, false)).toEqual({ result: {} })
  }),

  named('6: theme and visibility', async (host) => {
    const seat = await host.open()
    await host.set({ theme: 'dark' })
    await host.set({ visible: false })
    await host.set({ visible: true })
    await expect
      .poll(() => events(seat))
      .toMatchObject([
        { event: 'theme', data: { theme: 'dark' } },
        { event: 'visibility', data: { visible: false } },
        { event: 'visibility', data: { visible: true } },
      ])
  }),

  named('5, 7: the session ends after 12 hours', async ({ open, advance }) => {
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

  named('7, 9: OFFLINE on a phone without a connection, UNKNOWN_METHOD on a host of old', async (host) => {
    await host.set({ platform: 'android', network: { offline: true } })
    const seat = await host.open()
    expect(await seat.call('storage.keys', {}, false)).toEqual({ code: 'OFFLINE' })
    expect(await seat.call('getContext', {}, false)).toHaveProperty('result')
    await host.set({ network: { offline: false }, hostVersion: 'old' })
    expect(await seat.call('db.usage', {}, false)).toEqual({ code: 'UNKNOWN_METHOD' })
    const context = await seat.call('getContext', {}, false)
    expect((context as { result: object }).result).not.toHaveProperty('features')
  }),

  named(
    '5: children need a guardian to open it, and the app never learns what else they may not',
    async (host) => {
      await host.set({ person: '13-15', guardian: { miniApps: false } })
      expect(await host.gate()).toBe('Ask your guardian to switch mini apps on.')
      await host.set({ guardian: { miniApps: true, thisApp: false } })
      expect(await host.gate()).toBe('Ask your guardian to allow this app.')
      await host.set({ guardian: { thisApp: true, pay: false, online: false } })
      expect(await host.gate()).toBeNull()
      const seat = await host.open()
      expect(await seat.call('pay', { product: 'coins' })).toEqual({
        result: { status: 'failed', reason: 'unavailable' },
      })
      expect(await seat.call('mp.host', { max_players: 2 })).toEqual({ result: { status: 'unavailable' } })
      const { result } = (await seat.call('getContext', {}, false)) as { result: { features: string[] } }
      expect(result.features).not.toContain('multiplayer')
    },
  ),

  named('4.8: adults and children never meet', async (host) => {
    const [adult, child] = [await host.open(1), await host.open(2)]
    const hosted = await adult.choose('mp.host', { max_players: 4, public: true }, 'nickname', {
      nickname: 'Ana',
    })
    const { code } = (hosted as { result: { match: { code: string } } }).result.match
    await host.set({ person: '13-15' }, 2)
    expect(await child.call('mp.list', {}, false)).toEqual({ result: { matches: [] } })
    expect(await child.call('mp.join', { code })).toMatchObject({ code: 'NO_SUCH_MATCH' })
    expect(await events(adult)).toEqual([])
  }),

  named(
    '7: trouble on order: a code for the next call, no answer, a sheet closed, the session ended',
    async (host) => {
      const seat = await host.open()
      await host.trouble({ method: 'storage.set', error: 'STORAGE_FULL' })
      expect(await seat.call('storage.set', { key: 'a', value: '1' }, false)).toEqual({
        code: 'STORAGE_FULL',
      })
      expect(await seat.call('storage.set', { key: 'a', value: '1' }, false)).toHaveProperty('result')
      await host.trouble({ method: 'storage.get', silence: true })
      expect(
        await seat.ignores({ service: 1, id: 'lost', method: 'storage.get', params: { key: 'a' } }),
      ).toBe(true)
      await host.trouble({ method: 'pay', cancel: true })
      expect(await seat.call('pay', { product: 'hat' })).toEqual({ result: { status: 'cancelled' } })
      await host.trouble({ moment: 'fill-shared-store' })
      expect(await seat.call('db.set', { key: 'k', value: 'v' }, false)).toEqual({ code: 'STORE_FULL' })
      await host.trouble({ moment: 'end-session' })
      expect(await seat.call('storage.keys', {}, false)).toEqual({ code: 'LAUNCH_INVALID' })
    },
  ),
]
