import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rulesPage } from '../../src/build/rules-page.mjs'
import { RULES } from '../../src/check/rules/index.js'
import { TEMPLATE_NAMES } from '../../src/cli/init/templates.js'
import { DEFAULT_SWITCHES } from '../../src/host/control/switches.js'
import { PLAYTEST_RULES } from '../../src/playtest/rules.js'
import { anchorsIn, codeIn, linksIn } from '../support/cases/markdown.js'
import { ROOT } from '../support/processes/npm.js'
import { REPOSITORY_FILES } from '../support/processes/repository-files.js'
import { runHere } from '../support/rigs/command-here.js'

const exists = (path: string): boolean => {
  const plain = path.replace(/\/$/, '')
  return REPOSITORY_FILES.some((file) => file === plain || file.startsWith(`${plain}/`))
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const DOCUMENTS = REPOSITORY_FILES.filter(
  (file) => file.endsWith('.md') && !/^(?:fixtures|templates)\//.test(file),
)

describe('the documents', () => {
  it('are found', () => {
    for (const path of ['README.md', 'src/README.md', '.github/CONTRIBUTING.md', 'src/check/rules/README.md'])
      expect(DOCUMENTS).toContain(path)
  })

  it.each(DOCUMENTS)('%s links only to files and headings that exist', (path) => {
    const broken = linksIn(path, read(path)).filter(
      ({ file, anchor }) => !exists(file) || (anchor !== null && !anchorsIn(read(file)).has(anchor)),
    )
    expect(broken).toEqual([])
  })

  it('README.md has at most 15 KB', () => {
    expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(15_000)
  })

  it('src/check/rules/README.md lists the rules as they are; `npm run build:readme` writes it', () => {
    expect(read('src/check/rules/README.md')).toBe(rulesPage([...RULES, ...PLAYTEST_RULES]))
  })

  it('README.md and the help of init name every template', async () => {
    const { stdout } = await runHere(['init', '--help'], { cwd: ROOT })
    const [row = ''] = /^\| `init \[dir\]`.*/m.exec(read('README.md')) ?? []
    for (const name of TEMPLATE_NAMES) {
      expect(codeIn(row), 'README.md, the row of init').toContain(name)
      expect(stdout.replace(/\s+/g, ' '), 'src/cli/commands/init.ts, the flag --template').toContain(
        `${name} (`,
      )
    }
  })

  it('src/simulator/README.md lists every switch', () => {
    const listed = [...read('src/simulator/README.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(
      ([, cell = '']) => codeIn(cell),
    )
    expect(Object.keys(DEFAULT_SWITCHES).filter((name) => !listed.includes(name))).toEqual([])
  })
})

/** A path of the repository in a guide. `<name>` stands for any name, `*` for any part of one. */
const isPath = (code: string): boolean =>
  /^(?:src|test|templates|fixtures|bin|\.github|\.ci)\//.test(code) && !/\s/.test(code)

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/<[^>]+>|\*/g, '[^/]+')}(?:/|$)`,
  )

describe.each(['src/README.md', '.github/CONTRIBUTING.md'])('the guide %s', (guide) => {
  it('names only files and folders that exist', () => {
    const paths = codeIn(read(guide)).filter(isPath)
    expect(paths.length).toBeGreaterThan(15)
    expect(paths.filter((path) => !REPOSITORY_FILES.some((file) => patternOf(path).test(file)))).toEqual([])
  })

  it('names only scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
    const named = [...read(guide).matchAll(/\bnpm (?:run )?(start|test\b(?!:)|(?<=run )[\w:]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

describe('the top of the repository', () => {
  it('holds the parts of the project, and single files for tools', () => {
    const folders = new Set(
      REPOSITORY_FILES.flatMap((file) => (file.includes('/') ? [file.split('/', 1)[0] ?? ''] : [])),
    )
    expect([...folders].filter((name) => !name.startsWith('.')).sort()).toEqual([
      'bin',
      'fixtures',
      'src',
      'templates',
      'test',
    ])
    expect(REPOSITORY_FILES.filter((file) => !file.includes('/') && !file.startsWith('.')).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'action.yml',
      'biome.json',
      'package-lock.json',
      'package.json',
      'tsconfig.base.json',
      'tsconfig.json',
      'vitest.config.ts',
    ])
  })
})
