import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NODE, type Run, runMiniapp } from '../support/command-line.js'
import { startSimulator } from '../support/running-simulator.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Runs npm with this Node.js, whatever else is on the path. */
const npm = async (words: readonly string[], cwd: string): Promise<string> => {
  const environment = { ...process.env, PATH: `${dirname(NODE)}:${process.env['PATH'] ?? ''}` }
  const { stdout } = await promisify(execFile)('npm', [...words], {
    cwd,
    env: environment,
    // npm is a batch file there, which only a shell can run.
    shell: process.platform === 'win32',
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

/** The package as npm publishes it, installed in a folder whose name tries its luck. */
let top: string
let home: string
let packed: readonly string[]
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'miniapp-tarball-'))
  home = join(top, 'Käse & Spiele')
  await mkdir(home)
  // The tests run on what is built; the script that npm would run first builds it again.
  const report = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', top], ROOT)
  const [tarball] = JSON.parse(report) as { filename: string; files: { path: string }[] }[]
  if (tarball === undefined) throw new Error('npm has packed nothing.')
  packed = tarball.files.map(({ path }) => path)
  await writeFile(join(home, 'package.json'), '{ "private": true }\n')
  await npm(
    [
      'install',
      join(top, tarball.filename),
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
    ],
    home,
  )
})
afterAll(() => rm(top, { recursive: true, force: true, maxRetries: 5 }))

const run = (words: readonly string[], cwd = home): Promise<Run> =>
  runMiniapp(words, { cwd, binary: join(home, 'node_modules', 'miniapp', 'bin', 'miniapp.js') })

describe('the package', () => {
  it('holds what its users need, and nothing else', () => {
    const outside = packed.filter((path) => !/^(bin|dist|templates)\//.test(path)).sort()
    expect(outside).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
    for (const template of ['arcade', 'versus', 'studio', 'blank'])
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

  it('is found by npx, and says its version', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(await npm(['exec', '--no', '--', 'miniapp', '--version'], home)).toBe(`${version}\n`)
  })

  it('installs few packages', async () => {
    const listed = await npm(['ls', '--all', '--parseable'], home)
    expect(listed.trim().split('\n').length - 1).toBeLessThanOrEqual(100)
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

  it.each(['arcade', 'versus', 'blank'])('goes from nothing to a zip with %s', async (template) => {
    const words = ['init', template, '--template', template, '--app-id', 'ma_abcdefghij']
    expect(await run(words)).toMatchObject({ code: 0, stderr: '' })
    const checked = await run(['check', template, '--strict', '--format', 'json'])
    // A game that sells something is told who may sell; nothing else is to be said.
    const told = template === 'arcade' ? [{ rule: 'manifest/sales-need-an-adult', level: 'info' }] : []
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, problems: told })
    expect(await run(['pack'], join(home, template))).toMatchObject({ code: 0 })
    const zip = join(home, template, 'ma_abcdefghij-1.0.0.zip')
    expect(JSON.parse((await run(['check', zip, '--format', 'json'])).stdout)).toMatchObject({
      kind: 'zip',
      ok: true,
      problems: told,
    })
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
      expect(await simulator.stop()).toBe(130)
    }
  })
})
