import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectFiles } from '../../src/adopt/selection.js'
import type { SpareScripts } from '../../src/adopt/spare-scripts.js'
import { MAX_PATH_CHARACTERS } from '../../src/platform/limits.js'
import { adopt, bodyOf, type Contents, page } from '../support/cases/adopted-game.js'
import { runs } from '../support/vitest/runs.js'

describe('links from the root of the site', () => {
  const router = "addEventListener('popstate', f); history.pushState({}, '', u); f(location.pathname)"

  it('stay routes where a script has a router of paths, without the slash', () => {
    const body =
      '<a href="/">Home</a><a href="/about#us">About</a><img src="/img/a.png"><script src="/router.js"></script>'
    const nested = '<a href="/">Home</a><a href="/about">About</a>'
    const { texts } = adopt({
      'index.html': page(body),
      'router.js': router,
      'img/a.png': 'a',
      'about/index.html': page(nested),
    })
    expect(bodyOf(texts['index.html'])).toBe(
      '<a href="./">Home</a><a href="about#us">About</a><img src="img/a.png"><script src="router.js"></script>',
    )
    expect(bodyOf(texts['about/index.html'])).toBe('<a href="../">Home</a><a href="../about">About</a>')
  })

  it("stay as they are on a project's site", () => {
    const body = '<a href="/game/about">About</a><script src="/game/js/router.js"></script>'
    const { texts } = adopt({ 'index.html': page(body), 'js/router.js': router })
    expect(bodyOf(texts['index.html'])).toContain('<a href="/game/about">')
  })
})

describe('2.8: addresses that begin with a slash', () => {
  it.each([
    ['an attribute', '<img src="/img/a.png">', '<img src="img/a.png">'],
    ['one without quotes', '<a href=/>x</a>', '<a href=index.html>x</a>'],
    ['a query and a hash', "<img src='/img/a.png?v=1#x'>", "<img src='img/a.png?v=1#x'>"],
    ['candidates', '<img srcset="img/a.png, /img/a.png 2x">', '<img srcset="img/a.png, img/a.png 2x">'],
    [
      'CSS in an attribute',
      '<p style="background:url(/img/a.png)">',
      '<p style="background:url(img/a.png)">',
    ],
    ['CSS in quotes', `<p style='background:url("/img/a.png")'>`, `<p style='background:url("img/a.png")'>`],
    [
      'CSS with entities',
      '<p style="background:url(&quot;/img/a.png&quot;)">',
      '<p style="background:url(&quot;img/a.png&quot;)">',
    ],
    [
      'a style element',
      "<style>p{background:url( '/img/a.png' )}</style>",
      "<style>p{background:url( 'img/a.png' )}</style>",
    ],
    ['a handler', `<p onclick="go('/img/a.png')">`, `<p onclick="go('img/a.png')">`],
    ['a script', "<script>x.src = '/img/a.png'</script>", "<script>x.src = 'img/a.png'</script>"],
    [
      'what a script puts together',
      "<script>load('/img/' + n + '.png', '/img/a' + n)</script>",
      "<script>load('img/' + n + '.png', 'img/a' + n)</script>",
    ],
    [
      'an import map',
      '<script type="importmap">{ "imports": { "a": "/img/a.png", "b/": "/img/", "c": "./c.js" } }</script>',
      '<script type="importmap">{ "imports": { "a": "./img/a.png", "b/": "./img/", "c": "./c.js" } }</script>',
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a script
    ['a template', '<script>fetch(`/img/${n}.png`)</script>', '<script>fetch(`img/${n}.png`)</script>'],
    [
      'what lies in noscript',
      '<noscript><img src="/img/a.png"></noscript>',
      '<noscript><img src="img/a.png"></noscript>',
    ],
    [
      'inline SVG',
      '<svg><image xlink:href="/img/a.png"/></svg>',
      '<svg><image xlink:href="img/a.png"/></svg>',
    ],
    ['a folder that only the server knew', '<img src="/my-game/img/a.png">', '<img src="img/a.png">'],
    ['a file that is not there', '<link rel=icon href="/favicon.ico">', '<link rel=icon href="favicon.ico">'],
  ])('become relative: %s', (_, before, after) => {
    const { texts, told } = adopt({ 'index.html': page(before), 'img/a.png': 'a' })
    expect(bodyOf(texts['index.html'])).toBe(after)
    expect(told.length).toBeGreaterThan(0)
    expect(
      told.every(([kind, file, line]) => kind === 'address' && file === 'index.html' && line === 2),
    ).toBe(true)
  })

  it.each([
    '<img src="img/a.png"><a href="#top">x</a><a href="mailto:a@b.example">x</a>',
    '<!-- <img src="/img/a.png"> -->',
    "<script>/* '/img/a.png' */ x('/', '/unknown/', '//img/a.png', 'a / b', /img/)</script>",
    "<script>x(name + '.' + ending, '..' + '/' + './', '../')</script>",
    "<script>x = '/img/a.png' +</script>",
    '<script type="text/template"><img src="/img/a.png"></script>',
    '<img src="data:image/png;base64,AAAA">',
  ])('and everything else stays as it was written: %s', (body) => {
    const { texts, told } = adopt({ 'index.html': page(body), 'img/a.png': 'a' })
    expect(bodyOf(texts['index.html'])).toBe(body)
    expect(told).toEqual([])
  })

  it('are relative to the file in CSS, and to the page in scripts', () => {
    const { texts, told } = adopt({
      'index.html': page('<link rel=stylesheet href="css/a.css"><script src="js/a.js"></script>'),
      'css/a.css': "@import '/css/b.css';\na{background:url(/img/a.png)}",
      'css/b.css': '',
      'js/a.js': "load('/img/a.png')",
      'js/m.mjs': "import '/js/a.js'\nimport('/js/a.js')\nfetch('/img/a.png')",
      'img/a.png': 'a',
    })
    expect(texts['css/a.css']).toBe("@import 'b.css';\na{background:url(../img/a.png)}")
    expect(texts['js/a.js']).toBe("load('img/a.png')")
    expect(texts['js/m.mjs']).toBe("import './a.js'\nimport('./a.js')\nfetch('img/a.png')")
    expect(told).toContainEqual(['address', 'css/a.css', 2, '/img/a.png', '../img/a.png'])
  })

  it('are found in JSON, where a page would read them', () => {
    const json = '{ "tiles": "/img/a.png", "own": "../img/a.png", "title": "/img" }'
    const { texts } = adopt({ 'index.html': page(''), 'data/map.json': json, 'img/a.png': 'a' })
    expect(texts['data/map.json']).toBe('{ "tiles": "img/a.png", "own": "../img/a.png", "title": "/img" }')
  })
})

describe('what is named and not there', () => {
  it('is told, of pages and CSS', () => {
    const { missing } = adopt(
      {
        'Main.HTML': page(
          '<link rel=manifest href="m.json"><img src="a.png"><img src="b.png"><script src="../lib/x.js"></script><a href="#x" name="y">',
        ),
        'a.png': 'a',
        'css/a.css': 'a{background:url(/c.png)} b{background:url(data:,x)}',
      },
      'Main.HTML',
    )
    expect(missing).toEqual([
      { file: 'Main.html', url: 'b.png', path: 'b.png' },
      { file: 'Main.html', url: '../lib/x.js', path: '../lib/x.js' },
      { file: 'css/a.css', url: '/c.png', path: 'c.png' },
    ])
  })
})

describe('2.8: what a page may not have', () => {
  it.each([
    ['<base href="/">', ''],
    ['<link rel="dns-prefetch" href="//cdn.example">', ''],
    ['<link rel="manifest" href="app.json">', ''],
    ['<link rel="canonical" href="https://example.com/">', ''],
    [`<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`, ''],
  ])('is taken out with its line: %s', (element, left) => {
    const { texts, told } = adopt({ 'index.html': page(`  ${element}\n<p>`) })
    expect(bodyOf(texts['index.html'])).toBe(`${left}<p>`)
    expect(told).toEqual([['removed', 'index.html', 2, element, null]])
  })

  it('removes a base and rewrites the addresses that were resolved against it', () => {
    const { texts } = adopt({
      'index.html': page('<base href="game/"><img src="a.png"><img src="../b.png">'),
      'game/a.png': 'a',
      'b.png': 'b',
    })
    expect(bodyOf(texts['index.html'])).toBe('<img src="game/a.png"><img src="b.png">')
  })

  it('finds what a base of the site says for a page in a folder', () => {
    const { texts } = adopt({
      'index.html': page('<base href="/my-game/"><script src="en/a.js"></script><a href="fr/">FR</a>'),
      'fr/index.html': page('<base href="/my-game/"><script src="fr/a.js"></script><img src="a.png">'),
      'en/a.js': '1',
      'fr/a.js': '1',
      'a.png': 'a',
    })
    expect(bodyOf(texts['fr/index.html'])).toBe('<script src="a.js"></script><img src="../a.png">')
    expect(bodyOf(texts['index.html'])).toContain('<script src="en/a.js"></script><a href="fr/index.html">')
  })

  it.each(['https://example.com/games/', '%zz/', ''])(
    'a base that says nothing of the folder (%j) is taken out, and addresses stay',
    (href) => {
      const { texts } = adopt({ 'index.html': page(`<base href="${href}"><img src="a.png">`), 'a.png': 'a' })
      expect(bodyOf(texts['index.html'])).toBe('<img src="a.png">')
    },
  )

  it('integrity and the application cache go, since neither works without an origin', () => {
    const { texts, told } = adopt({
      'index.html': '<html manifest="x.appcache"><script src="a.js" integrity="sha384-A"></script>',
      'a.js': 'Service.ready()',
    })
    expect(texts['index.html']).toBe(
      '<html><script src="service-miniapp.js"></script>\n<script src="a.js"></script>',
    )
    expect(told.map(([kind]) => kind)).toEqual(['removed', 'sdk', 'removed'])
  })
})

describe('2.8: what leads to the internet', () => {
  it('goes where nothing is lost: links keep their words, counters and foreign pages go whole', () => {
    const { texts, told } = adopt({
      'index.html': page(
        '<a class="b" href="https://example.com/">By me</a><area href="//example.com/">\n' +
          '<iframe src="https://ads.example/"><p>x</p></iframe>\n' +
          '<script async src="https://www.googletagmanager.com/gtag/js?id=A"></script>\n' +
          '<script src="https://example.com/engine.js"></script>',
      ),
    })
    expect(bodyOf(texts['index.html'])).toBe(
      '<a class="b">By me</a><area>\n<script src="https://example.com/engine.js"></script>',
    )
    expect(told.map(([kind]) => kind)).toEqual(['removed', 'removed', 'removed', 'removed'])
  })

  it('is not a page of the game that would replace the pages around it: it opens in the app itself', () => {
    const { texts, told } = adopt({
      'index.html': page('<a href="b.html" target="_top">B</a><a href="b.html" target="_self">B</a>'),
      'b.html': page('<form action="index.html" target="_parent"></form>'),
    })
    expect(bodyOf(texts['index.html'])).toBe('<a href="b.html">B</a><a href="b.html" target="_self">B</a>')
    expect(bodyOf(texts['b.html'])).toBe('<form action="index.html"></form>')
    expect(told.map(([kind]) => kind)).toEqual(['removed', 'removed'])
  })
})

describe('2.8: pictures and forms of other sites', () => {
  const REMOTE = [
    '<form action="https://www.paypal.com/donate"><input type="image" src="https://www.paypal.com/b.gif"></form>',
    '<img id="shot" src="https://example.com/a.png">',
    '<img src="a.png" srcset="https://example.com/a.png 2x">',
    '<video poster="//example.com/a.png"></video>',
  ].join('')

  const WIDGET = '<script src="https://share.example/widget.js"></script>'
  const COUNTER = '<script>dataLayer = []; function gtag() { dataLayer.push(arguments) }</script>'

  it('go from the pages beside the game, and are reported', () => {
    const { texts, told } = adopt({
      'index.html': page('<a href="credits.html">x</a>'),
      'credits.html': `<p>By me</p>${REMOTE}<img src="a.png">`,
      'a.png': 'a',
    })
    expect(texts['credits.html']).toBe('<p>By me</p><img src="a.png">')
    expect(told.map(([kind, file]) => [kind, file])).toEqual(Array(4).fill(['removed', 'credits.html']))
  })

  it.each([
    ['goes from a page beside the game that has no other', '', ''],
    ['stays where a script of the page may use it', '<script src="own.js"></script>', WIDGET],
    ['stays where a script in the page may use it', '<script>share.start()</script>', WIDGET],
    ['goes where the other ones count visitors', COUNTER, ''],
  ])('a script of another site %s', (_, beside, left) => {
    const { texts } = adopt({
      'index.html': page('<a href="credits.html">x</a>'),
      'credits.html': `<p>By me</p>${WIDGET}${beside}`,
      'own.js': 'share.start()',
    })
    const kept = left === '' ? '' : beside
    expect(texts['credits.html']).toBe(`<p>By me</p>${left}${kept}`)
  })

  it('go from the entry page too; a picture that a script may ask for stays without its address', () => {
    const { texts } = adopt({ 'index.html': page(REMOTE), 'a.png': 'a' })
    expect(bodyOf(texts['index.html'])).toBe('<img id="shot">')
  })

  it('are not loaded by style sheets, either', () => {
    const css =
      'p { background: #fff url(//x.example/a.png) no-repeat; cursor: url("https://x.example/c.cur"), auto }'
    const { texts, told } = adopt({
      'index.html': page(
        '<link rel="stylesheet" href="a.css"><p style="background: url(http://x.example/a.png)">',
      ),
      'a.css': css,
    })
    expect(texts['a.css']).toBe('p { background: #fff url(data:,) no-repeat; cursor: url("data:,"), auto }')
    expect(bodyOf(texts['index.html'])).toContain('<p style="background: url(data:,)">')
    expect(told.map(([kind]) => kind)).toEqual(['removed', 'removed', 'removed'])
  })

  it('stay where they are of the game', () => {
    const body = '<form action="#"><input src="a.png"></form><img src="data:image/png;base64,AAAA">'
    const { texts } = adopt({ 'index.html': page(body), 'a.png': 'a' })
    expect(bodyOf(texts['index.html'])).toBe(body)
  })
})

it('2.9: a picture that a script decodes becomes text, and keeps the name that scripts give it', () => {
  const { texts, told } = adopt({
    'index.html': page('<script src="game.js"></script>'),
    'game.js': "load('coded.jpg')",
    'coded.jpg': 'hWCN$v1JFfnAAAAO'.repeat(10),
    'words.jpg': 'There is no picture here. '.repeat(4),
  })
  expect(Object.keys(texts)).toEqual(['coded.txt', 'game.js', 'index.html', 'words.jpg'])
  expect(texts['game.js']).toBe("load('coded.jpg')")
  expect(told).toContainEqual(['renamed', 'coded.txt', null, 'coded.jpg', 'coded.txt'])
})

it('a script element goes where its file cannot be a script, as in games of GDevelop', () => {
  const useless = '<script src="lib/decoder.wasm?v=1" crossorigin="anonymous"></script>'
  const useful = '<script src="lib/levels.js"></script>'
  const { texts, told } = adopt({
    'index.html': page(`${useless}${useful}`),
    'lib/decoder.wasm': '\0asm',
    'lib/levels.js': 'levels = []',
  })
  expect(bodyOf(texts['index.html'])).toBe(useful)
  expect(told).toEqual([['removed', 'index.html', 2, useless, null]])
})

const urlOf = (element: string): string => /src="([^"]+)"/.exec(element)?.[1] ?? ''

describe('2.8: a script of another site', () => {
  const FILE_SAVER =
    '<script src="https://cdn.jsdelivr.net/gh/eligrey/FileSaver.js/dist/FileSaver.min.js"></script>'

  it.each<[string, SpareScripts, string]>([
    ['goes where the game starts without it', new Map([[urlOf(FILE_SAVER), 'fails-if-used']]), ''],
    ['goes where the game does not use it', new Map([[urlOf(FILE_SAVER), 'degrades']]), ''],
    ['stays where the game needs it', new Map(), FILE_SAVER],
  ])('%s', (_, spare, left) => {
    const { texts, told, missing } = adopt(
      { 'index.html': page(`${FILE_SAVER}<p>x</p>`) },
      'index.html',
      spare,
    )
    expect(bodyOf(texts['index.html'])).toBe(`${left}<p>x</p>`)
    expect(told).toEqual(left === '' ? [['removed', 'index.html', 2, FILE_SAVER, null]] : [])
    // npm may have it.
    const isWanted = spare.get(urlOf(FILE_SAVER)) !== 'degrades'
    expect(missing.map(({ url }) => url)).toEqual(isWanted ? [urlOf(FILE_SAVER)] : [])
  })
})

describe('2.9: files of other kinds', () => {
  it('get an ending that is served; pages and styles name it, and scripts and data keep the old name', () => {
    const body = `<script>load('one.tmx'); load('maps/' + name + '.tmx'); list('two.fnt, a.dat')</script>`
    const { texts, told } = adopt({
      'index.html': page(`${body}<a href="a.dat">x</a><p style="mask: url(cut.cur)">`),
      'one.tmx': '<map/>',
      'two.fnt': 'info',
      'a.dat': Buffer.from([0, 1, 2, 255]),
      'cut.cur': 'x',
      'list.json': '{ "a": "one.tmx" }',
    })
    expect(bodyOf(texts['index.html'])).toBe(
      `${body}<a href="a.dat.bin">x</a><p style="mask: url(cut.cur.txt)">`,
    )
    expect(texts['list.json']).toBe('{ "a": "one.tmx" }')
    expect(told.filter(([kind]) => kind === 'renamed').map(([, file]) => file)).toEqual([
      'a.dat.bin',
      'cut.cur.txt',
      'one.tmx.txt',
      'two.fnt.txt',
    ])
  })
})

describe('2.9: names', () => {
  it('get the characters that are allowed, and every reference with them', () => {
    const { texts, told } = adopt({
      'index.html': page(
        '<img src="my%20img/caf\u00e9 (1).PNG"><script>x("my img/caf\u00e9 (1).PNG", "caf\u00e9 (1).PNG")</script>',
      ),
      'my img/caf\u00e9 (1).PNG': 'a',
    })
    expect(bodyOf(texts['index.html'])).toBe(
      '<img src="my-img/cafe-1.png"><script>x("my-img/cafe-1.png", "cafe-1.png")</script>',
    )
    expect(told[0]).toEqual(['address', 'index.html', 2, 'my%20img/caf\u00e9 (1).PNG', 'my-img/cafe-1.png'])
    expect(told).toContainEqual([
      'renamed',
      'my-img/cafe-1.png',
      null,
      'my img/caf\u00e9 (1).PNG',
      'my-img/cafe-1.png',
    ])
  })

  it('that differ only in letter case get a number, and each reference keeps its file', () => {
    const { texts } = adopt({
      'index.html': page('<img src="a.png"><img src="A.png">'),
      'a.png': 'small',
      'A.png': 'large',
    })
    const [, first = '', second = ''] =
      /src="(.*)"><img src="(.*)"/.exec(bodyOf(texts['index.html']) ?? '') ?? []
    expect([texts[first], texts[second]]).toEqual(['small', 'large'])
    expect(first.toLowerCase()).not.toBe(second.toLowerCase())
  })

  it("of an engine's own manifest.json make room for the mini app's", () => {
    const list = '{ "initial": ["a.js"] }'
    const body = "<script>load('./manifest.json?v=' + Math.random())</script>"
    const { texts, told } = adopt({ 'index.html': page(body), 'manifest.json': list, 'a.js': 'go()' })
    expect(texts).toMatchObject({ 'manifest-2.json': list, 'a.js': 'go()' })
    expect(bodyOf(texts['index.html'])).toBe("<script>load('manifest-2.json?v=' + Math.random())</script>")
    expect(told).toContainEqual(['renamed', 'manifest-2.json', null, 'manifest.json', 'manifest-2.json'])
  })

  it('of paths that are too long lose what is longest, and keep their extension', () => {
    const name = `${'fish-'.repeat(50)}end.webp`
    const folder = 'a'.repeat(170)
    const { texts, told } = adopt({
      'index.html': page(`<img src="img/${name}"><img src="${folder}/one-picture.png">`),
      [`img/${name}`]: 'fish',
      [`${folder}/one-picture.png`]: 'one',
    })
    const [, first = '', second = ''] =
      /src="(.*)"><img src="(.*)"/.exec(bodyOf(texts['index.html']) ?? '') ?? []
    expect([texts[first], texts[second]]).toEqual(['fish', 'one'])
    expect(first).toMatch(/^img\/(?:fish-){30,}.*\.webp$/)
    expect(second).toMatch(/^a{100,}\/one-picture\.png$/)
    expect([first, second].map(({ length }) => length <= MAX_PATH_CHARACTERS)).toEqual([true, true])
    expect(told).toContainEqual(['renamed', first, null, `img/${name}`, first])
  })

  it('are spelled as the files are, where a system was forgiving', () => {
    const { texts } = adopt({ 'index.html': page('<img src="IMG/A.PNG">'), 'img/a.png': 'a' })
    expect(bodyOf(texts['index.html'])).toBe('<img src="img/a.png">')
  })

  it('the new names are valid and unique, for any file names', () => {
    const part = fc
      .oneof(
        fc.constantFrom('a', 'A', 'a b', 'a-b', 'é', '日本', 'x.PNG', 'x.png'),
        fc.string({ minLength: 1, maxLength: 4 }),
        fc.constantFrom('b'.repeat(90), 'c'.repeat(200)),
      )
      .filter((text) => !/[/\0]/.test(text) && !text.startsWith('.'))
    const paths = fc.uniqueArray(
      fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('/')}.js`),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(paths, (names) => {
        const { files } = adopt({
          'index.html': page(''),
          ...Object.fromEntries(names.map((name) => [name, ''])),
        })
        const written = files.map(({ path }) => path)
        expect(
          written
            .flatMap((path) => path.split('/'))
            .filter((name) => !/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name)),
        ).toEqual([])
        expect(written.filter((path) => path.length > MAX_PATH_CHARACTERS)).toEqual([])
        expect(new Set(written.map((path) => path.toLowerCase())).size).toBe(written.length)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('2.9: what stays behind', () => {
  it('is hidden, or refused and named by nothing; a licence comes along as text', () => {
    const { texts, leftBehind } = adopt({
      'index.html': page('<script>load("level.tmx", "raw", "data/words")</script>'),
      'data/words': '',
      raw: '',
      '.htaccess': '',
      'img/.cache/a.png': '',
      'README.md': '',
      'package.json': '{}',
      'level.tmx': '',
      'old.tmx': '',
      'font.eot': '',
      LICENSE: 'as is',
      'manifest.json': '{}',
      'service-miniapp.js': '',
    })
    expect(Object.keys(texts)).toEqual(['LICENSE.txt', 'data/words.txt', 'index.html', 'level.tmx.txt'])
    expect(leftBehind.map(({ path }) => path)).toEqual([
      '.htaccess',
      'README.md',
      'font.eot',
      'img/.cache/a.png',
      'manifest.json',
      'old.tmx',
      'package.json',
      'raw',
      'service-miniapp.js',
    ])
  })

  it('is a script for Node.js, unless a page loads it', () => {
    const { texts, leftBehind } = adopt({
      'index.html': page(
        '<h1>game.js</h1><script src="js/wrapped.js"></script><script src="top.js"></script>',
      ),
      'top.js': "if (node) require('fs')",
      'bin/game.js': '#!/usr/bin/env node\nstart()',
      'server.js': "var express = require('express')",
      'js/wrapped.js': "if (node) require('fs')",
      'js/plain.js': "x.from('fs')",
    })
    expect(Object.keys(texts)).toEqual(['index.html', 'js/plain.js', 'js/wrapped.js', 'top.js'])
    expect(leftBehind.map(({ path }) => path)).toEqual(['bin/game.js', 'server.js'])
  })

  it('is a page that nothing names, in links, in scripts or by its folder', () => {
    const contents: Contents = {
      'index.html': '<a href="help.html">x</a><a href="./credits/">x</a><script src="a.js"></script>',
      'help.html': '<a href="more%20help.html">x</a>',
      'more help.html': '',
      'credits/index.html': '',
      'level2.html': '',
      'a.js': "location = 'level2.html'",
      'example.html': '<a href="index.html">x</a><a href="other.html">x</a>',
      'other.html': '',
    }
    const files = new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)]))
    const { kept, leftBehind } = selectFiles(files, 'index.html')
    expect(leftBehind.map(({ path }) => path)).toEqual(['example.html', 'other.html'])
    expect(kept).toHaveLength(6)
  })
})

describe('2.9: text is UTF-8', () => {
  it('is decoded as it says, or as browsers assume, and written again', () => {
    const { texts, told } = adopt({
      'index.html': page(''),
      'a.js': Buffer.from('x = "caf\u00e9"', 'latin1'),
      'b.txt': Buffer.from('\ufeffh\u00e9', 'utf16le'),
    })
    expect(texts['a.js']).toBe('x = "caf\u00e9"')
    expect(texts['b.txt']).toBe('h\u00e9')
    expect(told).toEqual([
      ['encoding', 'a.js', null, 'windows-1252', 'utf-8'],
      ['encoding', 'b.txt', null, 'utf-16le', 'utf-8'],
    ])
  })
})

describe('2.10: crossorigin', () => {
  it('comes to pictures where a script draws, and never with credentials', () => {
    const { texts, told } = adopt({
      'index.html': page('<img src="a.png"><img id="b"><img crossorigin="use-credentials" src="a.png">'),
      'a.png': 'a',
      'a.js': 'c.drawImage(i, 0, 0)',
    })
    expect(bodyOf(texts['index.html'])).toBe(
      '<img crossorigin src="a.png"><img id="b"><img crossorigin="anonymous" src="a.png">',
    )
    expect(told.map(([kind]) => kind)).toEqual(['crossorigin', 'crossorigin'])
  })

  it('comes to style sheets where a script reads their rules', () => {
    const { texts, told } = adopt({
      'index.html': page(
        '<link rel="stylesheet" href="a.css"><link crossorigin rel=stylesheet href="a.css">',
      ),
      'a.css': 'p { color: red }',
      'a.js': 'for (const sheet of document.styleSheets) console.log(sheet.cssRules)',
    })
    expect(bodyOf(texts['index.html'])).toBe(
      '<link crossorigin rel="stylesheet" href="a.css"><link crossorigin rel=stylesheet href="a.css">',
    )
    expect(told.map(([kind]) => kind)).toEqual(['crossorigin'])
  })

  it('stays away where nothing draws or reads rules', () => {
    const files = { 'a.png': 'a', 'a.css': 'p { color: red }' }
    const body = '<img src="a.png"><link rel="stylesheet" href="a.css">'
    expect(adopt({ 'index.html': page(body), ...files }).told).toEqual([])
  })
})

describe('4: the SDK', () => {
  const READY = "<script>addEventListener('load', () => Service.ready().catch(() => {}))</script>"

  it('comes before all other scripts, in the manner of the page', () => {
    const { texts, told } = adopt({
      'index.html':
        '<html>\r\n\t<head>\r\n\t\t<!-- <script></script> -->\r\n\t\t<script src="a.js"></script>\r\n',
      'a.js': '',
    })
    expect(texts['index.html']).toBe(
      `<html>\r\n\t<head>\r\n\t\t<!-- <script></script> -->\r\n\t\t<script src="service-miniapp.js"></script>\r\n\t\t${READY}\r\n\t\t<script src="a.js"></script>\r\n`,
    )
    expect(told).toEqual([
      ['sdk', 'index.html', 4, null, `<script src="service-miniapp.js"></script> ${READY}`],
    ])
  })

  it('is found from an entry page in a folder, and comes to no other page', () => {
    const { texts, entry } = adopt(
      { 'game/Main.HTML': '<a href="../about.html">x</a>', 'about.html': '<script></script>' },
      'game/Main.HTML',
    )
    expect(entry).toBe('game/Main.html')
    expect(texts['game/Main.html']).toContain('<script src="../service-miniapp.js"></script>')
    expect(texts['about.html']).toBe('<script></script>')
  })

  it('4.2: ready is left to a game that calls it itself', () => {
    const { texts } = adopt({ 'index.html': '<script src="a.js"></script>', 'a.js': 'Service.ready()' })
    expect(texts['index.html']).toBe(
      '<script src="service-miniapp.js"></script>\n<script src="a.js"></script>',
    )
  })
})

describe('2.8: pages that send people elsewhere', () => {
  const sent = (content: string) => {
    const { texts, told } = adopt({
      'index.html': page('<a href="old.html">x</a><a href="en/index.html">y</a>'),
      'old.html': `<meta http-equiv="Refresh" content="${content}"><p>Gone</p>`,
      'en/index.html': '<p>English</p>',
    })
    return { text: texts['old.html'], told: told.map(([kind, file]) => [kind, file]) }
  }

  it.each([
    'window.location = "https://x.example/";',
    "location.replace('//x.example/')",
    "\n  top.location.href = 'https://x.example/a'\n",
  ])('do not do so by a script that does nothing else: %s', (script) => {
    const { texts, told } = adopt({ 'index.html': page(`<p>a</p>\n<script>${script}</script>\n<p>b</p>`) })
    expect(bodyOf(texts['index.html'])).toBe('<p>a</p>\n<p>b</p>')
    expect(told.map(([kind]) => kind)).toEqual(['removed'])
  })

  it.each(["location.href = 'menu.html'", "if (old) location.href = 'https://x.example/'"])(
    'keep what opens a page of the app, or does more: %s',
    (script) => {
      const { texts } = adopt({
        'index.html': page(`<script>${script}</script>`),
        'menu.html': '<p>Menu</p>',
      })
      expect(bodyOf(texts['index.html'])).toBe(`<script>${script}</script>`)
    },
  )

  it.each([
    ['0; url=en/index.html', 'location.replace("en/index.html")'],
    ["0;URL='en/'", 'location.replace("en/index.html")'],
    ['2.5, en/index.html', 'setTimeout(() => location.replace("en/index.html"), 2000)'],
  ])('open a page of the game by a script: %s', (content, script) => {
    expect(sent(content)).toEqual({
      text: `<script>${script}</script><p>Gone</p>`,
      told: [['removed', 'old.html']],
    })
  })

  it.each(['30', '0; url=https://example.com/', '0;url=javascript:alert(1)'])(
    'no longer do where the page is none of the game: %s',
    (content) => {
      expect(sent(content)).toEqual({ text: '<p>Gone</p>', told: [['removed', 'old.html']] })
    },
  )
})
