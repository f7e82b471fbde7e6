import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openVersionFolder } from '../../../src/service/miniapps/version-files.js'
import { startService } from '../../../src/service/start.js'
import { flushRecorder } from '../../support/fakes/flush-recorder.js'
import { appZip, control } from '../../support/rigs/service-control.js'
import { missing } from '../../support/vitest/missing.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const folders = async () => {
  const folder = await temporaryFolder()
  return { folder, root: join(folder, 'versions'), arriving: join(folder, 'incoming') }
}

const bytes = (text: string) => Buffer.from(text)

describe('the files of versions', () => {
  it('are flushed before they get their place, and each folder on the way to it after that', async () => {
    const { folder, root, arriving } = await folders()
    const { flushes, flush } = flushRecorder(async () => {
      const parent = join(root, '..')
      const entries = await readdir(parent, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      return files
        .map((entry) => relative(parent, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .sort()
    })
    const files = await openVersionFolder(root, arriving, { root: folder, flush })
    const incoming = await files.receive([bytes('PK'), bytes('zip')], 10)
    if (incoming === null) throw new Error('It was not received.')
    await files.addPicture(incoming, 'icon.png', bytes('picture'))
    await files.keep(incoming, { appId: 'ma_aaaaaaaaaa', version: '1.0.0' })
    const arrived = `incoming/${basename(incoming.folder)}`
    const kept = ['versions/ma_aaaaaaaaaa/1.0.0/app.zip', 'versions/ma_aaaaaaaaaa/1.0.0/icon.png']
    expect(flushes).toEqual([
      { kind: 'file', seen: [`${arrived}/app.zip`] },
      { kind: 'file', seen: [`${arrived}/app.zip`, `${arrived}/icon.png`] },
      { kind: 'folder', path: incoming.folder, seen: [`${arrived}/app.zip`, `${arrived}/icon.png`] },
      { kind: 'folder', path: join(root, 'ma_aaaaaaaaaa'), seen: kept },
      { kind: 'folder', path: root, seen: kept },
    ])
  })

  it('are on disk, with their pictures, and there again after a restart', async () => {
    const { folder, root, arriving } = await folders()
    const files = await openVersionFolder(root, arriving, { root: folder })
    const incoming = await files.receive([bytes('PK'), bytes('zip')], 10)
    if (incoming === null) throw new Error('It was not received.')
    expect(incoming.bytes).toBe(5)
    await files.addPicture(incoming, 'icon.png', bytes('picture'))
    const version = { appId: 'ma_aaaaaaaaaa', version: '1.0.0' }
    await files.keep(incoming, version)
    const again = await openVersionFolder(root, arriving, { root: folder })
    expect((await again.zip(version))?.toString()).toBe('PKzip')
    const kept = join(root, 'ma_aaaaaaaaaa', '1.0.0')
    expect((await readdir(kept)).sort()).toEqual(['app.zip', 'icon.png'])
    await again.removeApp('ma_aaaaaaaaaa')
    expect(await again.zip(version)).toBeNull()
    expect(await readdir(root)).toEqual([])
  })

  it('can be read only by their owner', async ({ skip }) => {
    skip(...missing.modes)
    const { folder, root, arriving } = await folders()
    const files = await openVersionFolder(root, arriving, { root: folder })
    const incoming = await files.receive([bytes('PK')], 10)
    if (incoming === null) throw new Error('It was not received.')
    await files.keep(incoming, { appId: 'ma_aaaaaaaaaa', version: '1.0.0' })
    expect((await stat(join(root, 'ma_aaaaaaaaaa', '1.0.0', 'app.zip'))).mode & 0o777).toBe(0o600)
  })

  it('take no more than they may, and leave nothing of it', async () => {
    const { folder, root, arriving } = await folders()
    const files = await openVersionFolder(root, arriving, { root: folder })
    expect(await files.receive([bytes('12345'), bytes('6')], 5)).toBeNull()
    const broken = (async function* () {
      yield bytes('1')
      throw new Error('The line broke.')
    })()
    await expect(files.receive(broken, 5)).rejects.toThrow('The line broke.')
    expect([await readdir(root), await readdir(arriving)]).toEqual([[], []])
  })

  it('that nobody was answered for are removed', async () => {
    const { folder, root, arriving } = await folders()
    for (const version of ['1.0.0', '2.0.0'])
      await mkdir(join(root, 'ma_aaaaaaaaaa', version), { recursive: true })
    const files = await openVersionFolder(root, arriving, { root: folder })
    await files.sweep(({ version }) => version === '1.0.0')
    expect(await readdir(root)).toEqual(['ma_aaaaaaaaaa'])
    expect(await readdir(join(root, 'ma_aaaaaaaaaa'))).toEqual(['1.0.0'])
    await files.sweep(() => false)
    expect(await readdir(root)).toEqual([])
  })
})

describe('the service on disk', () => {
  const start = (dataFolder: string) =>
    startService({ port: 0, dataFolder, fresh: false, log: () => {}, warn: () => {}, onDefect: () => {} })
  const ask = async (
    { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
    ...[method, path, body]: [method: string, path: string, body?: unknown]
  ) => (await control({ baseUrl }, method, path, body, { authorization: `Bearer ${token}` })).body

  it('knows apps, versions, clock and sales after a restart, and has no file of a deleted app', async () => {
    const folder = await temporaryFolder()
    const first = await start(folder)
    const { app_id: id } = await ask(first, 'POST', 'apps', {
      owner: 'member_you',
      name: 'Hello',
      category: 'games',
    })
    await ask(first, 'POST', `apps/${id}/versions`, await appZip({ app_id: id }))
    await ask(first, 'POST', 'clock', { advance: '5d' })
    const before = await ask(first, 'GET', 'state')
    await first.stop()
    const second = await start(folder)
    expect(second.token).not.toBe(first.token)
    const after = await ask(second, 'GET', 'state')
    expect({ ...after, now: null }).toEqual({ ...before, now: null })
    expect(Date.parse(after.now)).toBeGreaterThanOrEqual(Date.parse(before.now))
    expect(after.apps).toMatchObject([{ id, status: 'live' }])
    expect(await readFile(join(folder, 'versions', id, '1.0.0', 'app.zip'))).toEqual(
      Buffer.from(await appZip({ app_id: id })),
    )
    await ask(second, 'PATCH', `apps/${id}`, { status: 'deleted' })
    expect(await readdir(join(folder, 'versions'))).toEqual([])
    await second.stop()
  })
})
