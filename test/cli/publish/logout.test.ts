import { describe, expect, it } from 'vitest'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { freePort } from '../../support/processes/free-port.js'
import { commandRig } from '../../support/rigs/command-rig.js'
import { signedInRig } from '../../support/rigs/signed-in-rig.js'

const HINT = "To withdraw the app's permissions, disconnect it in your account's connected apps.\n"

describe('miniapp logout', () => {
  it('removes the tokens and revokes them', async () => {
    const rig = await signedInRig('write:post read:feed')
    expect(await rig.run(['logout'])).toEqual({
      code: 0,
      stdout: `✓ Signed out of ${rig.service.baseUrl}. The tokens were revoked and removed from this machine.\n`,
      stderr: HINT,
    })
    expect(await rig.session()).toBe(null)
    const { store } = rig.service.world
    expect([...store.all('refreshToken')].map(({ state }) => state)).toEqual(['revoked'])
    expect([...store.all('accessToken')]).toEqual([])
    expect((await rig.run(['logout'])).stdout).toBe('You were not signed in.\n')
  })

  it('sends both tokens to the endpoint of discovery, and only removes them where there is none', async () => {
    for (const isNamed of [true, false]) {
      const server = await rudeServer((request, response, baseUrl) => {
        if (request.url?.startsWith('/.well-known') === true)
          json(response, 200, {
            issuer: baseUrl,
            token_endpoint: `${baseUrl}/t`,
            ...(isNamed ? { revocation_endpoint: `${baseUrl}/r` } : {}),
          })
        else response.end()
      })
      const rig = await commandRig()
      await rig.signIn(session(server.baseUrl))
      const { code, stdout } = await rig.run(['logout', '--format', 'json'])
      expect([code, JSON.parse(stdout)]).toEqual([
        0,
        {
          schema: 1,
          profile: 'default',
          signedOut: true,
          baseUrl: server.baseUrl,
          revoked: isNamed,
          revocationError: null,
        },
      ])
      expect(server.requests.slice(1).map(({ path, body }) => [path, body])).toEqual(
        isNamed
          ? [
              ['/r', 'token=refresh-token&token_type_hint=refresh_token&client_id=app'],
              ['/r', 'token=access-token&token_type_hint=access_token&client_id=app'],
            ].map(([path, body]) => [path, expect.toSatisfy(sameForm(body ?? ''))])
          : [],
      )
    }
  })

  it.each([
    ['refuses', 400, 'invalid_request'],
    ['fails', 503, ''],
  ])('says that the service %s to revoke, and the tokens are gone here', async (_name, status, error) => {
    const server = await rudeServer((request, response, baseUrl) => {
      if (request.url?.startsWith('/.well-known') === true)
        json(response, 200, {
          issuer: baseUrl,
          token_endpoint: `${baseUrl}/t`,
          revocation_endpoint: `${baseUrl}/r`,
        })
      else json(response, status, { error, error_description: 'refresh-token is bad' })
    })
    const rig = await commandRig()
    await rig.signIn(session(server.baseUrl))
    const run = await rig.run(['logout'])
    expect([run.code, run.stdout]).toEqual([
      0,
      `✓ Signed out of ${server.baseUrl}. The tokens were removed from this machine.\n`,
    ])
    expect(run.stderr).toMatch(/^warning The service did not revoke them: /)
    expect(run.stderr).not.toContain('refresh-token')
    expect(await rig.session()).toBe(null)
  })

  it('works while the service is down', async () => {
    const rig = await commandRig()
    await rig.signIn(session(`http://localhost:${await freePort()}`))
    expect(await rig.run(['logout'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('did not revoke them: Cannot reach'),
    })
    expect(await rig.session()).toBe(null)
  })

  it.each(['http://evil.example/r', 'ftp://evil.example/r', 'x'])(
    'never sends a token to the unsafe endpoint %s',
    async (endpoint) => {
      const server = await rudeServer((_request, response, baseUrl) =>
        json(response, 200, {
          issuer: baseUrl,
          token_endpoint: `${baseUrl}/t`,
          revocation_endpoint: endpoint,
        }),
      )
      const rig = await commandRig()
      await rig.signIn(session(server.baseUrl))
      expect((await rig.run(['logout'])).stderr).toContain('is not safe for credentials')
      expect(server.requests.length).toBe(1)
    },
  )

  it('leaves a token valid that came from elsewhere', async () => {
    const server = await rudeServer((_request, response) => json(response, 200, {}))
    const rig = await commandRig()
    await rig.signIn({ ...session(server.baseUrl), clientId: 'none', refreshToken: null })
    expect((await rig.run(['logout'])).code).toBe(0)
    expect(server.requests).toEqual([])
  })
})

const session = (baseUrl: string) => ({
  baseUrl,
  clientId: 'app',
  accessToken: 'access-token',
  refreshToken: 'refresh-token',
  scopes: ['write:post'],
  signedInAt: 0,
  expiresAt: null,
})

const sameForm = (expected: string) => (body: string) =>
  JSON.stringify([...new URLSearchParams(body)].sort()) ===
  JSON.stringify([...new URLSearchParams(expected)].sort())
