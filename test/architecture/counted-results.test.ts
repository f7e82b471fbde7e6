import { spawnSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/processes/npm.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** What the script says of the results of files, of which each is a list of its tests' outcomes. */
const count = async (...runs: readonly Readonly<Record<string, readonly string[]>>[]) => {
  const folder = await temporaryFolder()
  const paths = await Promise.all(
    runs.map(async (files, index) => {
      const testResults = Object.entries(files).map(([name, outcomes]) => ({
        name,
        status: outcomes.length === 0 || outcomes.includes('failed') ? 'failed' : 'passed',
        assertionResults: outcomes.map((status, at) => ({ fullName: `${name} ${at + 1}`, status })),
      }))
      const path = join(folder, `${index}.json`)
      await writeFile(path, JSON.stringify({ testResults }))
      return path
    }),
  )
  return counted(paths)
}

const counted = (paths: readonly string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ['src/build/count-tests.mjs', ...paths], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

describe('the counted results of the tests', () => {
  it('are those of every test and of every file that could not be loaded', async () => {
    const broken = { 'a.ts': ['passed', 'failed', 'skipped'], 'b.ts': [], 'c.ts': ['passed', 'todo'] }
    expect(await count(broken)).toEqual({ status: 1, stdout: '2 passed, 2 failed, 2 skipped\n' })
    expect(await count({ 'a.ts': ['passed'] })).toEqual({ status: 0, stdout: '1 passed, 0 failed\n' })
    expect(await count({ 'a.ts': ['passed'] }, { 'a.ts': ['passed', 'passed'] })).toEqual({
      status: 0,
      stdout: '3 passed, 0 failed\n',
    })
    expect(await count({ 'a.ts': ['skipped'] })).toEqual({
      status: 1,
      stdout: '0 passed, 0 failed, 1 skipped\n',
    })
  })

  it('name what passed only on a second try, as Vitest writes it', async ({ skip }) => {
    skip(...missing.folderLinks)
    const folder = await temporaryFolder()
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
    await mkdir(join(folder, 'test'))
    await writeFile(
      join(folder, 'test', 'late.test.mjs'),
      `import { describe, expect, it } from 'vitest'
      let tries = 0
      describe('a test', () => {
        it('that is late', () => expect(++tries).toBe(2))
        it('that passes', () => expect(1).toBe(1))
        it('that fails', () => expect(1).toBe(0))
        it.fails('that must fail', () => expect(1).toBe(0))
      })`,
    )
    const results = join(folder, 'results.json')
    const run = spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--retry=1',
        '--reporter=json',
        `--outputFile=${results}`,
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    expect(run.status).toBe(1)
    expect(counted([results])).toEqual({
      status: 1,
      stdout: 'Passed only on a second try:\n  a test that is late\n\n3 passed, 1 failed\n',
    })
  })
})
