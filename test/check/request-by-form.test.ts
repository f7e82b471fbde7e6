import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const requests = async (script: string): Promise<readonly string[]> => {
  const { problems } = await check(memoryBundle({ ...sampleFiles(), 'game.js': script }))
  return problems.filter(({ rule }) => rule === 'script/remote-request').map(({ message }) => message)
}

const FETCHED = 'fetch of "https://a.test/a" fails: a mini app has no network access.'
const CONNECTED = 'WebSocket of "wss://a.test" fails: a mini app has no network access.'

describe('2.10: a request of an address that is chosen', () => {
  it.each([
    "fetch(address || 'https://a.test/a')",
    "fetch(address ?? 'https://a.test/a')",
    "fetch('' || 'https://a.test/a')",
    "fetch(isLive && 'https://a.test/a')",
    "fetch(isLive ? 'https://a.test/a' : 'level.json')",
    "fetch(isLive ? 'level.json' : 'https://a.test/a')",
    "fetch(isLive ? 'level.json' : isTest ? 'test.json' : 'https://a.test/a')",
    "const address = self.address || 'https://a.test/a'\nfetch(address)",
    "const get = (address) => fetch(address || 'https://a.test/a')\nget('level.json')",
    "const get = (address) => fetch(address)\nget(isLive ? 'https://a.test/a' : 'level.json')",
    "fetch(new URL('b', isLive ? 'https://a.test/a' : document.baseURI))",
  ])('is found: %s', async (script) => {
    expect(await requests(script)).toEqual([FETCHED])
  })

  it.each([
    "fetch((isLive ? 'level' : 'https://a.test/a') + '/1')",
    `fetch(\`\${isLive ? 'https://a.test/a' : 'level'}/1\`)`,
  ])('is shown with what follows: %s', async (script) => {
    expect(await requests(script)).toEqual([FETCHED.replace('/a"', '/a/1"')])
  })

  it.each([
    "fetch(address || 'level.json')",
    "fetch('level.json' || 'https://a.test/a')",
    "fetch('' ?? 'https://a.test/a')",
    "const LEVEL = 'level.json'\nfetch(LEVEL || 'https://a.test/a')",
    "fetch('https://a.test/a' && 'level.json')",
    "fetch(isLive ? 'level.json' : 'test.json')",
    "fetch(isLive === 'https://a.test/a' ? 'level.json' : 'test.json')",
  ])('is not made up: %s', async (script) => {
    expect(await requests(script)).toEqual([])
  })
})

describe('2.10: a request of an address that is put together of texts', () => {
  it.each([
    "fetch('ht' + 'tps://a.test/a')",
    "fetch('h' + 't' + 'tps' + '://a.test/a')",
    "fetch('' + 'https://a.test/a')",
    `fetch(\`ht\${'tps'}://a.test/a\`)`,
    "const SCHEME = 'https'\nfetch(SCHEME + '://a.test/a')",
    `const SCHEME = 'https'\nfetch(\`\${SCHEME}://a.test/a\`)`,
    "fetch((isLive ? 'https' : 'level') + '://a.test/a')",
  ])('is found: %s', async (script) => {
    expect(await requests(script)).toEqual([FETCHED])
  })

  it.each([
    "fetch('level' + '/https://a.test/a')",
    "fetch('ht' + name + 'tps://a.test/a')",
    "fetch(name + 'https://a.test/a')",
    "let SCHEME = 'https'\nSCHEME = 'level'\nfetch(SCHEME + '://a.test/a')",
  ])('is not made up: %s', async (script) => {
    expect(await requests(script)).toEqual([])
  })
})

describe('2.10: a connection by a class of the app', () => {
  it.each([
    "class Line extends WebSocket {}\nnew Line('wss://a.test')",
    "const Line = class extends WebSocket {}\nnew Line('wss://a.test')",
    "class Line extends window.WebSocket {}\nclass Wire extends Line {}\nnew Wire('wss://a.test')",
    "class Line extends WebSocket { open = true; constructor(address) { super(address); this.open = false } }\nnew Line('wss://a.test')",
    "class Line extends WebSocket { constructor(...all) { super(...all) } }\nnew Line('wss://a.test')",
    "class Line extends WebSocket { constructor() { super(...arguments) } }\nnew Line('wss://a.test')",
    "class Line extends WebSocket { constructor() { super('wss://a.test') } }\nnew Line()",
    "class Line extends WebSocket { constructor(name, address) { super(address) } }\nnew Line('a', 'b')\nnew WebSocket('wss://a.test')",
    "new (class extends WebSocket {})('wss://a.test')",
    "const line = () => new Line('wss://a.test')\nclass Line extends WebSocket {}",
    "Reflect.construct(WebSocket, ['wss://a.test'])",
    "const Line = WebSocket\nReflect.construct(Line, ['wss://a.test'])",
  ])('is found: %s', async (script) => {
    expect(await requests(script)).toEqual([CONNECTED])
  })

  it('is found where a function is applied', async () => {
    expect(await requests("Reflect.apply(fetch, window, ['https://a.test/a'])")).toEqual([FETCHED])
  })

  it.each([
    "class Line {}\nnew Line('wss://a.test')",
    "class Line extends Wire {}\nnew Line('wss://a.test')",
    "class WebSocket {}\nclass Line extends WebSocket {}\nnew Line('wss://a.test')",
    "class Line extends WebSocket { constructor(name, address) { super('level.json') } }\nnew Line('wss://a.test')",
    "class Line extends WebSocket {}\nconst start = (Line) => new Line('wss://a.test')",
    "let Line = class extends WebSocket {}\nLine = Wire\nnew Line('wss://a.test')",
    "Reflect.construct(Wire, ['wss://a.test'])",
    "const Reflect = { construct() {} }\nReflect.construct(WebSocket, ['wss://a.test'])",
  ])('is not made up: %s', async (script) => {
    expect(await requests(script)).toEqual([])
  })
})

describe('2.10: a request of an address that is given to a function where it is written', () => {
  it.each([
    "(function (address) { fetch(address) })('https://a.test/a')",
    "!function (w, address) { fetch(address) }(window, 'https://a.test/a')",
    "(function (address) { fetch(address) }).call(this, 'https://a.test/a')",
    "((address) => { fetch(address) })('https://a.test/a')",
    "(function (u) { (function (address) { fetch(address) })(u) })('https://a.test/a')",
    "function start() { (function (address) { fetch(address) })('https://a.test/a') }\nstart()",
  ])('is found: %s', async (script) => {
    expect(await requests(script)).toEqual([FETCHED])
  })

  it.each([
    "(function (address) { fetch(address) })('level.json', 'https://a.test/a')",
    "(function (address) { address = 'level.json'; fetch(address) })('https://a.test/a')",
    "(function (first, address) { fetch(address) })(...list, 'https://a.test/a')",
    "(function (address) { { const address = 'level.json'; fetch(address) } })('https://a.test/a')",
  ])('is not made up: %s', async (script) => {
    expect(await requests(script)).toEqual([])
  })

  it('is found in the counter that is given to it, and only degrades the app', async () => {
    const counter = `(function (i, s, o, g, r, a, m) {
  i['GoogleAnalyticsObject'] = r; i[r] = i[r] || function () { (i[r].q = i[r].q || []).push(arguments) }
  a = s.createElement(o), m = s.getElementsByTagName(o)[0]; a.async = 1; a.src = g; m.parentNode.insertBefore(a, m)
})(window, document, 'script', '//www.google-analytics.com/analytics.js', 'ga')`
    const { problems } = await check(memoryBundle({ ...sampleFiles(), 'game.js': counter }))
    expect(problems.map(({ rule, impact, message, fix }) => [rule, impact, message, fix])).toEqual([
      [
        'script/remote-request',
        'degrades',
        'a.src of "//www.google-analytics.com/analytics.js" fails: a mini app has no network access.',
        'Remove it: without a network, it counts nobody and shows no ads.',
      ],
    ])
  })
})

describe('2.10: a field that only elements would load', () => {
  it.each([
    'function Address() { this.href = null }\nAddress.prototype.resolve = function (host) { this.href = "//" + host }\nnew Address().resolve("a.test")',
    'class Sprite { load() { this.src = "https://a.test/a.png" } }\nnew Sprite().load()',
    'const sprite = { frame: 0 }\nsprite.src = "https://a.test/a.png"',
  ])('requests nothing where an object of the script has it: %s', async (script) => {
    expect(await requests(script)).toEqual([])
  })

  it.each([
    'class Sprite extends Image { load() { this.src = "https://a.test/a.png" } }\nnew Sprite().load()',
    'const image = document.querySelector("img")\nimage.load = function () { this.src = "https://a.test/a.png" }\nimage.load()',
    'function show(image) { image.src = "https://a.test/a.png" }\nshow(document.images[0])',
  ])('is requested where it may be an element: %s', async (script) => {
    expect(await requests(script)).toHaveLength(1)
  })
})

describe('2.10: a request by a name that is computed', () => {
  it.each([
    ["const key = 'fetch'\nwindow[key]('https://a.test/a')", [FETCHED]],
    ["const KEYS = { ask: 'fetch' }\nglobalThis[KEYS.ask]('https://a.test/a')", [FETCHED]],
    ["const key = 'fetch'\nif (window[key]) window[key]('level.json')", []],
    ["const key = ask()\nwindow[key]('https://a.test/a')", []],
  ])('is found where it is known: %s', async (script, messages) => {
    expect(await requests(script)).toEqual(messages)
  })

  it('is found where it sets what an element loads', async () => {
    const [message, ...more] = await requests(
      "const key = 'src', picture = new Image()\npicture[key] = 'https://a.test/a.png'\ndocument.body.append(picture)",
    )
    expect(more).toEqual([])
    expect(message).toContain('"https://a.test/a.png"')
  })
})
