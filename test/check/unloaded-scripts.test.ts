import { describe, expect, it } from 'vitest'
import { BundleReadError } from '../../src/bundle/bundle.js'
import { check } from '../../src/check/run.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles, sampleManifest } from '../support/fakes/sample-bundle.js'

const GAME =
  'document.body.onclick = () => { document.title = "" }\nconst tick = () => requestAnimationFrame(tick)\ntick()'
const page = (body: string): string => `<!doctype html><html lang="en"><title>A</title><body>${body}</html>`
const inline = (script: string): string => `<script>${script}</script>`

/** The impact of the first problem with a script that does not run, and whether the app runs. */
const verdict = async (body: string, files: Readonly<Record<string, string>> = {}) => {
  const { problems, runs } = await check(
    memoryBundle({ ...sampleFiles(), 'index.html': page(body), ...files }),
  )
  const rules =
    /^(?:html\/(?:remote-url|module|code-of|data-code)|bundle\/file-not-found|script\/(?:blocked-markup|does-not-parse|json-as|unresolved|import-of))/
  return { impact: problems.find(({ rule }) => rules.test(rule))?.impact, runs }
}

const REMOTE = '<script src="https://cdn.example.com/lib.js"></script>'
const MISSING = '<script src="lib.js"></script>'

describe('2.10: a script that does not run', () => {
  describe.each([
    ['of another host', REMOTE, {}],
    ['that is missing', MISSING, {}],
    ['that does not parse', MISSING, { 'lib.js': 'const = 1' }],
    ['that is JSON', MISSING, { 'lib.js': '{"a": 1}' }],
    ['that is a module, and not loaded as one', MISSING, { 'lib.js': 'export const Lib = {}' }],
    ['with another extension', '<script src="lib.json"></script>', { 'lib.json': '1' }],
    [
      'that a script writes, and that is of another host',
      `<script>document.write('<script src="https://cdn.example.com/lib.js"><\\/script>')</script>`,
      {},
    ],
    ['from a data: URL', '<script src="data:text/javascript,Lib=1"></script>', {}],
  ])('%s', (_, element, files) => {
    it.each<[string, string]>([
      ['its global is read as the app loads', `Lib.start()\n${GAME}`],
      ['its global is read in a function that runs', `const go = () => new Lib()\ngo()\n${GAME}`],
      ['a field of the window is called', `window.Lib.start()\n${GAME}`],
      ['its function is called by its name', `lib(1)\n${GAME}`],
      ['its global is taken as a value', `const { a } = Lib\n${GAME}`],
      ['everything is in its callback', `Lib(function () { ${GAME} })`],
      ['nothing else starts the app', 'const settings = { speed: 1 }'],
      [
        'another script only says what may be called',
        `class Button { constructor() { addEventListener('click', () => {}) } }</script><script>onload = () => { new Lib.Game()\n${GAME} }`,
      ],
    ])('stops the app where %s', async (_, script) => {
      expect(await verdict(`${element}${inline(script)}`, files)).toStrictEqual({
        impact: 'breaks',
        runs: false,
      })
    })

    it.each<[string, string]>([
      ['nothing uses it', GAME],
      ['a condition asks for it', `if (window.Lib) Lib.start()\n${GAME}`],
      ['a condition asks for its type', `if (typeof Lib !== 'undefined') Lib.start()\n${GAME}`],
      ['a condition asks the window for it', `if ('Lib' in window) Lib.start()\n${GAME}`],
      ['an optional chain asks for it', `window.Lib?.start()\nwindow.Lib?.x.y()\n${GAME}`],
      ['an operator asks for it', `window.Lib && Lib.start()\n${GAME}`],
      [
        'a function returns without it',
        `const a = () => { if (!window.Lib) return; Lib.start() }\na()\n${GAME}`,
      ],
      ['the error is caught', `try { Lib.start() } catch {}\n${GAME}`],
      ['something else stands in', `const a = window.Lib || { go() {} }\na.go()\n${GAME}`],
      ['another script defines the same', `window.Lib = { start() {} }\nLib.start()\n${GAME}`],
      ['an element has the name', `Lib.hidden = true\n${GAME}</script><p id="Lib"></p><script>`],
    ])('does nothing where %s', async (_, script) => {
      expect(await verdict(`${element}${inline(script)}`, files)).toStrictEqual({
        impact: 'degrades',
        runs: true,
      })
    })

    it.each<[string, string]>([
      ['a person uses it', `${GAME}\ndocument.body.oninput = () => Lib.start()`],
      ['the app has started by then', `${GAME}\nLib.log()`],
      ['only what asks for it calls what uses it', `const a = () => Lib.go()\nif (window.Lib) a()\n${GAME}`],
      ['a timer calls it', `${GAME}\nsetTimeout(() => Lib.log(), 5000)`],
    ])('fails if used where %s', async (_, script) => {
      expect(await verdict(`${element}${inline(script)}`, files)).toStrictEqual({
        impact: 'fails-if-used',
        runs: true,
      })
    })
  })

  it('stops the app that it is', async () => {
    const loading = inline("document.body.textContent = 'Loading'")
    expect(await verdict(`${loading}${MISSING}`)).toStrictEqual({ impact: 'breaks', runs: false })
    expect(await verdict(`${inline(GAME)}${MISSING}`)).toStrictEqual({ impact: 'degrades', runs: true })
    expect(await verdict(inline(`${GAME}\nconst = 1`))).toStrictEqual({ impact: 'breaks', runs: false })
  })

  it.each([
    ['by a path that starts with a slash', '<script src="/main.js"></script>', GAME],
    ['from above the bundle', '<script src="../main.js"></script>', GAME],
    ['though it is a module', '<script src="main.js"></script>', `export const a = 1\n${GAME}`],
  ])('stops the app that the page loads %s', async (_, element, script) => {
    const { runs } = await verdict(element, { 'main.js': script })
    expect(runs).toBe(false)
    expect((await verdict(`${element}${inline(GAME)}`, { 'main.js': script })).runs).toBe(true)
  })

  it('stops the app that it may be, also where a counter goes round', async () => {
    const counter = 'const send = () => { setTimeout(send, 5000) }\nsend()'
    const scripts =
      '<script src="counter.js"></script><script src="a.js"></script><script src="b.js"></script>'
    expect((await verdict(scripts, { 'counter.js': counter })).runs).toBe(false)
    expect((await verdict(`${scripts}${inline(GAME)}`, { 'counter.js': counter })).runs).toBe(true)
    expect((await verdict(`${REMOTE}${inline(counter)}`)).runs).toBe(true)
  })

  it.each(['onclick', 'onkeydown', 'window.onpointerdown', 'self.onmousemove'])(
    'leaves an app alone that only sets %s',
    async (handler) => {
      expect((await verdict(`${REMOTE}${inline(`${handler} = () => { draw() }`)}`)).runs).toBe(true)
    },
  )

  it('stops the app, also where the browser shim and the SDK start something', async () => {
    const shim = `document.addEventListener('click', () => {})\nconst tick = () => requestAnimationFrame(tick)\ntick()`
    const body = `<script src="browser-shim.js"></script>${inline('addEventListener("load", () => Service.ready())')}`
    const files = { 'browser-shim.js': shim, 'main.js': `${GAME}\n(` }
    expect((await verdict(`${body}<script src="main.js"></script>`, files)).runs).toBe(false)
    expect((await verdict(`${body}<script src="lib.js"></script>${inline('Lib.start()')}`, files)).runs).toBe(
      false,
    )
  })

  it('is not taken for a file of the same name beside the page', async () => {
    const files = {
      ...sampleFiles(),
      'manifest.json': sampleManifest({ entry: 'play/index.html' }),
      'play/index.html': page('<script src="../lib.js"></script><script src="lib.js"></script>'),
      'play/lib.js': GAME,
    }
    expect((await check(memoryBundle(files))).runs).toBe(true)
    expect((await check(memoryBundle({ ...files, 'lib.js': 'const = 1' }))).runs).toBe(true)
  })

  it('is blamed for what its name says', async () => {
    const { problems } = await check(
      memoryBundle({
        ...sampleFiles(),
        'index.html': page(
          `<script src="https://a.example.com/jquery.min.js"></script><script src="https://a.example.com/three.js"></script>${inline(`new THREE.Scene()\n${GAME}`)}<script src="https://a.example.com/other.js"></script>`,
        ),
      }),
    )
    expect(
      problems.flatMap(({ rule, impact }) => (rule === 'html/remote-url' ? [impact] : [])),
    ).toStrictEqual(['degrades', 'breaks', 'degrades'])
  })

  it('that another one has no more than a use for', async () => {
    const first = inline('const ui = Lib.make()')
    expect(await verdict(`${REMOTE}${first}${inline(`${GAME}\nui.show()`)}`)).toStrictEqual({
      impact: 'fails-if-used',
      runs: true,
    })
    expect(await verdict(`${REMOTE}${first}${inline(`ui.show()\n${GAME}`)}`)).toStrictEqual({
      impact: 'breaks',
      runs: false,
    })
  })

  it('leaves what the bundle has in its place', async () => {
    const script = inline(`window.Lib || document.write('<script src="lib.js"><\\/script>')`)
    const files = { 'lib.js': 'window.Lib = { start() {} }' }
    expect(await verdict(`${REMOTE}${script}${inline(`Lib.start()\n${GAME}`)}`, files)).toStrictEqual({
      impact: 'degrades',
      runs: true,
    })
    const loader = inline(`const load = (name) => import('./' + name + '.js')\nload('lib')`)
    expect(await verdict(`${REMOTE}${loader}${inline(`Lib.start()\n${GAME}`)}`, files)).toStrictEqual({
      impact: 'degrades',
      runs: true,
    })
  })

  it('is missed where what the bundle has in its place is loaded by nothing, such as a script in a comment', async () => {
    const files = { 'old.js': 'window.Lib = { start() {} }' }
    const script = inline(`Lib.start()\n${GAME}`)
    const said = { impact: 'breaks', runs: false }
    expect(await verdict(`${REMOTE}${script}`, files)).toStrictEqual(said)
    const comment = '<!-- <script src="old.js"></script> -->'
    expect(await verdict(`${comment}${REMOTE}${script}`, files)).toStrictEqual(said)
    const marks = inline("const open = '<!--', name = 'old.js', close = '-->'")
    expect((await verdict(`${marks}${REMOTE}${script}`, files)).runs).toBe(true)
  })

  it('4: is the SDK, where the page loads it and the bundle lacks it', async () => {
    const sdk = '<script src="service-miniapp.js"></script>'
    const uses = inline(`Service.ready()\n${GAME}`)
    expect((await verdict(`${sdk}${uses}`)).runs).toBe(false)
    expect((await verdict(`${sdk}${inline(`window.Service?.ready()\n${GAME}`)}`)).runs).toBe(true)
    expect((await verdict(`${sdk}${uses}`, { 'service-miniapp.js': 'window.Service = {}' })).runs).toBe(true)
  })

  it('is judged, too, where another file cannot be read', async () => {
    const bundle = memoryBundle({
      ...sampleFiles(),
      'index.html': page(`${REMOTE}${inline(`const others = ['other.js']\nLib.start()\n${GAME}`)}`),
      'other.js': 'var Lib = {}',
    })
    const read = async (path: string): Promise<Uint8Array> => {
      if (path === 'other.js') throw new BundleReadError(path, 'it is damaged')
      return bundle.read(path)
    }
    expect((await check(bundle)).runs).toBe(true)
    expect((await check({ ...bundle, read })).runs).toBe(false)
  })

  it('in an event handler fails once the event comes', async () => {
    expect(await verdict(`<button onclick="go(">Go</button>${inline(GAME)}`)).toStrictEqual({
      impact: 'fails-if-used',
      runs: true,
    })
  })
})

describe('2.10: a module', () => {
  const module = (script: string): string => `<script type="module">${script}</script>`
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['imports a package', "import a from 'a'", {}],
    ['imports a script that is missing', "import a from './a.js'", {}],
    ['imports a script that does not parse', "import a from './a.js'", { 'a.js': 'const = 1' }],
    ['imports a file that is not a script', "import a from './a.json'", { 'a.json': '{}' }],
    ['imports a script of another host', "import a from 'https://cdn.example.com/a.js'", {}],
    [
      'imports a module that imports a package',
      "import a from './a.js'",
      { 'a.js': "import b from 'b'\nexport default b" },
    ],
  ])('that %s stops the app that it is, and no other', async (_, start, files) => {
    const runs = async (body: string) =>
      (await check(memoryBundle({ ...sampleFiles(), 'index.html': page(body), ...files }))).runs
    expect(await runs(module(`${start}\n${GAME}`))).toBe(false)
    expect(await runs(`${module(`${start}\na()`)}${inline(GAME)}`)).toBe(true)
  })
})
