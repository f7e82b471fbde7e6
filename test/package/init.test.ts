import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withSlashes } from '../../src/bundle/paths.js'
import type { TemplateName } from '../../src/cli/init/templates.js'
import { shellPath } from '../../src/terminal/shell.js'
import { asksForAi, PLAIN_TEMPLATES } from '../support/cases/templates.js'
import { BINARY, runMiniapp } from '../support/processes/command-line.js'
import { ROOT } from '../support/processes/npm.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** What `check` reports about a new project beside its placeholder: it sells something, and an admin decides on AI. */
const told: Readonly<Partial<Record<TemplateName, readonly object[]>>> = {
  arcade: [{ rule: 'manifest/sales-need-an-adult', level: 'info' }],
  studio: [
    { rule: 'manifest/ai-capability', level: 'flag' },
    { rule: 'manifest/ai-capability', level: 'flag' },
  ],
}

/** No other copy of the tool is in the search path. */
const ALONE = { environment: { PATH: '' } }

describe('miniapp init', () => {
  it.each(PLAIN_TEMPLATES)('writes %s, which passes check without a warning and packs', async (template) => {
    const cwd = await temporaryFolder()
    const made = await runMiniapp(['init', 'Käse & Spiele', '--template', template], { cwd, ...ALONE })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toContain(`cd ${shellPath('Käse & Spiele')}\n  node ${shellPath(BINARY)} dev\n`)
    expect(made.stdout).toContain('ma_exampleapp is a placeholder')
    const { scripts } = JSON.parse(await readFile(join(cwd, 'Käse & Spiele', 'package.json'), 'utf8'))
    const words = scripts.check.split(' ').slice(1)
    // A version that asks for AI always has a flag (3.1), which is known.
    const needsAdmin = asksForAi(template)
    expect(words).toEqual(['check', '--strict', ...(needsAdmin ? ['--allow', 'manifest/ai-capability'] : [])])
    const checked = await runMiniapp([...words, '--format', 'json', 'Käse & Spiele'], { cwd })
    expect(JSON.parse(checked.stdout)).toMatchObject({
      ok: true,
      review: needsAdmin ? 'admin' : 'automatic',
      app: { id: 'ma_exampleapp', name: 'Käse & Spiele', version: '1.0.0' },
      problems: [{ rule: 'manifest/placeholder-app-id', level: 'info' }, ...(told[template] ?? [])],
    })
    expect(checked.code).toBe(0)
    expect(await runMiniapp(['pack'], { cwd: join(cwd, 'Käse & Spiele') })).toMatchObject({ code: 0 })
  })

  it('says that a project with a bundler is installed first, and tells assistants to build it', async () => {
    const cwd = await temporaryFolder()
    const made = await runMiniapp(['init', 'x', '--template', 'vite'], { cwd, ...ALONE })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const copy = `npm install --no-save --install-links ${shellPath(ROOT.replace(/[\\/]$/, ''))}`
    expect(made.stdout).toContain(`Next:\n  cd x\n  ${copy}\n  npm run dev\n`)
    const agents = await readFile(join(cwd, 'x', 'AGENTS.md'), 'utf8')
    expect(agents).toMatch(/^npm run build +# .*\nnpx miniapp check --strict +# /m)
    // The plugin loads the SDK, and there is no other file with its types.
    expect(agents).toContain('Do not load or import it yourself.')
    expect(agents).not.toContain('.d.ts')
  })

  it('takes every default with --yes, and makes a repository with --git, without asking', async () => {
    const cwd = await temporaryFolder()
    const { code, stdout } = await runMiniapp(['init', '--yes', '--git', '--format', 'json'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      path: 'my-mini-app',
      template: 'arcade',
      git: true,
      installed: false,
    })
    expect(await readdir(join(cwd, 'my-mini-app'))).toContain('.git')
  })

  it('tells a program what it wrote', async () => {
    const cwd = await temporaryFolder()
    const name = `"Tom's" <b>&amp; $& 🎈`
    const words = [
      'init',
      'x',
      '-t',
      'blank',
      '--name',
      name,
      '--app-id',
      'ma_abcdefghij',
      '--format',
      'json',
    ]
    const { stdout, code } = await runMiniapp(words, { cwd })
    expect(code).toBe(0)
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      schema: 1,
      path: 'x',
      template: 'blank',
      app: { id: 'ma_abcdefghij', name, version: '1.0.0' },
      placeholderId: false,
      replaced: [],
    })
    const written = (await readdir(join(cwd, 'x'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => withSlashes(relative(join(cwd, 'x'), join(entry.parentPath, entry.name))))
    expect(result.files).toEqual(written.sort())
    expect(await readFile(join(cwd, 'x', 'index.html'), 'utf8')).toContain(
      '<title>&quot;Tom&#39;s&quot; &lt;b&gt;&amp;amp; $&amp; 🎈</title>',
    )
  })

  it('writes into a fresh clone, and adds to its .gitignore', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, '.git'))
    await writeFile(join(cwd, '.gitignore'), '*.log\r\nnode_modules/')
    expect(await runMiniapp(['init', '.', '-t', 'blank', '-n', 'Here'], { cwd })).toMatchObject({ code: 0 })
    expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toBe('*.log\r\nnode_modules/\r\n*.zip\r\n')
  })

  it('writes what people, assistants and CI need around the app, and packs none of it', async () => {
    const cwd = await temporaryFolder()
    await runMiniapp(['init', 'x', '-t', 'blank', '--app-id', 'ma_abcdefghij'], { cwd })
    const { name, scripts, devDependencies } = JSON.parse(
      await readFile(join(cwd, 'x', 'package.json'), 'utf8'),
    )
    expect(scripts).toEqual({
      dev: 'miniapp dev',
      check: 'miniapp check --strict',
      test: 'miniapp test',
      pack: 'miniapp pack',
    })
    expect(Object.keys(devDependencies)).toEqual(['miniapp'])
    expect(name).toBe('my-mini-app')
    expect(await readFile(join(cwd, 'x', 'AGENTS.md'), 'utf8')).toContain(
      'at most 4,096 characters, 1,024 keys',
    )
    expect(await readFile(join(cwd, 'x', '.github', 'workflows', 'miniapp.yml'), 'utf8')).toContain(
      'npx miniapp check --strict --format github',
    )
    const { stdout } = await runMiniapp(['pack', 'x', '--dry-run', '--format', 'json'], { cwd })
    const packed = JSON.parse(stdout)
    expect(packed.zip.files.map(({ path }: { path: string }) => path)).toEqual([
      'app.js',
      'icon.png',
      'index.html',
      'manifest.json',
      'service-miniapp.js',
      'style.css',
    ])
  })

  it('keeps a package.json that is there', async () => {
    const cwd = await temporaryFolder()
    await writeFile(join(cwd, 'package.json'), '{ "name": "mine" }')
    expect(await runMiniapp(['init', '.', '-t', 'blank', '-n', 'Here'], { cwd })).toMatchObject({ code: 0 })
    expect(await readFile(join(cwd, 'package.json'), 'utf8')).toBe('{ "name": "mine" }')
  })

  it('never overwrites without --force, and says what is in the way', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'x'))
    await writeFile(join(cwd, 'x', 'index.html'), 'mine')
    await writeFile(join(cwd, 'x', 'notes.txt'), 'mine too')
    const refused = await runMiniapp(['init', 'x', '-t', 'blank'], { cwd })
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toBe(
      'error x is not empty:\n  index.html\n  notes.txt\n' +
        'Name another folder, or add --force to write into this one; --force replaces files of the same names.\n',
    )
    expect(await readdir(join(cwd, 'x'))).toEqual(['index.html', 'notes.txt'])
    const forced = await runMiniapp(['init', 'x', '-t', 'blank', '--force', '--format', 'json'], { cwd })
    expect(JSON.parse(forced.stdout)).toMatchObject({ replaced: ['index.html'] })
    expect(await readFile(join(cwd, 'x', 'notes.txt'), 'utf8')).toBe('mine too')
  })

  it.each([
    [['init'], /Missing folder\.\n.*miniapp init my-game/],
    [['init', 'x'], /Missing template\.\n.*--template with one of arcade, versus, studio, blank/],
    [['init', 'x', '--template', 'arcdae'], /no template "arcdae"\.\nDid you mean arcade\?/],
    [['init', 'x', '-t', 'blank', '--app-id', 'ma_1'], /--app-id "ma_1" is not valid\.\nIt must be .*ma_/],
  ])('asks nothing without a terminal: %j', async (words, message) => {
    const cwd = await temporaryFolder()
    const run = await runMiniapp(words, { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(message)
    expect(await readdir(cwd)).toEqual([])
  })

  it('takes its flags from the environment too', async () => {
    const cwd = await temporaryFolder()
    const environment = { MINIAPP_TEMPLATE: 'blank', MINIAPP_NAME: 'From outside', MINIAPP_FORMAT: 'json' }
    const { stdout } = await runMiniapp(['init', 'x'], { cwd, environment })
    expect(JSON.parse(stdout)).toMatchObject({ template: 'blank', app: { name: 'From outside' } })
  })
})
