import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../src/bundle/bundle.js'
import { openFolder } from '../../src/bundle/folder.js'
import { openZip } from '../../src/bundle/zip-reader.js'
import { check } from '../../src/check/run.js'
import { pack } from '../../src/pack/pack.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** Windows has a `python3` that only says where to get one. */
const hasProgram = (name: string): boolean => spawnSync(name, ['--help']).status === 0

const ZIP = 'ma_abcdefghij-1.0.0.zip'

const writeBundle = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

const sample = (extra: Readonly<Record<string, string | Uint8Array>> = {}) =>
  writeBundle({ ...sampleFiles(), ...extra })

describe('pack', () => {
  it('writes a zip that check accepts and that has the same files', async () => {
    const folder = await sample({ 'data/level.json': JSON.stringify({ tiles: 'x'.repeat(5_000) }) })
    const cwd = await temporaryFolder()
    const { zip, check: result } = await pack(await openFolder(folder), { cwd })
    expect(result).toMatchObject({ ok: true, kind: 'folder', path: folder, problems: [] })
    expect(zip).toMatchObject({ path: ZIP, written: true })
    const bundle = await openZip(join(cwd, ZIP))
    expect(await check(bundle)).toMatchObject({
      ok: true,
      problems: [],
      totals: { files: 4, zipBytes: zip?.bytes },
    })
    for (const { path } of bundle.files)
      expect(Buffer.from(await bundle.read(path))).toEqual(await readFile(join(folder, path)))
    await bundle.close()
  })

  it('packs exactly the bytes that it checked, even if a file is saved meanwhile', async () => {
    const folder = await openFolder(await sample())
    const reads: string[] = []
    const saved = Buffer.from('new WebSocket("wss://example.test")')
    const bundle: Bundle = {
      ...folder,
      read: async (path) => {
        const again = reads.includes(path)
        reads.push(path)
        return again ? saved : folder.read(path)
      },
    }
    const { zip } = await pack(bundle, { dryRun: true })
    expect(zip?.sha256).toBe((await pack(folder, { dryRun: true })).zip?.sha256)
    expect(reads.toSorted()).toEqual(folder.files.map(({ path }) => path))
  })

  it('gives the same bytes for any times and any order of writing', async () => {
    const files = { ...sampleFiles(), 'b.js': '1', 'a.js': '2' }
    const first = await writeBundle(files)
    const second = await writeBundle(Object.fromEntries(Object.entries(files).reverse()))
    await utimes(join(second, 'a.js'), 1, 1)
    const zips = await Promise.all(
      [first, second].map(async (folder) => {
        const cwd = await temporaryFolder()
        await pack(await openFolder(folder), { cwd })
        return readFile(join(cwd, ZIP))
      }),
    )
    expect(zips[0]).toEqual(zips[1])
  })

  it('is read alike by unzip and by the zipfile of Python', async ({ skip }) => {
    skip(!hasProgram('unzip') || !hasProgram('python3'), 'Either unzip or Python is not installed.')
    const cwd = await temporaryFolder()
    await pack(await openFolder(await sample({ 'empty.txt': '', 'deep/er/x.txt': 'x'.repeat(9_999) })), {
      cwd,
    })
    expect(execFileSync('unzip', ['-t', ZIP], { cwd, encoding: 'utf8' })).toContain('No errors detected')
    const script = `import zipfile; z = zipfile.ZipFile('${ZIP}'); print(z.testzip(), sorted(z.namelist()))`
    expect(execFileSync('python3', ['-c', script], { cwd, encoding: 'utf8' }).trim()).toBe(
      "None ['deep/er/x.txt', 'empty.txt', 'icon.png', 'index.html', 'manifest.json']",
    )
  })

  it('8.1: stores what would compress more than 100 to 1', async () => {
    const cwd = await temporaryFolder()
    const zeros = Buffer.alloc(2 * 1_048_576)
    const { zip } = await pack(await openFolder(await sample({ 'map.bin': zeros })), { cwd })
    expect(zip?.files.find(({ path }) => path === 'map.bin')).toEqual({
      path: 'map.bin',
      bytes: zeros.length,
      compressedBytes: zeros.length,
    })
  })

  it('writes nothing where the check refuses', async () => {
    const cwd = await temporaryFolder()
    const { zip, check: result } = await pack(await openFolder(await sample({ 'run.exe': 'MZ' })), { cwd })
    expect(zip).toBeNull()
    expect(result).toMatchObject({ ok: false, review: 'refused' })
    expect(await readdir(cwd)).toEqual([])
  })

  it('writes nothing on a dry run, and lists what goes in and what is left out', async () => {
    const cwd = await temporaryFolder()
    const folder = await sample({ '.gitignore': '' })
    const result = await pack(await openFolder(folder), { cwd, dryRun: true })
    expect(result.zip).toMatchObject({ path: ZIP, written: false })
    expect(result.zip?.files.map(({ path }) => path)).toEqual(['icon.png', 'index.html', 'manifest.json'])
    expect(result.leftOut).toEqual([{ path: '.gitignore', reason: 'version control' }])
    expect(await readdir(cwd)).toEqual([])
  })

  it('replaces a zip only when told to', async () => {
    const cwd = await temporaryFolder()
    const folder = await sample()
    await writeFile(join(cwd, ZIP), 'old')
    await expect(pack(await openFolder(folder), { cwd })).rejects.toMatchObject({
      kind: 'refused',
      message: `${ZIP} already exists.`,
    })
    expect(await readFile(join(cwd, ZIP), 'utf8')).toBe('old')
    await pack(await openFolder(folder), { cwd, overwrite: true })
    expect((await readFile(join(cwd, ZIP))).length).toBeGreaterThan(100)
  })

  it('re-encodes PNGs only in the zip, when told to, and says what that saved', async () => {
    const cwd = await temporaryFolder()
    const picture = { create: { width: 90, height: 90, channels: 3, background: '#a1b2c3' } } as const
    const careless = await sharp(picture).png({ compressionLevel: 0 }).toBuffer()
    const folder = await sample({ 'art/tile.png': careless })
    expect((await pack(await openFolder(folder), { cwd })).optimized).toEqual([])
    const { zip, optimized } = await pack(await openFolder(folder), { cwd, overwrite: true, optimize: true })
    const tile = optimized.find(({ path }) => path === 'art/tile.png')
    expect(tile).toMatchObject({ before: careless.length })
    expect(tile?.after).toBeLessThan(1_000)
    expect(await readFile(join(folder, 'art/tile.png'))).toEqual(careless)
    expect(zip?.files.find(({ path }) => path === 'art/tile.png')?.bytes).toBe(tile?.after)
    const bundle = await openZip(join(cwd, ZIP))
    const raw = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer()
    expect(await raw(await bundle.read('art/tile.png'))).toEqual(await raw(careless))
    await bundle.close()
  })

  it('raises the version in the manifest, keeps its formatting, and packs that', async () => {
    const cwd = await temporaryFolder()
    const folder = await sample()
    const before = await readFile(join(folder, 'manifest.json'), 'utf8')
    const { zip } = await pack(await openFolder(folder), { cwd, bump: 'minor' })
    expect(zip?.path).toBe('ma_abcdefghij-1.1.0.zip')
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(before.replace('1.0.0', '1.1.0'))
  })

  it('keeps the CR LF of a manifest whose version it raises', async () => {
    const cwd = await temporaryFolder()
    const manifest = (await readFile(join(await sample(), 'manifest.json'), 'utf8')).replaceAll('\n', '\r\n')
    expect(manifest).toMatch(/\r\n/)
    const folder = await sample({ 'manifest.json': manifest })
    await pack(await openFolder(folder), { cwd, bump: 'patch' })
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(manifest.replace('1.0.0', '1.0.1'))
  })

  describe('of a project whose build writes the folder', () => {
    const built = async (places: readonly string[]): Promise<string> => {
      const cwd = await temporaryFolder()
      await cp(await sample(), join(cwd, 'dist'), { recursive: true })
      await writeFile(join(cwd, 'package.json'), '{ "miniapp": { "folder": "dist" } }')
      for (const place of places) {
        await mkdir(join(cwd, place), { recursive: true })
        await cp(join(cwd, 'dist/manifest.json'), join(cwd, place, 'manifest.json'))
      }
      return cwd
    }
    const versionIn = async (cwd: string, path: string): Promise<unknown> =>
      JSON.parse(await readFile(join(cwd, path), 'utf8')).version
    const bump = async (cwd: string) =>
      pack({ ...(await openFolder(join(cwd, 'dist'))), path: 'dist' }, { cwd, bump: 'patch' })

    it.each(['public', 'static', 'src'])('raises it in %s/manifest.json too', async (place) => {
      const cwd = await built([place])
      expect((await bump(cwd)).raised).toEqual([join(place, 'manifest.json'), join('dist', 'manifest.json')])
      expect(await versionIn(cwd, `${place}/manifest.json`)).toBe('1.0.1')
      expect(await versionIn(cwd, 'dist/manifest.json')).toBe('1.0.1')
    })

    it('takes public/manifest.json for the source beside a folder that no package.json names', async () => {
      const cwd = await built(['public'])
      await writeFile(join(cwd, 'package.json'), '{}')
      expect((await bump(cwd)).raised).toHaveLength(2)
      await writeFile(join(cwd, 'public/manifest.json'), '{}')
      expect((await bump(cwd)).raised).toEqual([join('dist', 'manifest.json')])
    })

    it.each([
      [[], /written by your build, and --bump cannot find its source/, undefined],
      [['public'], /differs from public.manifest\.json/, '{ "service_miniapp": 1 }'],
    ])('refuses, and changes nothing, where it is not certain: %j', async (places, message, text) => {
      const cwd = await built(places)
      if (text !== undefined) await writeFile(join(cwd, 'public/manifest.json'), text)
      await expect(bump(cwd)).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(message),
      })
      expect(await versionIn(cwd, 'dist/manifest.json')).toBe('1.0.0')
      expect((await readdir(cwd)).filter((name) => name.endsWith('.zip'))).toEqual([])
    })

    it('puts both back where the zip cannot be written', async () => {
      const cwd = await built(['public'])
      await writeFile(join(cwd, 'file'), '')
      await expect(
        pack(
          { ...(await openFolder(join(cwd, 'dist'))), path: 'dist' },
          { cwd, bump: 'patch', out: 'file/in' },
        ),
      ).rejects.toMatchObject({ kind: 'usage' })
      expect(await versionIn(cwd, 'public/manifest.json')).toBe('1.0.0')
      expect(await versionIn(cwd, 'dist/manifest.json')).toBe('1.0.0')
    })
  })

  it('leaves the version as it was where nothing is packed', async () => {
    const cwd = await temporaryFolder()
    const folder = await sample({ 'run.exe': 'MZ' })
    await pack(await openFolder(folder), { cwd, bump: 'patch' })
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toContain('"1.0.0"')
    const good = await sample()
    await writeFile(join(cwd, 'file'), '')
    await expect(
      pack(await openFolder(good), { cwd, bump: 'patch', out: 'file/inside' }),
    ).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(`Cannot write ${join('file', 'inside')}`),
    })
    expect(await readFile(join(good, 'manifest.json'), 'utf8')).toContain('"1.0.0"')
  })
})
