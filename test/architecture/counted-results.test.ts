import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

type Outcomes = Readonly<Record<string, readonly string[]>>

/** Results as Vitest writes them: by file, the outcome of each of its tests, which are named "1" and so on. */
const writeResults = async (path: string, files: Outcomes): Promise<string> => {
  const testResults = Object.entries(files).map(([name, outcomes]) => ({
    name,
    status: outcomes.length === 0 || outcomes.includes('failed') ? 'failed' : 'passed',
    assertionResults: outcomes.map((status, index) => ({ fullName: `${name} ${index + 1}`, status })),
  }))
  const numFailedTests = Object.values(files).flatMap((outcomes) =>
    outcomes.filter((outcome) => outcome === 'failed'),
  )
  await writeFile(path, JSON.stringify({ numFailedTests: numFailedTests.length, testResults }))
  return path
}

const run = (script: string, files: readonly string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [`src/build/${script}.mjs`, ...files], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

/** What the script says of results, of which some may have been had once more. */
const count = async (first: Outcomes, again?: Outcomes) => {
  const folder = await temporaryFolder()
  const results = await writeResults(join(folder, 'run.json'), first)
  if (again !== undefined) await writeResults(join(folder, 'run-again.json'), again)
  return run('count-tests', [results])
}

describe('the counted results of the tests', () => {
  it('are those of every test and of every file that could not be loaded', async () => {
    const broken = { 'a.ts': ['passed', 'failed', 'skipped'], 'b.ts': [], 'c.ts': ['passed', 'todo'] }
    expect(await count(broken)).toEqual({ status: 1, stdout: '2 passed, 2 failed, 2 skipped\n' })
    expect(await count({ 'a.ts': ['passed'] })).toEqual({ status: 0, stdout: '1 passed, 0 failed\n' })
    expect(await count({ 'a.ts': ['skipped'] })).toEqual({
      status: 1,
      stdout: '0 passed, 0 failed, 1 skipped\n',
    })
  })

  it('are those of the second run where there was one, and name what passed only then', async () => {
    const first = { 'a.ts': ['passed', 'failed', 'failed'], 'b.ts': [], 'c.ts': ['passed'] }
    expect(await count(first, { 'a.ts': ['passed', 'passed', 'passed'], 'b.ts': ['passed'] })).toEqual({
      status: 0,
      stdout: 'Passed only when run once more:\n  a.ts 2\n  a.ts 3\n\n5 passed, 0 failed\n',
    })
    expect(await count(first, { 'a.ts': ['failed', 'passed', 'failed'], 'b.ts': [] })).toEqual({
      status: 1,
      stdout: 'Passed only when run once more:\n  a.ts 2\n\n2 passed, 3 failed\n',
    })
  })

  it('are had once more of files with a few failures, and of no others', async () => {
    const folder = await temporaryFolder()
    const again = async (files: Outcomes) =>
      run('failed-tests', [await writeResults(join(folder, 'run.json'), files)])
    expect(await again({ 'a.ts': ['failed', 'failed'], 'b.ts': ['passed'], 'c.ts': [] })).toEqual({
      status: 0,
      stdout: 'a.ts\nc.ts\n',
    })
    expect(await again({ 'a.ts': ['passed'] })).toEqual({ status: 1, stdout: '' })
    expect(await again({ 'a.ts': Array.from({ length: 6 }, () => 'failed') })).toEqual({
      status: 1,
      stdout: '',
    })
    const unloaded = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`${index}.ts`, []]))
    expect(await again(unloaded)).toEqual({ status: 1, stdout: '' })
  })
})
