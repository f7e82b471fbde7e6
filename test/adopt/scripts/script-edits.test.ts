import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adopt, type Contents, page } from '../../support/cases/adopted-game.js'
import { runs } from '../../support/vitest/runs.js'

/** Files that would have to be named otherwise: from the root, under new names, in another letter case. */
const FILES: Contents = {
  'img/a.png': 'a',
  'img/hero 1.png': 'a',
  'my levels/one.json': '[]',
  'Sounds/Jump.mp3': 'a',
  'notes/index.html': '',
  LICENSE: '',
}

/** A script as it comes out, in a game with those files. */
const scriptOf = (script: string): string | undefined =>
  adopt({ 'index.html': page('<script src="game.js"></script>'), 'game.js': script, ...FILES }).texts[
    'game.js'
  ]

describe('a text of a script is an address', () => {
  it.each([
    ["fetch('/img/a.png')", "fetch('img/a.png')"],
    ["e.style.background = 'url(/img/a.png) 0 0'", "e.style.background = 'url(img/a.png) 0 0'"],
    [
      "e.style.cssText = 'cursor: url(\\'/img/a.png\\'), auto'",
      "e.style.cssText = 'cursor: url(\\'img/a.png\\'), auto'",
    ],
    [
      'style.textContent = `a { src: url("img/hero 1.png") }`',
      'style.textContent = `a { src: url("img/hero-1.png") }`',
    ],
    ["$(e).css('background', 'url(/img/' + n + '.png)')", "$(e).css('background', 'url(img/' + n + '.png)')"],
    [`e.style.background = \`url('/img/\${n}.png')\``, `e.style.background = \`url('img/\${n}.png')\``],
    ["i.srcset = '/img/a.png 1x, /img/a.png?2 2x'", "i.srcset = 'img/a.png 1x, img/a.png?2 2x'"],
    ["i.setAttribute('srcset', '/img/a.png')", "i.setAttribute('srcset', 'img/a.png')"],
    ["fetch('/img/' + n)", "fetch('img/' + n)"],
    ["fetch('/' + n)", "fetch('' + n)"],
    ["x.open('GET', '/img/' + n)", "x.open('GET', 'img/' + n)"],
    ["new Image().src = '/img/' + n + '.png'", "new Image().src = 'img/' + n + '.png'"],
    ["e.setAttribute('src', '/img/' + n)", "e.setAttribute('src', 'img/' + n)"],
    ["new Audio('sounds/jump.mp3')", "new Audio('Sounds/Jump.mp3')"],
    ["this.load.image('hero', '/img/' + n)", "this.load.image('hero', 'img/' + n)"],
    ["loadTexture('sounds/jump.mp3')", "loadTexture('Sounds/Jump.mp3')"],
    ["play({ url: '/img/' + n })", "play({ url: 'img/' + n })"],
    ["new Howl({ src: ['sounds/jump.mp3'] })", "new Howl({ src: ['Sounds/Jump.mp3'] })"],
    ["location.href = '/notes'", "location.href = 'notes/index.html'"],
    ["location = 'notes/'", "location = 'notes/index.html'"],
    ["fetch('my levels/' + n)", "fetch('my-levels/' + n)"],
    ["var base = '/img/'; i.src = base + n", "var base = 'img/'; i.src = base + n"],
    [
      "const list = ['/img/' + a, '/img/' + b]; for (const one of list) new Image().src = one",
      "const list = ['img/' + a, 'img/' + b]; for (const one of list) new Image().src = one",
    ],
    [
      "['sounds/jump.mp3'].forEach(function (s) { new Audio(s) })",
      "['Sounds/Jump.mp3'].forEach(function (s) { new Audio(s) })",
    ],
    [
      "function get(p) { var r = new XMLHttpRequest(); r.open('GET', p.replace(/x/, 'y')) } get('/img/' + n)",
      "function get(p) { var r = new XMLHttpRequest(); r.open('GET', p.replace(/x/, 'y')) } get('img/' + n)",
    ],
    [
      "const a = { hero: { file: 'x' }, m: { where: '/img/' } }; i.src = a.m.where + n",
      "const a = { hero: { file: 'x' }, m: { where: 'img/' } }; i.src = a.m.where + n",
    ],
    ["fetch('img/' + 'hero 1.png')", "fetch('img/' + 'hero-1.png')"],
    ["import('/game.js')", "import('./game.js')"],
    ["new URL('/img/a.png', import.meta.url)", "new URL('img/a.png', import.meta.url)"],
  ])('where it is handed to what loads: %s', (before, after) => {
    expect(scriptOf(before)).toBe(after)
  })

  it.each([
    ["x('/img/a.png')", "x('img/a.png')"],
    ["x = ['img/hero 1.png', 'img/a.png']", "x = ['img/hero-1.png', 'img/a.png']"],
    ["x('/img/a.png' + '?v=' + n)", "x('img/a.png' + '?v=' + n)"],
    ["x('hero 1.png')", "x('hero-1.png')"],
  ])('where it names a file of the game exactly: %s', (before, after) => {
    expect(scriptOf(before)).toBe(after)
  })

  it.each([
    "text.innerHTML = score + ' / ' + total",
    "say('. ' + '.' + './' + '../' + '..' + '/')",
    'level = ".#.+[+~]"',
    "x('/img/' + n)",
    "x('sounds/jump.mp3')",
    "x('/notes', 'notes', 'notes/', 'LICENSE', 'license')",
    "x(origin + '/img/a.png')",
    "path.split('/img/a.png'); path.indexOf('/img/')",
    "e.style.background = 'url(/none/a.png)'; e.style.filter = 'url(#glow)'",
    "say('curl(', '/img ', 'sourceset: /img/a.png 1x')",
    "fetch(origin + '/' + '/img/a.png')",
    "location.href.split('/')",
    "if (location.pathname === '/img/a.png') x()",
    "switch (path) { case '/img/a.png': x() }",
    "var base = b || '/'; fetch(base + n)",
    "fetch('//' + host); x.src = '/' + '/img/a.png'",
    "this.load.image('/', '.')",
    "x({ url: '. ', path: ' / ', src: n ? 'a' : '..' })",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a script
    'tag`/img/${n}`',
    "'use strict'; x('use / strict')",
    "fetch('\\u002fimg/a.png')",
    'fetch("/img/a.png" +',
    "app.get('/', x); router.push('/about')",
  ])('and else it is a text, and stays: %s', (script) => {
    expect(scriptOf(script)).toBe(script)
  })

  it('a frame of an atlas keeps its name, which the data have too', () => {
    const { texts } = adopt({
      'index.html': page('<script src="game.js"></script>'),
      'game.js': "frame('hero 1.png'); PIXI.Texture.fromImage('hero 1.png')",
      'atlas.json': '{"frames":[{"filename":"hero 1.png"}]}',
      'img/hero 1.png': 'a',
    })
    expect(texts['game.js']).toBe("frame('hero 1.png'); PIXI.Texture.fromImage('hero 1.png')")
    expect(texts['atlas.json']).toBe('{"frames":[{"filename":"hero 1.png"}]}')
  })

  it('the beginning of one that nothing shows to be one is reported, with what it would be', () => {
    const { doubts } = adopt({
      'index.html': page('<script src="js/game.js"></script>'),
      'js/game.js': "\nx('/img/' + n, ' / ', '/' + n, '/nowhere/' + n)",
      ...FILES,
    })
    expect(doubts).toEqual([{ file: 'js/game.js', line: 2, text: '/img/', meant: 'img/' }])
  })

  it('JSON in a file called .js is data', () => {
    const { texts } = adopt({
      'index.html': page(''),
      'level.js': '{ "tiles": "/img/a.png", "title": "/img", "src": "sounds/jump.mp3" }',
      ...FILES,
    })
    expect(texts['level.js']).toBe('{ "tiles": "img/a.png", "title": "/img", "src": "Sounds/Jump.mp3" }')
  })
})

describe('what has no address stays byte for byte', () => {
  const WORDS = [
    '/',
    '.',
    '..',
    './',
    '../',
    ' / ',
    '. ',
    ' ',
    '#',
    '+',
    '[',
    '~',
    '?',
    '%',
    ':',
    '-',
    'a',
    'img',
    'png',
    '1',
    '/a',
    '//',
    'notes',
    'license',
  ]

  it('for any texts that a script shows, compares and joins', () => {
    const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((parts) => parts.join(''))
    const statement = fc
      .tuple(
        fc.constantFrom(
          'show(%)',
          'x = y + %',
          'x = % + y',
          'if (x === %) y()',
          'x[%] = 1',
          'y.push(%, %)',
          '({ a: %, [%]: 1 })',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a script
          'x = `%${y}%`',
        ),
        text,
      )
      .map(([form, value]) =>
        form.replaceAll('%', () =>
          form.includes('`') ? value.replaceAll(/[`$\\]/g, '') : JSON.stringify(value),
        ),
      )
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 12 }), (statements) => {
        const script = statements.join('\n')
        expect(scriptOf(script)).toBe(script)
      }),
      { numRuns: runs(200) },
    )
  })

  it.each([
    'three/build/three.module.js',
    'preact/dist/preact.mjs',
    'vite/dist/client/client.mjs',
    'acorn/dist/acorn.js',
  ])('a library: %s', (path) => {
    const root = createRequire(import.meta.url)
      .resolve('acorn/package.json')
      .replace(/acorn[/\\]package\.json$/, '')
    const library = readFileSync(`${root}${path}`)
    const { files } = adopt({
      'index.html': page('<script src="game.js"></script>'),
      'game.js': library,
      ...FILES,
    })
    expect(files.find((file) => file.path === 'game.js')?.bytes).toBe(library)
  })
})
