import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSlashes } from '../../../src/bundle/paths.js'
import { findObstacles, writeProject } from '../../../src/cli/init/write-project.js'
import { Failure } from '../../../src/failure.js'
import { missing } from '../../support/vitest/missing.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const FILES = [
  { path: '.vscode/settings.json', bytes: Buffer.from('{}') },
  { path: 'index.html', bytes: Buffer.from('<p>new') },
  { path: 'manifest.json', bytes: Buffer.from('{"new":1}') },
]
const NEVER = new AbortController().signal

/** Everything below a folder, as path and content; folders end in a slash. */
const tree = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => ({
    path: withSlashes(relative(folder, join(entry.parentPath, entry.name))),
    entry,
  }))
  const read = paths
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(async ({ path, entry }) =>
      entry.isDirectory()
        ? ([`${path}/`, ''] as const)
        : ([path, await readFile(join(folder, path), 'utf8')] as const),
    )
  return Object.fromEntries(await Promise.all(read))
}

const WRITTEN = {
  '.vscode/': '',
  '.vscode/settings.json': '{}',
  'index.html': '<p>new',
  'manifest.json': '{"new":1}',
}

/** A signal that is aborted at its nth look. */
const abortedAtLook = (look: number): AbortSignal => {
  let looks = 0
  const signal = new AbortController().signal
  signal.throwIfAborted = () => {
    looks += 1
    if (looks === look) throw new Failure('interrupted', 'Interrupted.')
  }
  return signal
}

describe('what stands in the way of a project', () => {
  it('is nothing where there is no folder, or an empty one', async () => {
    const folder = await temporaryFolder()
    expect(await findObstacles(folder)).toEqual([])
    expect(await findObstacles(join(folder, 'new', 'deep'))).toEqual([])
  })

  it('is everything but version control and what installing this tool leaves', async () => {
    const folder = await temporaryFolder()
    for (const name of ['.git', '.hg', 'node_modules', 'src']) await mkdir(join(folder, name))
    for (const name of ['.gitignore', '.gitattributes', 'package.json', 'index.html', '.env'])
      await writeFile(join(folder, name), '')
    expect(await findObstacles(folder)).toEqual(['.env', 'index.html', 'src'])
  })

  it.each([
    ['npm', ['node_modules/', 'package-lock.json']],
    ['pnpm', ['node_modules/', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']],
    ['Yarn', ['.yarn/', '.yarnrc.yml', 'yarn.lock', '.pnp.cjs', '.pnp.loader.mjs']],
  ])('is not what %s leaves', async (_name, left) => {
    const folder = await temporaryFolder()
    for (const name of [...left, 'package.json'])
      if (name.endsWith('/')) await mkdir(join(folder, name))
      else await writeFile(join(folder, name), '')
    expect(await findObstacles(folder)).toEqual([])
  })

  it('is said where the path is a file', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'taken'), '')
    await expect(findObstacles(join(folder, 'taken'))).rejects.toThrow(/taken is a file/)
    await expect(findObstacles(join(folder, 'taken', 'below'))).rejects.toThrow(Failure)
  })
})

describe('writing a project', () => {
  it('makes the folder and those above it', async () => {
    const folder = await temporaryFolder()
    expect(await writeProject(join(folder, 'a', 'b'), FILES, NEVER)).toEqual([])
    expect(await tree(join(folder, 'a', 'b'))).toEqual(WRITTEN)
    expect(await readdir(join(folder, 'a'))).toEqual(['b'])
  })

  it('leaves a new folder readable for others as usual', async ({ skip }) => {
    skip(...missing.modes)
    const folder = join(await temporaryFolder(), 'new')
    await writeProject(folder, FILES, NEVER)
    expect((await stat(folder)).mode & 0o777).toBe(0o777 & ~process.umask())
  })

  it('writes into a folder beside what is there, and says what it replaced', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'index.html'), '<p>old')
    await writeFile(join(folder, 'other.txt'), 'other')
    expect(await writeProject(folder, FILES, NEVER)).toEqual(['index.html'])
    expect(await tree(folder)).toEqual({ ...WRITTEN, 'other.txt': 'other' })
  })

  it('replaces a symbolic link, not the file it leads to', async ({ skip }) => {
    skip(...missing.links)
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'elsewhere'), 'kept')
    await mkdir(join(folder, 'app'))
    await symlink(join(folder, 'elsewhere'), join(folder, 'app', 'index.html'))
    expect(await writeProject(join(folder, 'app'), FILES, NEVER)).toEqual(['index.html'])
    expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('kept')
    expect(await tree(join(folder, 'app'))).toEqual(WRITTEN)
  })

  it('replaces no folder by a file and no file by a folder', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'index.html'))
    await writeFile(join(folder, '.vscode'), 'mine')
    const before = await tree(folder)
    await expect(writeProject(folder, FILES, NEVER)).rejects.toThrow(
      /\.vscode, index\.html \(a folder\) cannot be replaced/,
    )
    expect(await tree(folder)).toEqual(before)
  })

  it.each([1, 2, 3])('leaves nothing of a new folder when it is interrupted at step %i', async (step) => {
    const folder = await temporaryFolder()
    await expect(writeProject(join(folder, 'a', 'b'), FILES, abortedAtLook(step))).rejects.toThrow(
      'Interrupted.',
    )
    expect(await tree(folder)).toEqual({})
  })

  it.each([1, 2, 3, 4, 5, 6])('puts everything back when it is interrupted at step %i', async (step) => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'index.html'), '<p>old')
    await writeFile(join(folder, 'manifest.json'), '{"old":1}')
    const before = await tree(folder)
    await expect(writeProject(folder, FILES, abortedAtLook(step))).rejects.toThrow('Interrupted.')
    expect(await tree(folder)).toEqual(before)
  })

  it('ends where no folder can be made', async ({ skip }) => {
    skip(...missing.proc)
    await expect(writeProject('/proc/new/project', FILES, NEVER)).rejects.toThrow(
      'Cannot write /proc/new/project: no such file or folder.',
    )
  })

  it('is a usage error on a drive that does not exist', async ({ skip }) => {
    skip(...missing.drives)
    const drive = [...'QRSTUVWXY'].map((letter) => `${letter}:\\`).find((root) => !existsSync(root))
    const folder = join(drive ?? '', 'new', 'project')
    await expect(writeProject(folder, FILES, NEVER)).rejects.toThrow(
      `Cannot write ${folder}: no such file or folder.`,
    )
  })

  it('says plainly that a folder cannot be written', async ({ skip }) => {
    skip(...missing.denied)
    const folder = await temporaryFolder()
    await chmod(folder, 0o555)
    await expect(writeProject(join(folder, 'new'), FILES, NEVER)).rejects.toThrow(/permission denied/)
  })
})
