import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../src/durable/local-folder.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

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
