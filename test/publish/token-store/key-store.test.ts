import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EMPTY_PROFILE, type Profile } from '../../../src/publish/sign-in/session.js'
import { systemKeyStore } from '../../../src/publish/system-key-store.js'
import {
  type KeyStore,
  type KeyStoreRequest,
  KeyStoreUnreachable,
} from '../../../src/publish/token-store/key-store.js'
import { keyStoreTokens } from '../../../src/publish/token-store/key-store-tokens.js'
import { tokenFile } from '../../../src/publish/token-store/token-file.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const profileWith = (accessToken: string): Profile => ({
  session: {
    baseUrl: 'https://api.example.com',
    clientId: 'c',
    accessToken,
    refreshToken: 'secret-refresh',
    scopes: ['write:post'],
    signedInAt: 1,
    expiresAt: null,
  },
  pending: null,
})

/** A key store in memory that can be locked. */
const fakeKeyStore = () => {
  const kept = new Map<string, string>()
  const calls: string[] = []
  const state = { locked: false }
  const use = (call: string): void => {
    calls.push(call)
    if (state.locked) throw new KeyStoreUnreachable('it is locked')
  }
  const store: KeyStore = {
    name: 'the test key store',
    get: async (account) => {
      use('get')
      return kept.get(account) ?? null
    },
    set: async (account, secret) => {
      use('set')
      kept.set(account, secret)
    },
    delete: async (account) => {
      use('delete')
      kept.delete(account)
    },
  }
  return { kept, calls, state, store }
}

const setUp = async () => {
  const folder = join(await temporaryFolder(), 'config')
  const warnings: string[] = []
  const keys = fakeKeyStore()
  const tokens = (openKeyStore: () => KeyStore | null = () => keys.store) =>
    keyStoreTokens(
      tokenFile(
        folder,
        () => 0,
        (line) => warnings.push(line),
      ),
      folder,
      openKeyStore,
      (line) => warnings.push(line),
    )
  const save = (profile: Profile, fileOnly?: boolean, store = tokens()) =>
    store.exclusively(() => store.write('default', profile, fileOnly))
  const path = join(folder, 'credentials.json')
  return { folder, path, warnings, keys, tokens, save, text: () => readFile(path, 'utf8') }
}

describe("sign-ins in the system's key store", () => {
  it('are there whole, and no secret of them is in the file', async () => {
    const { keys, tokens, save, text, folder } = await setUp()
    await save(profileWith('secret-access'))
    expect(await text()).not.toContain('secret')
    expect([...keys.kept.keys()]).toEqual([`default in ${folder}`])
    expect(await tokens().read('default')).toEqual(profileWith('secret-access'))
    expect(await tokens().profiles()).toEqual(['default'])
    expect(await tokens().placeOf('default')).toBe('the test key store')
  })

  it('move from a file to the key store, with its next write', async () => {
    const { keys, tokens, save, text } = await setUp()
    await save(
      profileWith('secret-old'),
      undefined,
      tokens(() => null),
    )
    expect(await text()).toContain('secret-old')
    expect(await tokens().read('default')).toEqual(profileWith('secret-old'))
    expect(keys.calls).toEqual([])
    await save(profileWith('secret-new'))
    expect(await text()).not.toContain('secret')
    expect(await tokens().read('default')).toEqual(profileWith('secret-new'))
  })

  it('fall back to the file if the key store fails, and leave no old entry in it', async () => {
    const { keys, tokens, save, text, path, warnings } = await setUp()
    await save(profileWith('secret-1'))
    keys.store.set = async () => {
      throw new KeyStoreUnreachable('too long')
    }
    await save(profileWith('secret-2'))
    expect(await text()).toContain('secret-2')
    expect(keys.kept.size).toBe(0)
    expect(await tokens().read('default')).toEqual(profileWith('secret-2'))
    expect(await tokens().placeOf('default')).toBe(path)
    expect(warnings).toEqual([])
  })

  it('stay in the file if the user wants that, at every renewal, until that changes', async () => {
    const { keys, save, text } = await setUp()
    await save(profileWith('secret-1'), true)
    await save(profileWith('secret-2'))
    expect(await text()).toContain('secret-2')
    expect(keys.calls).toEqual([])
    await save(profileWith('secret-3'), false)
    expect(await text()).not.toContain('secret')
  })

  it('report an unreadable key store, and can still be removed and created again', async () => {
    const { keys, tokens, save, text, warnings } = await setUp()
    await save(profileWith('secret-1'))
    keys.state.locked = true
    for (const open of [() => keys.store, () => null])
      await expect(tokens(open).read('default')).rejects.toMatchObject({
        kind: 'sign-in',
        message: expect.stringContaining("stored in the system's key store, which cannot be read"),
        remedy: expect.stringContaining('--no-keyring'),
      })
    await save(profileWith('secret-2'))
    expect(await tokens().read('default')).toEqual(profileWith('secret-2'))
    expect(await text()).toContain('secret-2')
    await save(EMPTY_PROFILE)
    expect(await tokens().profiles()).toEqual([])
    expect(warnings).toEqual([
      "The old sign-in could not be removed from the system's key store (it is locked).",
    ])
  })

  it('are gone if someone removed or replaced them there', async () => {
    const { keys, tokens, save, folder } = await setUp()
    await save(profileWith('x'))
    keys.kept.set(`default in ${folder}`, 'nonsense')
    await expect(tokens().read('default')).rejects.toMatchObject({ kind: 'sign-in' })
    keys.kept.clear()
    expect(await tokens().read('default')).toEqual(EMPTY_PROFILE)
  })

  it('are deleted by signing out', async () => {
    const { keys, tokens, save } = await setUp()
    await save(profileWith('x'))
    await save(EMPTY_PROFILE)
    expect([keys.kept.size, await tokens().profiles()]).toEqual([0, []])
  })

  it('are read once per command, and again under the lock, when another process may have renewed them', async () => {
    const { keys, tokens, save } = await setUp()
    await save(profileWith('first'))
    const store = tokens()
    keys.calls.length = 0
    await store.read('default')
    await store.read('default')
    expect(keys.calls).toEqual(['get'])
    await save(profileWith('second'))
    expect((await store.exclusively(() => store.read('default'))).session?.accessToken).toBe('second')
  })
})

describe('the key store that is used', () => {
  const desktop = { DISPLAY: ':0', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' }

  it.each([
    ['linux', desktop],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0', DBUS_SESSION_BUS_ADDRESS: 'x' }],
    ['darwin', {}],
    ['win32', { MINIAPP_KEYRING: '1' }],
  ] as const)("%s's, with %j", (platform, environment) => {
    expect(systemKeyStore(environment, platform)?.name).toMatch(/Secret Service|Keychain|Credential Manager/)
  })

  it.each([
    ['linux', {}],
    ['linux', { DBUS_SESSION_BUS_ADDRESS: 'x' }],
    ['linux', { DISPLAY: ':0' }],
    ['linux', { ...desktop, CI: 'true' }],
    ['linux', { ...desktop, SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }],
    ['linux', { ...desktop, MINIAPP_KEYRING: '0' }],
    ['darwin', { SSH_TTY: '/dev/ttys001' }],
    ['darwin', { MINIAPP_KEYRING: 'false' }],
    ['win32', { CI: '1' }],
    ['freebsd', desktop],
  ] as const)('none on %s with %j', (platform, environment) => {
    expect(systemKeyStore(environment, platform)).toBeNull()
  })

  it('is called with a timeout, and its answer is returned', async () => {
    const requests: [KeyStoreRequest, number][] = []
    const answers = [
      async () => ({ ok: true, secret: 's' }) as const,
      async () => ({ ok: true, secret: null }) as const,
      async () => ({ ok: false, reason: 'it is locked' }) as const,
      async () => {
        throw new Error('ended')
      },
    ]
    const keys = systemKeyStore({}, 'darwin', async (request, timeoutMs) => {
      requests.push([request, timeoutMs])
      const answer = answers[requests.length - 1]
      if (answer === undefined) throw new Error('It was called too often.')
      return answer()
    })
    expect(await keys?.get('a')).toBe('s')
    await keys?.set('a', 's')
    await expect(keys?.delete('a')).rejects.toThrow(new KeyStoreUnreachable('it is locked'))
    await expect(keys?.get('a')).rejects.toThrow(new KeyStoreUnreachable('it did not answer'))
    expect(requests).toEqual([
      [{ operation: 'get', account: 'a', secret: '' }, 30_000],
      [{ operation: 'set', account: 'a', secret: 's' }, 5_000],
      [{ operation: 'delete', account: 'a', secret: '' }, 5_000],
      [{ operation: 'get', account: 'a', secret: '' }, 30_000],
    ])
  })
})
