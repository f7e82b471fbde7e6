import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serviceClock } from '../../src/service/clock.js'
import { issueTokens } from '../../src/service/oauth/tokens.js'
import { appZip, control } from '../support/rigs/service-control.js'
import { signIn, startTestService, type TestService } from '../support/rigs/test-service.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

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

describe('the clock', () => {
  const post = (body: object) => control(service, 'POST', 'clock', body)
  const time = async () => (await control(service, 'GET', 'clock')).body.clock

  it('stands still while it is paused, can be moved, and goes on from there', async () => {
    const { now } = await time()
    expect((await post({ pause: true })).body.clock).toEqual({ now, ahead: 0, paused: true, speed: 1 })
    service.clock.advance(HOUR)
    expect(await time()).toEqual({ now, ahead: -HOUR, paused: true, speed: 1 })
    const later = new Date(Date.parse(now) + DAY).toISOString()
    expect((await post({ advance: '24h' })).body.clock).toMatchObject({ now: later, paused: true })
    expect((await post({ pause: false })).body.clock).toMatchObject({ now: later, paused: false })
    service.clock.advance(1_000)
    expect(Date.parse((await time()).now)).toBe(Date.parse(later) + 1_000)
  })

  it('runs 10 and 100 times as fast, and what waits in open apps is woken in time', async () => {
    const start = Date.parse((await time()).now)
    await post({ speed: 10 })
    service.clock.advance(1_000)
    await post({ speed: 100 })
    service.clock.advance(1_000)
    await post({ speed: 1 })
    service.clock.advance(1_000)
    expect(Date.parse((await time()).now)).toBe(start + 111_000)
  })

  it('moves on through what comes due, until nothing does for an hour', async () => {
    const { body } = await control(service, 'POST', 'apps', {
      owner: 'member_you',
      name: 'Hello',
      category: 'games',
    })
    await control(service, 'POST', `apps/${body.app_id}/versions`, await appZip({ app_id: body.app_id }))
    const { now } = await time()
    const moved = (await post({ until: 'quiet' })).body.clock
    // 3.1: an hour after its upload it goes live by itself.
    expect(Date.parse(moved.now)).toBe(Date.parse(now) + HOUR)
    const app = (await control(service, 'GET', `apps/${body.app_id}`)).body
    expect(app.versions[0].state).toBe('live')
    expect((await post({ until: 'quiet' })).body.clock.now).toBe(moved.now)
  })

  it('is kept when the service is started again', async () => {
    await post({ pause: true, speed: 100 })
    expect(serviceClock(service.world.store, () => 0)).toMatchObject({ paused: true, speed: 100 })
  })

  it('goes wrong in words', async () => {
    const answer = async (body: object) => [(await post(body)).status, (await post(body)).body.error]
    expect(await answer({})).toEqual([400, expect.stringContaining('`advance`, `until`, `pause` or `speed`')])
    expect(await answer({ speed: 3 })).toEqual([400, expect.stringContaining('speed')])
    expect(await answer({ advance: '999999999d' })).toEqual([
      400,
      'advance: the clock cannot go beyond the year 9999.',
    ])
    expect(await time()).toMatchObject({ ahead: 0, paused: false, speed: 1 })
  })

  it('pauses for nobody who signs in: a program polls by the machine’s time (3.4)', async () => {
    await post({ pause: true })
    const { access_token } = await signIn(service, 'read:feed')
    expect(access_token).toEqual(expect.any(String))
  })

  it('is changed on the admin’s page, too', async () => {
    await service.fill('/admin', { do: 'pause' })
    expect(await time()).toMatchObject({ paused: true })
    await service.fill('/admin', { do: 'speed', speed: '10' })
    await service.fill('/admin', { do: 'continue' })
    expect(await time()).toMatchObject({ paused: false, speed: 10 })
    await service.fill('/admin', { do: 'until-quiet' })
    expect(await time()).toMatchObject({ speed: 10 })
  })
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
