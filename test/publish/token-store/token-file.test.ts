import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EMPTY_PROFILE, type Session } from '../../../src/publish/sign-in/session.js'
import { type KeptProfile, tokenFile } from '../../../src/publish/token-store/token-file.js'
import { type Missing, missing } from '../../support/vitest/missing.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const NOW = Date.UTC(2026, 0, 2)
const session: Session = {
  baseUrl: 'https://api.example.com',
  clientId: 'c',
  accessToken: 'a',
  refreshToken: 'r',
  scopes: ['write:post'],
  signedInAt: NOW,
  expiresAt: NOW + 3_600_000,
}
const EMPTY: KeptProfile = { ...EMPTY_PROFILE, keyStore: null, fileOnly: false }
const signedIn: KeptProfile = { ...EMPTY, session }

const openStore = async () => {
  const folder = join(await temporaryFolder(), 'config')
  const warnings: string[] = []
  return {
    folder,
    path: join(folder, 'credentials.json'),
    warnings,
    store: tokenFile(
      folder,
      () => NOW,
      (line) => warnings.push(line),
    ),
  }
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the file of sign-ins', () => {
  it('reads an empty profile if nothing is stored, and creates nothing', async () => {
    const { store, folder } = await openStore()
    expect(await store.read('default')).toEqual(EMPTY)
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
  })

  it('stores several profiles, and deletes one at a time', async () => {
    const { store } = await openStore()
    await store.exclusively(() => store.write('default', signedIn))
    await store.exclusively(() =>
      store.write('studio', { ...signedIn, session: { ...session, clientId: 's' } }),
    )
    expect(await store.profiles()).toEqual(['default', 'studio'])
    await store.exclusively(() => store.write('default', EMPTY))
    expect(await store.profiles()).toEqual(['studio'])
    expect((await store.read('studio')).session?.clientId).toBe('s')
  })

  it('leaves nothing that a killed process was writing', async () => {
    const { store, folder } = await openStore()
    await store.exclusively(() => store.write('default', signedIn))
    await writeFile(join(folder, 'credentials.json.1234567890123'), '{"half')
    await store.exclusively(async () => {})
    expect(await readdir(folder)).toEqual(['credentials.json'])
  })

  it('is not fooled by a profile named like a method', async () => {
    const { store } = await openStore()
    expect(await store.read('constructor')).toEqual(EMPTY)
    await store.exclusively(() => store.write('__proto__x', signedIn))
    expect(await store.read('toString')).toEqual(EMPTY)
  })

  it('is 0600 in a folder 0700, regardless of the umask', async ({ skip }) => {
    skip(...missing.modes)
    const before = process.umask(0)
    try {
      const { store, folder, path } = await openStore()
      await store.exclusively(() => store.write('default', signedIn))
      expect([await modeOf(folder), await modeOf(path)]).toEqual([0o700, 0o600])
    } finally {
      process.umask(before)
    }
  })

  it('fixes open modes, and reports that', async ({ skip }) => {
    skip(...missing.modes)
    const { store, folder, path, warnings } = await openStore()
    await store.exclusively(() => store.write('default', signedIn))
    await chmod(path, 0o644)
    await chmod(folder, 0o755)
    expect((await store.read('default')).session).toEqual(session)
    expect([await modeOf(folder), await modeOf(path)]).toEqual([0o700, 0o600])
    expect(warnings).toEqual([
      `${folder} was accessible to other users. Its permissions were restricted to you.`,
      `${path} was readable by other users. Its permissions were restricted to you. Consider signing in again.`,
    ])
  })

  it('refuses a symbolic link in place of the file or the folder', async ({ skip }) => {
    skip(...missing.links)
    const { store, folder, path } = await openStore()
    await mkdir(folder, { mode: 0o700 })
    await writeFile(join(folder, 'elsewhere'), '{}')
    await symlink(join(folder, 'elsewhere'), path)
    const refused = { kind: 'usage', message: expect.stringContaining('is a symbolic link') }
    await expect(store.read('default')).rejects.toMatchObject(refused)
    await expect(store.exclusively(() => store.write('default', signedIn))).rejects.toMatchObject(refused)
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('{}')

    const linked = join(await temporaryFolder(), 'linked')
    await symlink(folder, linked)
    await expect(
      tokenFile(
        linked,
        () => NOW,
        () => {},
      ).read('default'),
    ).rejects.toMatchObject(refused)
  })

  it.for<[string, (path: string) => unknown, Missing | null]>([
    ['a pipe that nobody writes to', (path: string) => execFileSync('mkfifo', [path]), missing.pipes],
    ['a folder', (path: string) => mkdirSync(path), null],
    ['a device', (path: string) => symlinkSync('/dev/zero', path), missing.links],
  ])('refuses %s in place of the file, without waiting', async ([, make, lacking], { skip }) => {
    if (lacking !== null) skip(...lacking)
    const { store, folder, path } = await openStore()
    await mkdir(folder, { mode: 0o700 })
    make(path)
    await expect(store.read('default')).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/is not a regular file|is a symbolic link/),
    })
  })

  it('ignores modes on Windows, where they mean nothing and look open, and fixes them elsewhere', async ({
    skip,
  }) => {
    skip(...missing.modes)
    const { store, folder, path } = await openStore()
    await store.exclusively(() => store.write('default', signedIn))
    await chmod(path, 0o666)
    await chmod(folder, 0o777)
    const asSeenBy = async (platform: NodeJS.Platform): Promise<readonly string[]> => {
      const warnings: string[] = []
      const seen = tokenFile(
        folder,
        () => NOW,
        (line) => warnings.push(line),
        platform,
      )
      expect((await seen.read('default')).session).toEqual(session)
      return warnings
    }
    expect(await asSeenBy('win32')).toEqual([])
    expect([await modeOf(path), await modeOf(folder)]).toEqual([0o666, 0o777])
    expect(await asSeenBy('darwin')).toEqual([
      `${folder} was accessible to other users. Its permissions were restricted to you.`,
      `${path} was readable by other users. Its permissions were restricted to you. Consider signing in again.`,
    ])
    expect([await modeOf(path), await modeOf(folder)]).toEqual([0o600, 0o700])
  })

  it('stores no tokens in a folder shared by all users', async ({ skip }) => {
    skip(...missing.modes)
    const { store, folder } = await openStore()
    await mkdir(folder)
    await chmod(folder, 0o1777)
    await expect(store.exclusively(() => store.write('default', signedIn))).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('is shared by all users'),
    })
    expect((await stat(folder)).mode & 0o7777).toBe(0o1777)
  })

  it.each(['{"schema":1,"profiles":', 'null', '{"schema":2}'])(
    'sets a damaged file aside: %j',
    async (text) => {
      const { store, folder, path, warnings } = await openStore()
      await mkdir(folder, { mode: 0o700 })
      await writeFile(path, text, { mode: 0o600 })
      expect(await store.read('default')).toEqual(EMPTY)
      const aside = `${path}.damaged-2026-01-02T00-00-00.000Z`
      expect(await readFile(aside, 'utf8')).toBe(text)
      expect(warnings).toEqual([
        `The saved sign-ins in ${path} were damaged. The file was renamed to ${aside}. Sign in again with miniapp login.`,
      ])
    },
  )

  it('allows one process at a time', async () => {
    const { folder, store } = await openStore()
    const other = tokenFile(
      folder,
      () => NOW,
      () => {},
    )
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      await new Promise(setImmediate)
      inside -= 1
    }
    await Promise.all([store.exclusively(work), other.exclusively(work), store.exclusively(work)])
    expect(most).toBe(1)
    expect(await readdir(folder)).toEqual([])
  })
})
