import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appZip, control } from '../../support/rigs/service-control.js'
import { startTestService, type TestService, ticketOf } from '../../support/rigs/test-service.js'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const get = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).text()

/** Opens a page and sends one of its forms. @returns the status and the page that follows */
const send = async (page: string, fields: Readonly<Record<string, string>>) => {
  const answer = await service.submit(page.split('?')[0] ?? page, {
    ...fields,
    ticket: ticketOf(await get(page)),
  })
  const to = answer.headers.get('location')
  return { status: answer.status, to, text: to === null ? await answer.text() : await get(to) }
}

const upload = async (page: string, zip: Uint8Array, ticket?: string) => {
  const form = new FormData()
  form.append('ticket', ticket ?? ticketOf(await get(page)))
  form.append('zip', new Blob([new Uint8Array(zip)]), 'app.zip')
  return fetch(`${service.baseUrl}${page}/versions`, {
    method: 'POST',
    headers: { origin: service.baseUrl },
    body: form,
    redirect: 'manual',
  })
}

const registered = async (): Promise<string> => {
  const { to } = await send('/developer', { as: 'member_you', name: 'Hello <b>', category: 'games' })
  return /ma_[a-z2-7]{10}/.exec(to ?? '')?.[0] ?? ''
}

describe('the pages of mini apps', () => {
  it('take an app from its registration to its deletion', async () => {
    const id = await registered()
    const page = `/developer/apps/${id}`
    expect(await get('/developer')).toContain('Hello &lt;b&gt;')
    const refused = await upload(page, await appZip({ app_id: 'ma_zzzzzzzzzz' }))
    expect(refused.status).toBe(422)
    const words = await refused.text()
    expect(words).toContain(`app_id is ma_zzzzzzzzzz; this app is registered as ${id}.`)
    expect(words).toContain(`Fix: Set app_id to ${id}`)
    const access = { type: 'one_time', price: '2.5', statement: 'You receive the whole game.' }
    const zip = await appZip({ app_id: id, access })
    expect((await upload(page, zip)).status).toBe(303)
    expect(await get(page)).toContain('Goes live 2026-01-02 04:04 UTC')
    const download = await fetch(`${service.baseUrl}${page}/versions/1.0.0/app.zip`)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(Buffer.from(zip))
    expect((await send('/admin', { do: 'hold', app: id, version: '1.0.0', reason: '' })).status).toBe(303)
    const withdrawn = await send(page, { do: 'withdraw', version: '1.0.0' })
    expect([withdrawn.status, withdrawn.text.includes('version 1.0.0: it is held')]).toEqual([409, true])
    expect((await send('/admin', { do: 'approve', app: id, version: '1.0.0' })).status).toBe(303)
    const { manifest } = (service.world.store.get('miniAppVersion', `${id}/1.0.0`) ?? {}) as {
      manifest: { name: string }
    }
    expect(await get('/apps')).toContain(manifest.name)
    const icon = await fetch(`${service.baseUrl}/apps/hello-b/icon.png`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(icon.headers.get('content-security-policy')).toContain('sandbox')
    const bought = await send('/apps/hello-b?as=member_ada', { as: 'member_ada' })
    expect(bought.to).toBe('/apps/hello-b?as=member_ada')
    expect(bought.text).toContain('Ada can open')
    expect(await get('/apps/hello-b?as=member_cleo')).toContain(
      'A guardian has not allowed mini apps for Cleo',
    )
    expect((await send(page, { do: 'delete', confirmation: 'Hello' })).status).toBe(400)
    const deleted = await send(page, { do: 'delete', confirmation: 'Hello <b>' })
    expect(deleted.text).toContain('>deleted</span>')
    expect((await fetch(`${service.baseUrl}/apps/hello-b`)).status).toBe(404)
    expect((await fetch(`${service.baseUrl}${page}/versions/1.0.0/app.zip`)).status).toBe(404)
    expect(service.world.store.get('member', 'member_ada')?.balance).toBe(100_000)
  })

  it('let an admin block, grant, open multiplayer, return a sale and move the clock', async () => {
    const id = await registered()
    const capabilities = { 'ai.image': { version: 1, purpose: 'Draws a picture of the winner.' } }
    const access = { type: 'one_time', price: '2.5', statement: 'You receive the whole game.' }
    await control(service, 'POST', `apps/${id}/versions`, await appZip({ app_id: id, capabilities, access }))
    const page = `/admin/apps/${id}`
    expect(await get('/admin')).toContain('Needs a decision: ai.image')
    expect(await get(page)).toContain('Grant ai.image')
    await send(page, { do: 'grant', capability: 'ai.image', decision: 'granted' })
    await send('/admin', { do: 'advance', advance: '1h' })
    await send(`/developer/apps/${id}`, { do: 'multiplayer', description: 'Two players race.' })
    expect(await get(page)).toContain('Two players race.')
    await send(page, { do: 'multiplayer', open: 'adults' })
    await control(service, 'POST', `apps/${id}/purchases`, { member: 'member_ada', item: 'access' })
    await send(page, { do: 'block', reason: 'Reports' })
    const [sale] = service.world.store.all('sale')
    await send(page, { do: 'refund', sale: sale?.id ?? '' })
    expect(service.world.store.get('sale', sale?.id ?? '')).toMatchObject({
      state: 'returned',
      returnReason: 'blocked',
    })
    expect(await get('/developer')).toMatch(/Hello &lt;b&gt; was blocked: Reports/)
    await send(page, { do: 'unblock' })
    expect((await control(service, 'GET', `apps/${id}`)).body).toMatchObject({
      status: 'live',
      multiplayer: 'adults',
      grants: { 'ai.image': 'granted' },
    })
    for (const action of ['unblock', 'complete', 'nothing', 'grant', 'multiplayer', 'approve'])
      expect((await send(page, { do: action })).status).toBeGreaterThanOrEqual(400)
  })

  it('let a guardian allow an app to a child, and switch payments off', async () => {
    const id = await registered()
    const page = '/members/member_cleo'
    expect(await get('/members')).toContain(page)
    expect((await send(page, { do: 'guardian', miniApps: 'yes', pay: 'yes', app: id })).status).toBe(303)
    expect(
      (await send(page, { do: 'account', birthDate: '2011-05-05', balance: '3.5', partner: 'yes' })).status,
    ).toBe(303)
    expect((await control(service, 'GET', 'members/member_cleo')).body.member).toMatchObject({
      birthDate: '2011-05-05',
      person: '13-15',
      partner: true,
      balance: '3.5',
      guardian: { miniApps: true, apps: [id], pay: true, media: false, online: false, ai: false },
    })
    const wrong = await send(page, { do: 'account', birthDate: '', balance: 'much' })
    expect([wrong.status, wrong.text.includes('balance: must be credits')]).toEqual([400, true])
  })

  it('take no form twice, without a ticket, or from a foreign page', async () => {
    const id = await registered()
    const page = `/developer/apps/${id}`
    const ticket = ticketOf(await get(`/admin/apps/${id}`))
    const block = (fields: Readonly<Record<string, string>>) =>
      service.submit(`/admin/apps/${id}`, { do: 'block', ...fields })
    expect((await block({})).status).toBe(403)
    expect((await block({ ticket: 'x' })).status).toBe(403)
    const foreign = await fetch(`${service.baseUrl}/admin/apps/${id}`, {
      method: 'POST',
      headers: { origin: 'http://evil.example' },
      body: new URLSearchParams({ do: 'block', ticket }),
    })
    expect(foreign.status).toBe(403)
    expect(service.world.store.get('miniApp', id)?.standing).toBe('open')
    expect((await block({ ticket })).status).toBe(303)
    expect((await block({ ticket })).status).toBe(403)
    expect((await upload(page, await appZip({ app_id: id }), 'x')).status).toBe(403)
    const noForm = await fetch(`${service.baseUrl}${page}/versions`, {
      method: 'POST',
      headers: { origin: service.baseUrl, 'content-type': 'application/zip' },
      body: new Uint8Array(3),
    })
    expect(noForm.status).toBe(403)
    expect([...service.world.store.all('miniAppVersion')]).toEqual([])
  })

  it('answer 404 for what there is not', async () => {
    for (const path of [
      '/apps/nothing',
      '/apps/nothing/icon.png',
      '/developer/apps/ma_aaaaaaaaaa',
      '/developer?as=x',
    ])
      expect([path, (await fetch(`${service.baseUrl}${path}`)).status]).toEqual([path, 404])
  })
})
