import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { freePort } from '../../support/processes/free-port.js'
import { type CommandRig, commandRig } from '../../support/rigs/command-rig.js'
import { signedInRig } from '../../support/rigs/signed-in-rig.js'

const statusOf = async (rig: CommandRig, environment: Record<string, string> = {}) => {
  const { code, stdout } = await rig.run(['status', '--format', 'json'], { environment })
  return { code, ...JSON.parse(stdout) }
}

describe('miniapp status', () => {
  it('asks the service who is signed in, and names granted and missing permissions', async () => {
    const rig = await signedInRig('write:post read:feed')
    const { code, stdout, stderr } = await rig.run(['status'])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      `● Signed in to ${rig.service.baseUrl} as You`,
      '',
      'Client ID       miniapp-cli',
      'Permissions     write:post         Publish posts as the user.',
      "                read:feed          Read the user's feed, posts and profile.",
      "Not granted     read:notifications Read the user's notifications.",
      "                read:chat          Read the user's private conversations.",
      "                write:media        Upload media to the user's account.",
      'Since           1970-01-01T00:00:00Z',
      'Token           no known expiry, renewed automatically',
      `Stored in       ${join(rig.config, 'credentials.json')}`,
      'Service         accepts the token',
      '',
    ])
    expect(await rig.session()).toEqual(rig.first)
  })

  it('does not ask with --offline', async () => {
    const rig = await signedInRig('write:post read:feed')
    await rig.signIn({ ...rig.first, baseUrl: `http://localhost:${await freePort()}` })
    const offline = await rig.run(['status', '--offline', '--format', 'json'])
    expect([offline.code, JSON.parse(offline.stdout)]).toMatchObject([
      0,
      { signedIn: true, service: null, permissions: { granted: ['write:post', 'read:feed'], off: [] } },
    ])
    const answered = await statusOf(rig)
    expect(answered).toMatchObject({
      code: 5,
      signedIn: true,
      service: { state: 'unknown', user: null, error: { kind: 'network' } },
    })
  })

  it('names a permission that is switched off, and refreshes only once for that', async () => {
    const rig = await signedInRig('read:feed read:chat read:notifications')
    await rig.service.fill(
      '/connections',
      {
        client_id: 'miniapp-cli',
        scope: ['read:feed'],
      },
      '/connections/permissions',
    )
    const status = await statusOf(rig)
    expect(status).toMatchObject({
      code: 0,
      signedIn: true,
      service: { state: 'good', user: 'You', error: null },
      permissions: {
        granted: ['read:feed'],
        off: ['read:chat', 'read:notifications'],
        missing: ['write:post', 'write:media'],
      },
    })
    const refreshTokens = [...rig.service.world.store.all('refreshToken')]
    expect(refreshTokens.map(({ state }) => state)).toEqual(['used', 'good'])
  })

  it('tries a sign-in that may only write by renewing it', async () => {
    const rig = await signedInRig('write:post')
    expect(await statusOf(rig)).toMatchObject({
      code: 0,
      signedIn: true,
      service: { state: 'good', user: null },
    })
    expect((await rig.session())?.accessToken).not.toBe(rig.first.accessToken)
  })

  it.each(['write:post', 'read:feed'])('exits with 3 if the app was disconnected, with %s', async (scope) => {
    const rig = await signedInRig(scope)
    await rig.service.fill('/connections', { client_id: 'miniapp-cli' }, '/connections/disconnect')
    const status = await rig.run(['status'])
    expect([status.code, status.stdout]).toEqual([3, '● You are no longer signed in.\n'])
    expect(status.stderr).toContain('has ended: the app was disconnected.')
    expect(await statusOf(rig)).toMatchObject({ code: 3, signedIn: false, session: null })
  })

  it('exits with 3 if a token that cannot be renewed is denied', async () => {
    const rig = await signedInRig('read:feed')
    await rig.signIn({ ...rig.first, accessToken: 'expired', refreshToken: null })
    const status = await rig.run(['status'])
    expect([status.code, status.stdout]).toEqual([3, expect.stringContaining('no longer works')])
  })

  it('cannot try a token that may only write and cannot be renewed', async () => {
    const rig = await signedInRig('write:post')
    await rig.signIn({ ...rig.first, refreshToken: null })
    expect(await statusOf(rig)).toMatchObject({ code: 0, signedIn: true, service: { state: 'unknown' } })
    expect(rig.service.events.filter(({ event }) => event === 'refused')).toEqual([])
  })

  it('asks about the token of MINIAPP_TOKEN at the service that is given, and nowhere else', async () => {
    const rig = await signedInRig('read:feed write:post')
    const environment = { MINIAPP_TOKEN: rig.first.accessToken }
    expect(await statusOf(rig, environment)).toMatchObject({
      code: 0,
      source: 'MINIAPP_TOKEN',
      service: null,
    })
    const answered = await rig.run(['status', '--base-url', rig.service.baseUrl], { environment })
    expect([answered.code, answered.stdout]).toEqual([
      0,
      expect.stringContaining('The service accepts it as You.'),
    ])
    const wrong = await rig.run(['status', '--base-url', rig.service.baseUrl], {
      environment: { MINIAPP_TOKEN: 'wrong' },
    })
    expect([wrong.code, wrong.stdout]).toEqual([3, expect.stringContaining('denied every read')])
    expect(await rig.session()).toEqual(rig.first)
  })

  it('lists the other profiles with their services', async () => {
    const rig = await signedInRig('read:feed')
    await rig.signIn({ ...rig.first, baseUrl: 'https://api.example.com' }, 'studio')
    expect((await rig.run(['status'])).stdout).toContain('Other profiles  studio  https://api.example.com\n')
    const other = await rig.run(['status', '--profile', 'none', '--offline'])
    expect([other.code, other.stdout]).toEqual([
      3,
      `Not signed in as profile none. Run miniapp login --profile none.\nOther profiles  default  ${rig.service.baseUrl}\n                studio  https://api.example.com\n`,
    ])
  })

  it.each([
    [429, 6, 'rate-limited'],
    [500, 5, 'network'],
  ])('with an answer of %i, it is not known', async (status, code, kind) => {
    const rig = await commandRig()
    const { baseUrl } = await rudeServer((_request, response) => {
      response.setHeader('retry-after', '3600')
      json(response, status, { error: 'Busy.' })
    })
    const environment = { MINIAPP_TOKEN: 'x' }
    const run = await rig.run(['status', '--base-url', baseUrl, '--format', 'json'], { environment })
    expect([run.code, JSON.parse(run.stdout).service]).toMatchObject([
      code,
      { state: 'unknown', error: { kind, status } },
    ])
  })
})
