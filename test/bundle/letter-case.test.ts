import { copyFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/bundle/bundle.js'
import { openFolder } from '../../src/bundle/folder.js'
import { locateBundle } from '../../src/bundle/locate.js'
import { check } from '../../src/check/run.js'
import { pack } from '../../src/pack/pack.js'
import { confinedBundle } from '../../src/simulator/server/app/confined-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/**
 * The sample in a folder that answers to names in another letter case, as those of Windows and macOS do: a file is
 * listed as `listed`, and can be opened as `requested` anyway. (Elsewhere, a file that is added after the listing
 * simulates this.)
 */
const openAnswering = async (
  listed: string,
  requested: string,
): Promise<{ readonly folder: string; readonly bundle: Bundle }> => {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(sampleFiles()))
    await writeFile(join(folder, path === requested ? listed : path), content)
  const bundle = await openFolder(folder)
  const answers = await stat(join(folder, requested)).catch(() => null)
  if (answers === null) await copyFile(join(folder, listed), join(folder, requested))
  expect(await locateBundle(folder)).toEqual({ kind: 'folder', path: folder })
  return { folder, bundle }
}

const anySdk = { shippedSdk: async () => null }

describe('2.9: on a file system that does not tell letter case apart', () => {
  it('the entry is found by the names in the folder, as the service finds it, not by opening it', async () => {
    const { bundle } = await openAnswering('Index.html', 'index.html')
    const { problems } = await check(bundle, anySdk)
    expect(problems).toMatchObject([
      {
        rule: 'manifest/entry-not-found',
        level: 'error',
        file: 'manifest.json',
        fix: 'Write "Index.html".',
      },
    ])
  })

  it('so is the icon', async () => {
    const { bundle } = await openAnswering('Icon.png', 'icon.png')
    const { problems } = await check(bundle, anySdk)
    expect(problems.map(({ rule, fix }) => [rule, fix])).toEqual([
      ['manifest/icon-not-found', 'Write "Icon.png".'],
    ])
  })

  it('so is the manifest itself, though the folder is taken for an app', async () => {
    const { bundle } = await openAnswering('Manifest.json', 'manifest.json')
    const { problems } = await check(bundle, anySdk)
    expect(problems).toMatchObject([
      {
        rule: 'manifest/missing',
        file: 'Manifest.json',
        message: 'The manifest is named Manifest.json; it must be exactly manifest.json.',
      },
    ])
  })

  it('nothing is read by a name that is not listed: not to pack it, not to serve it', async () => {
    const { folder, bundle } = await openAnswering('Index.html', 'index.html')
    await expect(bundle.read('index.html')).rejects.toThrow('it is not in the bundle')
    await expect(confinedBundle(bundle, folder).read('index.html')).rejects.toThrow('it is not in the bundle')
    expect(await bundle.read('Index.html')).toHaveLength(Buffer.byteLength(sampleFiles()['index.html'] ?? ''))
    const { zip, check: result } = await pack(bundle, { dryRun: true })
    expect([zip, result.ok]).toEqual([null, false])
  })

  it('a file renamed only in its letter case is listed, packed and read by its new name', async () => {
    const { folder } = await openAnswering('Index.html', 'index.html')
    await rename(join(folder, 'Index.html'), join(folder, 'between.html'))
    await rm(join(folder, 'index.html'), { force: true })
    await rename(join(folder, 'between.html'), join(folder, 'index.html'))
    const bundle = await openFolder(folder)
    expect((await check(bundle, anySdk)).problems).toEqual([])
    expect(bundle.files.map(({ path }) => path)).not.toContain('Index.html')
    await expect(bundle.read('Index.html')).rejects.toThrow('it is not in the bundle')
    expect((await pack(bundle, { dryRun: true })).zip?.files.map(({ path }) => path)).toContain('index.html')
  })
})
