import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  LOCAL_CLIENT_ID,
  registerApp,
  registerLocalApp,
} from '../../../src/service/records/registered-apps.js'
import { startTestService, type TestService } from '../../support/rigs/test-service.js'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const URI = 'https://app.test/callback'
const register = (name: string, uris: readonly string[] = [URI]) =>
  registerApp(service.world, { name, redirectUris: uris })
const apps = () => [...service.world.store.all('app')].filter(({ clientId }) => clientId !== LOCAL_CLIENT_ID)

describe('5.1: registering an app', () => {
  it.each(['A', '🎲'.repeat(60)])('takes a name of 1 to 60 characters: %s', async (name) => {
    const app = await register(name, [URI, 'http://localhost:8976/x', URI])
    expect(app).toEqual({
      clientId: expect.any(String),
      name,
      redirectUris: [URI, 'http://localhost:8976/x'],
      registeredAt: service.world.now(),
      lastUsedAt: null,
    })
    expect(apps()).toEqual([app])
  })

  it.each(['', '🎲'.repeat(61)])('refuses another name: %j', async (name) => {
    await expect(register(name)).rejects.toThrow('An app needs a name of 1 to 60 characters.')
    expect(apps()).toEqual([])
  })

  it('takes up to ten redirect URIs', async () => {
    const uris = Array.from({ length: 11 }, (_, index) => `${URI}/${index}`)
    expect(await register('App', uris.slice(1))).toMatchObject({ redirectUris: uris.slice(1) })
    await expect(register('App', uris)).rejects.toThrow('An app can have at most 10 redirect URIs.')
    expect(await register('App', [])).toMatchObject({ redirectUris: [] })
    expect(apps()).toHaveLength(2)
  })

  it.each([
    'app.test',
    'http://app.test/',
    'http://127.0.0.1/',
    'ftp://localhost/',
    'https:///cb',
    ` ${URI}`,
    `${URI} `,
    'https://app.test/a b',
    'https://user@app.test/',
    'https://:secret@app.test/',
    `${URI}#part`,
    `${URI}#`,
    URI.padEnd(2_001, 'x'),
  ])('refuses the redirect URI %s', async (uri) => {
    await expect(register('App', [URI, uri])).rejects.toThrow(
      `${uri} is not a valid redirect URI: it must use https, or be http://localhost for testing.`,
    )
    expect(apps()).toEqual([])
  })

  it('takes a redirect URI of 2,000 characters', async () => {
    expect(await register('App', [URI.padEnd(2_000, 'x')])).toMatchObject({ name: 'App' })
  })

  it('leaves the default app as it is, once it is there', async () => {
    const before = service.world.store.get('app', LOCAL_CLIENT_ID)
    service.clock.advance(1_000)
    await registerLocalApp(service.world)
    expect(service.world.store.get('app', LOCAL_CLIENT_ID)).toEqual(before)
  })
})
