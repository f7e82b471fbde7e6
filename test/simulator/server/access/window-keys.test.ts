import { chmod, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepWindowKeys } from '../../../../src/simulator/server/access/window-keys.js'
import { contentOf, DAMAGES, denying } from '../../../support/fakes/file-damage.js'
import { missing } from '../../../support/vitest/missing.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

describe('the keys of windows', () => {
  it('stay the same from start to start', async () => {
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false, expect.unreachable)
    expect(keys.token).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(keys.pairingCode).toMatch(/^[2-9A-Z]{8}$/)
    expect(await keepWindowKeys(folder, false, expect.unreachable)).toEqual(keys)
  })

  it('are new in each folder, and after a fresh start', async () => {
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false, expect.unreachable)
    const others = [
      await keepWindowKeys(await temporaryFolder(), false, expect.unreachable),
      await keepWindowKeys(folder, true, expect.unreachable),
    ]
    for (const { token, pairingCode } of others) {
      expect(token).not.toBe(keys.token)
      expect(pairingCode).not.toBe(keys.pairingCode)
    }
    expect(await keepWindowKeys(folder, false, expect.unreachable)).toEqual(others[1])
  })

  it('are in a file that only its owner can read', async ({ skip }) => {
    skip(...missing.modes)
    const folder = await temporaryFolder()
    await keepWindowKeys(folder, false, expect.unreachable)
    expect((await stat(join(folder, 'windows.json'))).mode & 0o777).toBe(0o600)
  })

  it('are not believed where others could have read them', async ({ skip }) => {
    skip(...missing.modes)
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false, expect.unreachable)
    const path = join(folder, 'windows.json')
    await chmod(path, 0o644)
    expect((await keepWindowKeys(folder, false, expect.unreachable)).token).not.toBe(keys.token)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('are not read through a symbolic link, which is replaced', async ({ skip }) => {
    skip(...missing.links)
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false, expect.unreachable)
    const path = join(folder, 'windows.json')
    await rename(path, join(folder, 'other.json'))
    await symlink('other.json', path)
    const notices: string[] = []
    const next = await keepWindowKeys(folder, false, (notice) => notices.push(notice))
    expect(notices).toEqual([expect.stringContaining('cannot be read: too many symbolic links')])
    expect(next.token).not.toBe(keys.token)
    expect(JSON.parse(await readFile(join(folder, 'other.json'), 'utf8'))).toMatchObject(keys)
    expect(await keepWindowKeys(folder, false, expect.unreachable)).toEqual(next)
  })

  it('are not believed where they came with the project from elsewhere', async () => {
    const [folder, other] = [await temporaryFolder(), await temporaryFolder()]
    const keys = await keepWindowKeys(folder, false, expect.unreachable)
    await writeFile(join(other, 'windows.json'), await readFile(join(folder, 'windows.json')), {
      mode: 0o600,
    })
    expect((await keepWindowKeys(other, false, expect.unreachable)).token).not.toBe(keys.token)
  })

  it('last as long as the process where nothing can be saved', async () => {
    const folder = join(await temporaryFolder(), 'gone')
    expect((await keepWindowKeys(folder, false, expect.unreachable)).token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  it.each(
    Object.entries({
      ...DAMAGES,
      'a large file': (path: string) => writeFile(path, ' '.repeat(10_000)),
      'guessable tokens': (path: string) => writeFile(path, '{"token":"a","pairingCode":"AAAAAAAA"}'),
      'in a newer format': async (path: string) =>
        writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), schema: 2 })),
      unreadable: async () => {},
    }),
  )('are new, and kept again, where the file is %s, which is set aside and named', async (what, damage) => {
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false, expect.unreachable)
    const path = join(folder, 'windows.json')
    await damage(path)
    const damaged = await contentOf(path)
    const notices: string[] = []
    const openFile = denying(what === 'unreadable' ? path : null)
    const renewed = await keepWindowKeys(folder, false, (notice) => notices.push(notice), openFile)
    expect(renewed.token).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(renewed.token).not.toBe(keys.token)
    expect(await keepWindowKeys(folder, false, expect.unreachable)).toEqual(renewed)
    const [why, words] = WORDS[what] ?? ['damaged', 'is damaged']
    const [aside, ...others] = await readdir(join(folder, 'set-aside'))
    expect(others).toEqual([])
    expect(aside).toMatch(new RegExp(`^windows\\.json\\.${why}-\\d{4}-`))
    const kept = join(folder, 'set-aside', aside ?? '')
    expect(await contentOf(kept)).toBe(damaged)
    expect(notices).toEqual([
      `${path} ${words}. It was set aside as ${kept}. Open the windows again, and pair phones again.`,
    ])
  })
})

/** Why the file is set aside, where it is not damaged. */
const WORDS: Readonly<Record<string, readonly [why: string, words: string]>> = {
  'a folder': ['unreadable', 'cannot be read: it is a folder'],
  unreadable: ['unreadable', 'cannot be read: permission denied'],
  'in a newer format': ['newer', 'was written by a newer version of miniapp'],
}
