import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appZip, control } from '../support/rigs/service-control.js'
import { signIn, startTestService, type TestService } from '../support/rigs/test-service.js'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const ask = (method: string, path: string, body?: unknown) => control(service, method, path, body)

const register = async (owner = 'member_you'): Promise<string> =>
  (await ask('POST', 'apps', { owner, name: 'Hello', category: 'games' })).body.app_id

const upload = async (id: string, manifest: Readonly<Record<string, unknown>> = {}, files = {}) =>
  ask('POST', `apps/${id}/versions`, await appZip({ app_id: id, ...manifest }, files))

const PAID = { access: { type: 'one_time', price: '2.5', statement: 'You receive the whole game.' } }

describe('the control API', () => {
  it('wants its token, and takes nothing from pages', async () => {
    const state = (headers: Readonly<Record<string, string>>) =>
      fetch(`${service.baseUrl}/control/state`, { headers }).then(({ status }) => status)
    expect(await state({})).toBe(401)
    expect(await state({ authorization: 'Bearer control-token2' })).toBe(401)
    const authorization = 'Bearer control-token'
    expect(await state({ authorization })).toBe(200)
    expect(await state({ authorization, origin: service.baseUrl })).toBe(403)
    expect(await state({ authorization, origin: 'null' })).toBe(403)
    expect(await state({ authorization, 'sec-fetch-site': 'cross-site' })).toBe(403)
  })

  it('takes an app from its registration to its sale', async () => {
    const id = await register()
    expect(id).toMatch(/^ma_[a-z2-7]{10}$/)
    expect((await ask('GET', 'state')).body.apps).toEqual([
      {
        id,
        name: 'Hello',
        slug: 'hello',
        category: 'games',
        owner: 'member_you',
        status: 'none',
        versions: [],
        figures: { purchases: '0', held: '0', paid: '0' },
        grants: {},
        multiplayer: 'off',
      },
    ])
    expect(await upload(id, PAID)).toEqual({
      status: 201,
      body: { version: '1.0.0', state: 'waiting', review: 'automatic', replaces: [] },
    })
    expect(await ask('POST', 'clock', { advance: '1h' })).toMatchObject({ status: 200 })
    const [live] = (await ask('GET', 'state')).body.apps
    expect(live).toMatchObject({
      status: 'live',
      versions: [{ version: '1.0.0', state: 'live', reason: null, flags: [] }],
    })
    const buy = () => ask('POST', `apps/${id}/purchases`, { member: 'member_ada', item: 'access' })
    expect(await buy()).toMatchObject({
      status: 201,
      body: { status: 'paid', purchase: { price: '2.5', state: 'held' } },
    })
    expect(await buy()).toMatchObject({ status: 409, body: { reason: 'already_owned' } })
    expect(await ask('PATCH', `apps/${id}`, { status: 'blocked', reason: 'Reports' })).toMatchObject({
      status: 200,
      body: { status: 'blocked', figures: { purchases: '2.5', held: '2.5', paid: '0' } },
    })
    await ask('POST', 'clock', { advance: '10d' })
    expect((await ask('GET', `apps/${id}`)).body.figures).toEqual({
      purchases: '2.5',
      held: '2.5',
      paid: '0',
    })
    await ask('PATCH', `apps/${id}`, { status: 'unblocked' })
    expect((await ask('GET', `apps/${id}`)).body.figures).toEqual({
      purchases: '2.5',
      held: '0',
      paid: '2.5',
    })
    expect((await ask('GET', 'members/member_ada')).body).toMatchObject({
      member: { balance: '97.5' },
      history: [{ text: 'Hello: Access', amount: '-2.5' }],
    })
    expect((await ask('GET', 'members/member_you')).body).toMatchObject({
      member: { balance: '102.5' },
      history: [{ text: 'Paid to you: 1 sale', amount: '2.5' }],
      notices: [
        { about: 'unblocked' },
        { about: 'blocked', text: 'Hello was blocked: Reports' },
        { about: 'approved' },
      ],
    })
    const { access_token } = await signIn(service, 'read:notifications')
    const answer = await fetch(`${service.baseUrl}/v1/notifications`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    const { result } = (await answer.json()) as { result: string }
    expect(JSON.parse(result.slice(result.indexOf('\n'))).notifications).toMatchObject([
      { type: 'mini_app_unblocked', subject_id: id },
      { type: 'mini_app_blocked' },
      { type: 'mini_app_approved' },
    ])
  })

  it('refuses an upload with the document of check, and stores nothing', async () => {
    const id = await register()
    const refused = await upload(id, { app_id: 'ma_zzzzzzzzzz', version: '01.0.0' }, { 'a.html': '<iframe>' })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      schema: 1,
      path: `${id}.zip`,
      kind: 'zip',
      ok: false,
      review: 'refused',
    })
    const rules = refused.body.problems.map(({ rule }: { rule: string }) => rule)
    expect(rules).toContain('upload/app-id')
    expect(rules.length).toBeGreaterThan(2)
    expect((await ask('POST', `apps/${id}/versions`, Buffer.from('no zip'))).status).toBe(422)
    expect((await ask('GET', `apps/${id}`)).body.versions).toEqual([])
    expect(await ask('POST', `apps/${id}/versions`, { no: 'zip' })).toMatchObject({ status: 400 })
  })

  it('lets a flagged version and a capability wait, and decides on both', async () => {
    const id = await register()
    const script = { 'index.html': '<!doctype html><title>x</title><script>// new WebSocket</script>' }
    const capabilities = { 'ai.image': { version: 1, purpose: 'Draws a picture of the winner.' } }
    expect(await upload(id, { capabilities }, script)).toMatchObject({
      status: 201,
      body: { review: 'admin' },
    })
    await ask('POST', 'clock', { advance: '2h' })
    expect((await ask('GET', `apps/${id}`)).body).toMatchObject({
      status: 'none',
      versions: [{ state: 'waiting', flags: ['Opens WebSockets'], approvesAt: null }],
      grants: { 'ai.image': 'asked' },
    })
    expect((await ask('PATCH', `apps/${id}`, { grants: { 'ai.image': 'granted' } })).body.grants).toEqual({
      'ai.image': 'granted',
    })
    const act = (action: string, reason?: string) =>
      ask('POST', `apps/${id}/versions/1.0.0`, { action, ...(reason === undefined ? {} : { reason }) })
    expect(await act('decline')).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^reason:/) },
    })
    expect(await act('approve')).toMatchObject({ status: 200, body: { state: 'live' } })
    expect(await act('withdraw')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('is live') },
    })
  })

  it.each([
    ['POST', 'apps', { owner: 'member_you', name: 'x', category: 'games' }, 400, /^name:/],
    ['POST', 'apps', { owner: 'nobody', name: 'Hello', category: 'games' }, 400, /^owner:/],
    ['POST', 'apps', { owner: 'member_you', name: 'Hello', category: 'toys' }, 400, /^category:/],
    ['POST', 'apps', { owner: 'member_you', name: 'Hello' }, 400, /^category:/],
    ['POST', 'apps', { owner: 'member_eve', name: 'Hello', category: 'games' }, 409, /date of birth/],
    ['POST', 'apps', [], 400, /^The body must be an object$/],
    ['POST', 'clock', { advance: '-1h' }, 400, /^advance:/],
    ['POST', 'clock', { advance: '1.5 hours' }, 400, /^advance:/],
    ['POST', 'clock', { advance: '999999999d' }, 400, /^advance:/],
    ['PATCH', 'faults', { api: 'toString' }, 400, /^api:/],
    ['PATCH', 'faults', { other: 'x' }, 400, /other/],
    ['PATCH', 'apps/ma_aaaaaaaaaa', { status: 'blocked' }, 404, /No mini app/],
    ['PATCH', 'apps/ma_aaaaaaaaaa', {}, 400, /send status/],
    ['POST', 'apps/ma_aaaaaaaaaa/versions/1.0.0', { action: 'publish' }, 400, /^action:/],
    ['PATCH', 'members/member_you', { birthDate: '2020-02-30' }, 400, /^birthDate:/],
    ['PATCH', 'members/member_you', { birthDate: '9999-01-01' }, 400, /^birthDate:/],
    ['PATCH', 'members/member_you', { balance: '-1' }, 400, /^balance:/],
    ['PUT', 'data', { schema: 2 }, 400, /^schema:/],
    ['GET', 'nothing', undefined, 404, /has no GET/],
  ])('refuses %s %s %j with %d', async (method, path, body, status, words) => {
    expect(await ask(method, path, body)).toEqual({ status, body: { error: expect.stringMatching(words) } })
  })

  it('refuses a body that is not JSON', async () => {
    const answer = await fetch(`${service.baseUrl}/control/apps`, {
      method: 'POST',
      headers: { authorization: 'Bearer control-token', 'content-type': 'application/json' },
      body: '{',
    })
    expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining('JSON') }])
  })

  it('has the transitions of 3.1 and no others', async () => {
    const id = await register()
    const status = async (given: string) => (await ask('PATCH', `apps/${id}`, { status: given })).status
    expect(await status('unblocked')).toBe(409)
    expect(await status('blocked')).toBe(200)
    expect(await status('blocked')).toBe(409)
    expect(await status('deleted')).toBe(409)
    expect((await upload(id)).status).toBe(409)
    expect(await status('unblocked')).toBe(200)
    expect(await status('deleted')).toBe(200)
    for (const given of ['deleted', 'blocked', 'unblocked']) expect(await status(given)).toBe(409)
  })

  it('opens multiplayer on request', async () => {
    const id = await register()
    const set = (multiplayer: string) =>
      ask('PATCH', `apps/${id}`, {
        multiplayer,
        ...(multiplayer === 'asked' ? { description: 'A race' } : {}),
      })
    expect((await set('asked')).body.multiplayer).toBe('asked')
    expect((await set('everyone')).body.multiplayer).toBe('everyone')
    expect((await set('everyone')).status).toBe(409)
  })

  it('changes members: a guardian lets a child in', async () => {
    const id = await register()
    await upload(id, PAID)
    await ask('POST', 'clock', { advance: '1h' })
    const buy = () => ask('POST', `apps/${id}/purchases`, { member: 'member_cleo', item: 'access' })
    expect((await buy()).body.error).toContain('A guardian has not allowed mini apps')
    await ask('PATCH', 'members/member_cleo', {
      guardian: { miniApps: true, apps: [id], pay: true },
      balance: '3',
    })
    expect(await buy()).toMatchObject({ status: 201 })
    expect((await ask('GET', 'members/member_cleo')).body.member).toMatchObject({
      person: '13-15',
      balance: '0.5',
    })
    const bob = { id: 'member_bob', name: 'Bob', birthDate: '1990-05-05' }
    expect((await ask('POST', 'members', bob)).status).toBe(201)
    expect((await ask('POST', 'members', bob)).status).toBe(409)
  })

  it('switches failures on and off', async () => {
    expect((await ask('GET', 'faults')).body).toEqual({
      api: 'none',
      signIn: 'none',
      operations: {},
      payments: 'ok',
      payouts: 'ok',
    })
    expect((await ask('PATCH', 'faults', { api: 'broken', payouts: 'failing' })).body).toEqual({
      api: 'broken',
      signIn: 'none',
      operations: {},
      payments: 'ok',
      payouts: 'failing',
    })
    expect((await fetch(`${service.baseUrl}/v1/updates`)).status).toBe(500)
    await ask('POST', 'reset')
    expect((await ask('GET', 'faults')).body).toMatchObject({ api: 'none', payouts: 'ok' })
  })

  it('gives all data as one document, takes it back after a reset, and refuses one with a hole', async () => {
    const id = await register()
    await upload(id, PAID)
    await ask('POST', 'clock', { advance: '1h' })
    await ask('POST', `apps/${id}/purchases`, { member: 'member_ada', item: 'access' })
    const before = (await ask('GET', 'state')).body
    const data = (await ask('GET', 'data')).body
    await ask('POST', 'reset')
    expect((await ask('GET', 'state')).body.apps).toEqual([])
    const { [`${id}/1.0.0`]: gone, ...versions } = data.versions
    expect(gone).toEqual(expect.any(String))
    expect(await ask('PUT', 'data', { ...data, versions })).toMatchObject({
      status: 400,
      body: { error: `records.miniAppVersion.${id}/1.0.0: has no file` },
    })
    expect((await ask('GET', 'state')).body.apps).toEqual([])
    expect(await ask('PUT', 'data', data)).toMatchObject({ status: 200 })
    expect((await ask('GET', 'state')).body).toEqual(before)
    expect((await ask('GET', 'data')).body).toEqual(data)
  })
})
