import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SHIM_PART_NAMES } from '../../src/shim/part-names.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { runHere } from '../support/rigs/command-here.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

/** @param run the command line: in this process, or as it is built */
const project = async (run = runHere) => {
  const cwd = await temporaryFolder()
  await run(['init', 'app', '-t', 'blank', '--name', 'App'], { cwd })
  const file = (path: string): Promise<string> => readFile(join(cwd, 'app', path), 'utf8')
  const write = (path: string, text: string): Promise<void> => writeFile(join(cwd, 'app', path), text)
  const shim = async (...words: string[]) => {
    const ran = await run(['init', '--shim', 'app', '--format', 'json', ...words], { cwd })
    return { ...ran, result: ran.code === 0 ? JSON.parse(ran.stdout) : null }
  }
  return { cwd, file, write, shim }
}

describe('miniapp init --shim', () => {
  it('adds what the scripts of a project need, and then check has nothing to say', async () => {
    const { cwd, file, write, shim } = await project(runMiniapp)
    await write(
      'app.js',
      `localStorage.setItem('theme', navigator.getGamepads().length)\n${await file('app.js')}`,
    )
    expect(
      JSON.parse((await runMiniapp(['check', 'app', '--format', 'json'], { cwd })).stdout),
    ).toMatchObject({
      runs: false,
    })
    expect(await shim()).toMatchObject({
      code: 0,
      stderr: '',
      result: {
        schema: 1,
        path: 'app',
        file: 'browser-shim.js',
        parts: ['local-storage', 'gamepads'],
        pages: ['index.html'],
        files: ['browser-shim.js', 'index.html'],
      },
    })
    expect(await file('index.html')).toContain(
      '    <script src="service-miniapp.js"></script>\n    <script src="browser-shim.js"></script>\n',
    )
    const { runs, problems } = JSON.parse(
      (await runMiniapp(['check', 'app', '--format', 'json'], { cwd })).stdout,
    )
    expect({ runs, rules: problems.map(({ rule }: { rule: string }) => rule) }).toEqual({
      runs: true,
      rules: ['manifest/placeholder-app-id'],
    })
  })

  it('writes it again when the scripts need more, and nothing where nothing changed', async () => {
    const { cwd, file, write, shim } = await project()
    await write('app.js', "localStorage.setItem('a', 1)")
    await shim()
    const page = await file('index.html')
    expect((await shim()).result).toMatchObject({ pages: [], files: [] })
    expect((await runHere(['init', '--shim', 'app'], { cwd })).stdout).toBe(
      '✓ browser-shim.js in app is up to date (1 part)\n  localStorage\n',
    )
    await write('app.js', "localStorage.setItem('a', 1); alert('b')")
    expect((await shim()).result).toMatchObject({
      parts: ['local-storage', 'dialogs'],
      pages: [],
      files: ['browser-shim.js'],
    })
    expect(await file('index.html')).toBe(page)
  })

  it('adds all of it where no script needs any yet', async () => {
    const { shim } = await project()
    const { result } = await shim()
    expect(result.parts).toEqual(
      SHIM_PART_NAMES.filter(
        (name) => !['names', 'root-addresses', 'routes', 'stable-address', 'parent-window'].includes(name),
      ),
    )
  })

  it('brings the SDK where a page has none', async () => {
    const { cwd, file, shim } = await project()
    await mkdir(join(cwd, 'app', 'more'))
    await writeFile(
      join(cwd, 'app', 'more', 'two.html'),
      '<!doctype html><script>localStorage.a = 1</script>',
    )
    expect((await shim()).result.pages).toEqual(['index.html', 'more/two.html'])
    expect(await file('more/two.html')).toBe(
      '<!doctype html><script src="../service-miniapp.js"></script><script src="../browser-shim.js"></script><script>localStorage.a = 1</script>',
    )
  })

  it('replaces no file of another kind without --force', async () => {
    const { cwd, file, write, shim } = await project()
    await write('browser-shim.js', '// mine')
    const before = await readdir(join(cwd, 'app'))
    expect(await shim()).toMatchObject({
      code: 2,
      stderr:
        'error browser-shim.js in app is not a browser shim.\nRename it, or add --force to replace it.\n',
    })
    expect(await readdir(join(cwd, 'app'))).toEqual(before)
    expect(await shim('--force')).toMatchObject({ code: 0 })
    expect(await file('browser-shim.js')).toContain('browser-shim parts: ')
  })

  it.each([
    [['--shim', 'nowhere'], /nowhere/],
    [['--shim', '.'], /There is no manifest\.json in this folder/],
    [['--shim', 'app', '-t', 'blank'], /--template and --shim cannot both be given\./],
    [['--shim', 'app', '--from', 'x'], /--from and --shim cannot both be given\./],
    [['--shim', 'app', '--icon', 'x.png'], /--icon and --shim cannot both be given\./],
  ])('is used wrongly: %j', async (words, message) => {
    const { cwd } = await project()
    const run = await runHere(['init', ...words], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(message)
  })

  it('says what to do in a project with a bundler', async () => {
    const { cwd, write, shim } = await project()
    await write('index.html', '')
    await runHere(['init', 'built', '-t', 'vite', '--name', 'Built'], { cwd })
    await mkdir(join(cwd, 'pages'))
    await writeFile(join(cwd, 'pages', 'manifest.json'), await readFile(join(cwd, 'app', 'manifest.json')))
    expect(await runHere(['init', '--shim', 'pages'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("import 'miniapp/shim' before the app's own code"),
    })
    expect(await shim()).toMatchObject({ code: 0 })

    const settings = { miniapp: { folder: 'app' }, scripts: { build: 'vite build' } }
    await writeFile(join(cwd, 'package.json'), JSON.stringify(settings))
    expect(await runHere(['init', '--shim', '.'], { cwd })).toMatchObject({
      code: 2,
      stderr: `error app is written by your build, and the next build would remove the shim.\nIn a project with a bundler, import 'miniapp/shim' before the app's own code.\n`,
    })
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ ...settings, scripts: {} }))
    expect(await runHere(['init', '--shim', '.'], { cwd })).toMatchObject({ code: 0 })
  })
})
