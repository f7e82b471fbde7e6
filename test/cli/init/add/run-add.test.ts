import { exec } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../../../../src/bundle/folder.js'
import { check } from '../../../../src/check/run.js'
import { VERSION } from '../../../../src/version.js'
import { commandRig } from '../../../support/rigs/command-rig.js'

const VITE = {
  'package.json': `{
    "name": "stars",
    "description": "Catch stars before they fall.",
    "scripts": {
        "dev": "vite",
        "build": "vite build",
        "test": "vitest"
    },
    "devDependencies": { "vite": "^8.0.0" }
}
`,
  'vite.config.ts': "import { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [] })\n",
  'tsconfig.json': '{\n  // strict\n  "compilerOptions": { "types": ["vite/client"] }\n}\n',
  'index.html':
    '<!doctype html><title>Star catcher</title><script type="module" src="/src/main.ts"></script>\n',
  'src/main.ts': 'export {}\n',
  '.gitignore': 'node_modules\ndist',
}

/** A folder with these files, and the command in it. */
const project = async (files: Readonly<Record<string, string>>) => {
  const rig = await commandRig()
  const cwd = join(rig.home, 'stars')
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  return {
    cwd,
    init: (...words: string[]) => rig.run(['init', ...words], { cwd }),
    run: (...words: string[]) => rig.run(['init', '--add', ...words], { cwd }),
    text: (path: string) => readFile(join(cwd, path), 'utf8'),
    json: async (...words: string[]) =>
      JSON.parse((await rig.run(['init', '--add', '--format', 'json', ...words], { cwd })).stdout),
    files: async () =>
      (await readdir(cwd, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
  }
}

describe('init --add in a Vite project', () => {
  it('adds what is missing, keeps how the rest is written, and has nothing to do the second time', async () => {
    const { json, text, files } = await project(VITE)
    const app = { id: 'ma_exampleapp', name: 'Star catcher', version: '1.0.0' }
    expect(await json()).toEqual({
      schema: 1,
      path: '.',
      bundler: 'vite',
      folder: 'dist',
      app,
      placeholderId: true,
      written: ['public/manifest.json', 'public/icon.png', 'public/.miniappignore'],
      changed: ['package.json', 'vite.config.ts', 'tsconfig.json'],
      byHand: [],
    })
    expect(JSON.parse(await text('public/manifest.json'))).toMatchObject({
      name: 'Star catcher',
      summary: 'Catch stars before they fall.',
      age_rating: '4+',
    })
    expect(await text('package.json')).toBe(`{
    "name": "stars",
    "description": "Catch stars before they fall.",
    "scripts": {
        "dev": "vite",
        "build": "vite build",
        "test": "vitest",
        "check": "npm run build -- --logLevel error && miniapp check",
        "pack": "npm run build -- --logLevel error && miniapp pack"
    },
    "devDependencies": {
        "vite": "^8.0.0",
        "miniapp": "^${VERSION}"
    },
    "miniapp": {
        "folder": "dist"
    }
}
`)
    expect(await text('vite.config.ts')).toBe(
      "import miniapp from 'miniapp/vite'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [miniapp()] })\n",
    )
    expect(await text('tsconfig.json')).toBe(
      '{\n  // strict\n  "compilerOptions": { "types": ["vite/client", "miniapp/sdk"] }\n}\n',
    )
    expect(await text('index.html')).toBe(VITE['index.html'])
    const count = await files()
    expect(await json()).toMatchObject({ app, placeholderId: true, written: [], changed: [], byHand: [] })
    expect(await files()).toBe(count)
  })

  it('takes its words from flags, and says what it did', async () => {
    const { run, text } = await project(VITE)
    const words = ['--name', 'Falling stars', '--age-rating', '9+', '--app-id', 'ma_abcdefghij', '--yes']
    const { code, stdout, stderr } = await run(...words)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('✓ This folder is a mini app now: a Vite project with a manifest.')
    expect(stdout).toContain('  ~ vite.config.ts')
    expect(stdout).not.toContain('placeholder')
    expect(JSON.parse(await text('public/manifest.json'))).toMatchObject({
      app_id: 'ma_abcdefghij',
      name: 'Falling stars',
      age_rating: '9+',
    })
    expect((await run()).stdout).toBe('✓ This folder has everything that a mini app needs.\n')
  })

  it.each([
    ["{ root: 'app' }", 'app/public/'],
    ["{ root: 'app', publicDir: '../static', plugins: [] }", 'static/'],
    ["{ publicDir: 'assets/' }", 'assets/'],
  ])('puts the manifest where Vite copies files from: %s', async (config, folder) => {
    const { json } = await project({ ...VITE, 'vite.config.ts': `export default ${config}\n` })
    expect((await json()).written).toContain(`${folder}manifest.json`)
    expect(await json()).toMatchObject({ written: [], changed: [] })
  })

  it('names what it cannot do, and a manifest of something else', async () => {
    const unclear = { ...VITE, 'vite.config.ts': 'export default mergeConfig(base, {})\n' }
    expect((await (await project(unclear)).json()).byHand).toEqual([
      "Add the plugin to vite.config.ts: import miniapp from 'miniapp/vite', and miniapp() in the list of plugins.",
    ])
    const common = await project({
      ...VITE,
      'vite.config.ts': 'export default mergeConfig(base, {})\n',
      'package.json': '{ "scripts": { "build": "vite build" }, "devDependencies": { "vite": "8" } }',
    })
    const step =
      "  Add the plugin to vite.config.ts: import miniapp from 'miniapp/vite', and miniapp() in the list"
    expect((await common.run()).stdout).toMatch(
      new RegExp(`To do by hand:\\n${step.replace(/[().]/g, '\\$&')}.*\\n\\nNext:\\n.*\\n  npx vite\\n`),
    )
    expect((await common.run()).stdout).toContain(
      `! This folder has all files that a mini app needs.\nTo do by hand:\n${step}`,
    )
    const { run, files } = await project({ ...VITE, 'public/manifest.json': '{ "short_name": "Stars" }' })
    const count = await files()
    const { code, stderr } = await run()
    expect(code).toBe(2)
    expect(stderr).toContain(
      'public/manifest.json is another kind of manifest, and a mini app needs this file name.',
    )
    expect(await files()).toBe(count)
  })
})

describe('init --add elsewhere', () => {
  it('makes a folder of plain HTML a bundle that check accepts', async () => {
    const { cwd, json, text } = await project({
      'index.html':
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>Stars</title>\n<script src="game.js"></script>\n</head>\n<body></body>\n</html>\n',
      'game.js': 'Service.ready().catch(() => {})\n',
    })
    expect(await json()).toMatchObject({
      bundler: null,
      folder: '.',
      written: ['manifest.json', 'icon.png', 'service-miniapp.js', '.miniappignore'],
      changed: ['index.html'],
      byHand: [],
    })
    expect(await text('index.html')).toContain(
      '<script src="service-miniapp.js"></script>\n<script src="game.js"></script>',
    )
    const bundle = await openFolder(cwd)
    const { ok, problems } = await check(bundle)
    await bundle.close()
    expect({ ok, rules: problems.map(({ rule }) => rule) }).toEqual({
      ok: true,
      rules: ['manifest/placeholder-app-id'],
    })
    expect(await json()).toMatchObject({ written: [], changed: [] })
  })

  it('copies what webpack does not, and loads the SDK in its page', async () => {
    const { json, text } = await project({
      'package.json': '{\n  "scripts": { "build": "webpack" },\n  "devDependencies": { "webpack": "5" }\n}\n',
      'webpack.config.js':
        "module.exports = { output: { path: require('path').resolve(__dirname, 'out') } }\n",
      'src/index.html': '<!doctype html>\n<title>Stars</title>\n<body></body>\n',
    })
    expect(await json()).toMatchObject({
      bundler: 'webpack',
      folder: 'out',
      written: [
        'public/manifest.json',
        'public/icon.png',
        'public/service-miniapp.js',
        'public/.miniappignore',
      ],
      changed: ['package.json', 'src/index.html'],
      byHand: [],
    })
    const { scripts, miniapp } = JSON.parse(await text('package.json'))
    expect(miniapp).toEqual({ folder: 'out' })
    expect(scripts.postbuild).toBe(
      `node -e "const fs = require('node:fs'); fs.cpSync('public', 'out', { recursive: true })"`,
    )
    expect(await text('src/index.html')).toContain('<script src="service-miniapp.js"></script>')
    expect(await json()).toMatchObject({ written: [], changed: [], byHand: [] })
  })

  it.each([
    ['esbuild src/main.js --bundle --outdir=www', 'esbuild', 'www/index.html', 'main.js', 'www'],
    [
      'rollup -i src/main.js --file public/build/bundle.js',
      'rollup',
      'public/index.html',
      'build/bundle.js',
      'public',
    ],
    ['webpack', 'webpack', 'dist/index.html', 'main.js', 'dist'],
    ['webpack', 'webpack', 'index.html', './dist/main.js', '.'],
  ])(
    'is the folder of the page, where a build writes only scripts: %s',
    async (build, bundler, page, script, folder) => {
      const { json, text } = await project({
        'package.json': JSON.stringify({ scripts: { build }, devDependencies: { [bundler]: '*' } }),
        [page]: `<!doctype html>\n<title>Stars</title>\n<script src="${script}"></script>\n`,
        'src/main.js': 'go()\n',
      })
      const place = folder === '.' ? '' : `${folder}/`
      expect(await json()).toMatchObject({
        bundler,
        folder,
        written: [
          `${place}manifest.json`,
          `${place}icon.png`,
          `${place}service-miniapp.js`,
          `${place}.miniappignore`,
        ],
        changed: ['package.json', page],
        byHand: [],
      })
      const { scripts, miniapp } = JSON.parse(await text('package.json'))
      expect(scripts.postbuild).toBeUndefined()
      expect(miniapp).toEqual(folder === '.' ? undefined : { folder })
      expect(await json()).toMatchObject({ written: [], changed: [], byHand: [] })
    },
  )

  it.each([
    ['a plugin writes the page', { devDependencies: { webpack: '5', 'html-webpack-plugin': '5' } }, ''],
    ['what the build writes is left out of git', { devDependencies: { webpack: '5' } }, 'dist\n'],
  ])('does not take what a build wrote for the page: %s', async (_why, about, gitignore) => {
    const { json } = await project({
      'package.json': JSON.stringify({ scripts: { build: 'webpack' }, ...about }),
      'dist/index.html': '<!doctype html>\n<script src="main.js"></script>\n',
      'src/index.html': '<!doctype html>\n<title>Stars</title>\n',
      '.gitignore': gitignore,
    })
    expect(await json()).toMatchObject({ folder: 'dist', changed: ['package.json', 'src/index.html'] })
  })

  it('knows a SvelteKit project by its package, and loads the SDK from its assets', async () => {
    const { run, text } = await project({
      'package.json':
        '{ "scripts": { "build": "vite build" }, "devDependencies": { "@sveltejs/kit": "2", "vite": "8" } }',
      'svelte.config.js':
        "import adapter from '@sveltejs/adapter-static'\nexport default { kit: { adapter: adapter({ fallback: 'index.html' }) } }\n",
      'vite.config.js':
        "import { sveltekit } from '@sveltejs/kit/vite'\nexport default { plugins: [sveltekit()] }\n",
      'src/app.html':
        '<!doctype html>\n<html>\n<head>%sveltekit.head%</head>\n<body>%sveltekit.body%</body>\n</html>\n',
    })
    const { stdout } = await run()
    expect(stdout).toContain('is a mini app now: a SvelteKit project')
    expect(stdout).toContain('+ static/manifest.json')
    expect(stdout).toContain(
      '  Put `export const prerender = true` into src/routes/+layout.js and leave `fallback` out',
    )
    expect(await text('src/app.html')).toContain(
      '<script src="%sveltekit.assets%/service-miniapp.js"></script>',
    )
    expect(JSON.parse(await text('package.json')).miniapp).toEqual({ folder: 'build' })
    expect(await text('vite.config.js')).not.toContain('miniapp')
  })

  it('has Parcel write relative addresses, and puts the SDK into its page after the build', async () => {
    const { json, text, cwd } = await project({
      'package.json':
        '{ "scripts": { "build": "parcel build src/index.html" }, "devDependencies": { "parcel": "2" } }\n',
      'src/index.html': '<!doctype html><title>Stars</title><script type="module" src="game.js"></script>\n',
      'src/game.js': 'go()\n',
    })
    expect(await json()).toMatchObject({ bundler: 'parcel', changed: ['package.json'], byHand: [] })
    const { scripts } = JSON.parse(await text('package.json'))
    expect(scripts.build).toBe('parcel build src/index.html --public-url=./')
    // What Parcel writes.
    await mkdir(join(cwd, 'dist'))
    await writeFile(join(cwd, 'dist/index.html'), '<title>Stars</title><script src="game.1.js"></script>')
    await promisify(exec)(scripts.postbuild, { cwd })
    expect(await text('dist/index.html')).toBe(
      '<title>Stars</title><script src=service-miniapp.js></script><script src="game.1.js"></script>',
    )
    expect(await readdir(join(cwd, 'dist'))).toContain('manifest.json')
    expect(await json()).toMatchObject({ written: [], changed: [], byHand: [] })
  })

  it('is what init offers in a project: --yes takes it, and without a terminal it is named', async () => {
    const { init, files } = await project(VITE)
    const count = await files()
    expect(await init()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Or add what a mini app needs to the project here: miniapp init --add'),
    })
    expect(await files()).toBe(count)
    expect((await init('--yes')).stdout).toContain('✓ This folder is a mini app now: a Vite project')
  })

  it('refuses a folder without a project, and flags of another way to begin', async () => {
    const { run } = await project({ 'notes.txt': '' })
    expect(await run()).toMatchObject({
      code: 2,
      stderr:
        'error This folder has no HTML page and no package.json with a build script.\nStart a new app with miniapp init my-game, or name the folder of your project.\n',
    })
    const { run: runAbove } = await project({ 'public/index.html': '<!doctype html>' })
    expect((await runAbove()).stderr).toContain(
      'Name the folder that has the page: miniapp init --add public\n',
    )
    expect((await run('--template', 'blank')).stderr).toContain('--template and --add cannot both be given.')
  })
})
