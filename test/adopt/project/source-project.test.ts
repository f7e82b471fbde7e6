import { describe, expect, it } from 'vitest'
import { sourceProject } from '../../../src/adopt/project/source-project.js'

type Contents = Readonly<Record<string, string>>

const recognized = (contents: Contents, entry?: string) =>
  sourceProject(new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)])), entry)

const project = (scripts: Contents, packages: readonly string[] = [], more: object = {}): string =>
  JSON.stringify({
    scripts,
    devDependencies: Object.fromEntries(packages.map((name) => [name, '*'])),
    ...more,
  })

const MODULE_PAGE = '<div id="app"></div><script type="module" src="/src/main.ts"></script>'
const VITE = {
  'package.json': project({ build: 'tsc && vite build' }, ['vite']),
  'index.html': MODULE_PAGE,
  'src/main.ts': '',
}

const PLAIN_VITE = {
  ...VITE,
  'index.html': '<script type="module" src="/src/main.js"></script>',
  'src/main.js': "document.querySelector('img').src = 'assets/a.png'",
}

describe('a Vite project whose page a browser can run', () => {
  it('needs the build for the files of public/ that the source names as its own', () => {
    const answer = recognized({ ...PLAIN_VITE, 'public/assets/a.png': '' })
    expect(answer?.reasons).toEqual([
      {
        file: 'public/assets/a.png',
        line: null,
        message: 'The build copies it beside the page.',
        effect: 'breaks',
      },
    ])
  })

  it.each<[string, Contents]>([
    ['names none of them', { 'public/robots.txt': '' }],
    ['has them beside the page too', { 'public/assets/a.png': '', 'assets/a.png': '' }],
    ['has none', {}],
  ])('needs none where it %s', (_how, more) => {
    expect(recognized({ ...PLAIN_VITE, ...more })).toBeNull()
  })
})

describe('the source of a game that a bundler builds', () => {
  it.each<[string, Contents, string, string | null, readonly string[]]>([
    ['Vite', VITE, 'Vite', 'dist', ['--base=./']],
    [
      'Vite with a folder of its own',
      { ...VITE, 'vite.config.js': "export default defineConfig({ build: { outDir: 'build/web' } })" },
      'Vite',
      'build/web',
      ['--base=./'],
    ],
    [
      'Vite with another root',
      { ...VITE, 'vite.config.mjs': "export default { root: 'src', build: { outDir: '../public' } }" },
      'Vite',
      'public',
      ['--base=./'],
    ],
    [
      'Vite in TypeScript',
      {
        ...VITE,
        'vite.config.ts': "const c: UserConfig = { build: { outDir: 'out' } as const }\nexport default c",
      },
      'Vite',
      'out',
      ['--base=./'],
    ],
    [
      'Vite by a flag',
      { ...VITE, 'package.json': project({ build: 'vite build --outDir web && node after.js' }, ['vite']) },
      'Vite',
      'web',
      [],
    ],
    [
      'webpack',
      {
        'package.json': project({ build: 'webpack --mode production' }, ['webpack']),
        'webpack.config.js':
          "const path = require('path')\nmodule.exports = { output: { path: path.resolve(__dirname, 'public', 'js'), filename: 'x.js' } }",
        'src/index.html': '<title>x</title>',
      },
      'webpack',
      'public/js',
      [],
    ],
    [
      'webpack in one of several files',
      {
        'package.json': project({ build: 'webpack --config webpack.prod.js' }, ['webpack']),
        'webpack.prod.js': "module.exports = { output: { path: __dirname + '/www' } }",
        'index.html': '<script src="www/main.js"></script>',
      },
      'webpack',
      'www',
      [],
    ],
    [
      'webpack with its configuration in a folder',
      {
        'package.json': project({ build: 'node log.js & webpack --config tools/prod.js' }, ['webpack']),
        'tools/common.js': "module.exports = { output: { path: path.resolve(__dirname, '../web') } }",
        'tools/prod.js': "module.exports = merge(require('./common'), { mode: 'production' })",
        'src/index.html': '<title>x</title>',
      },
      'webpack',
      'web',
      [],
    ],
    [
      'Parcel',
      {
        'package.json': project({ build: 'parcel build index.html' }, ['parcel']),
        'index.html': '<script type="module" src="game.ts"></script>',
      },
      'Parcel',
      'dist',
      ['--public-url=./'],
    ],
    [
      'Rollup',
      {
        'package.json': project({ build: 'rollup -c' }, ['rollup']),
        'rollup.config.mjs': "export default { output: { file: 'public/build/bundle.js' } }",
        'index.html': '<script type="module">import x from \'three\'</script>',
      },
      'Rollup',
      'public/build',
      [],
    ],
    [
      'esbuild',
      {
        'package.json': project({ build: 'esbuild src/main.ts --bundle --outfile=www/game.js' }, ['esbuild']),
        'index.html': MODULE_PAGE,
      },
      'esbuild',
      'www',
      [],
    ],
    [
      'Next.js',
      {
        'package.json': project({ build: 'next build' }, ['next']),
        'next.config.js': "module.exports = { output: 'export' }",
      },
      'Next.js',
      'out',
      [],
    ],
    [
      'Angular',
      {
        'package.json': project({ build: 'ng build' }, ['@angular/cli']),
        'angular.json':
          '{"projects":{"race":{"architect":{"build":{"builder":"@angular-devkit/build-angular:application","options":{"outputPath":"dist/race"}}}}}}',
        'src/index.html': '<app-root></app-root>',
      },
      'Angular',
      'dist/race/browser',
      ['--base-href=./'],
    ],
    [
      'Create React App',
      {
        'package.json': project({ build: 'react-scripts build' }, ['react-scripts']),
        'public/index.html': '<link rel="icon" href="%PUBLIC_URL%/favicon.ico"><div id="root"></div>',
      },
      'Create React App',
      'build',
      [],
    ],
    [
      'a build script of its own',
      { 'package.json': project({ build: 'make' }), 'index.html': MODULE_PAGE },
      'a build script',
      null,
      [],
    ],
  ])('is recognized: %s', (_, contents, name, output, flags) => {
    expect(recognized(contents)?.project).toMatchObject({ name, output, flags })
  })

  it.each<[string, Contents]>([
    ['a script in TypeScript', { 'index.html': MODULE_PAGE }],
    [
      'a package by its name',
      {
        'index.html': '<script type="module" src="a.js"></script>',
        'a.js': "import './b.js'",
        'b.js': "export * from 'phaser'",
      },
    ],
    [
      'CSS in a script',
      {
        'index.html': '<script type="module" src="/a.js"></script>',
        'a.js': "import './a.css'",
        'a.css': '',
      },
    ],
    ['no extension', { 'index.html': '<script type="module">import "./a"</script>', 'a.js': '' }],
    [
      'a picture in a script',
      {
        'index.html': '<script type="module" src="a.js"></script>',
        'a.js': "import a from './a.png'",
        'a.png': '',
      },
    ],
    [
      'a gap',
      {
        'index.html': '<title><%= htmlWebpackPlugin.options.title %></title><script src="a.js"></script>',
        'a.js': '',
      },
    ],
    ['require()', { 'index.html': '<script src="a.js"></script>', 'a.js': "var a = require('./b')" }],
    ['a script that is not there', { 'index.html': '<script src="dist/bundle.js"></script>' }],
    ['a page without a script', { 'index.html': '<div id="game"></div>' }],
  ])('by its page: %s', (_, contents) => {
    const found = recognized({ 'package.json': project({ build: 'webpack' }, ['webpack']), ...contents })
    expect(found?.reasons.length).toBeGreaterThan(0)
    expect(found?.reasons.every(({ effect }) => effect === 'breaks')).toBe(true)
  })

  it('says where the page is wrong, and whether an earlier build is there', () => {
    expect(recognized({ ...VITE, 'dist/index.html': '<script src="assets/a.js"></script>' })).toMatchObject({
      inPlace: false,
      built: 'dist',
      reasons: [
        {
          file: 'index.html',
          line: 1,
          message: '/src/main.ts is not a script that a browser runs. It needs a build.',
        },
      ],
    })
  })

  it('keeps a page in its place that only loads what the build writes', () => {
    expect(
      recognized({
        'package.json': project({ build: 'webpack' }, ['webpack']),
        'index.html': '<script src="dist/bundle.js"></script>',
      }),
    ).toMatchObject({ inPlace: true })
  })

  it.each<[string, Contents, string | undefined]>([
    [
      'a game with tools',
      {
        'package.json': project({ build: 'webpack' }, ['webpack']),
        'index.html': '<script src="dist/a.js"></script>',
        'dist/a.js': '',
      },
      undefined,
    ],
    [
      'modules that a browser loads',
      {
        'package.json': project({ build: 'vite build' }, ['vite']),
        'index.html': '<script type="module" src="/a.js"></script>',
        'a.js': "import './b.js'; import('https://x.example/c.js')",
        'b.js': '',
      },
      undefined,
    ],
    [
      'names that an import map gives',
      {
        'package.json': project({ build: 'rollup -c' }, ['rollup']),
        'index.html':
          '<script type="importmap">{"imports":{"three":"./t.js","x/":"./x/"}}</script><script type="module">import "three"; import "x/y.js"</script>',
        't.js': '',
      },
      undefined,
    ],
    [
      'the page that was built, by name',
      { ...VITE, 'dist/index.html': '<script src="a.js"></script>', 'dist/a.js': '' },
      'dist/index.html',
    ],
    [
      'no build script',
      { 'package.json': project({ start: 'vite' }, ['vite']), 'index.html': MODULE_PAGE },
      undefined,
    ],
    ['no package.json', { 'index.html': MODULE_PAGE }, undefined],
    [
      'a script of Cordova',
      {
        'package.json': project({ build: 'webpack' }, ['webpack']),
        'index.html': '<script src="cordova.js"></script><script src="a.js"></script>',
        'a.js': '',
      },
      undefined,
    ],
  ])('is not %s', (_, contents, entry) => {
    expect(recognized(contents, entry)).toBe(null)
  })

  it.each<[string, Contents, string | null]>([
    [
      'Next.js that needs a server',
      { 'package.json': project({ build: 'next build' }, ['next']) },
      "Set output: 'export' and assetPrefix: './' in next.config, so that the build writes files that need no server.",
    ],
    [
      'webpack with a root',
      {
        'package.json': project({ build: 'webpack' }, ['webpack']),
        'index.html': '',
        'webpack.config.js': "module.exports = { output: { publicPath: '/' } }",
      },
      "Set output.publicPath to '' in the webpack configuration, so that its addresses are relative.",
    ],
    [
      'Vite behind another command',
      { ...VITE, 'package.json': project({ build: 'vite build && node x' }, ['vite']) },
      "Set base: './' in vite.config, so that its addresses are relative.",
    ],
    [
      'Vite with a base',
      {
        ...VITE,
        'package.json': project({ build: 'vite build && node x' }, ['vite']),
        'vite.config.js': "export default { base: './' }",
      },
      null,
    ],
    ['Vite', VITE, null],
  ])('comes with what has to change before it is built: %s', (_, contents, advice) => {
    expect(recognized(contents)?.project.advice).toBe(advice)
  })
})
