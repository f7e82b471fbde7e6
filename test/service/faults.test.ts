import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postForm, signIn, startTestService, type TestService } from '../support/test-service.js'

let service: TestService
let token: string
beforeEach(async () => {
  service = await startTestService()
  token = (await signIn(service, 'read:feed')).access_token
})
afterEach(() => service.stop())

const feed = () => fetch(`${service.baseUrl}/v1/updates`, { headers: { authorization: `Bearer ${token}` } })
const switchOn = async (fields: Readonly<Record<string, string>>) => {
  expect((await service.submit('/faults', fields)).status).toBe(303)
}

describe('faults', () => {
  it.each([
    ['denied', 403],
    ['limited', 429],
    ['credits', 400],
    ['broken', 500],
  ])('%s answers %d with one field, until it is switched off', async (api, status) => {
    await switchOn({ api })
    const answer = await feed()
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.any(String) }])
    expect(answer.headers.get('retry-after')).toBe(api === 'limited' ? '2' : null)
    await switchOn({ api: 'none' })
    expect((await feed()).status).toBe(200)
  })

  it('garbage is not JSON, cut-off ends in the middle, slow takes five seconds', async () => {
    await switchOn({ api: 'garbage' })
    expect(await (await feed()).text()).toContain('Welcome to our network')
    await switchOn({ api: 'cut-off' })
    await expect(feed().then((answer) => answer.text())).rejects.toThrow()
    await switchOn({ api: 'slow' })
    const before = service.clock.now()
    expect((await feed()).status).toBe(200)
    expect(service.clock.now() - before).toBe(5_000)
  })

  it.each(['slow_down', 'expired_token', 'access_denied'])('a polling device gets %s', async (error) => {
    await switchOn({ sign_in: error })
    const grant = await postForm(service, '/oauth/device_authorization', {
      client_id: 'miniapp-cli',
      scope: 'read:feed',
    })
    const { device_code } = (await grant.json()) as { device_code: string }
    const answer = await postForm(service, '/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
      client_id: 'miniapp-cli',
    })
    expect([answer.status, await answer.json()]).toEqual([400, { error }])
  })

  it('a refresh gets invalid_grant', async () => {
    const { refresh_token } = await signIn(service, 'read:feed')
    await switchOn({ sign_in: 'invalid_grant' })
    const fields = { grant_type: 'refresh_token', refresh_token, client_id: 'miniapp-cli' }
    expect(await (await postForm(service, '/oauth/token', fields)).json()).toEqual({ error: 'invalid_grant' })
    await switchOn({ sign_in: 'none' })
    expect((await postForm(service, '/oauth/token', fields)).status).toBe(200)
  })

  it('rejects an unknown fault, and one from a foreign page', async () => {
    await switchOn({ api: 'constructor', sign_in: 'x' })
    expect(service.world.faults).toEqual({ api: 'none', signIn: 'none' })
    const foreign = await fetch(`${service.baseUrl}/faults`, {
      method: 'POST',
      body: new URLSearchParams({ api: 'denied' }),
    })
    expect(foreign.status).toBe(403)
    expect((await feed()).status).toBe(200)
  })
})
