import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build, createLogger, createServer, type InlineConfig } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NODE, runMiniapp } from '../support/processes/command-line.js'
import { freePort } from '../support/processes/free-port.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const PACKAGES = [
  'vite',
  'typescript',
  'react',
  'react-dom',
  '@types/react',
  '@types/react-dom',
  '@vitejs/plugin-react',
]

/** A new project from the template, with what `npm install` would bring. */
const newProject = async (...flags: string[]): Promise<string> => {
  const cwd = await temporaryFolder()
  const words = ['init', '.', '-t', 'vite', '--app-id', 'ma_abcdefghij', ...flags]
  expect((await runMiniapp(words, { cwd })).code).toBe(0)
  for (const [name, target] of [
    ['miniapp', ROOT],
    ...PACKAGES.map((name) => [name, join(ROOT, 'node_modules', name)] as const),
  ] as const) {
    await mkdir(dirname(join(cwd, 'node_modules', name)), { recursive: true })
    await symlink(target, join(cwd, 'node_modules', name), 'junction')
  }
  return cwd
}

const quiet = (root: string): InlineConfig => ({ root, logLevel: 'silent' })

describe('miniapp/vite', () => {
  it.each([[], ['--react']])(
    'builds a new project into a bundle that check accepts, its types sound: %j',
    async (...flags) => {
      const cwd = await newProject(...flags)
      await promisify(execFile)(NODE, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit'], { cwd })
      await build(quiet(cwd))
      const { stdout } = await runMiniapp(['check', '--strict', '--format', 'json'], { cwd })
      expect(JSON.parse(stdout)).toMatchObject({ path: 'dist', ok: true, review: 'automatic', problems: [] })
      const page = await readFile(join(cwd, 'dist/index.html'), 'utf8')
      // 2.8: nothing starts with a slash. 4: the SDK comes before the app's own scripts.
      expect(page).not.toMatch(/(?:src|href)="\//)
      expect([...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual([
        '<script src="./service-miniapp.js" crossorigin>',
        expect.stringMatching(/^<script type="module" crossorigin src="\.\/assets\/[\w-]+\.js">$/),
      ])
      expect(await readFile(join(cwd, 'dist/icon.png'))).toEqual(await readFile(join(cwd, 'public/icon.png')))
      expect((await runMiniapp(['pack', '--dry-run'], { cwd })).code).toBe(0)

      // The build rewrites dist, so the version is raised in its source.
      const packed = await runMiniapp(['pack', '--bump', 'minor'], { cwd })
      expect(packed.stdout).toContain(
        `Raised the version in ${join('public', 'manifest.json')} and ${join('dist', 'manifest.json')}\n`,
      )
      await build(quiet(cwd))
      expect(JSON.parse(await readFile(join(cwd, 'dist/manifest.json'), 'utf8'))).toMatchObject({
        version: '1.1.0',
      })
    },
  )

  it('fails a build that the service would refuse, and one without a manifest', async () => {
    const cwd = await newProject()
    const page = await readFile(join(cwd, 'index.html'), 'utf8')
    await writeFile(join(cwd, 'index.html'), page.replace('<p id="hint">', '<iframe></iframe><p id="hint">'))
    await expect(build(quiet(cwd))).rejects.toThrow('miniapp: the service would refuse this build.')
    await writeFile(
      join(cwd, 'index.html'),
      page.replace('<p id="hint">', '<input type="file"><p id="hint">'),
    )
    await writeFile(
      join(cwd, 'vite.config.ts'),
      `import miniapp from 'miniapp/vite'\nexport default { plugins: [miniapp({ strict: true })] }\n`,
    )
    const manifest = await readFile(join(cwd, 'public/manifest.json'), 'utf8')
    await writeFile(join(cwd, 'public/manifest.json'), manifest.replace('ma_abcdefghij', 'ma_exampleapp'))
    const told: string[] = []
    const info = (text: string): void => {
      told.push(text)
    }
    const failed: string[] = []
    const error = (text: string): void => {
      failed.push(text)
    }
    const customLogger = { ...createLogger('silent'), info, error }
    await expect(build({ root: cwd, customLogger })).rejects.toThrow(
      'miniapp: this build has warnings or flags, and `strict` is set.',
    )
    // The placeholder is an info, which asks for nothing.
    expect(failed.join('\n')).toContain('html/file-input')
    expect(failed.join('\n')).not.toContain('manifest/placeholder-app-id')
    expect(told.join('\n')).not.toContain('html/file-input')
    // What the project allows does not fail it, and is still shown.
    const settings = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'))
    const allow = (rules: readonly string[]): Promise<void> =>
      writeFile(
        join(cwd, 'package.json'),
        JSON.stringify({ ...settings, miniapp: { ...settings.miniapp, allow: rules } }),
      )
    await allow(['html/file-input'])
    told.length = 0
    await build({ root: cwd, customLogger })
    expect(told.join('\n')).toContain('warning allowed')
    await allow(['html/file-inputs'])
    await expect(build({ root: cwd, customLogger })).rejects.toThrow(
      'miniapp: "allow" in package.json names "html/file-inputs", which is not a rule.',
    )
    await writeFile(join(cwd, 'package.json'), JSON.stringify(settings))
    await writeFile(
      join(cwd, 'vite.config.ts'),
      `import miniapp from 'miniapp/vite'\nexport default { plugins: [miniapp({ strict: true, allow: ['html/file-input'] })] }\n`,
    )
    await build({ root: cwd, customLogger })
    await writeFile(join(cwd, 'index.html'), page)
    await writeFile(
      join(cwd, 'vite.config.ts'),
      `import miniapp from 'miniapp/vite'\nexport default { plugins: [miniapp({ manifest: 'none.json' })] }\n`,
    )
    await expect(build(quiet(cwd))).rejects.toThrow(
      'none.json does not exist. Create it with `miniapp init --add`.',
    )
  })

  it('names the source of what it finds, and writes no map that is not asked for', async () => {
    const cwd = await newProject()
    const main = await readFile(join(cwd, 'src/main.ts'), 'utf8')
    await writeFile(join(cwd, 'src/main.ts'), `${main}onclick = () => localStorage.setItem('a', 'b')\n`)
    const line = main.split('\n').length
    const told: string[] = []
    const info = (text: string): void => {
      told.push(text)
    }
    const customLogger = { ...createLogger('silent'), info }
    const files = async (): Promise<readonly string[]> => (await readdir(join(cwd, 'dist/assets'))).sort()
    await rm(join(cwd, 'public/.miniappignore'))
    await build({ root: cwd, customLogger })
    expect(told.join('\n')).toMatch(new RegExp(`^  src/main\\.ts:${line}:17 \\(1:\\d+\\) warning`, 'm'))
    const without = await files()
    expect(without.filter((name) => name.endsWith('.map'))).toEqual([])
    // The command finds the maps that a build writes.
    await build({ ...quiet(cwd), build: { sourcemap: true } })
    expect((await files()).filter((name) => name.endsWith('.map'))).toHaveLength(1)
    const checked = await runMiniapp(['check', '--format', 'json'], { cwd })
    expect(JSON.parse(checked.stdout).problems).toMatchObject([
      { rule: 'script/browser-storage', source: { file: 'src/main.ts', line, column: 17 } },
    ])
    const github = await runMiniapp(['check', '--format', 'github'], { cwd })
    expect(github.stdout).toMatch(new RegExp(`^::warning file=src/main\\.ts,line=${line},col=17,`))
    // A zip has no maps of what stays out of it; pack still names the source.
    await writeFile(join(cwd, 'dist/.miniappignore'), '*.map\n')
    const packed = JSON.parse((await runMiniapp(['pack', '--format', 'json'], { cwd })).stdout)
    expect(packed.zip.files.filter(({ path }: { path: string }) => path.endsWith('.map'))).toEqual([])
    expect(packed.problems).toMatchObject([{ source: { file: 'src/main.ts', line, column: 17 } }])
    // Where they stay out of the zip, a build writes maps for the commands, unless its settings say that it writes none.
    await writeFile(join(cwd, 'public/.miniappignore'), '*.map\n')
    await build({ ...quiet(cwd), build: { sourcemap: false } })
    expect(await files()).toEqual(without)
    await build(quiet(cwd))
    const quietly = await runMiniapp(['check', '--format', 'json'], { cwd })
    expect(JSON.parse(quietly.stdout).problems).toMatchObject([
      { rule: 'script/browser-storage', source: { file: 'src/main.ts', line, column: 17 } },
    ])
  })

  it('shows the app in the simulator in dev, built again on every save', async () => {
    const cwd = await newProject()
    await writeFile(
      join(cwd, 'vite.config.ts'),
      `import miniapp from 'miniapp/vite'\nexport default { plugins: [miniapp({ port: ${await freePort()} })] }\n`,
    )
    const server = await createServer({
      ...quiet(cwd),
      server: { port: await freePort(), host: '127.0.0.1' },
    })
    onTestFinished(() => server.close())
    await server.listen()
    const address = server.resolvedUrls?.local[0] ?? ''
    const answer = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(answer.status).toBe(302)
    const shell = await (await fetch(answer.headers.get('location') ?? '')).text()
    expect(shell).toContain('miniapp-token')
    const built = join(cwd, '.miniapp/vite/index.html')
    expect(await readFile(built, 'utf8')).toContain('Draw a line.')
    const page = await readFile(join(cwd, 'index.html'), 'utf8')
    await writeFile(join(cwd, 'index.html'), page.replace('Draw a line.', 'Draw two lines.'))
    await expect.poll(() => readFile(built, 'utf8'), { timeout: 30_000 }).toContain('Draw two lines.')
  })
})
