import { describe, expect, it } from 'vitest'
import { requiredModule, runsInNode } from '../../src/adopt/scripts/node-scripts.js'
import { selectFiles } from '../../src/adopt/selection.js'
import { adopt, bodyOf, page } from '../support/cases/adopted-game.js'

const leftBehind = (contents: Readonly<Record<string, string>>): readonly string[] =>
  selectFiles(
    new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)])),
    'index.html',
  ).leftBehind.map(({ path }) => path)

/** What Emscripten writes around a game, in the forms of its versions. */
const EMSCRIPTEN = [
  "var ENVIRONMENT_IS_NODE = typeof process === 'object'; if (ENVIRONMENT_IS_NODE) { var fs = require('fs'); var nodePath = require('path') }",
  'var ENVIRONMENT_IS_NODE=typeof process=="object"&&typeof process.versions=="object"&&typeof process.versions.node=="string";if(ENVIRONMENT_IS_NODE){var fs=require("fs");scriptDirectory=__dirname+"/"}',
  'var Module = (() => { return async function(moduleArg = {}) { if (globalThis.process?.versions?.node) { const { createRequire } = await import("node:module"); var require = createRequire(import.meta.url); var fs = require("fs") } } })()',
  'var Module=typeof Module!="undefined"?Module:{};var isNode="object"==typeof process&&process["versions"]["node"];isNode&&(fs=require("fs"));',
  'function readBinary(name) { if (!nodeFS) nodeFS = require("fs"); return nodeFS.readFileSync(name) }',
  'var fs; try { fs = require("fs") } catch (e) { fs = null }',
  'var crypto = typeof window === "object" ? window.crypto : require("crypto")',
]

describe('a script that also runs in Node.js is the game', () => {
  it.each(EMSCRIPTEN)('%s', (script) => {
    expect(runsInNode(script)).toBe(false)
    expect(requiredModule(script)).toBe(null)
  })

  it.each([
    '<script src="game.js"></script>',
    '<script src=game.js></script>',
    '<script async src=game.js></script>',
    "<script>var s = document.createElement('script'); s.src = 'game.js'</script>",
  ])('also where only a page says so: %s', (element) => {
    expect(leftBehind({ 'index.html': element, 'game.js': "const fs = require('fs')" })).toEqual([])
  })
})

describe('a script for Node.js', () => {
  it.each([
    '#!/usr/bin/env node\nstart()',
    "const fs = require('fs')",
    "'use strict'\nconst { join } = require('node:path'), x = 1",
    "import { readFile } from 'node:fs/promises'",
    "import fs from 'fs'\nexport {}",
    "export { x } from 'node:path'",
    "(function () { var http = require('http') })()",
    "(async () => { const app = require('express')() })()",
    "if (require('fs').existsSync('x')) y()",
  ])('is one that cannot go on without it: %s', (script) => {
    expect(runsInNode(script)).toBe(true)
    expect(leftBehind({ 'index.html': '<p>x', 'tool.js': script })).toEqual(['tool.js'])
  })

  it.each([
    "define(function (require) { var a = require('fs') })",
    "var require = load; require('fs')",
    "x.require('fs')",
    "import a from './fs'",
    '\'require("fs")\'',
    '{"require": "fs"}',
  ])('is not one only because of the word: %s', (script) => {
    expect(runsInNode(script)).toBe(false)
  })
})

describe('a mention', () => {
  const MENTIONED = {
    'index.html': '<script src="game.js"></script>',
    'game.js': '',
    'data.tmx': '',
    'notes.md': '',
  }

  it.each([
    ['a text for people', { 'readme.txt': '"data.tmx" "notes.md"' }],
    ['credits', { 'img/credits.txt': 'data.tmx by X' }],
    ['a licence', { LICENSE: 'covers "data.tmx" and "notes.md"' }],
    ['a source map', { 'game.js.map': '{"sources":["data.tmx","notes.md"]}' }],
    ['a documentation', { 'docs/index.html': '<a href="../data.tmx">x</a><a href="../notes.md">y</a>' }],
    ['a comment', { 'game.js': '// see "data.tmx" and notes.md\n/* notes.md */' }],
    [
      'the words of a page',
      { 'index.html': '<p>See "data.tmx" and notes.md.</p><script src="game.js"></script>' },
    ],
    ['a message', { 'game.js': "console.log('See notes.md for more')" }],
    ['a file of tools', { 'package.json': '{"files":["data.tmx","notes.md"]}' }],
  ])('in %s keeps nothing', (_, contents) => {
    expect(leftBehind({ ...MENTIONED, ...contents })).toEqual(
      expect.arrayContaining(['data.tmx', 'notes.md']),
    )
  })

  it.each([
    ['a script', { 'game.js': "load('data.tmx'); load(`notes.md`)" }],
    ['an attribute', { 'index.html': '<a href=notes.md data-map=maps/data.tmx>x</a>' }],
    ['data', { 'list.json': '["data.tmx", "notes.md"]' }],
    [
      'a drawing',
      { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><a href="notes.md"/><a href="data.tmx"/></svg>' },
    ],
  ])('in %s keeps the file', (_, contents) => {
    expect(leftBehind({ ...MENTIONED, ...contents })).toEqual([])
  })

  it.each([
    ['a list', { 'assets.txt': 'i:libgdx.png:18\nb:maps/data.tmx:7' }],
    ['a table', { 'levels.csv': '1,data.tmx,easy' }],
    [
      'an atlas',
      { 'index.html': '<script>load("a.atlas")</script>', 'a.atlas': 'a.png\nsize: 2,2\ndata.tmx' },
    ],
    ['XML', { 'game.js': 'load("a.xml")', 'a.xml': '<tileset source="../data.tmx"/>' }],
    [
      'a scene that another one names',
      {
        'game.js': 'start("first.ks")',
        'first.ks': '[jump storage=two.ks]',
        'two.ks': '@map src="data.tmx"',
      },
    ],
    ['an ending that a script puts behind a name', { 'game.js': "fetch('maps/' + name + '.tmx')" }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a script
    ['the end of a template', { 'game.js': 'fetch(`maps/${name}.tmx`)' }],
  ])('in %s keeps a file of a kind that is not served', (_, contents) => {
    expect(leftBehind({ ...MENTIONED, ...contents })).toEqual(['notes.md'])
  })
})

describe('what a build or a server leaves beside a game', () => {
  it('is left out, even where something names it', () => {
    expect(
      leftBehind({
        'index.html': '<script src="app.js"></script><script>send("save.php"); list("level.map")</script>',
        'app.js':
          '/*! For license information please see app.js.LICENSE.txt */\n//# sourceMappingURL=app.js.map',
        'app.js.LICENSE.txt': '',
        'app.js.LICENSE': '',
        'app.js.map': '{}',
        'style.css.map': '{}',
        'level.map': '#..',
        'save.php': '<?php',
      }),
    ).toEqual(['app.js.LICENSE', 'app.js.LICENSE.txt', 'app.js.map', 'save.php', 'style.css.map'])
  })
})

describe("a server's error page in the place of a file", () => {
  const ERROR = '\n<!DOCTYPE html><html><title>404 Not Found</title></html>'
  const game = { 'index.html': '<img src="a.png"><audio src="a.mp3">', 'a.png': ERROR, 'a.mp3': ERROR }

  it('is left out, as it shows and plays nothing in the game either', () => {
    expect(leftBehind({ ...game, 'a.woff2': '<html>', 'a.data': ERROR, 'a.txt': ERROR })).toEqual([
      'a.mp3',
      'a.png',
      'a.woff2',
    ])
  })

  it('is left out where it is a line of text, too', () => {
    const said = 'No Content: https://example.com/fonts/a.woff2'
    expect(
      leftBehind({ 'index.html': '<img src="a.png">', 'a.png': said, 'a.woff2': said, 'a.bin': said }),
    ).toEqual(['a.png', 'a.woff2'])
  })

  it('comes along where the person wants it', () => {
    const files = new Map(Object.entries(game).map(([path, text]) => [path, Buffer.from(text)]))
    expect(selectFiles(files, 'index.html', { keeps: () => true }).leftBehind).toEqual([])
  })
})

describe('a picture or a sound that holds nothing', () => {
  const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'

  it('is left out where it is empty, or a pointer of Git LFS', () => {
    const { leftBehind } = selectFiles(
      new Map(
        Object.entries({
          'index.html': '<img src="a.png"><img src="b.png">',
          'a.png': '',
          'b.png': POINTER,
          'c.txt': '',
          'd.json': POINTER,
          'e.mp3': '',
        }).map(([path, text]) => [path, Buffer.from(text)]),
      ),
      'index.html',
      // Not read, since it is far too large.
      { tooLarge: new Map([['e.mp3', 70_000_000]]) },
    )
    expect(leftBehind).toEqual([
      { path: 'a.png', why: 'it is empty' },
      { path: 'b.png', why: 'it is a Git LFS pointer, not the file itself' },
      { path: 'e.mp3', why: 'it is over the size limit for a file, and nothing in the game refers to it' },
    ])
  })
})

describe('what stays behind', () => {
  const all = (
    contents: Readonly<Record<string, string>>,
    options: Parameters<typeof selectFiles>[2] = {},
    entry = 'index.html',
  ) =>
    selectFiles(
      new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)])),
      entry,
      options,
    )

  const NAMES_ALL = '<script>const all = [".env", "manifest.json", "service-miniapp.js", "a.SWF"]</script>'

  it('is what the platform refuses or the tool writes, even where a page names it', () => {
    const contents = {
      'index.html': NAMES_ALL,
      '.env': '',
      'sub/.git/x.png': '',
      'manifest.json': '{ "start_url": "." }',
      'service-miniapp.js': '',
      'a.SWF': '',
    }
    expect(all(contents)).toEqual({
      kept: ['index.html'],
      leftBehind: [
        { path: '.env', why: 'hidden files are refused' },
        { path: 'a.SWF', why: 'no browser reads .swf files any more' },
        { path: 'manifest.json', why: "the mini app's own manifest replaces it" },
        { path: 'service-miniapp.js', why: 'the SDK file of this version replaces it' },
        { path: 'sub/.git/x.png', why: 'hidden files are refused' },
      ],
    })
  })

  it('is what the caller leaves, but for what is refused anyway', () => {
    const leaves = new Map([
      ['app.js', 'a build makes it'],
      ['.env', 'never said'],
    ])
    expect(
      all({ 'index.html': '<script src="app.js"></script>', 'app.js': '', '.env': '' }, { leaves }),
    ).toEqual({
      kept: ['index.html'],
      leftBehind: [
        { path: '.env', why: 'hidden files are refused' },
        { path: 'app.js', why: 'a build makes it' },
      ],
    })
  })

  it('is a file of tools, one that is not served, or one that is too large, if nothing names it', () => {
    const doubtful = {
      'package.json': '{}',
      'vite.config.js': '',
      'level.xyz': '',
      'film.mp4': '',
      LICENSE: 'MIT',
    }
    const tooLarge = new Map([['film.mp4', 1]])
    expect(all({ 'index.html': '', ...doubtful }, { tooLarge })).toEqual({
      kept: ['LICENSE', 'index.html'],
      leftBehind: [
        {
          path: 'film.mp4',
          why: 'it is over the size limit for a file, and nothing in the game refers to it',
        },
        {
          path: 'level.xyz',
          why: 'the platform does not serve such files, and nothing in the game refers to it',
        },
        { path: 'package.json', why: 'it is for tools, and nothing in the game refers to it' },
        { path: 'vite.config.js', why: 'it is for tools, and nothing in the game refers to it' },
      ],
    })
    const named = `<script>load("package.json", "vite.config.js", "level.xyz", "film.mp4")</script>`
    expect(all({ 'index.html': named, ...doubtful }, { tooLarge }).leftBehind).toEqual([])
    const wanted = (path: string): boolean => path !== 'film.mp4'
    expect(all({ 'index.html': '', ...doubtful }, { tooLarge, wanted }).leftBehind).toEqual([
      { path: 'film.mp4', why: 'it is over the size limit for a file, and nothing in the game refers to it' },
    ])
  })

  it.each([
    ['a word of a script', { 'game.js': "module.exports['default'] = play" }, ['game.js', 'index.html']],
    [
      'a link without the extension, as some servers allow it',
      { 'more.html': page('<a href="default">x</a>') },
      ['default.html', 'index.html', 'more.html'],
    ],
    [
      'the path of a route',
      { 'game.js': "location.href = './default'" },
      ['default.html', 'game.js', 'index.html'],
    ],
  ])('is a page whose name is no more than a word, not one of a link: %s', (_, files, kept) => {
    const start = page('<a href="more.html">x</a><script src="game.js"></script>')
    const game = { 'index.html': start, 'default.html': page('x'), ...files }
    const bytes = Object.entries(game).map(([path, text]) => [path, Buffer.from(text)] as const)
    expect(selectFiles(new Map(bytes), 'index.html').kept).toEqual(kept)
  })

  it('is a page that no page in use leads to', () => {
    const link = (to: string): string => `<a href="${to}">x</a>`
    const contents = {
      'start.htm': link('b.html#top') + link('Guide/') + link('100%.html?x=1') + link('extensionless'),
      // In the order in which the second is not known yet when the first is looked at.
      'a.html': '',
      'b.html': link('a.html'),
      'guide/index.html': '',
      '100%.html': '',
      'extensionless.html': '',
      'lone.html': link('other.html'),
      'other.html': link('lone.html'),
      'index.html': '',
    }
    expect(all(contents, {}, 'start.htm')).toEqual({
      kept: ['100%.html', 'a.html', 'b.html', 'extensionless.html', 'guide/index.html', 'start.htm'],
      leftBehind: ['index.html', 'lone.html', 'other.html'].map((path) => ({
        path,
        why: 'no page or script that is copied refers to it',
      })),
    })
  })
})

describe('2.9: a file under the extension of another kind', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
  const GIF = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')

  it('gets the right one, and every reference with it', () => {
    const { texts, told } = adopt({
      'index.html': page(
        '<img src="img/a.png"><img src="img/b.JPG"><p style="background:url(img/c.png)"><script>x("img/a.png")</script>',
      ),
      'img/a.png': JPEG,
      'img/b.JPG': PNG,
      'img/c.png': GIF,
      'img/d.png': PNG,
      'img/e.jpg': 'no picture',
    })
    expect(bodyOf(texts['index.html'])).toBe(
      '<img src="img/a.jpg"><img src="img/b.png"><p style="background:url(img/c.gif)"><script>x("img/a.jpg")</script>',
    )
    expect(told.filter(([kind]) => kind === 'renamed').map(([, file]) => file)).toEqual([
      'img/a.jpg',
      'img/b.png',
      'img/c.gif',
    ])
  })

  it('gets the right one where it is a sound, and is found by the shim where no kind has one', () => {
    const { texts, told } = adopt({
      'index.html': page('<script>play("hit.mp3"); play("bell.mp3"); play("song.ogg")</script>'),
      'hit.mp3': Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1'),
      'bell.mp3': Buffer.from('OggS\x00\x02', 'latin1'),
      'song.ogg': Buffer.from('fLaC\x00\x00\x00\x22\xff', 'latin1'),
    })
    expect(bodyOf(texts['index.html'])).toBe(
      '<script>play("hit.wav"); play("bell.ogg"); play("song.ogg")</script>',
    )
    expect(told.filter(([kind]) => kind === 'renamed').map(([, file]) => file)).toEqual([
      'bell.ogg',
      'hit.wav',
      'song.bin',
    ])
  })

  it('pushes no other picture aside', () => {
    const { texts } = adopt({
      'index.html': page('<img src="a.png"><img src="a.jpg">'),
      'a.png': JPEG,
      'a.jpg': JPEG,
    })
    expect(bodyOf(texts['index.html'])).toBe('<img src="a-2.jpg"><img src="a.jpg">')
  })
})

describe('the page of a folder', () => {
  it.each([
    ['notes', 'notes/index.html'],
    ['notes/', 'notes/index.html'],
    ['/notes', 'notes/index.html'],
    ['notes#top', 'notes/index.html#top'],
    ['help', 'help.html'],
    ['./', 'index.html'],
    ['gone', 'gone'],
    ['#notes', '#notes'],
  ])('is what a link to %s leads to', (before, after) => {
    const { texts } = adopt({
      'index.html': page(`<a href="${before}">x</a>`),
      'notes/index.html': '',
      'help.html': '',
    })
    expect(bodyOf(texts['index.html'])).toBe(`<a href="${after}">x</a>`)
  })
})
