import { describe, expect, it } from 'vitest'
import { boundedFetch } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import { discover } from '../../../src/publish/sign-in/authorization-server.js'
import { json, rudeServer } from '../../support/fakes/rude-server.js'

const find = (baseUrl: string) =>
  discover(boundedFetch(systemFetch({})), baseUrl, 'c', new AbortController().signal)

describe('API 5.1 and RFC 8414: discovery', () => {
  it('uses the endpoints that the service gives', async () => {
    const { baseUrl, requests } = await rudeServer((_request, response, base) =>
      json(response, 200, {
        issuer: base,
        token_endpoint: `${base}/t`,
        device_authorization_endpoint: `${base}/d`,
      }),
    )
    const authority = await find(baseUrl)
    expect(authority).toMatchObject({ discovered: true, server: { token_endpoint: `${baseUrl}/t` } })
    expect(requests.map(({ path }) => path)).toEqual(['/.well-known/oauth-authorization-server'])
  })

  it("falls back to the specification's paths without a discovery document", async () => {
    const { baseUrl } = await rudeServer((_request, response) => json(response, 404, { error: 'none' }))
    expect(await find(baseUrl)).toMatchObject({
      discovered: false,
      server: {
        authorization_endpoint: `${baseUrl}/oauth/authorize`,
        token_endpoint: `${baseUrl}/oauth/token`,
        device_authorization_endpoint: `${baseUrl}/oauth/device_authorization`,
      },
    })
  })

  it('looks below a base URL with a path first, then where RFC 8414 puts it', async () => {
    const { baseUrl, requests } = await rudeServer((request, response, base) =>
      request.url === '/.well-known/oauth-authorization-server/x'
        ? json(response, 200, { issuer: `${base}/x`, token_endpoint: `${base}/t` })
        : json(response, 404, { error: 'none' }),
    )
    expect((await find(`${baseUrl}/x`)).discovered).toBe(true)
    expect(requests.map(({ path }) => path)).toEqual([
      '/x/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/x',
    ])
  })

  it.each([
    [
      'another issuer',
      (base: string) => ({ issuer: `${base}.evil.test` }),
      'identifies itself as another service',
    ],
    [
      'another issuer by its path',
      (base: string) => ({ issuer: `${base}/x` }),
      'identifies itself as another service',
    ],
    [
      'its issuer with a trailing slash',
      (base: string) => ({ issuer: `${base}/`, token_endpoint: `${base}/t` }),
      'identifies itself as another service',
    ],
    [
      'its issuer in another case',
      (base: string) => ({ issuer: base.replace('localhost', 'LOCALHOST'), token_endpoint: `${base}/t` }),
      'identifies itself as another service',
    ],
    ['no issuer', () => ({}), 'issuer'],
    ['no token endpoint', (base: string) => ({ issuer: base }), 'has no token_endpoint'],
    [
      'an empty token endpoint',
      (base: string) => ({ issuer: base, token_endpoint: '' }),
      'gives "" as its token_endpoint',
    ],
    [
      'an unencrypted endpoint',
      (base: string) => ({ issuer: base, token_endpoint: 'http://example.com/t' }),
      'token_endpoint',
    ],
    [
      'a script for an endpoint',
      (base: string) => ({
        issuer: base,
        token_endpoint: `${base}/t`,
        device_authorization_endpoint: 'javascript:x',
      }),
      'device_authorization_endpoint',
    ],
    [
      'an endpoint that is no text',
      (base: string) => ({ issuer: base, token_endpoint: 7 }),
      'token_endpoint',
    ],
    ['a list', () => [], 'object'],
  ])('refuses metadata with %s', async (_name, metadata, words) => {
    const { baseUrl } = await rudeServer((_request, response, base) => json(response, 200, metadata(base)))
    await expect(find(baseUrl)).rejects.toMatchObject({
      kind: 'network',
      message: expect.stringContaining(words),
    })
  })

  it.each([
    ['a page', 200, '<!doctype html><h1>Hotel Wi-Fi</h1>', 'text/html', 'not JSON'],
    ['nothing', 200, '', 'application/json', 'not JSON'],
    ['status 500', 500, '{}', 'application/json', 'status 500'],
  ])('fails if it gets %s', async (_name, status, body, type, words) => {
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(status, { 'content-type': type })
      response.end(body)
    })
    await expect(find(baseUrl)).rejects.toMatchObject({
      name: 'Failure',
      kind: 'network',
      message: expect.stringContaining(words),
    })
  })

  it('does not follow redirects', async () => {
    const { baseUrl } = await rudeServer((_request, response) => {
      response.writeHead(302, { location: 'https://example.com/' })
      response.end()
    })
    await expect(find(baseUrl)).rejects.toMatchObject({ reason: 'redirected' })
  })
})
