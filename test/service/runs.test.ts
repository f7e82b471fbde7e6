import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ShareOffer } from '../../src/host/session/sheets.js'
import type { OpenedRun } from '../support/fakes/fake-app-runner.js'
import { appZip, type ControlAnswer, control } from '../support/rigs/service-control.js'
import { startTestService, type TestService, ticketOf } from '../support/rigs/test-service.js'

const APP = 'ma_abcdefghij'
const GEMS = {
  id: 'gems',
  title: 'Gems',
  statement: 'You receive ten gems.',
  price: '2.5',
  kind: 'consumable',
}

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const ask = (method: string, path: string, body?: unknown): Promise<ControlAnswer> =>
  control(service, method, path, body)

const publish = async (version: string, manifest: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  const zip = await appZip({ app_id: APP, version, ...manifest })
  expect(await ask('POST', `apps/${APP}/versions`, zip)).toMatchObject({ status: 201 })
  await ask('POST', `apps/${APP}/versions/${version}`, { action: 'approve' })
}

const OTHER_APP = 'ma_bbbbbbbbbb'

const live = async (manifest: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  await ask('POST', 'apps', { owner: 'member_studio', name: 'Hello', category: 'games', id: APP })
  await publish('1.0.0', manifest)
}

const open = async (member: string, device = 'web', app = APP): Promise<OpenedRun> => {
  expect(await ask('POST', `apps/${app}/runs`, { member, device })).toMatchObject({ status: 201 })
  const run = service.runner.runs.at(-1)
  if (run === undefined) throw new Error('No run was opened.')
  return run
}

const resultOf = async (run: OpenedRun, method: string, params = {}): Promise<unknown> =>
  Reflect.get(await run.call(method, params), 'result')

const codeOf = async (run: OpenedRun, method: string, params = {}): Promise<unknown> => {
  const answer = await run.call(method, params)
  return 'error' in answer ? answer.error.code : null
}

describe('a real run', () => {
  it('is not a test run, and keeps what it saves for its member and for later versions', async () => {
    await live()
    const ada = await open('member_ada')
    const context = (await resultOf(ada, 'getContext')) as { app_user_id: string }
    expect(context).toMatchObject({ test_mode: false, version: '1.0.0', platform: 'web' })
    await resultOf(ada, 'storage.set', { key: 'level', value: '7' })
    const you = await open('member_you')
    expect(await resultOf(you, 'storage.get', { key: 'level' })).toBeNull()
    await publish('1.1.0')
    const later = await open('member_ada', 'ios')
    expect(await resultOf(later, 'getContext')).toMatchObject({
      app_user_id: context.app_user_id,
      version: '1.1.0',
      platform: 'ios',
    })
    expect(await resultOf(later, 'storage.get', { key: 'level' })).toBe('7')
  })

  it('opens on the app’s page for those who may open it, and says why for others', async () => {
    await live({ age_rating: '16+' })
    const path = '/apps/hello'
    const page = await (await fetch(`${service.baseUrl}${path}?as=member_you`)).text()
    const form = { do: 'open', as: 'member_you', device: 'android' }
    const opened = await service.submit(path, { ticket: ticketOf(page), ...form })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, 'http://localhost:1/runs/1'])
    // A ticket is good once, and a foreign page has none.
    expect((await service.submit(path, { ticket: ticketOf(page), ...form })).status).toBe(403)
    const why = async (member: string) =>
      (await ask('POST', `apps/${APP}/runs`, { member })).body.error as string
    expect(await why('signed-out')).toBe('Signed-out visitors cannot open Hello, which is rated 16+ (5).')
    expect(await why('member_dan')).toBe('Dan (under 13) cannot open Hello, which is rated 16+ (5).')
    expect(await why('member_ben')).toBe('A guardian has not allowed mini apps for Ben (5).')
    expect(await why('member_nobody')).toBe('No member has the ID member_nobody.')
    expect(service.runner.runs).toHaveLength(1)
  })

  it('of a paid app needs access, which is bought before', async () => {
    await live({ access: { type: 'one_time', price: '2', statement: 'You receive the whole game.' } })
    expect(await ask('POST', `apps/${APP}/runs`, { member: 'member_ada' })).toEqual({
      status: 409,
      body: { error: 'Ada has no access to Hello: buy access first (5).' },
    })
    await ask('POST', `apps/${APP}/purchases`, { member: 'member_ada', item: 'access' })
    expect(await resultOf(await open('member_ada'), 'getPurchases')).toEqual({
      purchases: [],
      access: { type: 'one_time', active: true },
    })
  })

  it('sells into the one ledger', async () => {
    await live({ products: [GEMS] })
    const ada = await open('member_ada')
    ada.choose = () => 'pay'
    const paid = (await resultOf(ada, 'pay', { product: 'gems' })) as { purchase: { id: string } }
    expect(paid).toMatchObject({ status: 'paid', purchase: { product: 'gems' } })
    const figures = async () => (await ask('GET', `apps/${APP}`)).body.figures
    expect(await figures()).toEqual({ purchases: '2.5', held: '2.5', paid: '0' })
    expect((await ask('GET', 'members/member_ada')).body).toMatchObject({
      member: { balance: '97.5' },
      purchases: [{ id: paid.purchase.id, title: 'Gems', state: 'held' }],
      history: [{ text: 'Hello: Gems', amount: '-2.5' }],
    })
    expect(await resultOf(ada, 'consume', { purchase: paid.purchase.id })).toEqual({ consumed: true })
    expect(await codeOf(ada, 'consume', { purchase: paid.purchase.id })).toBe('NOT_CONSUMABLE')
    // Another member's purchases are not theirs.
    expect(await resultOf(await open('member_you'), 'getPurchases')).toMatchObject({ purchases: [] })
    await ask('POST', 'clock', { advance: '8d' })
    expect(await figures()).toEqual({ purchases: '2.5', held: '0', paid: '2.5' })
    await ask('PATCH', 'members/member_ada', { balance: '1' })
    // Sessions last 12 hours.
    expect(await codeOf(ada, 'pay', { product: 'gems' })).toBe('LAUNCH_INVALID')
    const later = await open('member_ada')
    later.choose = () => 'pay'
    expect(await resultOf(later, 'pay', { product: 'gems' })).toEqual({
      status: 'failed',
      reason: 'insufficient_balance',
    })
  })

  it('returns a consumable after a day', async () => {
    await live({ products: [GEMS] })
    const ada = await open('member_ada')
    ada.choose = () => 'pay'
    await resultOf(ada, 'pay', { product: 'gems' })
    await ask('POST', 'clock', { advance: '25h' })
    const again = await open('member_ada')
    expect(await resultOf(again, 'getPurchases')).toMatchObject({ purchases: [] })
    expect((await ask('GET', 'members/member_ada')).body.member.balance).toBe('100')
  })

  it('learns at its next call that the app was blocked, unblocked or deleted', async () => {
    await live()
    const ada = await open('member_ada')
    await ask('PATCH', `apps/${APP}`, { status: 'blocked' })
    expect(await codeOf(ada, 'getContext')).toBe('MINI_APP_UNAVAILABLE')
    expect((await ask('POST', `apps/${APP}/runs`, { member: 'member_ada' })).status).toBe(409)
    await ask('PATCH', `apps/${APP}`, { status: 'unblocked' })
    expect(await codeOf(ada, 'getContext')).toBeNull()
    await ask('PATCH', `apps/${APP}`, { status: 'deleted' })
    expect(await codeOf(ada, 'getContext')).toBe('MINI_APP_DELETED')
    expect(service.runner.orders).toEqual([`remove files of ${APP}`])
  })

  it('has matches for those to whom an admin opened them, and closes them with the app', async () => {
    await live()
    const ada = await open('member_ada')
    ada.choose = () => ({ nickname: 'Rocket Ada' })
    const host = { max_players: 2 }
    expect(await resultOf(ada, 'mp.host', host)).toEqual({ status: 'unavailable' })
    await ask('PATCH', `apps/${APP}`, { multiplayer: 'adults' })
    expect(await resultOf(ada, 'mp.host', host)).toMatchObject({ status: 'joined' })
    const guardian = { miniApps: true, apps: [APP], online: true }
    await ask('PATCH', 'members/member_ben', { guardian })
    const ben = await open('member_ben')
    expect(await resultOf(ben, 'mp.host', host)).toEqual({ status: 'unavailable' })
    await ask('PATCH', `apps/${APP}`, { status: 'blocked' })
    expect(ada.messages.at(-1)).toEqual({ service: 1, event: 'mp.closed', data: { reason: 'unavailable' } })
  })

  it('may use the AI that an admin granted, on a phone, until it is turned off', async () => {
    const assistant = { version: 1, purpose: 'Answers questions on history.', tools: ['web_search'] }
    await live({ capabilities: { 'ai.assistant': assistant } })
    const stateOf = async (run: OpenedRun) =>
      ((await resultOf(run, 'getContext')) as { capabilities: Record<string, unknown> }).capabilities[
        'ai.assistant'
      ]
    const phone = await open('member_ada', 'ios')
    expect(await stateOf(phone)).toEqual({ version: 1, state: 'unavailable', tools: [] })
    await ask('PATCH', `apps/${APP}`, { grants: { 'ai.assistant': 'granted' } })
    expect(await stateOf(await open('member_ada', 'ios'))).toEqual({
      version: 1,
      state: 'ready',
      tools: ['web_search'],
    })
    expect(await stateOf(await open('member_you', 'web'))).toMatchObject({ state: 'unavailable' })
    const again = await open('member_ada', 'ios')
    await ask('PATCH', `apps/${APP}`, { grants: { 'ai.assistant': 'off' } })
    expect(await stateOf(again)).toMatchObject({ state: 'unavailable' })
  })

  it('3.1: answers unavailable where the app asks for a tool that an admin declined', async () => {
    const assistant = { version: 1, purpose: 'Answers questions on history.' }
    await live({ capabilities: { 'ai.assistant': assistant } })
    await ask('PATCH', `apps/${APP}`, { grants: { 'ai.assistant': 'granted' } })
    await publish('1.1.0', { capabilities: { 'ai.assistant': { ...assistant, tools: ['web_search'] } } })
    await ask('PATCH', `apps/${APP}`, { grants: { 'ai.assistant': 'declined' } })
    const phone = await open('member_ada', 'ios')
    const question = { prompt: 'Who was Ada Lovelace?', web_search: true }
    expect(await phone.call('ai.ask', question)).toMatchObject({ result: { status: 'unavailable' } })
    expect(await resultOf(phone, 'getContext')).toMatchObject({
      capabilities: { 'ai.assistant': { state: 'ready', tools: [] } },
    })
  })

  it('keeps everything in the exported document, and nothing after a reset', async () => {
    await live()
    const ada = await open('member_ada')
    await resultOf(ada, 'storage.set', { key: 'level', value: '7' })
    await resultOf(ada, 'db.set', { key: 'score', value: 'a', rank: 3 })
    await resultOf(ada, 'db.set', { key: 'score', value: 'b', rank: 4 })
    const { body: data } = await ask('GET', 'data')
    await ask('POST', 'reset')
    expect(service.runner.orders).toEqual(['end runs', 'end tests'])
    expect((await ask('PUT', 'data', data)).status).toBe(200)
    const later = await open('member_ada')
    expect(await resultOf(later, 'storage.get', { key: 'level' })).toBe('7')
    expect(await resultOf(later, 'db.get', { key: 'score' })).toMatchObject({
      record: { value: 'b', rank: 4 },
    })
  })
})

describe('what a member shares', () => {
  const share = async (member: string, to: 'post' | 'story' | 'chat', image = true) => {
    const run = await open(member)
    const offers: ShareOffer[] = []
    run.choose = (_kind, offer) => {
      offers.push(offer as ShareOffer)
      return { to, text: 'I made 42 points', ...(to === 'chat' ? { chat: 'conversation_member_ada' } : {}) }
    }
    const answer = await resultOf(run, 'share', {
      text: 'Look',
      ...(image ? { image: `data:image/png;base64,${PICTURE}` } : {}),
    })
    expect(answer).toEqual({})
    return offers
  }
  /** The header of a picture of 64 by 64 pixels. */
  const PICTURE = Buffer.from('89504e470d0a1a0a0000000d494844520000004000000040080200000025', 'hex').toString(
    'base64',
  )

  it('is a post of theirs, for the price of one, with the app’s line', async () => {
    await live()
    const [offer] = await share('member_ada', 'post')
    const line = `Play Sample: ${service.baseUrl}/apps/hello`
    expect(offer).toMatchObject({ line, postPrice: '1' })
    const [post] = [...service.world.store.all('post')]
    expect(post).toMatchObject({
      authorId: 'member_ada',
      content: `I made 42 points\n\n${line}`,
      miniApp: APP,
      media: [expect.any(String)],
    })
    const { member, history } = (await ask('GET', 'members/member_ada')).body
    expect(member.balance).toBe('99')
    expect(history).toEqual([{ at: expect.any(String), text: 'Post from Hello', amount: '-1' }])
    const feed = await (await fetch(`${service.baseUrl}/`)).text()
    expect(feed).toContain('via <bdi>Hello</bdi>')
    expect(feed).toContain('href="/apps/hello"')
  })

  it('4.4: is a post also where the name of the app in the host’s line looks like a hashtag', async () => {
    await live({ name: 'Jump #fun' })
    await share('member_ada', 'post')
    const [post] = [...service.world.store.all('post')]
    expect(post?.content).toContain('Play Jump #fun: ')
  })

  it('is a story for 48 hours', async () => {
    await live()
    await share('member_ada', 'story')
    expect([...service.world.store.all('story')]).toMatchObject([{ authorId: 'member_ada', miniApp: APP }])
    await ask('POST', 'clock', { advance: '49h' })
    await fetch(`${service.baseUrl}/`)
    expect([service.world.store.count('story'), service.world.store.count('media')]).toEqual([0, 0])
  })

  it('is a message in a chat, which others do not read', async () => {
    await live()
    await share('member_you', 'chat', false)
    const [sent] = [...service.world.store.all('message')]
    expect(sent).toMatchObject({
      conversationId: 'conversation_member_ada',
      senderId: 'member_you',
      text: `I made 42 points\n\nPlay Sample: ${service.baseUrl}/apps/hello`,
    })
    const ben = await open('member_studio')
    ben.choose = (_kind, offer) => {
      const chat = (offer as ShareOffer).chats?.find(({ name }) => name === 'Ada')?.id
      return { to: 'chat', text: 'For Ada', chat }
    }
    await resultOf(ben, 'share', { text: 'For Ada' })
    expect(service.world.store.count('message')).toBe(2)
    const page = await (await fetch(`${service.baseUrl}/members`)).text()
    expect(page).toContain('I made 42 points')
    expect(page).not.toContain('For Ada')
  })

  it('8.2: is at most 20 an hour, from all apps and devices together, and again after exactly that time', async () => {
    await live()
    await ask('POST', 'apps', { owner: 'member_studio', name: 'Other', category: 'games', id: OTHER_APP })
    const zip = await appZip({ app_id: OTHER_APP, version: '1.0.0' })
    await ask('POST', `apps/${OTHER_APP}/versions`, zip)
    await ask('POST', `apps/${OTHER_APP}/versions/1.0.0`, { action: 'approve' })
    const sheets = async (member: string, app: string, device: string, count: number): Promise<number> => {
      const run = await open(member, device, app)
      let opened = 0
      run.choose = (_kind, offer) => {
        opened++
        return { to: 'chat', text: 'Hi', chat: (offer as ShareOffer).chats?.[0]?.id }
      }
      for (let time = 0; time < count; time++) await resultOf(run, 'share', { text: 'Hi' })
      return opened
    }
    expect(await sheets('member_studio', APP, 'web', 12)).toBe(12)
    expect(await sheets('member_studio', OTHER_APP, 'ios', 12)).toBe(8)
    expect(await sheets('member_studio', APP, 'android', 1)).toBe(0)
    expect(await sheets('member_you', OTHER_APP, 'web', 1)).toBe(1)
    service.clock.advance(60 * 60_000 - 1)
    expect(await sheets('member_studio', APP, 'web', 1)).toBe(0)
    service.clock.advance(1)
    expect(await sheets('member_studio', OTHER_APP, 'web', 21)).toBe(20)
  })

  it.each([
    ['an adult', { birthDate: '1990-01-01' }, true, true],
    ['17', { birthDate: '2008-12-31' }, true, false],
    ['17, with a guardian who allows photos', { birthDate: '2008-12-31', media: true }, true, true],
    ['12', { birthDate: '2013-12-31', media: true }, false, false],
  ])('4.4: is a chat message where the account may send it: %s', async (_who, account, words, picture) => {
    await live()
    const { birthDate, media = false } = account as { birthDate: string; media?: boolean }
    const guardian = { miniApps: true, apps: [APP], media }
    await ask('PATCH', 'members/member_ben', { birthDate, guardian })
    const sent = async (image: boolean): Promise<boolean> => {
      const before = service.world.store.count('message')
      const run = await open('member_ben')
      run.choose = (_kind, offer) => {
        const chat = (offer as ShareOffer).chats?.find(({ name }) => name === 'Ada')?.id
        return { to: 'chat', text: 'Hi', chat }
      }
      void run.call('share', { text: 'Hi', ...(image ? { image: `data:image/png;base64,${PICTURE}` } : {}) })
      // The answer, or why it cannot be sent, which the sheet says.
      await expect.poll(() => run.messages).toHaveLength(1)
      return service.world.store.count('message') > before
    }
    expect([await sent(false), await sent(true)]).toEqual([words, picture])
    expect(service.world.store.count('media')).toBe(picture ? 1 : 0)
  })

  it('5, 4.4: is not posted on a sheet that was open when the 12 hours were over', async () => {
    await live()
    const run = await open('member_ada')
    run.choose = () => {
      service.clock.advance(12 * 3_600_000)
      return { to: 'post', text: 'I made 42 points' }
    }
    expect(await codeOf(run, 'share', { text: 'Look' })).toBe('LAUNCH_INVALID')
    expect(service.world.store.count('post')).toBe(0)
    expect((await ask('GET', 'members/member_ada')).body.member.balance).toBe('100')
  })

  it('is not posted without the credits for it', async () => {
    await live()
    await ask('PATCH', 'members/member_ada', { balance: '0.5' })
    const run = await open('member_ada')
    run.choose = () => ({ to: 'post', text: 'I made 42 points' })
    void run.call('share', { text: 'Look' })
    await expect.poll(() => run.messages.length).toBe(1)
    expect(run.messages).toMatchObject([{ error: { message: 'You do not have enough credits.' } }])
    expect(service.world.store.count('post')).toBe(0)
  })
})

describe('a test run', () => {
  it('opens any version, for its developer and for an admin', async () => {
    await live()
    await ask('POST', `apps/${APP}/versions`, await appZip({ app_id: APP, version: '1.1.0' }))
    await ask('POST', `apps/${APP}/versions/1.1.0`, { action: 'decline', reason: 'Broken' })
    expect(await ask('POST', `apps/${APP}/versions/1.1.0/test`)).toEqual({
      status: 201,
      body: { url: 'http://localhost:2/1/', control: 'http://localhost:2/1/control/', token: 'test-token' },
    })
    expect(service.runner.tests).toMatchObject([{ appId: APP, version: '1.1.0' }])
    for (const [path, fields] of [
      [`/developer/apps/${APP}`, {}],
      ['/admin', { app: APP }],
    ] as const) {
      const page = await (await fetch(`${service.baseUrl}${path}`)).text()
      const form = { ticket: ticketOf(page), do: 'test', version: '1.0.0', ...fields }
      const answer = await service.submit(path, form)
      expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:2\/\d\/$/)
    }
    expect((await ask('POST', `apps/${APP}/versions/9.9.9/test`)).status).toBe(404)
    await ask('PATCH', `apps/${APP}`, { status: 'deleted' })
    expect((await ask('POST', `apps/${APP}/versions/1.0.0/test`)).status).toBe(409)
  })
})

describe('an admin', () => {
  it('replaces a reported nickname, without an event for the app', async () => {
    await live()
    const ada = await open('member_ada')
    ada.choose = () => ({ nickname: 'Rocket Ada' })
    await resultOf(ada, 'getNickname', { ask: true })
    const nicknames = `apps/${APP}/nicknames`
    const player = expect.stringMatching(/^u_/)
    expect((await ask('GET', nicknames)).body).toEqual({
      nicknames: [{ member: 'member_ada', player, nickname: 'Rocket Ada' }],
    })
    const replace = (nickname: string) => ask('PUT', `${nicknames}/member_ada`, { nickname })
    expect(await replace('Comet Ada')).toMatchObject({ status: 200, body: { nickname: 'Comet Ada' } })
    expect(await resultOf(ada, 'getNickname')).toEqual({ nickname: 'Comet Ada' })
    expect(ada.messages.filter((message) => 'event' in message)).toEqual([])
    expect(await replace('call 5551234567')).toMatchObject({ status: 400 })
    expect((await ask('PUT', `${nicknames}/member_you`, {})).status).toBe(404)
    const path = `/admin/apps/${APP}`
    const page = await (await fetch(`${service.baseUrl}${path}`)).text()
    await service.submit(path, { ticket: ticketOf(page), do: 'nickname', member: 'member_ada', nickname: '' })
    expect(await resultOf(ada, 'getNickname')).not.toEqual({ nickname: 'Comet Ada' })
  })

  it('gives a child suggested nicknames only', async () => {
    await live()
    await ask('PATCH', 'members/member_ben', { guardian: { miniApps: true, apps: [APP] } })
    const ben = await open('member_ben')
    ben.choose = (_kind, offer) => ({ nickname: Reflect.get(offer as object, 'suggestions')[0] })
    await resultOf(ben, 'getNickname', { ask: true })
    const path = `apps/${APP}/nicknames/member_ben`
    expect(await ask('PUT', path, { nickname: 'Comet Ben' })).toEqual({
      status: 400,
      body: { error: 'nickname: Children have suggested nicknames only (4.6).' },
    })
    expect((await ask('PUT', path, {})).status).toBe(200)
  })
})
