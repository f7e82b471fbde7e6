/// <reference path="../../src/sdk/service-miniapp.d.ts" />
import { describe, expect, it } from 'vitest'
import { CALL_TABLE } from '../../src/platform/calls/table.js'
import { REQUEST_ID_MAX_CHARACTERS } from '../../src/platform/limits.js'
import { paramsOf } from '../../src/sdk/calls.js'
import type { Environment } from '../../src/sdk/environment.js'
import { createService } from '../../src/sdk/service.js'
import { fakeParent } from '../support/fakes/fake-parent.js'
import { manualTimers } from '../support/fakes/manual-timers.js'

const setUp = (
  options: { tapped?: boolean; hosted?: boolean; noticeCall?: Environment['noticeCall'] } = {},
) => {
  const parent = fakeParent()
  const timers = manualTimers()
  const refusals: unknown[] = []
  const reported: unknown[] = []
  const environment: Environment = {
    host: options.hosted === false ? null : parent.transport,
    withinTap: () => options.tapped !== false,
    startTimer: timers.startTimer,
    idPrefix: 'abcdefghij',
    reportRefusal: (refusal) => refusals.push(refusal),
    noticeCall: options.noticeCall ?? null,
    reportError: (error) => reported.push(error),
  }
  return { parent, timers, refusals, reported, service: createService(environment) }
}

type Service = ReturnType<typeof createService>

/** Every call of 4.1 that goes to the host: what is passed, what is posted, what comes back, what the app gets. */
const CALLS: readonly {
  readonly method: keyof typeof CALL_TABLE
  readonly make: (service: Service) => Promise<unknown>
  readonly params: unknown
  readonly result: unknown
  readonly given: unknown
}[] = [
  { method: 'ready', make: (s) => s.ready(), params: {}, result: {}, given: {} },
  {
    method: 'getContext',
    make: (s) => s.getContext(),
    params: {},
    result: { locale: 'en' },
    given: { locale: 'en' },
  },
  {
    method: 'storage.get',
    make: (s) => s.storage.get('best'),
    params: { key: 'best' },
    result: '12',
    given: '12',
  },
  {
    method: 'storage.get',
    make: (s) => s.storage.get('none'),
    params: { key: 'none' },
    result: null,
    given: null,
  },
  {
    method: 'storage.set',
    make: (s) => s.storage.set('best', '12'),
    params: { key: 'best', value: '12' },
    result: { saved: true },
    given: true,
  },
  {
    method: 'storage.remove',
    make: (s) => s.storage.remove('best'),
    params: { key: 'best' },
    result: { removed: true },
    given: true,
  },
  {
    method: 'storage.keys',
    make: (s) => s.storage.keys(),
    params: {},
    result: { keys: ['a', 'b'] },
    given: ['a', 'b'],
  },
  {
    method: 'pay',
    make: (s) => s.pay({ product: 'gems' }),
    params: { product: 'gems' },
    result: { status: 'cancelled' },
    given: { status: 'cancelled' },
  },
  {
    method: 'getPurchases',
    make: (s) => s.getPurchases(),
    params: {},
    result: { purchases: [], access: { type: 'free', active: true } },
    given: { purchases: [], access: { type: 'free', active: true } },
  },
  {
    method: 'consume',
    make: (s) => s.consume('p1'),
    params: { purchase: 'p1' },
    result: { consumed: true },
    given: { consumed: true },
  },
  {
    method: 'share',
    make: (s) => s.share({ text: 'I won' }),
    params: { text: 'I won' },
    result: {},
    given: {},
  },
  {
    method: 'pickImage',
    make: (s) => s.pickImage({ max_size: 512 }),
    params: { max_size: 512 },
    result: { status: 'cancelled' },
    given: { status: 'cancelled' },
  },
  {
    method: 'pickVideo',
    make: (s) => s.pickVideo(),
    params: {},
    result: { status: 'unavailable' },
    given: { status: 'unavailable' },
  },
  {
    method: 'getNickname',
    make: (s) => s.getNickname(),
    params: {},
    result: { nickname: null },
    given: { nickname: null },
  },
  {
    method: 'db.set',
    make: (s) => s.db.set('top', '9', { rank: 9, replaceable: true }),
    params: { key: 'top', value: '9', rank: 9, replaceable: true },
    result: { saved: false },
    given: { saved: false },
  },
  {
    method: 'db.get',
    make: (s) => s.db.get('top', { player: 'x' }),
    params: { key: 'top', player: 'x' },
    result: { record: { key: 'top' } },
    given: { key: 'top' },
  },
  {
    method: 'db.get',
    make: (s) => s.db.get('top'),
    params: { key: 'top' },
    result: { record: null },
    given: null,
  },
  {
    method: 'db.list',
    make: (s) => s.db.list('top', { order: 'recent', limit: 5, cursor: 'c' }),
    params: { key: 'top', order: 'recent', limit: 5, cursor: 'c' },
    result: { records: [], next: null },
    given: { records: [], next: null },
  },
  {
    method: 'db.remove',
    make: (s) => s.db.remove('top'),
    params: { key: 'top' },
    result: { removed: true },
    given: true,
  },
  {
    method: 'db.usage',
    make: (s) => s.db.usage(),
    params: {},
    result: { bytes: 1, limit: 2 },
    given: { bytes: 1, limit: 2 },
  },
  {
    method: 'mp.host',
    make: (s) => s.multiplayer.host({ max_players: 2, public: true, meta: { level: 1 } }),
    params: { max_players: 2, public: true, meta: { level: 1 } },
    result: { status: 'cancelled' },
    given: { status: 'cancelled' },
  },
  {
    method: 'mp.join',
    make: (s) => s.multiplayer.join({ code: 'ABC234' }),
    params: { code: 'ABC234' },
    result: { status: 'unavailable' },
    given: { status: 'unavailable' },
  },
  {
    method: 'mp.list',
    make: (s) => s.multiplayer.list(),
    params: {},
    result: { matches: [{ id: 'm' }] },
    given: [{ id: 'm' }],
  },
  {
    method: 'mp.send',
    make: (s) => s.multiplayer.send({ x: 1 }, { to: 'y' }),
    params: { data: { x: 1 }, to: 'y' },
    result: {},
    given: {},
  },
  { method: 'mp.leave', make: (s) => s.multiplayer.leave(), params: {}, result: {}, given: {} },
  {
    method: 'ai.image.generate',
    make: (s) => s.ai.image.generate({ prompt: 'a boat', quality: 'best', seed: 3 }),
    params: { prompt: 'a boat', quality: 'best', seed: 3 },
    result: { status: 'blocked' },
    given: { status: 'blocked' },
  },
  {
    method: 'ai.audio.generate',
    make: (s) => s.ai.audio.generate({ prompt: 'rain', kind: 'sound', seconds: 6 }),
    params: { prompt: 'rain', kind: 'sound', seconds: 6 },
    result: { status: 'cancelled' },
    given: { status: 'cancelled' },
  },
  {
    method: 'ai.ask',
    make: (s) => s.ai.ask({ prompt: 'Why?', format: 'json', max_chars: 60 }),
    params: { prompt: 'Why?', format: 'json', max_chars: 60 },
    result: { status: 'answered', text: '{}', json: {}, searched: false },
    given: { status: 'answered', text: '{}', json: {}, searched: false },
  },
  { method: 'ai.cancel', make: (s) => s.ai.cancel(), params: {}, result: {}, given: {} },
  { method: 'close', make: (s) => s.close(), params: {}, result: {}, given: {} },
]

describe('the parameters of a call', () => {
  it('are sent in the order in which the app gave them; an argument wins over an option of its name', () => {
    const keys = (method: Parameters<typeof paramsOf>[0], values: readonly unknown[]) =>
      Object.entries(paramsOf(method, values) as object)
    expect(keys('db.set', ['top', '9', { rank: 9, key: 'other', replaceable: true }])).toEqual([
      ['key', 'top'],
      ['value', '9'],
      ['rank', 9],
      ['replaceable', true],
    ])
    expect(keys('db.list', ['top', { limit: 5, order: 'recent' }]).map(([name]) => name)).toEqual([
      'key',
      'limit',
      'order',
    ])
    expect(keys('mp.send', [1, null])).toEqual([['data', 1]])
  })
})

describe('4.1: the call table', () => {
  it('is whole', () => {
    expect(new Set(CALLS.map((call) => call.method))).toEqual(new Set(Object.keys(CALL_TABLE)))
  })

  it.each(CALLS)(
    '$method posts its params and unwraps its result',
    async ({ method, make, params, result, given }) => {
      const { parent, service, timers } = setUp()
      const answer = make(service)
      const { id, ...request } = parent.lastRequest()
      expect(request).toEqual({ service: 1, method, params })
      expect(id.length).toBeLessThanOrEqual(REQUEST_ID_MAX_CHARACTERS)
      parent.answer(result)
      expect(await answer).toEqual(given)
      expect(parent.posted).toHaveLength(1)
      expect(timers.running()).toBe(0)
    },
  )

  it.each(CALLS)('7: $method rejects with an Error that has the code of the answer', async ({ make }) => {
    const { parent, service } = setUp()
    const answer = make(service)
    parent.refuse('LAUNCH_INVALID', 'The session ended.')
    await expect(answer).rejects.toBeInstanceOf(Error)
    await expect(answer).rejects.toMatchObject({ code: 'LAUNCH_INVALID', message: 'The session ended.' })
  })

  it.each(CALLS)('7: $method immediately rejects with NO_HOST outside a host', async ({ make }) => {
    const { service, timers } = setUp({ hosted: false, tapped: false })
    await expect(make(service)).rejects.toMatchObject({ code: 'NO_HOST' })
    expect(timers.running()).toBe(0)
  })

  it.each(CALLS)('8.2: $method waits as long as it may', async ({ make, method }) => {
    const { service, timers } = setUp()
    const outcome = make(service).then(
      () => 'resolved',
      (error: { code: string }) => error.code,
    )
    const { timeoutMs } = CALL_TABLE[method]
    expect(timers.running()).toBe(timeoutMs === null ? 0 : 1)
    if (timeoutMs === null) return
    timers.advance(timeoutMs - 1)
    expect(timers.running()).toBe(1)
    timers.advance(1)
    expect(await outcome).toBe('TIMEOUT')
  })

  it('8.2: getNickname with ask waits as long as the person takes', () => {
    const { service, timers } = setUp()
    void service.getNickname({ ask: true })
    expect(timers.running()).toBe(0)
  })

  it('gives every request another id', async () => {
    const { service, parent } = setUp()
    for (let i = 0; i < 100; i++) void service.ready()
    expect(new Set(parent.posted.map((request) => (request as { id: string }).id)).size).toBe(100)
  })

  it('takes no listener-like field of the app for the key', () => {
    const { service, parent } = setUp()
    const options = { key: 'stolen', value: 'stolen', rank: 1 }
    void service.db.set('mine', 'text', options)
    expect(parent.lastRequest().params).toEqual({ key: 'mine', value: 'text', rank: 1 })
  })

  it('7: hands bad parameters to the host, which says INVALID and why', () => {
    const { service, parent } = setUp()
    void service.pay('gems' as never)
    expect(parent.lastRequest().params).toBe('gems')
    void service.pay(undefined as never)
    expect(parent.lastRequest().params).toEqual({})
  })

  const PICTURE = 'data:image/png;base64,'
  it.each([
    [
      'a picture',
      'IMAGE_TOO_LARGE',
      9_437_184,
      (s: Service, over: string) => s.share({ image: PICTURE + over }),
    ],
    ['a text to share', 'INVALID_TEXT', 9_437_184, (s: Service, over: string) => s.share({ text: over })],
    ['a question', 'INVALID', 65_536, (s: Service, over: string) => s.ai.ask({ prompt: over })],
    ['what AI draws', 'INVALID', 65_536, (s: Service, over: string) => s.ai.image.generate({ prompt: over })],
    ['a product', 'INVALID', 65_536, (s: Service, over: string) => s.pay({ product: over })],
    [
      'what a match is about',
      'INVALID',
      65_536,
      (s: Service, over: string) => s.multiplayer.host({ max_players: 2, meta: { over } }),
    ],
  ] as const)(
    '4, 8.2: a call that waits for ever does not wait where the host drops its request: %s, %s',
    async (_what, code, bytes, make) => {
      const { service, parent } = setUp()
      const outcome = make(service, 'A'.repeat(bytes))
      // The host still gets it, so that its log shows what was dropped.
      expect(JSON.stringify(parent.lastRequest()).length).toBeGreaterThan(bytes)
      await expect(outcome).rejects.toMatchObject({ code })
    },
  )

  it('4: what is too large and cannot be posted either rejects, and throws nothing', async () => {
    const { service, parent, refusals } = setUp()
    const call = service.ai.ask({ prompt: 'x'.repeat(65_536), context: () => 'x' } as never)
    await expect(call).rejects.toMatchObject({ code: 'INVALID' })
    expect(parent.posted).toEqual([])
    expect(refusals).toMatchObject([{ refused: 'INVALID', request: { method: 'ai.ask' } }])
  })

  it('4, 8.2: 64 KB as JSON is not too much, nor 9 MB for share; bytes count, not characters', async () => {
    const { service, parent } = setUp()
    void service.ai.ask({ prompt: '' })
    const room = 65_536 - JSON.stringify(parent.lastRequest()).length
    const fits = service.ai.ask({ prompt: 'é'.repeat(Math.floor(room / 2)) })
    parent.answer({ status: 'unavailable' })
    expect(await fits).toEqual({ status: 'unavailable' })
    await expect(service.ai.ask({ prompt: 'é'.repeat(Math.floor(room / 2) + 1) })).rejects.toMatchObject({
      code: 'INVALID',
    })
    const picture = service.share({ image: PICTURE + 'A'.repeat(9_000_000) })
    parent.refuse('IMAGE_TOO_LARGE')
    await expect(picture).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE', message: 'No.' })
  })

  it('8.2: a call that has its own time limit waits for it, with any options', async () => {
    const { service, timers } = setUp()
    const outcome = service.storage.set('a', 'x'.repeat(65_536))
    expect(timers.running()).toBe(1)
    timers.advance(20_000)
    await expect(outcome).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  const throwing = {
    get rank(): number {
      throw new RangeError('no rank')
    },
  }
  const wordless = new Proxy(
    {},
    {
      ownKeys: () => {
        throw Object.create(null)
      },
    },
  )

  it.each<readonly [name: string, make: (service: Service) => Promise<unknown>, method: string, is: string]>([
    ['a cycle', (s) => s.multiplayer.send(cycle as never), 'mp.send', 'a cycle'],
    ['a big integer', (s) => s.multiplayer.send({ score: 1n } as never), 'mp.send', 'a BigInt'],
    ['NaN', (s) => s.db.set('a', 'b', { rank: Number.NaN }), 'db.set', 'NaN'],
    ['a function', (s) => s.storage.set('a', (() => 1) as never), 'storage.set', 'a function'],
    ['a symbol', (s) => s.consume(Symbol('x') as never), 'consume', 'a symbol'],
    ['a date', (s) => s.ai.ask({ prompt: new Date(0) as never }), 'ai.ask', 'a Date'],
    [
      'a getter that throws',
      (s) => s.multiplayer.send(throwing as never),
      'mp.send',
      'unreadable (RangeError: no rank)',
    ],
    ['options that are NaN', (s) => s.pay(Number.NaN as never), 'pay', 'NaN'],
    ['options that are a map', (s) => s.pickImage(new Map() as never), 'pickImage', 'a Map'],
  ])(
    '7: rejects INVALID for %s, which is not JSON, and the simulator’s log has the call',
    async (_name, make, method, is) => {
      const { service, parent, refusals } = setUp()
      await expect(make(service)).rejects.toMatchObject({
        code: 'INVALID',
        message: expect.stringContaining(is),
      })
      expect(parent.posted).toEqual([])
      expect(refusals).toMatchObject([{ refused: 'INVALID', request: { method }, notJson: [{ is }] }])
    },
  )

  it.each<readonly [name: string, make: (service: Service) => Promise<unknown>]>([
    ['a getter among its options', (s) => s.db.set('a', 'b', throwing)],
    ['a getter among AI’s options', (s) => s.ai.ask(throwing as never)],
    ['a Proxy that refuses', (s) => s.share(wordless)],
    [
      'a picture that cannot be read',
      (s) =>
        s.share(
          Object.defineProperty({}, 'image', {
            get: () => {
              throw new Error('no')
            },
          }),
        ),
    ],
    [
      'a promise of a picture that fails',
      (s) => s.share({ image: Promise.reject(new TypeError('no')) as never }),
    ],
    ['options that are a number', (s) => s.db.get('a', 5 as never)],
    ['options that are a list', (s) => s.db.list('a', ['recent'] as never)],
    ['options that are a date', (s) => s.multiplayer.send(1, new Date(0) as never)],
  ])('4: rejects with a code for %s', async (_name, make) => {
    const { service, parent } = setUp()
    await expect(make(service)).rejects.toMatchObject({ code: 'INVALID' })
    expect(parent.posted).toEqual([])
  })

  it('4: rejects with a code where the browser cannot post, and the simulator’s log has the call', async () => {
    const { service, refusals } = setUp()
    await expect(service.multiplayer.send(new Proxy({ a: 1 }, {}))).rejects.toMatchObject({ code: 'INVALID' })
    expect(refusals).toMatchObject([
      { refused: 'INVALID', request: { method: 'mp.send', params: null }, notJson: [{ path: '' }] },
    ])
  })
})

describe('4.1: gestures', () => {
  const TAP_CALLS = CALLS.filter((call) => CALL_TABLE[call.method].gesture === 'tap')
  const OTHER_CALLS = CALLS.filter((call) => CALL_TABLE[call.method].gesture !== 'tap')

  it.each(TAP_CALLS)(
    '$method rejects NEEDS_TAP without a tap, and asks the host nothing',
    async ({ make, method, params }) => {
      const { service, parent, refusals } = setUp({ tapped: false })
      await expect(make(service)).rejects.toMatchObject({ code: 'NEEDS_TAP' })
      expect(parent.posted).toEqual([])
      expect(refusals).toMatchObject([{ refused: 'NEEDS_TAP', request: { method, params } }])
    },
  )

  it.each(OTHER_CALLS)('$method needs no tap', async ({ make, result }) => {
    const { service, parent, refusals } = setUp({ tapped: false })
    const answer = make(service)
    parent.answer(result)
    await answer
    expect(refusals).toEqual([])
  })

  it('getNickname needs a tap only when ask is true', async () => {
    const { service, parent } = setUp({ tapped: false })
    await expect(service.getNickname({ ask: true })).rejects.toMatchObject({ code: 'NEEDS_TAP' })
    expect(parent.posted).toEqual([])
    void service.getNickname({ ask: false })
    expect(parent.posted).toHaveLength(1)
  })
})

describe('6: events', () => {
  it('calls each listener once, with the data', () => {
    const { service, parent } = setUp()
    const heard: unknown[] = []
    const listener = (data: unknown) => heard.push(data)
    expect(service.on('theme', listener)).toBeUndefined()
    service.on('theme', listener)
    parent.post({ service: 1, event: 'theme', data: { theme: 'dark' } })
    parent.post({ service: 1, event: 'visibility', data: { visible: false } })
    expect(heard).toEqual([{ theme: 'dark' }])
  })

  it('stops after off', () => {
    const { service, parent } = setUp()
    const heard: unknown[] = []
    const listener = (data: unknown) => heard.push(data)
    service.on('theme', listener)
    expect(service.off('theme', listener)).toBeUndefined()
    service.off('theme', listener)
    parent.post({ service: 1, event: 'theme', data: { theme: 'dark' } })
    expect(heard).toEqual([])
  })

  it.each(['joined', 'left', 'message', 'host', 'closed'] as const)(
    'gives the match event %s under its short name',
    (name) => {
      const { service, parent } = setUp()
      const heard: unknown[] = []
      const listener = (data: unknown) => heard.push(data)
      service.multiplayer.on(name, listener)
      parent.post({ service: 1, event: `mp.${name}`, data: { a: 1 } })
      service.multiplayer.off(name, listener)
      parent.post({ service: 1, event: `mp.${name}`, data: { a: 2 } })
      expect(heard).toEqual([{ a: 1 }])
    },
  )

  it('reports an error of one listener and still calls the others', () => {
    const { service, parent, reported } = setUp()
    const heard: unknown[] = []
    const mistake = new Error('mistake')
    service.on('theme', () => {
      throw mistake
    })
    service.on('theme', (data) => heard.push(data))
    parent.post({ service: 1, event: 'theme', data: { theme: 'dark' } })
    expect(heard).toEqual([{ theme: 'dark' }])
    expect(reported).toEqual([mistake])
  })

  it('lets a listener remove itself', () => {
    const { service, parent } = setUp()
    let calls = 0
    const once = () => {
      calls++
      service.off('theme', once)
    }
    service.on('theme', once)
    parent.post({ service: 1, event: 'theme', data: { theme: 'dark' } })
    parent.post({ service: 1, event: 'theme', data: { theme: 'light' } })
    expect(calls).toBe(1)
  })

  it('immediately refuses a listener that is not a function', () => {
    const { service } = setUp()
    expect(() => service.on('theme', undefined as never)).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    )
  })

  it('installs one listener on the channel, however much the app does', async () => {
    const { service, parent } = setUp()
    for (let i = 0; i < 50; i++) {
      const answer = service.storage.get('a')
      parent.answer(null)
      await answer
      const listener = () => undefined
      service.on('theme', listener)
      service.off('theme', listener)
    }
    expect(parent.listeners()).toBe(1)
  })
})

describe('4.1: onProgress', () => {
  const stage = (request: string, name: string) => ({
    service: 1,
    event: 'ai.progress',
    data: { request, stage: name },
  })

  it('hears the progress of its own request until that is answered', async () => {
    const { service, parent } = setUp()
    const heard: string[] = []
    const answer = service.ai.ask({ prompt: 'Why?', onProgress: (data) => heard.push(data.stage) })
    const { id, params } = parent.lastRequest()
    expect(params).toEqual({ prompt: 'Why?' })
    parent.post(stage(id, 'loading'))
    parent.post(stage('another', 'making'))
    parent.post(stage(id, 'writing'))
    parent.answer({ status: 'unavailable' })
    await answer
    parent.post(stage(id, 'writing'))
    expect(heard).toEqual(['loading', 'writing'])
  })

  it('is heard by listeners of ai.progress too, and its errors are reported', () => {
    const { service, parent, reported } = setUp()
    const heard: unknown[] = []
    service.on('ai.progress', (data) => heard.push(data.stage))
    const mistake = new Error('mistake')
    void service.ai.image.generate({
      prompt: 'a boat',
      onProgress: () => {
        throw mistake
      },
    })
    parent.post(stage(parent.lastRequest().id, 'making'))
    expect(heard).toEqual(['making'])
    expect(reported).toEqual([mistake])
  })
})

describe('4.1: supports', () => {
  const ask = async (name: unknown, context: unknown) => {
    const { service, parent } = setUp()
    const answer = service.supports(name as never)
    expect(parent.lastRequest().method).toBe('getContext')
    parent.answer(context)
    return answer
  }
  it('asks once for all simultaneous callers, and again after the answer', async () => {
    const { service, parent } = setUp()
    const answers = [service.supports('pay'), service.supports('db'), service.capability('ai.image')]
    expect(parent.posted).toHaveLength(1)
    parent.answer({ features: ['pay'] })
    expect(await Promise.all(answers)).toMatchObject([true, false, { supported: false }])
    const later = service.supports('db')
    expect(parent.posted).toHaveLength(2)
    parent.answer({ features: ['pay', 'db'] })
    expect(await later).toBe(true)
  })

  const FEATURES = { features: ['pay', 'share', 'pickImage', 'db', 'nickname', 'ai.image'] }

  it.each([
    'ready',
    'getContext',
    'capability',
    'supports',
    'storage.get',
    'storage.keys',
    'pay',
    'getPurchases',
    'consume',
    'share',
    'pickImage',
    'getNickname',
    'nickname',
    'db',
    'db.set',
    'db.usage',
    'ai.image',
    'ai.image.generate',
    'ai.cancel',
    'close',
    'on',
    'off',
    'storage',
    'purchases',
  ])('2.5: with features that name its feature, %s is there', async (name) => {
    expect(await ask(name, FEATURES)).toBe(true)
  })

  it.each([
    'pickVideo',
    'multiplayer',
    'multiplayer.host',
    'multiplayer.on',
    'mp.host',
    'ai.audio',
    'ai.audio.generate',
    'ai.ask',
    'ai.assistant',
    'constructor',
    'toString',
    '__proto__',
    '',
    'nonsense',
    7,
    null,
    undefined,
  ])('2.5: with features that do not, %s is not', async (name) => {
    expect(await ask(name, FEATURES)).toBe(false)
  })

  it('9: a name that only a newer host knows counts where it lists it', async () => {
    expect(await ask('teleport', { features: ['teleport'] })).toBe(true)
  })

  it.each([
    'ready',
    'getContext',
    'storage.get',
    'storage.set',
    'storage.remove',
    'storage.keys',
    'pay',
    'getPurchases',
    'consume',
    'share',
    'close',
    'on',
    'off',
    'storage',
    'purchases',
    'capability',
    'supports',
  ])('readings: without features, %s is there', async (name) => {
    expect(await ask(name, {})).toBe(true)
  })

  it.each([
    'pickImage',
    'pickVideo',
    'getNickname',
    'nickname',
    'db',
    'db.get',
    'multiplayer.send',
    'ai.ask',
    'ai.cancel',
    'storage.nonsense',
  ])('readings: without features, %s is not', async (name) => {
    expect(await ask(name, {})).toBe(false)
  })
})

describe('4.1: capability', () => {
  const UNSUPPORTED = { supported: false, version: 0, state: 'unavailable', tools: [] }

  it('gives the declared version, state and tools', async () => {
    const { service, parent } = setUp()
    const answer = service.capability('ai.assistant')
    parent.answer({
      capabilities: { 'ai.assistant': { version: 2, state: 'needs_download', tools: ['web_search'] } },
    })
    expect(await answer).toEqual({
      supported: true,
      version: 2,
      state: 'needs_download',
      tools: ['web_search'],
    })
  })

  it('4.7: is not supported where it is unavailable', async () => {
    const { service, parent } = setUp()
    const answer = service.capability('ai.image')
    parent.answer({ capabilities: { 'ai.image': { version: 1, state: 'unavailable', tools: [] } } })
    expect(await answer).toEqual({ supported: false, version: 1, state: 'unavailable', tools: [] })
  })

  it.each([
    ['nothing declared', {}],
    ['another declared', { capabilities: { 'ai.audio': { version: 1, state: 'ready', tools: [] } } }],
    ['no context', null],
    ['nonsense', { capabilities: { 'ai.image': 'ready' } }],
  ])('readings: with %s it is unsupported', async (_name, context) => {
    const { service, parent } = setUp()
    const answer = service.capability('ai.image')
    parent.answer(context)
    expect(await answer).toEqual(UNSUPPORTED)
  })

  it('never rejects', async () => {
    const { service: outside } = setUp({ hosted: false })
    expect(await outside.capability('ai.image')).toEqual(UNSUPPORTED)
    const { service, parent } = setUp()
    const answer = service.capability('ai.image')
    parent.refuse('LAUNCH_INVALID')
    expect(await answer).toEqual(UNSUPPORTED)
    const late = setUp()
    const waiting = late.service.capability('ai.image')
    late.timers.advance(10_000)
    expect(await waiting).toEqual(UNSUPPORTED)
  })
})

describe('the simulator’s notice of a call', () => {
  it('comes with the stack before the request, also for a call that the SDK refuses', () => {
    const noticed: { readonly id: string; readonly stack: string | undefined; readonly sent: number }[] = []
    const { service, parent, refusals } = setUp({
      tapped: false,
      noticeCall: (id, stack) => noticed.push({ id, stack, sent: parent.posted.length + refusals.length }),
    })
    void service.ready()
    service.pay({ product: 'gems' }).catch(() => {})
    expect(noticed.map(({ id, sent }) => [id, sent])).toEqual([
      ['abcdefghij-1', 0],
      ['abcdefghij-2', 1],
    ])
    for (const { stack } of noticed) expect(stack).toContain('service.test.ts')
  })
})
