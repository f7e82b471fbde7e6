import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

describe('what is published', () => {
  it('has nothing that publint would say', async () => {
    expect((await publint({ pkgDir: ROOT, level: 'suggestion', pack: false })).messages).toEqual([])
  })

  it('has types that every resolution of ES modules finds', async () => {
    const folder = await temporaryFolder()
    const { stdout } = await promisify(execFile)(
      'npm',
      ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
      { cwd: ROOT, shell: process.platform === 'win32', maxBuffer: 16 * 1_048_576 },
    )
    const [tarball] = JSON.parse(stdout) as { filename: string }[]
    const bytes = await readFile(join(folder, tarball?.filename ?? ''))
    const result = await checkPackage(createPackageFromTarballData(bytes))
    if (result.types === false) throw new Error('The package has no types.')
    // The package is ES modules alone, for Node.js 20 and newer: node10 knows no `exports`, and require() loads it as a module.
    const problems = result.problems.filter(
      (problem) =>
        !(problem.kind === 'NoResolution' && problem.resolutionKind === 'node10') &&
        problem.kind !== 'CJSResolvesToESM',
    )
    expect(problems).toEqual([])
  })
})

describe('action.yml', () => {
  it('passes what people give it as data, never as a part of a command', async () => {
    const text = await readFile(join(ROOT, 'action.yml'), 'utf8')
    const commands = text.split('\n').filter((line) => line.trim().startsWith('run:'))
    expect(commands.map((line) => /npx --yes "miniapp@\$MINIAPP_VERSION" (\w+)/.exec(line)?.[1])).toEqual([
      'check',
      'test',
      'pack',
    ])
    for (const command of commands) expect(command).not.toContain('${{')
  })
})
