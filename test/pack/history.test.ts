import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { historyPath, rememberPacked } from '../../src/pack/history.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const NOON = Date.UTC(2026, 0, 2, 12)
const APP = 'ma_abcdefghij'

describe('2.2: every upload must be higher than every earlier one', () => {
  it('2.2: a higher version, and the same contents again, are fine', async () => {
    const project = await temporaryFolder()
    expect(await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'a' }, NOON)).toBeNull()
    expect(await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'a' }, NOON)).toBeNull()
    expect(await rememberPacked(project, { app: APP, version: '1.0.1', sha256: 'b' }, NOON)).toBeNull()
    expect(JSON.parse(await readFile(historyPath(project), 'utf8'))).toEqual({
      schema: 1,
      packed: [
        { app: APP, version: '1.0.0', sha256: 'a' },
        { app: APP, version: '1.0.1', sha256: 'b' },
      ],
    })
  })

  it('2.2: other contents under the same or a lower version name the highest that was packed', async () => {
    const project = await temporaryFolder()
    await rememberPacked(project, { app: APP, version: '1.9.0', sha256: 'a' }, NOON)
    await rememberPacked(project, { app: APP, version: '1.10.0', sha256: 'b' }, NOON)
    expect(await rememberPacked(project, { app: APP, version: '1.10.0', sha256: 'c' }, NOON)).toBe('1.10.0')
    expect(await rememberPacked(project, { app: APP, version: '1.8.0', sha256: 'd' }, NOON)).toBe('1.10.0')
    expect(
      await rememberPacked(project, { app: 'ma_zzzzzzzzzz', version: '1.0.0', sha256: 'e' }, NOON),
    ).toBeNull()
  })

  it('sets a damaged history aside and starts anew', async () => {
    const project = await temporaryFolder()
    await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'a' }, NOON)
    await writeFile(historyPath(project), '{"schema":')
    expect(await rememberPacked(project, { app: APP, version: '1.0.0', sha256: 'b' }, NOON)).toBeNull()
    expect(await readdir(dirname(historyPath(project)))).toHaveLength(2)
  })
})
