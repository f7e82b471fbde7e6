import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { historyPath, rememberPacked } from '../../src/pack/history.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const NOON = Date.UTC(2026, 0, 2, 12)
const APP = 'ma_abcdefghij'

describe('2.2: every upload must be higher than every earlier one', () => {
  it('2.2: a higher version, and the same contents again, are fine', async () => {
    const project = await temporaryFolder()
    expect(
      await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'a', contents: 'a' }, NOON),
    ).toBeNull()
    expect(
      await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'a', contents: 'a' }, NOON),
    ).toBeNull()
    expect(
      await rememberPacked(project, { app: APP, version: '1.0.1', sha256: 'b', contents: 'b' }, NOON),
    ).toBeNull()
    expect(JSON.parse(await readFile(historyPath(project), 'utf8'))).toEqual({
      schema: 1,
      packed: [
        { app: APP, version: '1.0.0', sha256: 'a', contents: 'a' },
        { app: APP, version: '1.0.1', sha256: 'b', contents: 'b' },
      ],
    })
  })

  it('2.2: other contents under the same or a lower version name the highest that was packed', async () => {
    const project = await temporaryFolder()
    await rememberPacked(project, { app: APP, version: '1.9.0', sha256: 'a', contents: 'a' }, NOON)
    await rememberPacked(project, { app: APP, version: '1.10.0', sha256: 'b', contents: 'b' }, NOON)
    expect(
      await rememberPacked(project, { app: APP, version: '1.10.0', sha256: 'c', contents: 'c' }, NOON),
    ).toBe('1.10.0')
    expect(
      await rememberPacked(project, { app: APP, version: '1.8.0', sha256: 'd', contents: 'd' }, NOON),
    ).toBe('1.10.0')
    expect(
      await rememberPacked(
        project,
        { app: 'ma_zzzzzzzzzz', version: '1.0.0', sha256: 'e', contents: 'e' },
        NOON,
      ),
    ).toBeNull()
  })

  it('2.2: the same files are the same contents, optimized or not, also of what an older version has packed', async () => {
    const project = await temporaryFolder()
    const plain = { app: APP, version: '1.0.0', sha256: 'plain', contents: 'files' }
    await rememberPacked(project, plain, NOON)
    expect(await rememberPacked(project, { ...plain, sha256: 'optimized' }, NOON)).toBeNull()
    await writeFile(
      historyPath(project),
      JSON.stringify({ schema: 1, packed: [{ app: APP, version: '1.0.0', sha256: 'plain' }] }),
    )
    expect(await rememberPacked(project, plain, NOON)).toBeNull()
    expect(await rememberPacked(project, { ...plain, sha256: 'b', contents: 'others' }, NOON)).toBe('1.0.0')
  })

  it('sets a damaged history aside and starts again', async () => {
    const project = await temporaryFolder()
    await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'a', contents: 'a' }, NOON)
    await writeFile(historyPath(project), '{"schema":')
    expect(
      await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'b', contents: 'b' }, NOON),
    ).toBeNull()
    expect((await readdir(dirname(historyPath(project)))).sort()).toEqual([
      '.gitignore',
      'packed.json',
      expect.stringMatching(/^packed\.json\.damaged-/),
    ])
  })
})
