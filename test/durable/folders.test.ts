import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder, removeFolder } from '../../src/durable/folders.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

describe('removing a folder', () => {
  it('removes all its content, and accepts a missing folder', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'a/b'), { recursive: true })
    await writeFile(join(folder, 'a/b/c'), '')
    await removeFolder(join(folder, 'a'))
    await removeFolder(join(folder, 'a'))
    expect(await readdir(folder)).toEqual([])
  })

  it('retries for about a second in total on Windows', async () => {
    const calls: Parameters<typeof rm>[] = []
    await removeFolder('data', async (...words) => {
      calls.push(words)
    })
    expect(calls).toEqual([['data', { recursive: true, force: true, maxRetries: 5, retryDelay: 65 }]])
    // Node.js waits longer by that much every time.
    expect(65 * (1 + 2 + 3 + 4 + 5)).toBe(975)
  })
})

describe('the folder of one machine in a project', () => {
  it.each(['.miniapp', '.miniapp/pictures', 'a/b/.miniapp/data/x'])(
    'made as %s, git ignores it',
    async (path) => {
      const project = await temporaryFolder()
      await makeFolder(join(project, path))
      const local = path.slice(0, path.indexOf('.miniapp') + '.miniapp'.length)
      expect(await readFile(join(project, local, '.gitignore'), 'utf8')).toBe('*\n')
    },
  )

  it('one that is there is left as it is, and other folders get nothing', async () => {
    const project = await temporaryFolder()
    await makeFolder(join(project, '.miniapp'))
    await rm(join(project, '.miniapp', '.gitignore'))
    await makeFolder(join(project, '.miniapp', 'pictures'))
    await makeFolder(join(project, 'shots'))
    for (const folder of ['.', '.miniapp', '.miniapp/pictures', 'shots'])
      await expect(readFile(join(project, folder, '.gitignore'))).rejects.toThrow('ENOENT')
  })

  it('is not looked for above what was made', async () => {
    const project = join(await temporaryFolder(), '.miniapp', 'inner')
    await mkdir(project, { recursive: true })
    await makeFolder(join(project, 'new'))
    await expect(readFile(join(project, '..', '.gitignore'))).rejects.toThrow('ENOENT')
  })
})
