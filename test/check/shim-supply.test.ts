import { describe, expect, it } from 'vitest'
import { check } from '../../src/check/run.js'
import { markOf, type ShimPartName } from '../../src/shim/part-names.js'
import { memoryBundle } from '../support/fakes/memory-bundle.js'
import { sampleFiles } from '../support/fakes/sample-bundle.js'

const SDK = '<script src="service-miniapp.js"></script>'
const SHIM = '<script src="browser-shim.js"></script>'
const GAME = '<script src="game.js"></script>'
const page = (scripts: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>a</title>${scripts}</head><body></body></html>`

const found = async (
  files: Readonly<Record<string, string>>,
  parts: readonly ShimPartName[] = ['local-storage'],
) => {
  const shim = `window.x = ${JSON.stringify(markOf(parts))}`
  const { problems, runs } = await check(
    memoryBundle({ ...sampleFiles(), 'service-miniapp.js': '', 'browser-shim.js': shim, ...files }),
  )
  const told = problems.filter(({ rule }) => rule.startsWith('script/') || rule === 'sdk/not-loaded-before')
  return { runs, problems: told.map(({ rule, file, impact }) => [rule, file, impact]) }
}

const STORAGE = ['script/browser-storage', 'game.js', 'breaks']

describe('2.10: an API that the loaded shim supplies', () => {
  it('is not a problem', async () => {
    const files = { 'index.html': page(SDK + SHIM + GAME), 'game.js': 'localStorage.a = 1' }
    expect(await found(files)).toEqual({ runs: true, problems: [] })
  })

  it('is one without the part', async () => {
    const files = { 'index.html': page(SDK + SHIM + GAME), 'game.js': 'localStorage.a = 1' }
    expect(await found(files, ['gamepads'])).toEqual({ runs: false, problems: [STORAGE] })
  })

  it('is one where the page does not load the shim, or too late', async () => {
    const game = { 'game.js': 'localStorage.a = 1' }
    expect(await found({ ...game, 'index.html': page(SDK + GAME) })).toEqual({
      runs: false,
      problems: [STORAGE],
    })
    expect(await found({ ...game, 'index.html': page(SDK + GAME + SHIM) })).toEqual({
      runs: false,
      problems: [STORAGE],
    })
    expect(
      (await found({ ...game, 'index.html': page(SDK + GAME.replace(' ', ' defer ') + SHIM) })).problems,
    ).toEqual([])
  })

  it('is not a problem in a link that a router of the app may take', async () => {
    const links = '<a href="about">About</a><a href="help.html">Help</a>'
    const missing = async (scripts: string, parts: readonly ShimPartName[]): Promise<readonly string[]> => {
      const { problems } = await check(
        memoryBundle({
          ...sampleFiles(),
          'service-miniapp.js': '',
          'browser-shim.js': `window.x = ${JSON.stringify(markOf(parts))}`,
          'index.html': page(scripts).replace('<body>', `<body>${links}`),
        }),
      )
      return problems.flatMap(({ rule, message }) => (rule === 'bundle/file-not-found' ? [message] : []))
    }
    const [about, help] = ['about', 'help.html'].map(
      (path) => `The href of <a> refers to "${path}", which is not in the bundle.`,
    )
    expect(await missing(SDK + SHIM, ['routes'])).toEqual([help])
    expect(await missing(SDK + SHIM, ['local-storage'])).toEqual([about, help])
    expect(await missing(SDK, ['routes'])).toEqual([about, help])
  })

  it('is one where another page runs the same script without the shim', async () => {
    const files = {
      'index.html': page(SDK + SHIM + GAME),
      'two.html': page(SDK + GAME),
      'game.js': 'localStorage.a = 1',
    }
    expect((await found(files)).problems).toEqual([STORAGE])
  })

  it('is none in modules that are imported, in inline scripts and in handlers', async () => {
    const files = {
      'index.html': page(
        `${SDK}${SHIM}<script type="module" src="game.js"></script><script onload="localStorage.b">sessionStorage.c</script>`,
      ),
      'game.js': "import './deep.js'",
      'deep.js': 'export const a = localStorage.a',
    }
    expect((await found(files, ['local-storage', 'session-storage'])).problems).toEqual([])
  })

  it('is still one of the page around the app', async () => {
    const files = { 'index.html': page(SDK + SHIM + GAME), 'game.js': 'window.parent.localStorage.a = 1' }
    expect((await found(files)).runs).toBe(false)
  })

  it('only degrades where it answers and does less', async () => {
    const files = { 'index.html': page(SDK + SHIM + GAME), 'game.js': "caches.open('a')" }
    expect(await found(files, ['caches'])).toEqual({
      runs: true,
      problems: [['script/browser-storage', 'game.js', 'degrades']],
    })
  })

  it.each([
    [
      'navigator.getGamepads().length; addEventListener("gamepadconnected", a); window.ongamepadconnected = a',
      'gamepads',
    ],
    ['alert(1); confirm(2); prompt(3); window.print()', 'dialogs'],
    ['window.open("https://a.test")', 'new-window'],
    ['navigator.serviceWorker.register("a.js")', 'service-worker'],
    ['new Notification("a")', 'notifications'],
    ['canvas.requestFullscreen().then(a)', 'fullscreen'],
    ['canvas.requestPointerLock()', 'pointer-lock'],
    ['screen.orientation.lock("portrait").then(a)', 'orientation'],
    ['window.parent.document.hasFocus(); parent.screen.width', 'parent-window'],
    ['new Worker("a.js")', 'workers'],
    ['document.cookie = "a=1"', 'cookies'],
    ['sessionStorage.a', 'session-storage'],
    ['indexedDB.open("a")', 'indexed-db'],
    ['const a = new Image(); a.src = "icon.png"; gl.texImage2D(1, 2, 3, 4, 5, a)', 'pictures'],
  ] as const)('%s is one only without it', async (script, part) => {
    const files = { 'index.html': page(SDK + SHIM + GAME), 'game.js': script, 'a.js': '' }
    expect((await found(files, ['names'])).problems).not.toEqual([])
    // Of databases, it says how much is kept.
    const kept = part === 'indexed-db' ? [['script/kept-databases', 'browser-shim.js', null]] : []
    expect((await found(files, [part])).problems).toEqual(kept)
  })

  it('is one of a window that nothing can replace', async () => {
    const files = { 'index.html': page(SDK + SHIM + GAME), 'game.js': 'window.top.document.hasFocus()' }
    expect((await found(files, ['parent-window'])).problems).toHaveLength(1)
  })

  it('is none in a script that the shim was bundled into', async () => {
    const files = {
      'index.html': page('<script type="module" src="game.js"></script>'),
      'game.js': 'window.x="browser-shim parts: local-storage gamepads";import("./deep.js");localStorage.a=1',
      'deep.js': 'navigator.getGamepads(); document.cookie = 1',
      'browser-shim.js': '',
    }
    expect((await found(files)).problems).toEqual([['script/browser-storage', 'deep.js', 'breaks']])
  })
})

describe('2.10: a renamed file that the loaded shim finds', () => {
  const missing = async (names: object, script: string) => {
    const shim = `window.x = ${JSON.stringify(markOf(['names']))}\nshimNames(${JSON.stringify(names)});`
    const { problems } = await check(
      memoryBundle({
        ...sampleFiles(),
        'service-miniapp.js': '',
        'browser-shim.js': shim,
        'one.tmx.txt': '',
        'index.html': page(SDK + SHIM + GAME),
        'game.js': script,
      }),
    )
    return problems.filter(({ rule }) => rule === 'bundle/file-not-found').map(({ message }) => message)
  }
  const REQUESTS = "fetch('one.tmx').then((answer) => answer.text()).then(start)"

  it('is not missing where a script requests it', async () => {
    expect(await missing({ 'one.tmx': 'one.tmx.txt' }, REQUESTS)).toEqual([])
  })

  it.each<[string, object]>([
    ['the shim has another name', { 'two.tmx': 'one.tmx.txt' }],
    ['the shim has none', {}],
  ])('is missing where %s', async (_, names) => {
    expect(await missing(names, REQUESTS)).toEqual(['fetch refers to "one.tmx", which is not in the bundle.'])
  })
})
