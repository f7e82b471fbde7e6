import { chmod, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepWindowKeys } from '../../../../src/simulator/server/access/window-keys.js'
import { DAMAGES } from '../../../support/fakes/file-damage.js'
import { missing } from '../../../support/vitest/missing.js'
import { temporaryFolder } from '../../../support/vitest/temporary-folder.js'

describe('the keys of windows', () => {
  it('stay the same from start to start', async () => {
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false)
    expect(keys.token).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(keys.pairingCode).toMatch(/^[2-9A-Z]{8}$/)
    expect(await keepWindowKeys(folder, false)).toEqual(keys)
  })

  it('are new in each folder, and after a fresh start', async () => {
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false)
    const others = [await keepWindowKeys(await temporaryFolder(), false), await keepWindowKeys(folder, true)]
    for (const { token, pairingCode } of others) {
      expect(token).not.toBe(keys.token)
      expect(pairingCode).not.toBe(keys.pairingCode)
    }
    expect(await keepWindowKeys(folder, false)).toEqual(others[1])
  })

  it('are in a file that only its owner can read', async ({ skip }) => {
    skip(...missing.modes)
    const folder = await temporaryFolder()
    await keepWindowKeys(folder, false)
    expect((await stat(join(folder, 'windows.json'))).mode & 0o777).toBe(0o600)
  })

  it('are not believed where others could have read them', async ({ skip }) => {
    skip(...missing.modes)
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false)
    const path = join(folder, 'windows.json')
    await chmod(path, 0o644)
    expect((await keepWindowKeys(folder, false)).token).not.toBe(keys.token)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('are not read through a symbolic link, which is replaced', async ({ skip }) => {
    skip(...missing.links)
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false)
    const path = join(folder, 'windows.json')
    await rename(path, join(folder, 'other.json'))
    await symlink('other.json', path)
    const next = await keepWindowKeys(folder, false)
    expect(next.token).not.toBe(keys.token)
    expect(JSON.parse(await readFile(join(folder, 'other.json'), 'utf8'))).toMatchObject(keys)
    expect(await keepWindowKeys(folder, false)).toEqual(next)
  })

  it('are not believed where they came with the project from elsewhere', async () => {
    const [folder, other] = [await temporaryFolder(), await temporaryFolder()]
    const keys = await keepWindowKeys(folder, false)
    await writeFile(join(other, 'windows.json'), await readFile(join(folder, 'windows.json')), {
      mode: 0o600,
    })
    expect((await keepWindowKeys(other, false)).token).not.toBe(keys.token)
  })

  it.each([
    ['no JSON', '{'],
    ['another shape', '[]'],
    ['a guessable token', '{"token":"a","pairingCode":"AAAAAAAA"}'],
    ['a large file', ' '.repeat(10_000)],
  ])('are new where the file holds %s', async (_what, text) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'windows.json'), text, { mode: 0o600 })
    const keys = await keepWindowKeys(folder, false)
    expect(keys.token).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(await keepWindowKeys(folder, false)).toEqual(keys)
  })

  it('last as long as the process where nothing can be saved', async () => {
    const folder = join(await temporaryFolder(), 'gone')
    expect((await keepWindowKeys(folder, false)).token).toMatch(/^[A-Za-z0-9_-]{32}$/)
  })

  it.each(Object.entries(DAMAGES))('are new, and kept again, where the file is %s', async (_what, damage) => {
    const folder = await temporaryFolder()
    const keys = await keepWindowKeys(folder, false)
    await damage(join(folder, 'windows.json'))
    const renewed = await keepWindowKeys(folder, false)
    expect(renewed.token).not.toBe(keys.token)
    expect(await keepWindowKeys(folder, false)).toEqual(renewed)
  })
})
