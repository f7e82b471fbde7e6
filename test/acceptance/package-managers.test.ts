import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NODE } from '../support/processes/command-line.js'
import { npm, ROOT } from '../support/processes/npm.js'
import { packPackage } from '../support/processes/packed-package.js'
import { LONG } from '../support/vitest/runs.js'

const BUN_SYSTEM = process.platform === 'win32' ? 'windows' : process.platform
/** Bun's program for this system, for any processor of its kind: the package `bun` would fetch it by a script. */
const BUN_PACKAGE = `@oven/bun-${BUN_SYSTEM}-${process.arch === 'x64' ? 'x64-baseline' : 'aarch64'}`

/** The versions that are tried: new ones come in on purpose, not on the day that they are published. */
const MANAGERS = { pnpm: '12.21.0', '@yarnpkg/cli-dist': '4.18.1', [BUN_PACKAGE]: '1.4.5' }

/** Where the managers, and what they fetch, are kept between runs. */
const CACHE = join(ROOT, 'node_modules/.cache/package-managers')
const PNPM = join(CACHE, 'node_modules/pnpm/bin/pnpm.mjs')
const YARN = join(CACHE, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js')
const BUN = join(CACHE, 'node_modules', BUN_PACKAGE, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun')

let top: string
let tarball: string
/** This machine's settings for the managers: they read npm's settings in part, or not at all. */
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  // The name tries its luck.
  top = await mkdtemp(join(tmpdir(), 'miniapp Käse & Spiele '))
  const packed = packPackage()
  const settings = JSON.parse(await npm(['config', 'list', '--json'], top)) as Record<string, string | null>
  const registry = settings['registry'] ?? ''
  environment = {
    ...process.env,
    pnpm_config_registry: registry,
    YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ''),
    YARN_UNSAFE_HTTP_WHITELIST: registry.startsWith('http:') ? new URL(registry).hostname : '',
    ...(settings['cafile'] == null ? {} : { YARN_HTTPS_CA_FILE_PATH: settings['cafile'] }),
    ...(settings['https-proxy'] == null ? {} : { YARN_HTTPS_PROXY: settings['https-proxy'] }),
    YARN_GLOBAL_FOLDER: join(CACHE, 'yarn'),
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
    YARN_NODE_LINKER: 'pnp',
    BUN_CONFIG_REGISTRY: registry,
    BUN_INSTALL_CACHE_DIR: join(CACHE, 'bun'),
    ...(settings['cafile'] == null ? {} : { NODE_EXTRA_CA_CERTS: settings['cafile'] }),
    DO_NOT_TRACK: '1',
  }
  await fetchManagers()
  tarball = (await packed).path
}, 300_000)
afterAll(() => rm(top, { recursive: true, force: true, maxRetries: 5 }))

const fetchManagers = async (): Promise<void> => {
  await mkdir(CACHE, { recursive: true })
  const wanted = `${JSON.stringify({ private: true, dependencies: MANAGERS })}\n`
  const manifest = join(CACHE, 'package.json')
  // Written last, so that it stands for all that it names.
  if ((await readFile(manifest, 'utf8').catch(() => '')) === wanted) return
  const specifiers = Object.entries(MANAGERS).map(([name, version]) => `${name}@${version}`)
  await npm(['install', '--no-save', '--ignore-scripts', '--prefix', CACHE, ...specifiers], CACHE)
  await writeFile(manifest, wanted)
}

/** @param words a script and its arguments, for the Node.js that is tested; or a program and its arguments */
const run = async (words: readonly string[], cwd: string): Promise<string> => {
  const [program = '', ...rest] = words[0] === BUN ? words : [NODE, ...words]
  const { stdout } = await promisify(execFile)(program, rest, {
    cwd,
    env: environment,
    maxBuffer: 16 * 1_048_576,
  })
  return stdout
}

/** What an ES module of a project gets from every entry that the package exports. */
const CONSUMER = `import { check, openFolder, pack } from 'miniapp'
import { startSimulator } from 'miniapp/testing'
import miniapp from 'miniapp/vite'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'

const require = createRequire(import.meta.url)
const checked = await check(await openFolder('app'))
const packed = await pack(await openFolder('app'), { dryRun: true })
const simulator = await startSimulator('app')
const statuses = {}
for (const path of ['', 'shell/shell.js', 'shell/shell.css', 'shell/icon.svg', 'shell/samples/long.webm'])
  statuses[path] = (await fetch(new URL(path, simulator.url))).status
let state = await simulator.client.state()
while (state.problems === null) {
  // The check has a thread in this process, and needs the processor.
  await setTimeout(50)
  state = await simulator.client.state()
}
await simulator.stop()
console.log(JSON.stringify({
  checked: { ok: checked.ok, problems: checked.problems },
  packed: packed.check.ok,
  statuses,
  simulated: [state.app.name, state.problems.ok],
  plugins: miniapp().map(({ name }) => name),
  sdk: (await readFile(require.resolve('miniapp/sdk'), 'utf8')).includes('Service'),
  shim: (await readFile(require.resolve('miniapp/shim'), 'utf8')).includes('browser-shim parts'),
  schema: require('miniapp/manifest.schema.json').type,
}))
`

const CONSUMED = {
  checked: { ok: true, problems: [] },
  packed: true,
  statuses: {
    '': 200,
    'shell/shell.js': 200,
    'shell/shell.css': 200,
    'shell/icon.svg': 200,
    'shell/samples/long.webm': 200,
  },
  simulated: ['App', true],
  plugins: ['miniapp:bundle', 'miniapp:check', 'miniapp:simulator'],
  sdk: true,
  shim: true,
  schema: 'object',
}

/** Makes an app, packs it, has it checked in a thread of its own, and imports every entry. */
const useEverything = async (project: string, words: readonly string[], node: readonly string[]) => {
  const miniapp = (...rest: string[]) => run([...words, ...rest], project)
  await miniapp('init', 'app', '--template', 'blank', '--app-id', 'ma_abcdefghij')
  const packed = JSON.parse(await miniapp('pack', 'app', '--out', 'app.zip', '--format', 'json'))
  expect(packed).toMatchObject({ ok: true, problems: [] })
  await writeFile(join(project, 'consumer.mjs'), CONSUMER)
  expect(JSON.parse(await run([...node, 'consumer.mjs'], project))).toEqual(CONSUMED)
  return miniapp
}

const newProject = async (name: string, dependencies: Readonly<Record<string, string>>): Promise<string> => {
  // A second try starts in a folder of its own.
  const project = await mkdtemp(join(top, `${name}-`))
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, dependencies }))
  return project
}

describe('the package', () => {
  it('works with pnpm, which lets a package import only what it declares', async () => {
    const vite = `link:${join(ROOT, 'node_modules/vite')}`
    const project = await newProject('pnpm', { miniapp: `file:${tarball}`, vite })
    await run([PNPM, 'install', '--ignore-scripts', '--store-dir', join(CACHE, 'pnpm')], project)
    const miniapp = await useEverything(project, [PNPM, 'exec', 'miniapp'], [])
    const pictures = JSON.parse(await miniapp('doctor', '--format', 'json')).findings.find(
      ({ id }: { id: string }) => id === 'pictures',
    )
    expect(pictures).toMatchObject({ level: 'ok' })
  }, 180_000)

  it.runIf(LONG)(
    'works with Yarn’s Plug’n’Play, which keeps packages as zips',
    async () => {
      // The plugin's own import of Vite is answered by one that is never called.
      const project = await newProject('yarn', { miniapp: `file:${tarball}`, vite: 'file:./bundler' })
      await mkdir(join(project, 'bundler'))
      await writeFile(
        join(project, 'bundler/package.json'),
        JSON.stringify({ name: 'vite', version: '8.0.0', type: 'module', exports: './index.js' }),
      )
      await writeFile(join(project, 'bundler/index.js'), 'export const build = undefined\n')
      await writeFile(join(project, 'yarn.lock'), '')
      await run([YARN, 'install'], project)
      const miniapp = await useEverything(project, [YARN, 'miniapp'], [YARN, 'node'])
      // The browser's driver, too, is read from its zip; once is enough for what does not depend on the Node.js.
      if (process.env['MINIAPP_TEST_NODE'] !== undefined) return
      const played = JSON.parse(
        await miniapp('test', 'app.zip', '--scenario', 'phone', '--seconds', '0', '--format', 'json'),
      )
      expect(played).toMatchObject({ ok: true, problems: [] })
    },
    180_000,
  )

  it('works with Bun, which also runs it in place of Node.js', async () => {
    const project = await newProject('bun', { vite: `link:${join(ROOT, 'node_modules/vite')}` })
    await run([BUN, 'add', '--no-progress', tarball], project)
    const miniapp = await useEverything(project, [BUN, 'x', 'miniapp'], [BUN])
    const checked = JSON.parse(
      await run([BUN, '--bun', 'x', 'miniapp', 'check', 'app.zip', '--format', 'json'], project),
    )
    expect(checked).toMatchObject({ ok: true, problems: [] })
    // Once is enough for what does not depend on the Node.js.
    if (process.env['MINIAPP_TEST_NODE'] !== undefined) return
    const played = JSON.parse(
      await miniapp('test', 'app.zip', '--scenario', 'phone', '--seconds', '0', '--format', 'json'),
    )
    expect(played).toMatchObject({ ok: true, problems: [] })
  }, 180_000)

  it('works with npx, straight from its tarball', async () => {
    const folder = await mkdtemp(join(top, 'npx-'))
    const words = ['init', 'app', '--template', 'blank', '--format', 'json']
    const printed = await npm(
      ['exec', '--yes', '--prefer-offline', `--package=${tarball}`, '--', 'miniapp', ...words],
      folder,
    )
    expect(JSON.parse(printed)).toMatchObject({ path: 'app', app: { name: 'App' } })
  }, 120_000)
})
