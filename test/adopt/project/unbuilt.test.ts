import { describe, expect, it } from 'vitest'
import { unbuiltNotes } from '../../../src/adopt/project/unbuilt.js'

const notes = (contents: Readonly<Record<string, string>>, runs = false) =>
  unbuiltNotes(
    new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)])),
    'index.html',
    'game',
    runs,
  )

describe('the source of a game', () => {
  it('is told by scripts that no browser runs, with the folder that the build wrote', () => {
    const page = '<!doctype html>\n<script type="module" src="/src/main.ts"></script>'
    expect(notes({ 'index.html': page, 'dist/index.html': '' })).toEqual([
      {
        file: 'index.html',
        line: 2,
        message: '/src/main.ts is not a script that a browser runs. It needs a build.',
        effect: 'breaks',
      },
      {
        file: 'dist/index.html',
        line: null,
        message: 'This is the source of the game. Use what its build wrote: --from game/dist',
        effect: 'breaks',
      },
    ])
  })

  it('is told by a link that Trunk replaces with what it compiles from Rust', () => {
    const page = '<!doctype html>\n<link data-trunk rel="rust" data-wasm-opt="z"><script>var a = 1</script>'
    expect(notes({ 'index.html': page })).toMatchObject([
      { file: 'index.html', line: 2, message: 'Trunk puts what it compiles in the place of this link.' },
      { message: 'This is the source of the game. Build it, then use the folder that the build writes.' },
    ])
  })

  it('is told by require() without a bundler', () => {
    const page = '<script src="js/a.js"></script>'
    expect(notes({ 'index.html': page, 'js/a.js': "'use strict'\nvar a = require('a')" })).toMatchObject([
      { file: 'js/a.js', line: 2 },
      { message: 'This is the source of the game. Build it, then use the folder that the build writes.' },
    ])
  })

  it.each([
    '<script type="text/template" id="item"><li class="<%= done ? 1 : 2 %>"></script>',
    '<script>var item = _.template("<li><%- title %></li>")</script>',
    '<template><p><%= title %></p></template>',
    '<!-- built from <%= htmlWebpackPlugin.options.template %> -->',
    '<style>.a::after { content: "<%= x %>" }</style>',
  ])('is not told by a template that a script fills in: %s', (page) => {
    expect(notes({ 'index.html': `<title>x</title>${page}` })).toEqual([])
  })

  it.each([
    '<title><%= htmlWebpackPlugin.options.title %></title>',
    '<link rel="icon" href="%PUBLIC_URL%/favicon.ico">',
    '<body class="<%- theme %>">',
  ])('is told by a gap in the page that only a build fills: %s', (page) => {
    expect(notes({ 'index.html': page })).toHaveLength(2)
  })

  it('is only a doubt where check finds that the app runs: there is one verdict', () => {
    const game = {
      'index.html': '<title><%= title %></title><script src="a.js"></script>',
      'a.js': "require('a')",
      'dist/index.html': '',
    }
    expect(notes(game).map(({ effect }) => effect)).toEqual(['breaks', 'breaks', 'breaks'])
    expect(notes(game, true)).toMatchObject([
      { effect: 'look' },
      { effect: 'look' },
      {
        effect: 'look',
        message:
          'This may be the source of the game. If it does not run, use what its build wrote: --from game/dist',
      },
    ])
  })

  it.each([
    ['in the script', "require = (function () { return function () {} })()\nvar a = require('/a.js')"],
    ['as a property', "window.require = load\nrequire('a')"],
  ])('is not told by a require() that the game brings: %s', (_, script) => {
    expect(notes({ 'index.html': '<script src="a.js"></script>', 'a.js': script })).toEqual([])
  })

  it('is not told by a require() that another script of the page brings', () => {
    const page = '<script src="require.js"></script><script src="a.js"></script>'
    const loader = 'var requirejs, require, define; (function (global) {})(this)'
    expect(notes({ 'index.html': page, 'require.js': loader, 'a.js': "require('a')" })).toEqual([])
  })

  it.each([
    ['flutter.js', 'pubspec.yaml', 'flutter build web'],
    ['flutter_bootstrap.js', 'pubspec.yaml', 'flutter build web'],
    ['_framework/blazor.webassembly.js', 'Game.csproj', 'dotnet publish'],
    ['game/game.nocache.js', 'src/Game.gwt.xml', 'gradlew html:dist'],
    ['elm.js', 'elm.json', 'elm make'],
  ])('is told by %s, which is written from source that is there', (script, source, command) => {
    const page = { 'index.html': `<script src="${script}"></script>` }
    expect(notes({ ...page, [source]: '' })[0]?.message).toBe(
      `${script} is not there. \`${command}\` writes it.`,
    )
    expect(notes(page)).toEqual([])
    expect(notes({ ...page, [source]: '', [script]: 'go()' })).toEqual([])
  })

  it.each([
    "typeof require === 'function' && require('a')",
    "define(['a'], function () { require('a') })",
    "var require = load\nrequire('a')",
    "a.require('a')",
    'require()',
  ])('is not told by %j', (script) => {
    expect(
      notes({ 'index.html': '<script src="a.js"></script>', 'a.js': script, 'dist/index.html': '' }),
    ).toEqual([])
  })
})
