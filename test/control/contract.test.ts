import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type AnySent, addressOf, type Routes } from '../../src/control/contract.js'
import { SERVICE_ROUTES } from '../../src/control/service-routes.js'
import { SIMULATOR_ROUTES } from '../../src/control/simulator-routes.js'
import { fakeEditor } from '../support/fakes/fake-editor.js'
import { appZip } from '../support/rigs/service-control.js'
import { MANIFEST, simulatorRig } from '../support/rigs/simulator-rig.js'
import { postForm, startTestService } from '../support/rigs/test-service.js'
import { missing } from '../support/vitest/missing.js'

const GEMS = {
  id: 'gems',
  title: 'Gems',
  statement: 'You receive 100 gems.',
  price: '2.5',
  kind: 'consumable',
}
const AI = { capabilities: { 'ai.assistant': { version: 1, purpose: 'Gives you hints.' } } }

/** Calls a server's routes as the contract has them, and reads every answer by it. */
const asking = <R extends Routes>(routes: R, control: string, token: string) => {
  const called = new Set<string>()
  return {
    called,
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
    ask: async (key: keyof R & string, sent: AnySent = {}, bytes?: Uint8Array): Promise<any> => {
      called.add(key)
      const { method, path } = addressOf(key, sent)
      const type = bytes === undefined ? 'application/json' : 'application/zip'
      const body = bytes ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
      const response = await fetch(new URL(path, control), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        ...(body === undefined ? {} : { body: body as BodyInit }),
      })
      const text = await response.text()
      expect([key, response.status, text]).toEqual([key, routes[key]?.status ?? 200, text])
      const answer: unknown = text === '' ? undefined : JSON.parse(text)
      const read = routes[key]?.answer.safeParse(answer)
      expect([key, read?.error?.issues, answer]).toEqual([key, undefined, answer])
      return answer
    },
  }
}

describe('every route answers as the contract says, and with nothing else', () => {
  it('of the simulator', async ({ skip }) => {
    skip(...missing.shell)
    const rig = await simulatorRig({
      phoneAddresses: ['localhost'],
      editor: (await fakeEditor()).command,
      files: { 'manifest.json': JSON.stringify({ ...MANIFEST, products: [GEMS], ...AI }), 'game.js': '1' },
    })
    const { ask, called } = asking(SIMULATOR_ROUTES, `${rig.shellOrigin}/control/`, rig.served.token)
    const sheets = ['payment', 'nickname', 'share', 'ai', 'pick-image', 'pick-video'] as const
    const one = await rig.window(1, sheets)
    const two = await rig.window(2, sheets)
    for (const window of [one, two]) {
      window.send({ type: 'frame-opened', frame: 1 })
      await window.call(1, 'ready')
    }

    // AI is only there on phones.
    await ask('PATCH switches', { body: { platform: 'ios' } })
    // The network has every optional part, so that each is in the answers that follow.
    const network = { up: { loss: 0 }, burst: 2, stalls: { every: 60_000, for: 1 } }
    await ask('PATCH switches', { query: { seat: 3 }, body: { network } })
    await ask('GET clock')

    // Every sheet, with its offer.
    const open = async (method: string, params: object) => {
      const answer = one.call(1, method, params)
      const { sheets } = await ask('GET sheets', { query: { seat: 1, wait: 10_000 } })
      expect([method, sheets.length]).toEqual([method, 1])
      return { answer, path: { seat: 1, sheet: sheets[0].sheet } }
    }
    const choose = async (method: string, params: object, choice: unknown) => {
      const { answer, path } = await open(method, params)
      await ask('POST sheets/:seat/:sheet', { path, body: { choice } })
      return answer
    }
    await choose('pay', { product: 'gems' }, 'pay')
    await choose('getNickname', { ask: true }, { nickname: 'Ada Vale' })
    const picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await choose('share', { text: 'Hi', image: `data:image/png;base64,${picture.toString('base64')}` }, null)
    await choose('ai.ask', { prompt: 'A hint?' }, 'allow')
    await choose('pickVideo', {}, null)
    const { answer, path } = await open('pickImage', {})
    const photo = await readFile(new URL('../../fixtures/media/gps.jpg', import.meta.url))
    await ask('PUT picked/:seat/:sheet', { path }, photo)
    await answer

    // Matches, robots, and what happened in them.
    const hosted = one.call(1, 'mp.host', { max_players: 4 })
    await hosted
    await ask('POST seats', { body: { count: 1, nicknames: ['Cid'] } })
    const everyone = await ask('POST seat-everyone')
    await two.call(1, 'getNickname', {})
    await one.call(1, 'mp.send', { data: { type: 'move', x: 1 } })
    await one.call(1, 'mp.send', { data: { type: 'move', x: 2 } })
    await ask('POST matches/:match', { path: { match: everyone.match }, body: { action: 'host', seat: 2 } })
    await ask('POST robots', { body: { action: 'random', rate: 50 } })
    await ask('GET seats')
    const { matches } = await ask('GET matches')
    expect(matches[0].messages).not.toEqual([])
    for (const [window, hash] of [
      [one, 'a'],
      [two, 'b'],
    ] as const) {
      window.send({ type: 'app-state', frame: 1, text: `miniapp:state 1 ${hash}` })
      await window.call(1, 'mp.list')
    }
    const { entries } = await ask('GET matches/timeline', { query: { after: 0 } })
    const message = entries.findLast(({ kind }: { readonly kind: string }) => kind === 'message')
    await ask('GET matches/timeline/:seq', { path: { seq: message.seq } })
    await ask('POST drop-connection', { query: { seat: 2 } })
    await ask('DELETE seats/:seat', { path: { seat: 3 } })
    await ask('GET matches/timeline')

    // Faults of each kind, and one of them in the log.
    for (const fault of [
      { silence: true, method: 'storage.get' },
      { slow: 5, seat: 1 },
      { error: 'TIMEOUT', times: 'every', method: 'multiplayer.host' },
      { answer: { status: 'cancelled' }, method: 'pay' },
      { cancel: true, method: 'share' },
      { moment: 'end-session', seat: 2 },
    ])
      await ask('POST faults', { body: fault })
    await ask('GET faults')
    await ask('DELETE faults', { query: { id: 2 } })
    await ask('PATCH faults', { body: { randomSeed: 7 } })
    await ask('PATCH faults', { body: { randomSeed: null } })
    void one.call(1, 'storage.get', { key: 'a' })
    await one.call(1, 'storage.set', { key: 'best', value: '1' })
    await one.call(1, 'teleport')
    await one.call(1, 'mp.host', { max_players: 2 })
    await one.call(1, 'db.set', { key: 'score', value: '1', rank: 2 })
    one.send({ type: 'request', frame: 1, json: '[]', gesture: false })

    const { seats, faults } = await ask('GET state')
    expect([seats.length, faults.faults.length]).toEqual([3, 3])
    await ask('POST freeze', { body: { for: '1ms' } })
    await ask('POST phones')
    await ask('POST clock', { body: { advance: '1.5s', pause: true } })
    const log = await ask('GET calls')
    const kinds = new Set(log.map(({ kind }: { readonly kind: string }) => kind))
    expect([...kinds].sort()).toEqual(expect.arrayContaining(['call', 'dropped', 'event', 'note']))
    expect(log).toContainEqual(expect.objectContaining({ method: 'multiplayer.host', wire: 'mp.host' }))
    expect(log).toContainEqual(expect.objectContaining({ method: null, wire: 'teleport' }))

    // Saved data.
    const data = await ask('GET data')
    expect(data).toMatchObject({ sales: [{ price: '2.5' }], sharedStore: [{ key: 'score' }] })
    await ask('PATCH data', { body: { edit: 'set-balance', seat: 1, credits: '3' } })
    await ask('PUT data', { body: data })
    const name = { path: { name: 'Start' } }
    await ask('PUT snapshots/:name', name)
    await ask('GET snapshots')
    await ask('GET snapshots/:name', name)
    await ask('POST snapshots/:name/restore', name)
    await ask('DELETE snapshots/:name', name)
    await ask('GET ai')
    await ask('POST ai/record')
    await ask('POST editor', { body: { file: 'game.js', line: 1 } })
    await ask('POST reset')

    expect([...called].sort()).toEqual(Object.keys(SIMULATOR_ROUTES).sort())
  })

  it('of the service', async () => {
    const service = await startTestService()
    const { ask, called } = asking(SERVICE_ROUTES, `${service.baseUrl}/control/`, 'control-token')
    const app = { name: 'Hello', owner: 'member_studio', category: 'games', id: 'ma_abcdefghij' }
    const { app_id: id } = await ask('POST apps', { body: app })
    const path = { id, version: '1.0.0' }
    const zip = await appZip({ app_id: id, products: [GEMS], ...AI })
    await ask('POST apps/:id/versions', { path }, zip)
    await ask('POST apps/:id/versions/:version', { path, body: { action: 'approve' } })
    await ask('POST apps/:id/versions/:version/test', { path })
    await ask('PATCH apps/:id', { path, body: { grants: { 'ai.assistant': 'granted' } } })

    await ask('POST members', { body: { id: 'member_kim', name: 'Kim', birthDate: '2012-02-29' } })
    await ask('PATCH members/:id', {
      path: { id: 'member_kim' },
      body: { guardian: { miniApps: true, apps: [id] }, balance: '7.5' },
    })
    const { post_id } = await ask('POST members/:id/posts', {
      path: { id: 'member_kim' },
      body: { content: 'Hello.' },
    })
    const buyer = { member: 'member_ada', item: 'gems' }
    const { purchase } = await ask('POST apps/:id/purchases', { path, body: buyer })
    await ask('POST apps/:id/sales/:sale', { path: { id, sale: purchase.id }, body: { action: 'consume' } })
    const again = (await ask('POST apps/:id/purchases', { path, body: buyer })).purchase
    const page = await ask('GET apps/:id/sales', { path, query: { search: 'GEM', limit: 1 } })
    expect(page).toMatchObject({ sales: [{ id: purchase.id }], next: purchase.id })
    const last = await ask('GET apps/:id/sales', { path, query: { cursor: page.next } })
    expect(last).toMatchObject({ sales: [{ id: again.id }], next: null })
    expect(await ask('GET apps/:id/sales', { path, query: { search: 'nothing' } })).toEqual({
      sales: [],
      next: null,
    })
    const account = await ask('GET members/:id', { path: { id: 'member_ada' } })
    expect([account.purchases.length, account.history.length]).toEqual([2, 2])
    const ada = { id: 'member_ada' }
    const [latest, first] = account.purchases
    const short = await ask('GET members/:id', { path: ada, query: { limit: 1 } })
    expect(short).toMatchObject({
      purchases: [latest],
      history: [account.history[0]],
      next: { purchases: latest.id, notices: null },
    })
    const cursor = { cursor: short.next.purchases }
    expect(await ask('GET members/:id/purchases', { path: ada, query: cursor })).toEqual({
      sales: [first],
      next: null,
    })
    expect(
      await ask('GET members/:id/history', { path: ada, query: { cursor: short.next.history } }),
    ).toEqual({ history: [account.history[1]], next: null })
    expect(
      await ask('GET members/:id/purchases', { path: ada, query: { search: first.id.toUpperCase() } }),
    ).toEqual({ sales: [first], next: null })
    const { notices } = await ask('GET members/:id', { path: { id: 'member_studio' } })
    expect(notices).not.toEqual([])
    expect(
      await ask('GET members/:id/notices', { path: { id: 'member_studio' }, query: { search: 'approved' } }),
    ).toEqual({ notices: [expect.objectContaining({ about: 'approved' })], next: null })

    await ask('POST apps/:id/runs', { path, body: { member: 'member_ada' } })
    const run = service.runner.runs.at(-1)
    if (run !== undefined) run.choose = () => ({ nickname: 'Ada Vale' })
    await run?.call('getNickname', { ask: true })
    expect((await ask('GET apps/:id/nicknames', { path })).nicknames).toHaveLength(1)
    await ask('PUT apps/:id/nicknames/:member', { path: { id, member: 'member_ada' }, body: {} })

    // Apps of the publishing API, and what people allow them.
    await ask('PUT signed-in', { body: { member: 'member_kim' } })
    await ask('GET signed-in')
    const redirectUris = ['https://game.example/back']
    const { id: client } = await ask('POST clients', { body: { name: 'A game', redirectUris } })
    await ask('PATCH clients/:id', { path: { id: client }, body: { name: 'Another game' } })
    const grant = await postForm(service, '/oauth/device_authorization', {
      client_id: client,
      scope: 'read:feed write:post',
    })
    const { user_code: code } = (await grant.json()) as { user_code: string }
    expect((await ask('GET devices')).devices).toMatchObject([{ code, name: 'Another game' }])
    const narrowed = { decision: 'approve', scopes: ['read:feed'] }
    await ask('POST devices/:code', { path: { code }, body: narrowed })
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client,
      redirect_uri: redirectUris[0] ?? '',
      scope: 'write:media',
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    })
    const url = `${service.baseUrl}/oauth/authorize?${query}`
    await ask('POST consents', { body: { url, decision: 'approve', member: 'member_ada' } })
    await ask('PATCH connections/:client', { path: { client }, body: { scopes: [] } })
    await ask('PATCH connections', { body: { paused: true } })
    expect((await ask('GET connections')).connections).toMatchObject([{ off: ['read:feed'] }])
    expect((await ask('GET clients')).clients).toMatchObject([{}, { id: client, people: 2 }])
    await ask('DELETE connections/:client', { path: { client } })
    expect(await ask('GET clients/:id', { path: { id: client } })).toMatchObject({ people: 1 })
    await ask('DELETE clients/:id', { path: { id: client } })

    // What members say.
    await ask('POST chats', { body: { from: 'member_ada', text: 'Hello' } })
    expect((await ask('GET chats')).messages).toHaveLength(1)
    await ask('POST posts/:id/reactions', { path: { id: post_id }, body: { member: 'member_ada' } })

    // Lists, in pages.
    expect((await ask('GET apps', { query: { search: 'hello', limit: 1 } })).apps).toHaveLength(1)
    const { members, next } = await ask('GET members', { query: { limit: 3 } })
    expect((await ask('GET members', { query: { cursor: next } })).members[0].id).not.toBe(members[0].id)
    const newer = await appZip({ app_id: id, version: '1.1.0' })
    await ask('POST apps/:id/versions', { path }, newer)
    expect((await ask('GET reviews')).reviews).toMatchObject([{ app: id, version: { version: '1.1.0' } }])

    const operations = { createPost: { fault: 'limited', count: 2, delay: '500ms' } }
    await ask('PATCH faults', { body: { api: 'slow', signIn: 'slow_down', operations, payouts: 'failing' } })
    await ask('GET faults')
    await ask('POST clock', { body: { speed: 10 } })
    await ask('GET clock')
    expect((await ask('GET state')).apps).toHaveLength(1)
    await ask('GET apps/:id', { path })
    await ask('PUT data', { body: await ask('GET data') })
    await ask('POST reset')

    expect([...called].sort()).toEqual(Object.keys(SERVICE_ROUTES).sort())
    await service.stop()
  })
})

describe('the contract', () => {
  it('refuses a key that a type does not have, in nested objects too', () => {
    const reset = { now: '2026-01-01T00:00:00.000Z' }
    expect(SERVICE_ROUTES['POST reset'].answer.safeParse(reset).success).toBe(true)
    expect(SERVICE_ROUTES['POST reset'].answer.safeParse({ ...reset, more: 1 }).success).toBe(false)
    const clock = { ...reset, ahead: 0, paused: false, speed: 1 }
    expect(SERVICE_ROUTES['GET clock'].answer.safeParse({ clock }).success).toBe(true)
    expect(SERVICE_ROUTES['GET clock'].answer.safeParse({ clock: { ...clock, upcoming: [] } }).success).toBe(
      false,
    )
  })

  it('fills the path and the query of a route', () => {
    expect(addressOf('PUT snapshots/:name', { path: { name: 'a b/c' } })).toEqual({
      method: 'PUT',
      path: 'snapshots/a%20b%2Fc',
    })
    expect(addressOf('GET sheets', { query: { seat: 1, kind: undefined, wait: 0 } })).toEqual({
      method: 'GET',
      path: 'sheets?seat=1&wait=0',
    })
  })
})
