import { afterEach, beforeEach, expect, it } from 'vitest'
import { issueTokens } from '../../src/service/tokens.js'
import { control } from '../support/service-control.js'
import { signIn, startTestService, type TestService } from '../support/test-service.js'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const advance = (duration: string) => control(service, 'POST', 'clock', { advance: duration })

it('tokens, stories and chats follow the clock', async () => {
  const read = async (token: string, path: string) =>
    fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const first = await signIn(service, 'read:feed read:chat')
  expect(await advance('3599s')).toMatchObject({ status: 200, body: { clock: { ahead: 3_599_000 } } })
  expect((await read(first.access_token, '/v1/updates')).status).toBe(200)
  await advance('1s')
  expect((await read(first.access_token, '/v1/updates')).status).toBe(403)
  await service.fill('/members', { member: 'member_ada', text: 'Hello' }, '/members/message')
  const conversations = async () => {
    const { access_token } = await signIn(service, 'read:chat')
    return (await read(access_token, '/v1/chat?conversation_id=conversation_member_ada')).status
  }
  expect(await conversations()).toBe(200)
  await advance('48h')
  expect(await conversations()).toBe(404)
})

it('a token is good for as long as the service was told', () => {
  const world = { ...service.world, tokenLifetimeSeconds: 30 }
  const { response, changes } = issueTokens(world, 'connection', ['read:feed'])
  expect(response.expires_in).toBe(30)
  expect(changes).toContainEqual(
    expect.objectContaining({
      table: 'accessToken',
      value: expect.objectContaining({ expiresAt: world.now() + 30_000 }),
    }),
  )
})
