import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { withSlashes } from '../../src/bundle/paths.js'
import { shellWord } from '../../src/terminal/shell.js'
import { runMiniapp } from '../support/processes/command-line.js'
import { runHere } from '../support/rigs/command-here.js'
import { missing } from '../support/vitest/missing.js'
import { temporaryFolder } from '../support/vitest/temporary-folder.js'

const FIXTURES = fileURLToPath(new URL('../../fixtures/adopt/', import.meta.url))

/** A folder with one of the games in it, with its pictures, which are drawn here. */
const withGame = async (name: string, pictures: Readonly<Record<string, readonly [number, number]>>) => {
  const cwd = await temporaryFolder()
  await cp(join(FIXTURES, name), join(cwd, 'game'), { recursive: true })
  for (const [path, [width, height]] of Object.entries(pictures)) {
    await mkdir(join(cwd, 'game', path, '..'), { recursive: true })
    const background = { r: 200, g: 80, b: 40, alpha: 0.5 }
    await writeFile(
      join(cwd, 'game', path),
      await sharp({ create: { width, height, channels: 4, background } })
        .png()
        .toBuffer(),
    )
  }
  return cwd
}

/** What a folder holds, file by file. */
const contentsOf = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [
        file,
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ]),
    ),
  )
}

const RUNNER_PICTURES = {
  'img/hero.png': [160, 160],
  'img/sky.png': [600, 200],
  'img/Stone (1).PNG': [32, 32],
  'img/level0.png': [16, 16],
} as const

describe('miniapp init --from', () => {
  it('makes a mini app of a game of ten years ago, reports every change and leaves the game alone', async () => {
    const cwd = await withGame('runner', RUNNER_PICTURES)
    const before = await contentsOf(join(cwd, 'game'))
    const words = ['init', 'app', '--from', 'game', '--age-rating', '4+', '--app-id', 'ma_abcdefghij']
    const run = await runMiniapp([...words, '--format', 'json'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(await contentsOf(join(cwd, 'game'))).toEqual(before)
    const result = JSON.parse(run.stdout)
    expect(result).toMatchObject({
      schema: 1,
      path: 'app',
      from: 'game',
      app: { id: 'ma_abcdefghij', name: 'Canyon Runner', version: '1.0.0' },
      placeholderId: false,
      defaults: [],
      entry: 'index.html',
      icon: { path: 'icon.png', from: 'img/hero.png' },
      replaced: [],
      missing: [
        { file: 'css/game.css', url: '/fonts/slab.eot', path: 'fonts/slab.eot', remedy: null },
        { file: 'index.html', url: '/favicon.ico', path: 'favicon.ico', remedy: null },
      ],
      leftBehind: [
        { path: '.htaccess' },
        { path: 'README.md' },
        { path: 'fonts/slab.eot' },
        { path: 'runner.appcache' },
      ],
    })
    // What is left cannot be fixed by rule: a canvas that is read. The game does not use the library that it loads.
    expect(
      result.check.problems.map(({ rule, file }: { rule: string; file: string }) => [rule, file]),
    ).toEqual([['script/tainted-canvas', 'js/game.js']])
    const changed: Record<string, number> = {}
    for (const { kind } of result.changes) changed[kind] = (changed[kind] ?? 0) + 1
    expect(changed).toEqual({ sdk: 1, shim: 1, renamed: 2, address: 11, removed: 6, crossorigin: 1 })
    const { width, height, hasAlpha } = await sharp(join(cwd, 'app', 'icon.png')).metadata()
    expect({ width, height, hasAlpha }).toEqual({ width: 512, height: 512, hasAlpha: false })
    const written = (await readdir(join(cwd, 'app'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => withSlashes(relative(join(cwd, 'app'), join(entry.parentPath, entry.name))))
    expect(result.files).toEqual(written.sort())
  })

  it('makes one of what a bundler left, by what its web manifest says; it would go live', async () => {
    const cwd = await withGame('blocks', { 'build/icons/touch.png': [192, 192] })
    const run = await runHere(['init', 'app', '--from', 'game/build', '--age-rating', '9+'], { cwd })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('Blocks is in app (from game/build, ')
    expect(run.stdout.split('\n')).toEqual([
      '✓ Blocks is in app (from game/build, 18 files)',
      '',
      'Recognized: the page index.html, the icon icons/touch.png',
      'Changed: the SDK was added, the browser shim was added, 8 addresses were fixed, 2 elements and attributes were removed, crossorigin was set on 1 element, 1 file left out (every change is in app.changes.txt)',
      '',
      '✓ With its own App ID, this version goes live automatically one hour after upload. Nothing found that stops the app from running.',
      '',
      'Next:',
      '  cd app',
      expect.stringMatching(/^ {2}(?:node \S+miniapp\.js|miniapp) dev$/),
      expect.stringMatching(/^ {2}(?:node \S+miniapp\.js|miniapp) test$/),
      '',
      '! ma_exampleapp is a placeholder. It works until you upload: then register the app on the service',
      '  and put its App ID into manifest.json.',
      '',
    ])
    const changes = await readFile(join(cwd, 'app.changes.txt'), 'utf8')
    expect(changes).toContain('\n  index.html:11 /assets/main.js → assets/main.js ')
    expect(changes).toContain("\nLeft out:\n  manifest.json the mini app's own manifest replaces it\n")
    expect(await readdir(cwd)).toEqual(['app', 'app.changes.txt', 'game'])
    expect(JSON.parse(await readFile(join(cwd, 'app', 'manifest.json'), 'utf8'))).toEqual({
      service_miniapp: 1,
      app_id: 'ma_exampleapp',
      version: '1.0.0',
      name: 'Blocks',
      summary: 'Blocks fall, rows go, and it never ends.',
      category: 'games',
      age_rating: '9+',
      icon: 'icon.png',
      orientation: 'portrait',
      access: { type: 'free' },
    })
    expect(await runHere(['pack', 'app', '--dry-run'], { cwd })).toMatchObject({ code: 0 })
  })

  it('makes one of a page that grew on Windows: names, letter case, an old encoding', async () => {
    const cwd = await withGame('picnic', {
      'Images/ant.png': [20, 20],
      'Images/cake.PNG': [40, 40],
      'Images/caf\u00e9 table.png': [50, 30],
    })
    const words = ['init', 'app', '--from', 'game', '--age-rating', '4+', '--summary', 'Feed the ants.']
    expect(await runHere(words, { cwd })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'error game has several pages: Play.HTM, about.html.\nAdd --entry with the page to open: --entry Play.HTM\n',
    })
    const named = ['init', 'named', '--from', join('game', 'Play.HTM'), ...words.slice(4), '--format', 'json']
    expect(JSON.parse((await runHere(named, { cwd })).stdout)).toMatchObject({ entry: 'Play.htm' })
    const run = await runHere([...words, '--entry', 'Play.HTM', '--format', 'json'], { cwd })
    const result = JSON.parse(run.stdout)
    expect(result).toMatchObject({ entry: 'Play.htm', icon: { path: 'icon.png', from: null } })
    expect(result.check.problems).toMatchObject([{ rule: 'manifest/placeholder-app-id' }])
    expect(await readFile(join(cwd, 'app', 'Play.htm'), 'utf8')).toContain(
      '<img src="Images/ant.png"><img src="Images/cake.png">',
    )
    expect(await readFile(join(cwd, 'app', 'js', 'loader.js'), 'utf8')).toContain(
      `["Images/cafe-table.png", 'Images/ant.png', "table-one.json"]`,
    )
    expect(JSON.parse(await readFile(join(cwd, 'app', 'data', 'table-one.json'), 'utf8'))).toMatchObject({
      picture: '../Images/ant.png',
    })
  })

  it('makes one of a game that came as a package: a server of its own, pages beside it, an engine above it', async () => {
    const cwd = await temporaryFolder()
    const write = async (path: string, text: string): Promise<void> => {
      await mkdir(join(cwd, 'pack age', path, '..'), { recursive: true })
      await writeFile(join(cwd, 'pack age', path), text)
    }
    await write('package.json', '{ "dependencies": { "zepto": "1" } }')
    await write('build/engine.js', 'document.title = "engine"')
    await write('examples/g\u00e5me/server.js', "var express = require('express')")
    await write('examples/g\u00e5me/other.html', '<script src="../../build/engine.js"></script>')
    await write(
      'examples/g\u00e5me/index.html',
      '<title>Falling stones - a game of gravity for everybody</title>\n<script src="../../build/engine.js"></script>\n' +
        '<script src="zepto/zepto.js"></script>\n<a href="https://example.com/me">By me</a>\n',
    )
    const words = ['init', 'my app', '--from', 'pack age/examples/g\u00e5me', '--age-rating', '4+']
    const first = await runHere([...words, '--verbose'], { cwd })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    for (const line of [
      '  ../../build/engine.js → build/engine.js ',
      '  index.html:6 href="https://example.com/me" ',
      '  server.js it runs in Node.js',
      '  other.html no page or script',
      'Fix by hand:\n✗ breaks  The src of <script> refers to "zepto/zepto.js", which is not in the bundle. index.html:5\n    → Run this command again with --install --force: it gets zepto@1 from npm.\n',
    ])
      expect(first.stdout).toContain(line)
    await write('node_modules/zepto/package.json', '{ "version": "1.0.0" }')
    await write('node_modules/zepto/dist/zepto.js', 'zepto = 1')
    expect(await runHere(words, { cwd })).toMatchObject({ code: 2 })
    const second = JSON.parse((await runHere([...words, '--force', '--format', 'json'], { cwd })).stdout)
    expect(second).toMatchObject({
      app: { name: 'Falling stones' },
      missing: [],
      notes: [],
      check: { problems: [{ rule: 'manifest/placeholder-app-id' }] },
    })
    expect(second.files).toEqual(
      expect.arrayContaining(['build/engine.js', 'index.html', 'lib/zepto/dist/zepto.js']),
    )
    expect(await readFile(join(cwd, 'my app', 'index.html'), 'utf8')).toContain(
      '<script src="build/engine.js"></script>\n<script src="lib/zepto/dist/zepto.js"></script>\n<a>By me</a>\n',
    )
  })

  it('takes every default with --yes, and says which ones to look at', async () => {
    const cwd = await withGame('runner', RUNNER_PICTURES)
    const { code, stdout } = await runHere(['init', '--from', 'game', '--yes'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain('! The age rating in manifest.json is a default: check it.\n')
    const manifest = await readFile(join(cwd, 'my-mini-app', 'manifest.json'), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({ age_rating: '4+', name: 'Canyon Runner' })
  })

  it('takes the picture that --icon names, from the game or from anywhere', async () => {
    const cwd = await withGame('runner', RUNNER_PICTURES)
    const words = ['init', 'app', '--from', 'game', '--age-rating', '4+', '--format', 'json', '--force']
    for (const icon of ['img/sky.png', 'game/img/level0.png']) {
      const { stdout } = await runHere([...words, '--icon', icon], { cwd })
      expect(JSON.parse(stdout)).toMatchObject({ icon: { from: icon } })
    }
    expect(await runHere([...words, '--icon', 'game/README.md'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error --icon is not a picture: game\/README\.md\./),
    })
  })

  it.each([
    [['init', 'app', '--from', 'game'], /Missing age rating\.\nAdd --age-rating with one of 4\+,/],
    [['init', '--from', 'game'], /Missing folder\.\nName it: miniapp init my-app --from game/],
    [['init', 'app', '--from', 'nowhere'], /nowhere/],
    [['init', 'game/app', '--from', 'game'], /cannot be in game, which is not changed/],
    [['init', 'app', '--from', 'game/js', '--age-rating', '4+'], /game\/js has no HTML page/],
    [
      ['init', 'app', '--from', 'game', '--age-rating', '12'],
      /--age-rating "12" is not valid\.\nIt must be one of 4\+,/,
    ],
    [
      ['init', 'app', '--from', 'game', '--entry', 'indx.html'],
      /game has no page indx\.html\.\nDid you mean index\.html\?/,
    ],
    [['init', 'app', '--from', 'game', '-t', 'blank'], /--template and --from cannot both/],
    [['init', 'app', '-t', 'blank', '--entry', 'x.html'], /--entry needs --from/],
  ])('asks nothing without a terminal, and writes nothing then: %j', async (words, message) => {
    const cwd = await withGame('runner', {})
    const run = await runHere(words, { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(message)
    expect(await readdir(cwd)).toEqual(['game'])
  })

  it('writes nothing into the game through a link to it', async ({ skip }) => {
    skip(...missing.folderLinks)
    const cwd = await withGame('runner', {})
    await symlink(join(cwd, 'game'), join(cwd, 'link'), 'junction')
    const before = await contentsOf(join(cwd, 'game'))
    const run = await runHere(['init', 'link', '--from', 'game'], { cwd })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/cannot be in game, which is not changed/)
    expect(await contentsOf(join(cwd, 'game'))).toEqual(before)
  })

  it('does not adopt a mini app', async () => {
    const cwd = await temporaryFolder()
    await runHere(['init', 'mine', '-t', 'blank'], { cwd })
    expect(await runHere(['init', 'app', '--from', 'mine'], { cwd })).toMatchObject({
      code: 2,
      stderr: 'error mine is already a mini app.\nWork in that folder: miniapp check mine\n',
    })
  })
})

/** A project whose build is a script of its own, that writes what a bundler would. */
const withProject = async (build: string) => {
  const cwd = await temporaryFolder()
  const files = {
    'package.json': JSON.stringify({ scripts: { build: 'node build.js' }, devDependencies: { vite: '*' } }),
    'build.js': build,
    'index.html': '<title>Pixel race</title><script type="module" src="/src/main.ts"></script>',
    'src/main.ts': 'let speed: number = 1',
    'node_modules/vite/package.json': '{}',
    'yarn.lock': '',
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(cwd, 'race', path, '..'), { recursive: true })
    await writeFile(join(cwd, 'race', path), text)
  }
  return cwd
}

const WRITES_DIST = `const { mkdirSync, writeFileSync } = require('node:fs')
mkdirSync('dist/assets', { recursive: true })
writeFileSync('dist/index.html', '<title>Pixel race</title><script type="module" src="/assets/a.js"></script>')
writeFileSync('dist/assets/a.js', 'document.body.textContent = "race"')
console.log('built at', process.argv.slice(2).join(' '))
console.error('a warning')
`
const RACE = ['init', 'app', '--from', 'race', '--age-rating', '4+', '--summary', 'Race through pixels.']

describe('miniapp init --from the source of a game', () => {
  it('writes nothing, and says how it is built and what comes next', async () => {
    const cwd = await withProject(WRITES_DIST)
    const before = await contentsOf(cwd)
    const run = await runHere(RACE, { cwd })
    expect(run).toMatchObject({ code: 1, stderr: '' })
    expect(run.stdout.split('\n').slice(0, 10)).toEqual([
      '✗ race is a Vite project. It must be built first, so nothing was written.',
      '  index.html:1 /src/main.ts is not a script that a browser runs. It needs a build.',
      '',
      "Set base: './' in vite.config, so that its addresses are relative.",
      '',
      'Build it, then make the mini app from what the build writes:',
      '  cd race && yarn install && yarn run build',
      `  miniapp init app --from race/dist --summary ${shellWord('Race through pixels.')} --age-rating 4+`,
      '',
      'Or add --build to this command: it runs the build and continues with the result.',
    ])
    expect(run.stdout).toContain('miniapp init --add race')
    const { stdout } = await runHere([...RACE, '--format', 'json'], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 1,
      written: false,
      from: 'race',
      project: { bundler: 'vite', name: 'Vite' },
      reasons: [{ file: 'index.html', line: 1 }],
      build: { install: 'yarn install', command: 'yarn run build', output: 'race/dist' },
      built: false,
      nextFromBuilt: null,
    })
    expect(await contentsOf(cwd)).toEqual(before)
    await mkdir(join(cwd, 'race', 'docs'))
    await writeFile(join(cwd, 'race', 'docs', 'index.html'), '<script src="race.js"></script>')
    expect((await runHere(RACE, { cwd })).stdout).toContain(
      'Or use the build that is there already:\n  miniapp init app --from race/docs ',
    )
  })

  it('--build runs the build, shows it, and continues with what it wrote', async () => {
    const cwd = await withProject(WRITES_DIST)
    await writeFile(join(cwd, 'race', 'package-lock.json'), '{}')
    await rm(join(cwd, 'race', 'yarn.lock'))
    const run = await runMiniapp([...RACE, '--build', '--format', 'json'], { cwd })
    expect(run.code).toBe(0)
    for (const line of ['$ npm run build\n', 'built at', 'a warning\n', 'The build wrote race/dist.\n'])
      expect(run.stderr).toContain(line)
    expect(JSON.parse(run.stdout)).toMatchObject({
      from: 'race/dist',
      app: { name: 'Pixel race' },
      recognized: ['the page index.html', 'built with Vite', expect.any(String)],
      check: { problems: [{ rule: 'manifest/placeholder-app-id' }], runs: true },
    })
    expect(await readFile(join(cwd, 'app', 'index.html'), 'utf8')).toContain('src="assets/a.js"')
  })

  it.each([
    [
      'console.error("no such module"); process.exit(3)',
      1,
      /no such module\n(?:.*\n)*error The build of race failed/,
    ],
    ['', 1, /error The build of race wrote no HTML page into race\/dist\./],
  ])('--build writes nothing where the build fails, or writes no page: %s', async (build, code, message) => {
    const cwd = await withProject(build)
    await rm(join(cwd, 'race', 'yarn.lock'))
    // npm keeps a cache in the home folder, which on Windows is a folder as any other.
    const environment = { HOME: await temporaryFolder() }
    const run = await runHere([...RACE, '--build'], { cwd, environment })
    expect(run).toMatchObject({ code, stdout: '' })
    expect(run.stderr).toMatch(message)
    expect(await readdir(cwd)).toEqual(['race'])
  })

  it('refuses what needs a bundler and has no build script, and --force writes it', async () => {
    const cwd = await temporaryFolder()
    await mkdir(join(cwd, 'race'))
    await writeFile(
      join(cwd, 'race', 'index.html'),
      '<!doctype html><title>Race</title><script type="module" src="main.js"></script>',
    )
    await writeFile(join(cwd, 'race', 'main.js'), "import { Scene } from 'three'\nnew Scene()\n")
    const words = [
      'init',
      'app',
      '--from',
      'race',
      '--age-rating',
      '4+',
      '--summary',
      'A race through the hills.',
    ]
    expect(await runHere(words, { cwd })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error race must be built first, so nothing was written. main.js:1: It imports "three", which only a bundler can resolve.\n' +
        'Build it, then use --from with the folder that the build writes. Or use --force to write it as it is.\n',
    })
    expect(await readdir(cwd)).toEqual(['race'])
    await mkdir(join(cwd, 'race', 'dist'))
    await writeFile(join(cwd, 'race', 'dist', 'index.html'), '<!doctype html><title>Race</title>')
    expect((await runHere(words, { cwd })).stderr).toContain('\nUse what its build wrote: --from race/dist. ')
    expect(await runHere([...words, '--force'], { cwd })).toMatchObject({ code: 0 })
  })

  it('--build does not run without what the project depends on, or without an age rating', async () => {
    const cwd = await withProject(WRITES_DIST)
    expect(await runHere(RACE.slice(0, 4).concat('--build'), { cwd })).toMatchObject({
      code: 2,
      stdout: '',
    })
    await rm(join(cwd, 'race', 'node_modules'), { recursive: true })
    expect(await runHere([...RACE, '--build'], { cwd })).toMatchObject({
      code: 2,
      stderr:
        'error The dependencies of race are not installed.\nRun yarn install in race, then this command again.\n',
    })
    expect((await readdir(cwd)).filter((name) => !name.startsWith('.'))).toEqual(['race'])
  })
})
