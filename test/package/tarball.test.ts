import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedFiles } from '../support/cases/markdown.js'
import { PLAIN_TEMPLATES } from '../support/cases/templates.js'
import { INTERRUPTED, NODE, type Run, runMiniapp } from '../support/processes/command-line.js'
import { npm, ROOT } from '../support/processes/npm.js'
import { packPackage } from '../support/processes/packed-package.js'
import { startSimulator } from '../support/rigs/running-simulator.js'

/** The package as npm publishes it, installed in a folder whose name tries its luck. */
let top: string
let home: string
let packed: readonly string[]
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'miniapp-tarball-'))
  home = join(top, 'Käse & Spiele')
  await mkdir(home)
  const tarball = await packPackage()
  packed = tarball.files.map(({ path }) => path)
  await writeFile(join(home, 'package.json'), '{ "private": true }\n')
  await npm(
    ['install', tarball.path, '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'],
    home,
  )
})
afterAll(() => rm(top, { recursive: true, force: true, maxRetries: 5 }))

const run = (words: readonly string[], cwd = home): Promise<Run> =>
  runMiniapp(words, { cwd, binary: join(home, 'node_modules', 'miniapp', 'bin', 'miniapp.js') })

/** All that a published package may hold; the rest is a slip. */
const MAY_SHIP: readonly RegExp[] = [
  /^(?:CHANGELOG\.md|LICENSE|README\.md|package\.json|bin\/miniapp\.js)$/,
  /^dist\/(?:cli\/main|index|testing\/index|vite\/index|publish\/(?:key-store-process|jq-worker)|simulator\/(?:check|ai)-worker)\.js$/,
  /^dist\/chunks\/[\w-]+-[a-z0-9]{8}\.js$/,
  /^dist\/types\/[\w/-]+\.d\.ts$/,
  /^dist\/(?:sdk\/service-miniapp\.(?:js|d\.ts)|manifest\.schema\.json|THIRD-PARTY-LICENSES\.txt)$/,
  /^dist\/(?:injected\/injected\.js|shell\/(?:(?:shell|docs-page)\.(?:js|css)|report-page\.css|reference\.json|icon\.svg|samples\/\w+\.(?:mp4|webm)))$/,
  /^dist\/shim\/(?:index\.(?:js|d\.ts)|modules\.json)$/,
  /^templates\/\w+\/(?:(?:public\/)?\.miniappignore|\.vscode\/settings\.json)$/,
  /^templates\/[\w-]+\/(?:src\/|public\/)?[\w.-]+\.(?:css|html|js|json|md|png|tsx?)$/,
  /^src\/(?:\w+\/)+README\.md$/,
]

/** The bytes of all files below a folder. */
const sizeOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

describe('the package', () => {
  it('holds what its users need, and nothing else', () => {
    expect(packed.filter((path) => !MAY_SHIP.some((pattern) => pattern.test(path)))).toEqual([])
    for (const path of ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/miniapp.js', 'dist/cli/main.js'])
      expect(packed).toContain(path)
    for (const template of PLAIN_TEMPLATES)
      for (const file of [
        '.miniappignore',
        '.vscode/settings.json',
        'README.md',
        'icon.png',
        'manifest.json',
      ])
        expect(packed).toContain(`templates/${template}/${file}`)
    // What init writes from elsewhere is not carried once more in every template.
    expect(packed.filter((path) => /templates\/.*(service-miniapp|\.schema\.json)/.test(path))).toEqual([])
  })

  it('has the licences of what is bundled, also for browsers only', async () => {
    const text = await readFile(join(ROOT, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['commander', 'preact', '@preact/signals', 'fake-indexeddb'])
      expect(text).toContain(`----- ${name} `)
  })

  it('has the pages that its README links to', async () => {
    const pages = packed.filter((path) => path === 'README.md' || /^src\/.*README\.md$/.test(path))
    expect(pages.length).toBeGreaterThan(5)
    // These are for people who work on the tool, and README.md says that they are in the repository.
    const inRepository = [
      '.github/simulator.png',
      '.github/first-app.webp',
      '.github/CONTRIBUTING.md',
      'src/README.md',
    ]
    const missing: string[] = []
    for (const page of pages)
      for (const target of linkedFiles(page, await readFile(join(ROOT, page), 'utf8')))
        if (!packed.includes(target) && !inRepository.includes(target)) missing.push(`${page}: ${target}`)
    expect(missing).toEqual([])
  })

  it('leaves at home what working on it leaves in its folders', async () => {
    const folder = join(top, 'worked-on')
    const { version, files, bin, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    const shipped = ['LICENSE', 'README.md', 'bin/miniapp.js', 'dist/index.js', 'templates/arcade/main.js']
    const left = [
      '.env',
      '.miniapp/data/a.json',
      'src/index.ts',
      'test/index.test.ts',
      'fixtures/a.zip',
      'templates/arcade/.miniapp/data/a.json',
      'templates/arcade/.DS_Store',
      'templates/arcade/ma_abcdefghij-1.0.0.zip',
      'templates/arcade/service-miniapp.js',
      'templates/arcade/.vscode/manifest.schema.json',
      'templates/vite/dist/index.html',
      'templates/vite/node_modules/vite/package.json',
    ]
    for (const path of [...shipped, ...left]) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), '')
    }
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'miniapp', version, license, files, bin }),
    )
    const [report] = JSON.parse(await npm(['pack', '--dry-run', '--json'], folder)) as {
      files: { path: string }[]
    }[]
    expect(report?.files.map(({ path }) => path).sort()).toEqual([...shipped, 'package.json'].sort())
  })

  it('is found by npx, and says its version', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(await npm(['exec', '--no', '--', 'miniapp', '--version'], home)).toBe(`${version}\n`)
  })

  it('installs few packages, and little', async () => {
    const listed = await npm(['ls', '--all', '--parseable'], home)
    expect(listed.trim().split('\n').length - 1).toBeLessThanOrEqual(100)
    expect(await sizeOf(join(home, 'node_modules'))).toBeLessThanOrEqual(60 * 1_048_576)
  })

  it('has types that stand without the packages that are bundled into it', async () => {
    await writeFile(
      join(home, 'consumer.mts'),
      `import {
        BundleReadError, check, Failure, openFolder, openZip, pack,
        type Bundle, type CheckOptions, type CheckResult, type PackOptions, type PackResult, type Problem,
      } from 'miniapp'
      import { ControlClient, startSimulator, type RunningSimulator } from 'miniapp/testing'

      export const everything = async (bundle: Bundle, simulator: RunningSimulator): Promise<string> => {
        const result: CheckResult = await check(bundle, { strict: true } satisfies CheckOptions)
        const packed: PackResult = await pack(await openFolder('.'), { dryRun: true } satisfies PackOptions)
        const problems: readonly Problem[] = [...result.problems, ...packed.check.problems]
        await simulator.client.state()
        // @ts-expect-error A type that is not found is \`any\`, and would let this pass.
        const wrong: number = result.review
        // @ts-expect-error The same of the simulator's.
        const wrongToo: number = (await simulator.client.state()).switches.theme
        return [problems[0]?.rule, packed.zip?.sha256, Failure, BundleReadError, openZip, ControlClient, startSimulator, wrong, wrongToo].join()
      }
      `,
    )
    const words = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2023',
    ]
    const nodeTypes = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await promisify(execFile)(NODE, [tsc, ...words, ...nodeTypes, 'consumer.mts'], {
      cwd: home,
    }).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  })

  it('goes from nothing to a zip', async () => {
    const words = ['init', 'arcade', '--template', 'arcade', '--app-id', 'ma_abcdefghij']
    expect(await run(words)).toMatchObject({ code: 0, stderr: '' })
    const checked = await run(['check', 'arcade', '--strict', '--format', 'json'])
    // A game that sells something is told who may sell; nothing else is to be said.
    const problems = [{ rule: 'manifest/sales-need-an-adult', level: 'info' }]
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, problems })
    expect(await run(['pack'], join(home, 'arcade'))).toMatchObject({ code: 0 })
    const zip = join(home, 'arcade', 'ma_abcdefghij-1.0.0.zip')
    expect(JSON.parse((await run(['check', zip, '--format', 'json'])).stdout)).toMatchObject({
      kind: 'zip',
      ok: true,
      problems,
    })
  })

  it('makes a mini app of a project that has it installed, without another install', async () => {
    const scripts = { dev: 'vite', build: 'vite build' }
    const about = { private: true, scripts, devDependencies: { vite: '8', miniapp: '*' } }
    const project = join(home, 'own')
    const copy = join(project, 'node_modules', 'miniapp')
    await cp(join(home, 'node_modules', 'miniapp'), copy, { recursive: true })
    await writeFile(join(project, 'package.json'), JSON.stringify(about))
    await writeFile(join(project, 'index.html'), '<!doctype html><html lang="en"><title>Own</title></html>')
    const binary = join(copy, 'bin', 'miniapp.js')
    const { stdout } = await runMiniapp(['init', '--add'], { cwd: project, binary })
    expect(stdout).toContain('\nNext:\n  npm run dev\n')
  })

  it('runs the new app in the simulator, and stops when asked', async () => {
    await run(['init', 'played', '--template', 'arcade'])
    const binary = join(home, 'node_modules', 'miniapp', 'bin', 'miniapp.js')
    const simulator = await startSimulator(join(home, 'played'), [], binary)
    try {
      const shell = await fetch(simulator.url)
      expect(shell.status).toBe(200)
      expect(await shell.text()).toMatch(/<!doctype html>/i)
      expect(await simulator.control('GET', 'state')).toMatchObject({ switches: { theme: 'light' } })
    } finally {
      expect(await simulator.stop()).toBe(INTERRUPTED)
    }
  })
})
