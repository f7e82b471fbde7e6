import { writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isUnsafe } from '../../src/terminal/safe-text.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

interface Report {
  readonly ok: boolean
  readonly findings: readonly { readonly id: string; readonly level: string; readonly found: string }[]
}

const doctor = async (
  cwd: string,
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
) => {
  const run = await runMiniapp(['doctor', '--format', 'json', ...words], { cwd, environment })
  expect(run.stderr).toBe('')
  const report: Report = JSON.parse(run.stdout)
  const levels = Object.fromEntries(report.findings.map(({ id, level }) => [id, level]))
  return { code: run.code, report, levels }
}

describe('doctor', () => {
  it('finds all that the tool needs, and what it need not look at', async () => {
    const { code, report, levels } = await doctor(await temporaryFolder())
    expect([code, report.ok]).toEqual([0, true])
    expect(levels).toMatchObject({
      node: 'ok',
      pictures: 'ok',
      // Of the three browsers, only this one is needed.
      browser: 'ok',
      config: 'ok',
      service: 'skipped',
      project: 'skipped',
    })
  })

  it('exits 1 where a service does not answer, or a browser that was named is none', async () => {
    const { code, report, levels } = await doctor(
      await temporaryFolder(),
      ['--base-url', 'http://localhost:1'],
      { CHROME_PATH: join(await temporaryFolder(), 'none') },
    )
    expect([code, report.ok]).toEqual([1, false])
    expect(levels).toMatchObject({ service: 'failure', browser: 'failure' })
  })

  it('looks at the app in the folder', async () => {
    const cwd = await temporaryFolder()
    expect((await runMiniapp(['init', '.', '--template', 'blank'], { cwd })).code).toBe(0)
    expect((await doctor(cwd)).levels).toMatchObject({ project: 'ok' })
    await writeFile(join(cwd, 'index.html'), '<iframe></iframe>')
    const bad = await doctor(cwd)
    expect(bad.code).toBe(0)
    expect(bad.report.findings.find(({ id }) => id === 'project')).toMatchObject({
      level: 'warning',
      found: expect.stringContaining('the service would refuse it (1 error)'),
    })
  })

  it('shows control characters of names and addresses instead of sending them to the terminal', async () => {
    const hostile = join(await temporaryFolder(), 'none\u001b[2J\u009b')
    const environment = { CHROME_PATH: hostile, MINIAPP_CONFIG_DIR: join(await temporaryFolder(), '\u0007') }
    const { stdout } = await runMiniapp(['doctor'], { cwd: await temporaryFolder(), environment })
    expect(stdout).toContain('none␛[2J<U+009B>')
    expect(stdout).toContain(`${sep}␇`)
    expect(
      [...stdout.replaceAll('\n', '')].filter((character) => isUnsafe(character.codePointAt(0) ?? 0)),
    ).toEqual([])
    // Programs get the names as they are.
    const { report } = await doctor(await temporaryFolder(), [], environment)
    expect(report.findings.find(({ id }) => id === 'browser')?.found).toContain(hostile)
  })
})
