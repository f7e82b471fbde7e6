import { spawnSync } from 'node:child_process'
import { chmod, lstat, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openFolder } from '../../src/bundle/folder.js'
import { withSlashes } from '../../src/bundle/paths.js'
import { check } from '../../src/check/run.js'
import { thisProcess } from '../../src/durable/process-identity.js'
import { unfinishedPath } from '../../src/durable/unfinished-file.js'
import { rememberPacked } from '../../src/pack/history.js'
import { type PackOptions, pack } from '../../src/pack/pack.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const ZIP = 'ma_abcdefghij-1.0.0.zip'

const write = async (folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** A folder with the sample bundle, and these files beside it. */
const sample = async (extra: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> => {
  const folder = await temporaryFolder()
  await write(folder, { ...sampleFiles(), ...extra })
  return folder
}

/** Packs a folder from within, as `miniapp pack` does without a path. */
const packHere = async (folder: string, options: PackOptions = {}) =>
  pack({ ...(await openFolder(folder)), path: '.' }, { cwd: folder, ...options })

const SAMPLE_PATHS = Object.keys(sampleFiles()).sort()
const packed = (path: string) => ({ path, reason: 'written by miniapp pack' })

describe("pack's own output", () => {
  it('is left out of the folder that it is written to, with any version', async () => {
    const folder = await sample()
    await packHere(folder)
    await packHere(folder, { bump: 'patch' })
    const { zip, leftOut } = await packHere(folder, { bump: 'minor' })
    expect(zip?.files.map(({ path }) => path)).toEqual(SAMPLE_PATHS)
    expect(leftOut).toEqual([packed(ZIP), packed('ma_abcdefghij-1.0.1.zip')])
    const bundle = await openFolder(folder)
    expect(bundle.leftOut).toEqual([ZIP, 'ma_abcdefghij-1.0.1.zip', 'ma_abcdefghij-1.1.0.zip'].map(packed))
    expect((await check(bundle)).problems).toEqual([])
  })

  it('of the same version is there already, and says what to do', async () => {
    const folder = await sample()
    await packHere(folder)
    await expect(packHere(folder)).rejects.toMatchObject({
      kind: 'refused',
      message: `${ZIP} already exists.`,
      remedy: 'Raise the version with --bump, or replace the zip with --overwrite.',
    })
    expect((await packHere(folder, { overwrite: true })).zip?.written).toBe(true)
  })

  it.each(['old.zip', 'OLD.ZIP', `${ZIP}.zip`, `sub/${ZIP}`, 'ma_abcdefghij-1.0.zip', 'ma_abc-1.0.0.zip'])(
    'is not any other zip, which is refused with advice: %s',
    async (path) => {
      const folder = await sample({ [path]: 'PK' })
      const { check: result, zip } = await packHere(folder)
      expect(zip).toBeNull()
      expect(result.problems.map(({ rule, file, fix }) => [rule, file, fix])).toEqual([
        ['bundle/extension-not-allowed', path, 'Move it out of the folder, or list it in .miniappignore.'],
      ])
    },
  )

  it('is left out where --out names it, and seen by no later command either', async () => {
    const folder = await sample()
    for (const out of ['app.zip', 'out/app.zip', 'release']) {
      const first = await packHere(folder, { out })
      const path = first.zip?.path ?? ''
      expect((await packHere(folder, { out, overwrite: true })).leftOut).toContainEqual(
        packed(withSlashes(path)),
      )
      const { sha256 = '', contentsSha256 = '' } = first.zip ?? {}
      const version = { app: 'ma_abcdefghij', version: '1.0.0', sha256, contents: contentsSha256 }
      await rememberPacked(folder, { ...version, output: path }, 0)
      expect((await check(await openFolder(folder))).problems).toEqual([])
    }
    expect((await openFolder(folder)).leftOut.map(({ path }) => path)).toEqual([
      ...['.miniapp/', 'app.zip', 'out/app.zip', `release/${ZIP}`],
    ])
    // A zip that is not in the history is not an output.
    await write(folder, { 'out/other.zip': 'PK' })
    expect((await check(await openFolder(folder))).problems).toMatchObject([{ file: 'out/other.zip' }])
  })

  it('is remembered by a project around the folder, and never anything but a zip', async () => {
    const project = await temporaryFolder()
    await write(join(project, 'dist'), { ...sampleFiles(), 'app.zip': 'PK', 'run.exe': 'MZ' })
    await write(project, {
      '.miniapp/packed.json': JSON.stringify({
        schema: 1,
        packed: [],
        outputs: ['dist/app.zip', 'dist/run.exe', 7, '../x.zip'],
      }),
    })
    const bundle = await openFolder(join(project, 'dist'))
    expect(bundle.leftOut).toEqual([packed('app.zip')])
    expect((await check(bundle)).problems).toMatchObject([{ file: 'run.exe' }])
    for (const damaged of ['{', '[]', 'null', '{"outputs":{}}']) {
      await write(project, { '.miniapp/packed.json': damaged })
      expect((await openFolder(join(project, 'dist'))).leftOut).toEqual([])
    }
  })
})

describe('--out', () => {
  it.each(['manifest.json', './index.html', 'js/../icon.png'])(
    'refuses a file of the bundle in those words, and writes nothing: %s',
    async (out) => {
      const folder = await sample()
      for (const options of [
        { out },
        { out, overwrite: true },
        { out, dryRun: true },
        { out, bump: 'patch' as const },
      ])
        await expect(packHere(folder, options)).rejects.toMatchObject({
          kind: 'usage',
          message: `--out names ${out}, which is a file of the bundle.`,
          remedy: 'Name a file that ends in .zip, or a folder.',
        })
      expect((await readdir(folder)).sort()).toEqual(SAMPLE_PATHS)
    },
  )

  it('refuses any other file that is not a zip, and finds the bundle through links', async ({ skip }) => {
    skip(...missing.folderLinks)
    const folder = await sample()
    const cwd = await temporaryFolder()
    await write(cwd, { 'notes.txt': '' })
    const bundle = await openFolder(folder)
    await expect(pack(bundle, { cwd, out: 'notes.txt' })).rejects.toMatchObject({
      message: '--out names notes.txt, which is a file, and not a zip or a folder.',
    })
    await symlink(folder, join(cwd, 'link'), 'junction')
    await expect(pack(bundle, { cwd, out: 'link/manifest.json' })).rejects.toMatchObject({
      message: '--out names link/manifest.json, which is a file of the bundle.',
    })
  })
})

describe('a link where the zip is to be', () => {
  beforeEach(({ skip }) => skip(...missing.links))

  it('counts as there already, though it leads nowhere', async () => {
    const folder = await sample()
    const cwd = await temporaryFolder()
    await symlink('nowhere', join(cwd, ZIP))
    await expect(pack(await openFolder(folder), { cwd })).rejects.toMatchObject({
      message: `${ZIP} already exists.`,
    })
    expect(await readdir(cwd)).toEqual([ZIP])
  })

  it.each(['secret.txt', 'nowhere'])('is replaced by a file of the usual mode: to %s', async (target) => {
    const folder = await sample()
    const cwd = await temporaryFolder()
    await write(cwd, { 'secret.txt': 'kept', usual: '' })
    await chmod(join(cwd, 'secret.txt'), 0o600)
    await symlink(target, join(cwd, ZIP))
    await pack(await openFolder(folder), { cwd, overwrite: true })
    const status = await lstat(join(cwd, ZIP))
    expect(status.isFile()).toBe(true)
    expect(status.mode).toBe((await lstat(join(cwd, 'usual'))).mode)
    expect(await readFile(join(cwd, 'secret.txt'), 'utf8')).toBe('kept')
    expect((await readdir(cwd)).sort()).toEqual([ZIP, 'secret.txt', 'usual'].sort())
  })

  it('is left out of the folder that it is in', async () => {
    const folder = await sample()
    await symlink('nowhere', join(folder, ZIP))
    expect((await packHere(folder, { overwrite: true })).zip?.written).toBe(true)
  })
})

describe('what a killed run leaves', () => {
  const self = thisProcess()
  /** The number of a process that has just ended. */
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const dead = { pid: ended, place: self.place }
  const elsewhere = { pid: ended, place: '0'.repeat(self.place.length) }

  it('is never packed, and swept by the next run, but not what another process writes', async () => {
    const folder = await sample()
    const left = [
      unfinishedPath(join(folder, ZIP), dead),
      unfinishedPath(join(folder, 'manifest.json'), dead),
      // Of an earlier process of the same number.
      unfinishedPath(join(folder, ZIP), self),
    ]
    const others = [
      unfinishedPath(join(folder, ZIP), { ...self, pid: process.ppid }),
      unfinishedPath(join(folder, ZIP), elsewhere),
    ]
    for (const path of [...left, ...others]) await writeFile(path, 'PK')
    const { zip, leftOut } = await packHere(folder, { dryRun: true })
    expect(zip?.files.map(({ path }) => path)).toEqual(SAMPLE_PATHS)
    expect(leftOut.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 5 }, () => 'left over from an interrupted miniapp pack'),
    )
    // A dry run writes nothing, and removes nothing.
    expect(await readdir(folder)).toHaveLength(SAMPLE_PATHS.length + 5)
    await packHere(folder)
    expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual(
      [...SAMPLE_PATHS, ZIP]
        .map((name) => join(folder, name))
        .concat(others)
        .sort(),
    )
    // Nobody here knows of a process elsewhere: what is a day old was left.
    const yesterday = Date.now() / 1_000 - 25 * 60 * 60
    for (const path of others) await utimes(path, yesterday, yesterday)
    await packHere(folder, { overwrite: true })
    expect((await readdir(folder)).map((name) => join(folder, name)).sort()).toEqual(
      [...SAMPLE_PATHS, ZIP]
        .map((name) => join(folder, name))
        .concat(others.slice(0, 1))
        .sort(),
    )
  })

  it('is swept beside --out, too, and only ours', async () => {
    const folder = await sample()
    const cwd = await temporaryFolder()
    const theirs = ['a.txt', 'b.zip.123', 'c.123456-0.miniapp-tmp', 'd.json.1234567890123']
    await write(join(cwd, 'out'), Object.fromEntries(theirs.map((name) => [name, ''])))
    await writeFile(unfinishedPath(join(cwd, 'out', 'app.zip'), dead), '')
    await pack(await openFolder(folder), { cwd, out: 'out/other.zip' })
    expect((await readdir(join(cwd, 'out'))).sort()).toEqual([...theirs, 'other.zip'].sort())
  })

  it('is swept in the names of earlier versions once nobody can write it any more', async () => {
    const folder = await sample()
    const path = join(folder, `${ZIP}.1234567890123`)
    await writeFile(path, '')
    expect((await packHere(folder)).leftOut).toEqual([
      { path: `${ZIP}.1234567890123`, reason: 'left over from an interrupted miniapp pack' },
    ])
    const anHourAgo = Date.now() / 1_000 - 60 * 60
    await utimes(path, anHourAgo, anHourAgo)
    await packHere(folder, { overwrite: true })
    expect((await readdir(folder)).sort()).toEqual([...SAMPLE_PATHS, ZIP].sort())
  })

  it('is refused as any file is where it is not ours', async () => {
    const folder = await sample({ 'save.1234567890123': '', 'a.miniapp-tmp': '' })
    expect((await packHere(folder)).check.problems.map(({ rule }) => rule)).toEqual([
      'bundle/extension-not-allowed',
      'bundle/extension-not-allowed',
    ])
  })
})
