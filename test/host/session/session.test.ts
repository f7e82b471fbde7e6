import { describe, expect, it } from 'vitest'
import { CALL_TABLE } from '../../../src/platform/calls/table.js'
import { APP, hostRig } from '../../support/rigs/host-rig.js'

const HOUR_MS = 3_600_000

describe('answers and requests', () => {
  it('4: answers each request once, with its own id', async () => {
    const { open } = await hostRig()
    const page = await open()
    await page.session.receive({ json: '{"service":1,"id":"a","method":"ready"}', gesture: false })
    expect(page.posted).toEqual([{ service: 1, id: 'a', result: {} }])
  })

  it('4: answers UNKNOWN_METHOD for what 4.1 does not list, names of Object.prototype included', async () => {
    const { open } = await hostRig()
    const page = await open()
    for (const method of ['nope', 'constructor', '__proto__', 'toString', 'hasOwnProperty', ''])
      expect(await page.call(method, {})).toEqual({ code: 'UNKNOWN_METHOD' })
  })

  it.each([
    ['another marker', '{"service":2,"id":"a","method":"ready"}'],
    ['no marker', '{"id":"a","method":"ready"}'],
    ['an id of 65 characters', JSON.stringify({ service: 1, id: 'a'.repeat(65), method: 'ready' })],
    ['an empty id', '{"service":1,"id":"","method":"ready"}'],
    ['an id that is a number', '{"service":1,"id":1,"method":"ready"}'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"ready"'],
    ['broken JSON', '{'],
    ['an inherited marker', '{"__proto__":{"service":1,"id":"a","method":"ready"}}'],
  ])('4: never answers %s, and says so in the log', async (_what, json) => {
    const { open, log } = await hostRig()
    const page = await open()
    await page.session.receive({ json, gesture: true })
    expect(page.posted).toEqual([])
    expect(log.entries()).toMatchObject([{ kind: 'dropped' }])
    expect(log.entries()).toHaveLength(1)
  })

  it('4: takes an id of 64 characters', async () => {
    const { open } = await hostRig()
    const page = await open()
    await page.session.receive({
      json: JSON.stringify({ service: 1, id: 'a'.repeat(64), method: 'ready' }),
      gesture: false,
    })
    expect(page.posted).toHaveLength(1)
  })

  it('4: drops a second request with the id of one that was not answered yet', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    const json = '{"service":1,"id":"a","method":"storage.set","params":{"key":"k","value":"v"}}'
    await Promise.all([
      page.session.receive({ json, gesture: false }),
      page.session.receive({ json, gesture: false }),
    ])
    expect(page.posted).toHaveLength(1)
    expect(log.entries().map(({ kind }) => kind)).toEqual(['call', 'dropped'])
  })

  it('7: answers INVALID where a request can be answered and no call can be made of it', async () => {
    const { open } = await hostRig()
    const page = await open()
    await page.session.receive({ json: '{"service":1,"id":"a","method":7}', gesture: false })
    expect(page.posted).toMatchObject([{ id: 'a', error: { code: 'INVALID' } }])
    for (const method of ['{"toString":1,"valueOf":1}', '['.repeat(9_000) + ']'.repeat(9_000)])
      await page.session.receive({ json: `{"service":1,"id":"b","method":${method}}`, gesture: false })
    expect(page.posted.slice(1)).toMatchObject([
      { id: 'b', error: { code: 'INVALID' } },
      { id: 'b', error: { code: 'INVALID' } },
    ])
    for (const params of [null, [], 'x', 1])
      expect(await page.call('ready', params)).toEqual({ code: 'INVALID' })
  })

  it('survives parameters that nest as deep as a request can be long', async () => {
    const { open } = await hostRig()
    const page = await open()
    const deep = '['.repeat(30_000) + ']'.repeat(30_000)
    await page.session.receive({
      json: `{"service":1,"id":"a","method":"mp.send","params":{"data":${deep}}}`,
      gesture: false,
    })
    expect(page.posted).toMatchObject([{ id: 'a', error: { code: 'INVALID' } }])
  })
})

describe('sizes', () => {
  /** A request of exactly so many bytes. */
  const sized = (method: string, bytes: number): string => {
    const frame = JSON.stringify({ service: 1, id: 'a', method, params: { text: '' } })
    return frame.replace('"text":""', `"text":"${'x'.repeat(bytes - frame.length)}"`)
  }

  it('8.2: takes 64 KB as JSON and drops one byte more', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    await page.session.receive({ json: sized('ready', 65_536), gesture: false })
    expect(page.posted).toHaveLength(1)
    await page.session.receive({ json: sized('ready', 65_537), gesture: false })
    expect(page.posted).toHaveLength(1)
    expect(log.entries().at(-1)).toMatchObject({ kind: 'dropped', method: 'ready', bytes: 65_537 })
  })

  it('8.2: counts bytes, not characters', async () => {
    const { open } = await hostRig()
    const page = await open()
    await page.session.receive({
      json: JSON.stringify({ service: 1, id: 'a', method: 'ready', params: { text: 'é'.repeat(40_000) } }),
      gesture: false,
    })
    expect(page.posted).toEqual([])
  })

  it('8.2: takes 9 MB only for share', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    await page.session.receive({ json: sized('share', 9_437_184), gesture: false })
    expect(page.posted).toHaveLength(1)
    await page.session.receive({ json: sized('share', 9_437_185), gesture: false })
    await page.session.receive({ json: null, bytes: 50_000_000, gesture: false })
    expect(page.posted).toHaveLength(1)
    expect(log.entries().slice(1)).toMatchObject([
      { kind: 'dropped', bytes: 9_437_185 },
      { kind: 'dropped', bytes: 50_000_000 },
    ])
  })
})

describe('getContext', () => {
  it('2.5: has exactly the fields of the table, in a test run', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('getContext')).toEqual({
      result: {
        app_user_id: expect.stringMatching(/^u_[a-z2-7]{16}$/),
        platform: 'web',
        locale: 'en',
        theme: 'light',
        version: '1.2.3',
        test_mode: true,
        access: { type: 'free', active: true },
        features: expect.any(Array),
        capabilities: {},
      },
    })
  })

  it('2.5: says what the switches say', async () => {
    const { open, set } = await hostRig()
    await set({ platform: 'ios', theme: 'dark', locale: 'pt-BR' })
    const page = await open({
      app: { ...APP, access: { type: 'pass_30d', price: '5', statement: 'Thirty days of play.' } },
    })
    expect(await page.call('getContext')).toMatchObject({
      result: {
        platform: 'ios',
        theme: 'dark',
        locale: 'pt-BR',
        access: { type: 'pass_30d', active: true },
      },
    })
  })

  it('2.5: names a feature only where every call of it has a handler', async () => {
    const { open, set } = await hostRig()
    await set({ platform: 'ios' })
    const declared = { version: 1, purpose: 'Helps you', tools: [] }
    const page = await open({
      app: {
        ...APP,
        capabilities: { 'ai.image': declared, 'ai.audio': declared, 'ai.assistant': declared },
      },
    })
    const context = await page.call('getContext')
    const features = 'result' in context ? (context.result as { features: string[] }).features : []
    for (const [method, { feature }] of Object.entries(CALL_TABLE)) {
      if (feature === null) continue
      // Without a tap, so that no sheet waits for a person.
      const outcome = await page.call(method, {}, false)
      expect('code' in outcome && outcome.code === 'UNKNOWN_METHOD', method).toBe(!features.includes(feature))
    }
  })

  it('2.5, 3.4: says of each declared capability that it is unavailable on the web', async () => {
    const { open } = await hostRig()
    const page = await open({
      app: {
        ...APP,
        capabilities: { 'ai.assistant': { version: 1, purpose: 'Helps you', tools: ['web_search'] } },
      },
    })
    expect(await page.call('getContext')).toMatchObject({
      result: {
        capabilities: { 'ai.assistant': { version: 1, state: 'unavailable', tools: ['web_search'] } },
      },
    })
  })

  it('9: an older host tells no features and knows no newer call', async () => {
    const { open, set } = await hostRig()
    await set({ hostVersion: 'old' })
    const page = await open()
    const context = await page.call('getContext')
    expect(context).toMatchObject({ result: { version: '1.2.3' } })
    expect(context).not.toHaveProperty('result.features')
    expect(context).not.toHaveProperty('result.capabilities')
    expect(await page.call('ready')).toEqual({ result: {} })
    expect(await page.call('db.usage')).toEqual({ code: 'UNKNOWN_METHOD' })
  })
})

describe('who the person is', () => {
  it('2.5: is the same after loading the app again and after a restart', async () => {
    const first = await hostRig()
    const id = await first.open().then((page) => page.call('getContext'))
    expect(await first.open().then((page) => page.call('getContext'))).toEqual(id)
    const second = await hostRig(first.store)
    expect(await second.open().then((page) => page.call('getContext'))).toEqual(id)
  })

  it('4.8: a further seat is another person, whose id ends in its number', async () => {
    const { open } = await hostRig()
    const one = await open({ seat: 1 }).then((page) => page.call('getContext'))
    const two = await open({ seat: 2 }).then((page) => page.call('getContext'))
    const idOf = (outcome: unknown) => (outcome as { result: { app_user_id: string } }).result.app_user_id
    expect(idOf(two)).toBe(`${idOf(one)}~2`)
  })
})

describe('the session', () => {
  it('4.2: ready uncovers the app', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(page.happened).toEqual([])
    expect(await page.call('ready')).toEqual({ result: {} })
    expect(page.happened).toEqual(['ready'])
  })

  it('4.1: close answers first and then closes; calls after it reject LAUNCH_INVALID', async () => {
    const { open } = await hostRig()
    const page = await open()
    expect(await page.call('close')).toEqual({ result: {} })
    expect(page.happened).toEqual(['close'])
    expect(await page.call('storage.keys')).toEqual({ code: 'LAUNCH_INVALID' })
  })

  const SHEETS = [
    ['pay', { product: 'gems' }, 'pay', 'cancel', { status: 'cancelled' }],
    ['share', { text: 'Words' }, { to: 'post', text: 'Words' }, null, {}],
    ['getNickname', { ask: true }, { nickname: 'Ada' }, null, { nickname: null }],
    ['mp.host', { max_players: 2 }, { nickname: 'Ada' }, null, { status: 'cancelled' }],
    ['ai.ask', { prompt: 'Who?' }, 'allow', 'not-now', { status: 'cancelled' }],
  ] as const
  const ENDS = [
    ['LAUNCH_INVALID', null],
    ['MINI_APP_UNAVAILABLE', { app: 'blocked' }],
    ['MINI_APP_DELETED', { app: 'deleted' }],
  ] as const
  const cases = SHEETS.flatMap((sheet) => ENDS.map(([code, change]) => [...sheet, code, change] as const))
  it.each(cases)(
    '3.1, 5: %s %j on a sheet that was open at the end: %j does nothing, %j still closes it with %j; %s',
    async (method, params, choice, closing, closed, code, change) => {
      const GEMS = { id: 'gems', title: 'Gems', statement: 'You get ten gems.', price: '1' } as const
      const capabilities = {
        'ai.assistant': { version: 1, purpose: 'Answers what you ask.', tools: [] },
      } as const
      const app = { ...APP, products: [{ ...GEMS, kind: 'consumable' as const }], capabilities }
      for (const [chosen, answer] of [
        [choice, { code }],
        [closing, { result: closed }],
      ] as const) {
        const { open, clock, set, host } = await hostRig()
        await set({ platform: 'ios' })
        const page = await open({ app })
        const answered = page.call(method, params)
        await expect.poll(() => page.person.looking()).toBe(true)
        if (change === null) clock.advance(12 * HOUR_MS)
        else await set(change)
        const before = JSON.stringify(await host.contents())
        page.person.choose(chosen)
        expect(await answered).toMatchObject(answer)
        expect(JSON.stringify(await host.contents())).toBe(before)
        expect(host.matches.view()).toEqual([])
      }
    },
  )

  it('5, 8.2: every call rejects LAUNCH_INVALID once 12 hours have passed, and not before', async () => {
    const { open, clock } = await hostRig()
    const page = await open()
    clock.advance(12 * HOUR_MS - 1)
    expect(await page.call('ready')).toEqual({ result: {} })
    clock.advance(1)
    for (const method of [...Object.keys(CALL_TABLE), 'nope'])
      expect(await page.call(method, {})).toEqual({ code: 'LAUNCH_INVALID' })
    const again = await open()
    expect(await again.call('ready')).toEqual({ result: {} })
  })

  it.each([
    ['blocked', 'MINI_APP_UNAVAILABLE'],
    ['deleted', 'MINI_APP_DELETED'],
  ] as const)('3.1: while the app is %s, every call of an open session rejects %s', async (app, code) => {
    const { open, set } = await hostRig()
    const page = await open()
    await set({ app })
    for (const method of [...Object.keys(CALL_TABLE), 'nope'])
      expect(await page.call(method, {})).toEqual({ code })
    await set({ app: 'live' })
    expect(await page.call('ready')).toEqual({ result: {} })
  })

  it('7: OFFLINE on a phone without a connection, for what needs the service; never on the web', async () => {
    const { open, set } = await hostRig()
    await set({ platform: 'android', network: { offline: true } })
    const page = await open()
    for (const [method, params] of [
      ['storage.get', { key: 'k' }],
      ['db.usage', {}],
      ['getPurchases', {}],
      ['pay', { product: 'gems' }],
      ['share', { text: 'Words' }],
      ['getNickname', {}],
    ] as const)
      expect(await page.call(method, params), method).toEqual({ code: 'OFFLINE' })
    expect(await page.call('getContext')).toHaveProperty('result')
    expect(await page.call('ready')).toEqual({ result: {} })
    await set({ platform: 'web' })
    expect(await page.call('storage.get', { key: 'k' })).toEqual({ result: null })
    await set({ platform: 'ios', network: { offline: false } })
    expect(await page.call('storage.get', { key: 'k' })).toEqual({ result: null })
  })

  it('the answers of a page that is gone go nowhere', async () => {
    const { open } = await hostRig()
    const page = await open()
    const answered = page.session.receive({
      json: '{"service":1,"id":"a","method":"storage.set","params":{"key":"k","value":"v"}}',
      gesture: false,
    })
    await open()
    await answered
    expect(page.posted).toEqual([])
  })
})

describe('events', () => {
  it('6: no event fires at the start, even of a page that nobody sees', async () => {
    const { open, set } = await hostRig()
    await set({ visible: false })
    const page = await open({ pageVisible: false })
    await page.call('ready')
    expect(page.events()).toEqual([])
  })

  it('6: visibility follows the person, by the switch and by the page', async () => {
    const { open, set } = await hostRig()
    const page = await open()
    await set({ visible: false })
    page.session.setPageVisible(false)
    await set({ visible: true })
    page.session.setPageVisible(true)
    page.session.setPageVisible(true)
    expect(page.events()).toEqual([
      { service: 1, event: 'visibility', data: { visible: false } },
      { service: 1, event: 'visibility', data: { visible: true } },
    ])
  })

  it('6: on the web the page itself is hidden and shown before the event, on phones it is not', async () => {
    const { open, set } = await hostRig()
    const page = await open()
    await set({ visible: false })
    await set({ visible: false, theme: 'dark' })
    expect(page.happened).toEqual(['hidden'])
    await set({ visible: true })
    await set({ platform: 'ios' })
    await set({ visible: false })
    expect(page.happened).toEqual(['hidden', 'shown'])
    await set({ platform: 'web' })
    await set({ platform: 'android' })
    expect(page.happened).toEqual(['hidden', 'shown', 'hidden', 'shown'])
    // The browser tells a page that it hides by itself.
    await set({ platform: 'web', visible: true })
    page.session.setPageVisible(false)
    page.session.setPageVisible(true)
    expect(page.happened).toEqual(['hidden', 'shown', 'hidden', 'shown'])
  })

  it('6: the page is not hidden while a sheet is open', async () => {
    const { open, set } = await hostRig()
    const page = await open()
    const asking = page.call('getNickname', { ask: true })
    await set({ visible: false })
    expect(page.happened).toEqual([])
    page.person.choose(null)
    await asking
    expect(page.happened).toEqual(['hidden'])
  })

  it('6: theme is sent when it changes, to the seat whose theme it is', async () => {
    const { open, set } = await hostRig()
    const one = await open({ seat: 1 })
    const two = await open({ seat: 2 })
    await set({ theme: 'dark' }, 2)
    await set({ theme: 'dark' }, 2)
    expect(one.events()).toEqual([])
    expect(two.events()).toEqual([{ service: 1, event: 'theme', data: { theme: 'dark' } }])
  })
})

describe('the log', () => {
  it('has every call with its parameters, answer, size and gesture', async () => {
    const { open, log } = await hostRig()
    const page = await open({ seat: 3 })
    await page.call('storage.set', { key: 'k', value: 'v' }, false)
    await page.call('storage.get', { key: 'no key' })
    expect(log.entries()).toEqual([
      {
        seq: 1,
        at: '2026-01-01T00:00:00.000Z',
        kind: 'call',
        seat: 3,
        id: expect.any(String),
        method: 'storage.set',
        wire: 'storage.set',
        params: { key: 'k', value: 'v' },
        result: { saved: true },
        steps: [{ step: 'saved', what: 'storage', ms: 0 }],
        ms: 0,
        bytes: expect.any(Number),
        gesture: false,
        received: { order: 1, after: 0, at: '2026-01-01T00:00:00.000Z' },
        answered: { order: 2, after: 1, at: '2026-01-01T00:00:00.000Z' },
      },
      {
        seq: 2,
        at: '2026-01-01T00:00:00.000Z',
        kind: 'call',
        seat: 3,
        id: expect.any(String),
        method: 'storage.get',
        wire: 'storage.get',
        params: { key: 'no key' },
        error: { code: 'INVALID_KEY', message: expect.any(String) },
        why: expect.stringContaining('8.2'),
        ms: 0,
        bytes: expect.any(Number),
        gesture: true,
        received: { order: 3, after: 1, at: '2026-01-01T00:00:00.000Z' },
        answered: { order: 4, after: 2, at: '2026-01-01T00:00:00.000Z' },
      },
    ])
  })

  it('has a call from the moment it is sent, in call order, and reports it twice', async () => {
    const { open, log, clock } = await hostRig()
    const page = await open()
    const told: (readonly [number, number | null])[] = []
    log.onEntry((entry) => {
      if (entry.kind === 'call') told.push([entry.seq, entry.ms])
    })
    const share = page.call('share', { text: 'Hello' })
    expect(log.entries()).toEqual([
      {
        seq: 1,
        at: '2026-01-01T00:00:00.000Z',
        kind: 'call',
        state: 'pending',
        seat: 1,
        id: expect.any(String),
        method: 'share',
        wire: 'share',
        params: { text: 'Hello' },
        ms: null,
        bytes: expect.any(Number),
        gesture: true,
        received: { order: 1, after: 0, at: '2026-01-01T00:00:00.000Z' },
      },
    ])
    await page.call('storage.keys')
    clock.advance(5_000)
    page.person.choose(null)
    await share
    expect(log.entries()).toMatchObject([
      {
        seq: 1,
        at: '2026-01-01T00:00:00.000Z',
        method: 'share',
        wire: 'share',
        result: {},
        answered: { order: 4, after: 2, at: '2026-01-01T00:00:05.000Z' },
      },
      { seq: 2, method: 'storage.keys', answered: { order: 3, after: 2 } },
    ])
    expect(log.entries().some((entry) => 'state' in entry)).toBe(false)
    expect(told).toEqual([
      [1, null],
      [2, null],
      [2, 0],
      [1, 0],
    ])
  })

  it.each([
    { latency: 100, why: 'The page was closed before the call reached the host' },
    { latency: 0, why: 'The page was closed while the sheet was open' },
  ])('leaves no call pending when its page is closed: $why', async ({ latency, why }) => {
    const { open, log, set } = await hostRig()
    await set({ network: { latency } })
    const page = await open()
    const json = '{"service":1,"id":"a","method":"share","params":{"text":"Hello"}}'
    void page.session.receive({ json, gesture: true })
    await new Promise(setImmediate)
    page.session.end('connection_lost')
    await new Promise(setImmediate)
    expect(log.entries()).toMatchObject([
      { method: 'share', ms: 0, why: `${why}, so the call has no answer.` },
    ])
    expect(log.entries()[0]).not.toHaveProperty('state')
    expect(log.entries()[0]).not.toHaveProperty('answered')
  })

  it('leaves no call pending whose sheet would have opened after its page was closed', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    const json = '{"service":1,"id":"a","method":"share","params":{"image":"data:image/png;base64,AAAA"}}'
    void page.session.receive({ json, gesture: true })
    page.session.end('connection_lost')
    await new Promise(setImmediate)
    expect(page.person.sheets).toEqual([])
    expect(log.entries().map((entry) => 'state' in entry)).toEqual([false])
  })

  it('keeps no more of a name than anyone reads', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    for (const length of [60_000, 9_000_000])
      await page.session.receive({
        json: `{"service":1,"id":"a","method":"${'m'.repeat(length)}"}`,
        gesture: false,
      })
    expect(page.posted).toMatchObject([{ error: { code: 'UNKNOWN_METHOD' } }])
    expect(JSON.stringify(log.entries()).length).toBeLessThan(2_000)
  })

  it('cuts a picture short and says how long it was', async () => {
    const { open, log } = await hostRig()
    const page = await open()
    page.person.choices.push(null)
    await page.call('share', { image: `data:image/png;base64,${'A'.repeat(50_000)}` })
    expect(JSON.stringify(log.entries()).length).toBeLessThan(1_000)
    expect(JSON.stringify(log.entries())).toContain('50,022 characters')
  })
})
