import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { NODE, runMiniapp } from '../support/processes/command-line.js'
import { ROOT } from '../support/processes/npm.js'
import { CACHE, fetchStarters, newFolder } from '../support/processes/starters.js'
import { someOf } from '../support/vitest/runs.js'

const onOldestNode = process.env['MINIAPP_TEST_NODE'] === undefined

beforeAll(async () => {
  if (onOldestNode) await fetchStarters()
}, 600_000)

const settings = (sourceType: 'module' | 'script'): string => `import tseslint from 'typescript-eslint'
export default tseslint.config(
  { ignores: ['dist/**', '.vscode/**', 'service-miniapp.js', 'eslint.config.mjs'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { sourceType: '${sourceType}', parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
)
`

const TEMPLATES = [
  ['vite --react', 'module'],
  ['vite', 'module'],
  ['arcade', 'script'],
  ['blank', 'script'],
  ['versus', 'script'],
  ['studio', 'script'],
] as const

describe.runIf(onOldestNode)(
  'typescript-eslint and the strict compiler find nothing in a new project',
  { timeout: 240_000 },
  () => {
    it.each(someOf(TEMPLATES, 2))('%s', async (template, sourceType) => {
      const cwd = await newFolder(`lint-${template.replace(' --', '-')}`)
      expect((await runMiniapp(['init', '.', '--yes', '-t', ...template.split(' ')], { cwd })).code).toBe(0)
      await mkdir(join(cwd, 'node_modules'))
      await symlink(ROOT, join(cwd, 'node_modules/miniapp'), 'junction')
      await writeFile(join(cwd, 'eslint.config.mjs'), settings(sourceType))
      const eslint = join(CACHE, 'node_modules/eslint/bin/eslint.js')
      const { stdout } = await promisify(execFile)(NODE, [eslint, '.'], { cwd }).catch(
        (error: { readonly stdout: string }) => error,
      )
      expect(stdout).toBe('')
      const project = sourceType === 'script' ? 'jsconfig.json' : 'tsconfig.json'
      // The compiler that editors bring, and the newest.
      for (const folder of [CACHE, ROOT]) {
        const compiler = join(folder, 'node_modules/typescript/bin/tsc')
        await promisify(execFile)(NODE, [compiler, '--noEmit', '--strict', '-p', project], { cwd })
      }
    })
  },
)
