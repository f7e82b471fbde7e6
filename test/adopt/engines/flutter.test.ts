import { describe, expect, it } from 'vitest'
import { adoptGame } from '../../../src/adopt/adopt-game.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

// biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a script
const CDN = 'load(`https://www.gstatic.com/flutter-canvaskit/${revision}/`);'
/** A module whose memory is shared. */
const SHARED = Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 4, 1, 3, 1, 1])

const build = (config: string, fonts = '[{"family":"MaterialIcons"},{"family":"Roboto"}]') => ({
  'index.html': '<base href="/game/"><script src="flutter_bootstrap.js" async></script>',
  'flutter_bootstrap.js': `${CDN} _flutter.buildConfig = {${config}};\n_flutter.loader.load()`,
  'main.dart.js': 'start()',
  'assets/FontManifest.json': fonts,
  'assets/NOTICES': 'as is',
  'canvaskit/canvaskit.js': '',
  'canvaskit/canvaskit.js.symbols': '',
  'canvaskit/skwasm.js': '',
  'canvaskit/skwasm.wasm': SHARED,
})

const adopted = async (contents: Readonly<Record<string, string | Uint8Array>>) => {
  const files = new Map(Object.entries(contents).map(([path, content]) => [path, Buffer.from(content)]))
  const folder = await temporaryFolder()
  return adoptGame({ folder, files, leftBehind: [], tooLarge: new Map() }, 'index.html', 'game', false)
}

const CANVASKIT = '"builds":[{"renderer":"canvaskit","mainJsPath":"main.dart.js"}]'

describe('a web build of Flutter', () => {
  it('runs with its own CanvasKit and fonts, and skwasm does not count', async () => {
    const { engine, obstacles, files } = await adopted(build(`"useLocalCanvasKit":true,${CANVASKIT}`))
    expect([engine, obstacles]).toEqual(['Flutter web build', []])
    expect(files.map(({ path }) => path)).toEqual([
      'assets/FontManifest.json',
      'assets/NOTICES.txt',
      'canvaskit/canvaskit.js',
      'flutter_bootstrap.js',
      'index.html',
      'main.dart.js',
    ])
  })

  it('is refused for what it loads from a network, with the option to change', async () => {
    const { obstacles } = await adopted(
      build(CANVASKIT, '[{"family":"packages/cupertino_icons/CupertinoIcons"}]'),
    )
    expect(obstacles).toEqual([
      {
        kind: 'build',
        file: 'flutter_bootstrap.js',
        words:
          'loads CanvasKit from www.gstatic.com and its fonts from fonts.gstatic.com, and a mini app has no network',
        advice:
          'build it with flutter build web --no-web-resources-cdn, and add the font Roboto under fonts: in pubspec.yaml',
      },
    ])
  })

  it.each([
    [
      'no font for texts',
      build(`"useLocalCanvasKit":true,${CANVASKIT}`, '[{"family":"MaterialIcons"}]'),
      'assets/FontManifest.json',
    ],
    [
      'only a renderer with threads',
      build('"useLocalCanvasKit":true,"builds":[{"renderer":"skwasm"}]'),
      'index.html',
    ],
  ])('is refused where it has %s', async (_, contents, file) => {
    expect((await adopted(contents)).obstacles).toMatchObject([{ file }])
  })

  it('may name its own font in all its texts', async () => {
    const fonts = '[{"family":"MaterialIcons"},{"family":"Plaster"}]'
    expect((await adopted(build(`"useLocalCanvasKit":true,${CANVASKIT}`, fonts))).obstacles).toEqual([])
  })

  it('loads the CanvasKit of its own folder, which other builds have too', async () => {
    const { obstacles, files, changes } = await adopted({
      ...build(CANVASKIT),
      'canvaskit/canvaskit.wasm': '\0asm',
    })
    expect(obstacles).toEqual([])
    const loader = Buffer.from(
      files.find(({ path }) => path === 'flutter_bootstrap.js')?.bytes ?? [],
    ).toString()
    expect(loader.split('\n')[1]).toBe("_flutter.loader.load({config: { canvasKitBaseUrl: 'canvaskit/' }})")
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'address', to: 'canvaskit/' }))
  })

  it.each([
    ['{\n  serviceWorkerSettings: { serviceWorkerVersion: "1" }\n}', true],
    ['{config: {renderer: "canvaskit"}}', false],
  ])('keeps what the loader is told: %s', async (told, isChanged) => {
    const bootstrap = `${CDN} _flutter.buildConfig = {${CANVASKIT}};\n_flutter.loader.load(${told})`
    const { obstacles, files } = await adopted({
      ...build(CANVASKIT),
      'flutter_bootstrap.js': bootstrap,
      'canvaskit/canvaskit.wasm': '\0asm',
    })
    const loader = Buffer.from(
      files.find(({ path }) => path === 'flutter_bootstrap.js')?.bytes ?? [],
    ).toString()
    expect(obstacles.length).toBe(isChanged ? 0 : 1)
    expect(loader).toBe(
      isChanged
        ? bootstrap.replace('load({', "load({config: { canvasKitBaseUrl: 'canvaskit/' }, ")
        : bootstrap,
    )
  })

  it('is drawn by HTML where the build has both renderers, which needs no network', async () => {
    const { obstacles, files, changes } = await adopted({
      ...build('"builds":[{"renderer":"auto","mainJsPath":"main.dart.js"}]', '[]'),
      'main.dart.js': 'if (window.flutterWebRenderer != "html") load()',
    })
    expect(obstacles).toEqual([])
    const page = Buffer.from(files.find(({ path }) => path === 'index.html')?.bytes ?? []).toString()
    expect(page).toMatch(
      /service-miniapp\.js"><\/script>[\s\S]*<script>window\.flutterWebRenderer = 'html'<\/script>[\s\S]*flutter_bootstrap\.js/,
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'sdk', why: expect.stringContaining('makes Flutter draw with HTML') }),
    )
  })

  it('needs neither where HTML draws it', async () => {
    const { obstacles } = await adopted(build('"builds":[{"renderer":"html"}]', '[]'))
    expect(obstacles).toEqual([])
  })

  it('keeps skwasm where its loader runs it without threads', async () => {
    const { obstacles, files } = await adopted({
      ...build('"useLocalCanvasKit":true,"builds":[{"renderer":"skwasm"},{"renderer":"canvaskit"}]'),
      'flutter.js': 'load({skwasmSingleThreaded: !crossOriginIsolated})',
    })
    expect(obstacles).toEqual([])
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['canvaskit/skwasm.js', 'canvaskit/skwasm.wasm']),
    )
  })

  describe('of Flutter 2, whose main.dart.js loads CanvasKit', () => {
    const old = (main: string) => ({
      'index.html': '<script src="main.dart.js"></script>',
      'main.dart.js': main,
      'assets/FontManifest.json': '[{"family":"Roboto"}]',
      'canvaskit/canvaskit.js': '',
      'canvaskit/canvaskit.wasm': '\0asm',
    })
    const UNPKG = 'load("https://unpkg.com/canvaskit-wasm@0.33.0/bin/canvaskit.js")'
    const CONFIGURED =
      'load((window.flutterConfiguration?.url ?? "https://unpkg.com/canvaskit-wasm@0.33.0/bin/"))'

    it('is refused where it loads CanvasKit from a network in any case', async () => {
      expect((await adopted(old(UNPKG))).obstacles).toEqual([
        {
          kind: 'build',
          file: 'main.dart.js',
          words: 'loads CanvasKit from unpkg.com, and a mini app has no network',
          advice: 'build it with a newer Flutter and flutter build web --no-web-resources-cdn',
        },
      ])
    })

    it('loads the CanvasKit of its folder where it can be told to', async () => {
      const { obstacles, files } = await adopted(old(CONFIGURED))
      expect(obstacles).toEqual([])
      expect(Buffer.from(files.find(({ path }) => path === 'index.html')?.bytes ?? []).toString()).toContain(
        "<script>window.flutterConfiguration = { canvasKitBaseUrl: 'canvaskit/' }</script>",
      )
    })

    it('is drawn by CanvasKit where both renderers are in the build, and their files and fonts too', async () => {
      const { files } = await adopted(old(`window.flutterWebRenderer; ${CONFIGURED}`))
      const page = Buffer.from(files.find(({ path }) => path === 'index.html')?.bytes ?? []).toString()
      expect(page).not.toContain('flutterWebRenderer')
    })
  })
})
