import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../src/bundle/folder.js'
import { locateBundle } from '../../src/bundle/locate.js'
import { check } from '../../src/check/run.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const folderOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

const paths = (list: readonly { readonly path: string }[]): readonly string[] => list.map(({ path }) => path)

describe('a folder as a bundle', () => {
  it('lists its files by path, with sizes, the same in every order of writing', async () => {
    const bundle = await openFolder(
      await folderOf({ 'b/z.txt': 'zz', 'a.txt': 'a', 'b/A.txt': '', 'B.txt': '' }),
    )
    const changed = { ms: expect.any(Number), inode: expect.any(Number) }
    expect(bundle.files).toEqual([
      { path: 'B.txt', bytes: 0, compressedBytes: null, changed },
      { path: 'a.txt', bytes: 1, compressedBytes: null, changed },
      { path: 'b/A.txt', bytes: 0, compressedBytes: null, changed },
      { path: 'b/z.txt', bytes: 2, compressedBytes: null, changed },
    ])
    expect(Buffer.from(await bundle.read('b/z.txt')).toString()).toBe('zz')
    expect(Buffer.from(await bundle.read('b/z.txt', 1)).toString()).toBe('z')
    expect(Buffer.from(await bundle.read('b/z.txt', 9)).toString()).toBe('zz')
  })

  it('reads into the memory that it is given where the file fits into it, and into its own where not', async () => {
    const bundle = await openFolder(await folderOf({ 'a.txt': 'abc', 'b.txt': 'd' }))
    const memory = new Uint8Array(2)
    const [large, small] = [
      await bundle.read('a.txt', undefined, memory),
      await bundle.read('b.txt', 9, memory),
    ]
    expect([large, small].map((bytes) => Buffer.from(bytes).toString())).toEqual(['abc', 'd'])
    expect([large.buffer === memory.buffer, small.buffer === memory.buffer]).toEqual([false, true])
    expect([...memory]).toEqual([...Buffer.from('d'), 0])
  })

  it('2.9: drops what the platform drops, wherever it stands, and by its exact name', async () => {
    const bundle = await openFolder(
      await folderOf({
        '__MACOSX/a.js': '',
        'x/__MACOSX/b.js': '',
        'x/.DS_Store': '',
        'Thumbs.db': '',
        'x/thumbs.db': '',
        'desktop.ini': '',
        'keep.js': '',
      }),
    )
    expect(paths(bundle.files)).toEqual(['keep.js', 'x/thumbs.db'])
    expect(bundle.leftOut).toEqual(
      ['Thumbs.db', '__MACOSX/', 'desktop.ini', 'x/.DS_Store', 'x/__MACOSX/'].map((path) => ({
        path,
        reason: 'dropped by the platform',
      })),
    )
  })

  it('leaves out version control, editors, packages and our own files, and says why', async () => {
    const bundle = await openFolder(
      await folderOf({
        '.git/HEAD': '',
        '.gitignore': '',
        '.vscode/s.json': '',
        'node_modules/a/b.js': '',
        '.miniapp/data.json': '',
        'sub/.svn/x': '',
        'a.js': '',
      }),
    )
    expect(paths(bundle.files)).toEqual(['a.js'])
    expect(bundle.leftOut).toEqual([
      { path: '.git/', reason: 'version control' },
      { path: '.gitignore', reason: 'version control' },
      { path: '.miniapp/', reason: 'miniapp data' },
      { path: '.vscode/', reason: 'editor settings' },
      { path: 'node_modules/', reason: 'installed packages' },
      { path: 'sub/.svn/', reason: 'version control' },
    ])
  })

  it('.miniappignore leaves out what it matches, as .gitignore would, and names the line', async () => {
    const bundle = await openFolder(
      await folderOf({
        '.miniappignore': '# sources\r\n*.psd\r\n/src/\r\n!keep.psd\r\n',
        'a.psd': '',
        'keep.psd': '',
        'src/a.ts': '',
        'x/src/b.js': '',
      }),
    )
    expect(paths(bundle.files)).toEqual(['keep.psd', 'x/src/b.js'])
    expect(bundle.leftOut).toEqual([
      { path: '.miniappignore', reason: 'miniapp settings' },
      { path: 'a.psd', reason: '.miniappignore, line 2' },
      { path: 'src/', reason: '.miniappignore, line 3' },
    ])
  })

  it('2.9: refuses symbolic links, to files and to folders, and does not follow them', async ({ skip }) => {
    skip(...missing.links)
    const folder = await folderOf({ 'a.js': '' })
    const secret = join(await folderOf({ 'secret.txt': 'secret' }), 'secret.txt')
    await symlink(secret, join(folder, 'linked.txt'))
    await symlink('..', join(folder, 'up'))
    const bundle = await openFolder(folder)
    expect(paths(bundle.files)).toEqual(['a.js'])
    const { problems } = await check(bundle)
    expect(problems.filter(({ rule }) => rule === 'bundle/symbolic-link')).toMatchObject([
      { file: 'linked.txt', level: 'error', message: expect.stringContaining(secret) },
      { file: 'up', level: 'error' },
    ])
  })

  it('does not follow a link that took the place of a file after the folder was listed', async ({ skip }) => {
    skip(...missing.links)
    const folder = await folderOf({ 'a.js': '1' })
    const bundle = await openFolder(folder)
    await rm(join(folder, 'a.js'))
    await symlink(join(await folderOf({ 'secret.txt': 'secret' }), 'secret.txt'), join(folder, 'a.js'))
    await expect(bundle.read('a.js')).rejects.toThrow(/too many symbolic links|it is a symbolic link/)
  })

  it('names what cannot be read', async ({ skip }) => {
    skip(...missing.denied)
    const folder = await folderOf({ 'closed/a.js': '', 'secret.js': '' })
    await chmod(join(folder, 'closed'), 0)
    await chmod(join(folder, 'secret.js'), 0)
    const { problems } = await check(await openFolder(folder))
    expect(problems.filter(({ rule }) => rule === 'bundle/unreadable')).toMatchObject([
      { file: 'closed', message: 'This cannot be read: permission denied.' },
      { file: 'secret.js', message: 'The file cannot be read: permission denied.' },
    ])
  })

  it('says in one sentence that there is no such folder', async () => {
    await expect(openFolder('/nowhere/at/all')).rejects.toMatchObject({
      kind: 'usage',
      message: 'Cannot read the folder /nowhere/at/all: no such file or folder.',
    })
  })
})

describe('the folder that a path names', () => {
  it('is the folder itself where manifest.json is in it', async () => {
    const folder = await folderOf({ 'manifest.json': '{}', 'package.json': '{"miniapp":{"folder":"dist"}}' })
    expect(await locateBundle(folder)).toEqual({ kind: 'folder', path: folder })
  })

  it('is the sub-folder that package.json names', async () => {
    const folder = await folderOf({
      'package.json': '{"miniapp":{"folder":"./dist"}}',
      'dist/manifest.json': '{}',
    })
    expect(await locateBundle('.', folder)).toEqual({ kind: 'folder', path: 'dist' })
  })

  it('names the apps right below a folder that is none', async () => {
    const folder = await folderOf({ 'readme.txt': '', 'cats/manifest.json': '{}', 'x/y/manifest.json': '{}' })
    await expect(locateBundle('.', folder)).rejects.toMatchObject({
      remedy: 'There is one in cats: give that folder.',
    })
    const several = await folderOf({ 'b/manifest.json': '{}', 'a/manifest.json': '{}' })
    await expect(locateBundle('.', several)).rejects.toMatchObject({
      remedy: 'Give one of the folders that have one: a, b.',
    })
  })

  it.each([
    ['an empty folder', {}, 'There is no manifest.json in this folder, nor a package.json that names'],
    ['a package without the field', { 'package.json': '{}' }, 'There is no manifest.json in this folder'],
    ['a package that is no JSON', { 'package.json': '{' }, 'package.json is not JSON'],
    [
      'a folder that is not built',
      { 'package.json': '{"miniapp":{"folder":"dist"}}' },
      'there is no manifest.json in it',
    ],
    ['a folder outside', { 'package.json': '{"miniapp":{"folder":"../x"}}' }, 'which is outside the project'],
  ])('is an error that names what it looked for: %s', async (_, files, message) => {
    await expect(locateBundle('.', await folderOf(files))).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(message),
    })
  })

  it.each([
    ['', 'A path is empty.', 'Give a folder or a zip, or . for the folder that you are in.'],
    [
      'game/manifest.json',
      'game/manifest.json is a file of a bundle, not a bundle.',
      'Give its folder: game',
    ],
    ['manifest.json', 'manifest.json is a file of a bundle, not a bundle.', 'Give its folder: .'],
    ['game/index.html', 'game/index.html is a file of a bundle, not a bundle.', 'Give its folder: game'],
    ['game/icon.PNG', 'game/icon.PNG is a file of a bundle, not a bundle.', 'Give its folder: game'],
  ])('is wrong usage where it is a slip: %j', async (path, message, remedy) => {
    const folder = await folderOf({
      'manifest.json': '{}',
      'game/manifest.json': '{}',
      'game/index.html': '',
      'game/icon.PNG': '',
    })
    await expect(locateBundle(path, folder)).rejects.toMatchObject({ kind: 'usage', message, remedy })
  })

  it('is a zip where the path is a file', async () => {
    const folder = await folderOf({ 'a.zip': '' })
    expect(await locateBundle('a.zip', folder)).toEqual({ kind: 'zip', path: 'a.zip' })
  })
})
