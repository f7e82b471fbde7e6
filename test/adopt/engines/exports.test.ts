import { describe, expect, it } from 'vitest'
import { adoptGame } from '../../../src/adopt/adopt-game.js'
import { unframed } from '../../../src/adopt/pages/frames.js'
import { entryCandidates } from '../../../src/adopt/project/hints.js'
import type { GameFiles } from '../../../src/adopt/selection.js'
import { withShim } from '../../../src/adopt/shim/with-shim.js'
import { readShim } from '../../../src/shim/shim-file.js'
import { exportFiles, exportFolder } from '../../support/cases/export-fixture.js'

/** An export as it is adopted: what it is, what happened to its files, and the names that the shim maps. */
const brought = async (name: string, given?: GameFiles) => {
  const files = given ?? (await exportFiles(name))
  const [page = ''] = entryCandidates([...files.keys()])
  const entry = unframed(files, page)
  const game = { folder: exportFolder(name), files, leftBehind: [], tooLarge: new Map<string, number>() }
  const adopted = await withShim(await adoptGame(game, entry, exportFolder(name), false), undefined)
  const text = (path: string): string =>
    Buffer.from(adopted.files.find((file) => file.path === path)?.bytes ?? []).toString()
  return {
    engine: adopted.engine,
    obstacles: adopted.obstacles,
    entry: adopted.entry,
    moved: adopted.changes
      .filter(({ kind }) => kind === 'renamed' || kind === 'unpacked')
      .map(({ kind, from, to }) => `${kind}: ${from} → ${to}`),
    removed: adopted.changes
      .filter(({ kind }) => kind === 'removed')
      .map(({ from }) => /<[^>]*>|\S+/.exec(from ?? '')?.[0]),
    left: adopted.leftBehind.map(({ path }) => path),
    mapped: readShim(text('browser-shim.js'))?.renamed ?? {},
    parts: readShim(text('browser-shim.js'))?.parts ?? [],
    text,
    bytes: (path: string) => adopted.files.find((file) => file.path === path)?.bytes,
  }
}

describe('what an export is recognized as', () => {
  it.each([
    ['unity-2019', 'Unity Web build (before 2020)'],
    ['unity-brotli', 'Unity Web build'],
    ['unity-gzip', 'Unity Web build'],
    ['unity-fallback', 'Unity Web build'],
    ['godot-3', 'Godot 3 export'],
    ['godot-4', 'Godot 4 export'],
    ['construct-2', 'Construct 2 export'],
    ['construct-3', 'Construct 3 export'],
    ['gdevelop', 'GDevelop export'],
    ['gamemaker', 'GameMaker HTML5 export'],
    ['pico-8', 'PICO-8 export'],
    ['renpy', "Ren'Py web build"],
    ['twine-harlowe', 'Twine story (Harlowe 3)'],
    ['twine-sugarcube', 'Twine story (SugarCube 2)'],
    ['twine-chapbook', 'Twine story (Chapbook 1)'],
    ['twine-snowman', 'Twine story (Snowman 2)'],
    ['ink', 'Ink story'],
    ['cocos-3', 'Cocos Creator 3 build'],
    ['playcanvas', 'PlayCanvas build'],
    ['emscripten', 'Emscripten build'],
  ])('%s', async (name, engine) => {
    expect(await brought(name)).toMatchObject({ engine, obstacles: [] })
  })
})

describe('what is done with an export', () => {
  it('unpacks the parts of Unity, and names them in the JSON of its loader', async () => {
    const { moved, left, text, parts } = await brought('unity-2019')
    expect(moved).toEqual([
      'unpacked: Build/web.data.unityweb → Build/web.data',
      'unpacked: Build/web.wasm.code.unityweb → Build/web.wasm',
      'unpacked: Build/web.wasm.framework.unityweb → Build/web.wasm.framework.js',
    ])
    expect(left).toEqual([])
    expect(JSON.parse(text('Build/web.json'))).toMatchObject({
      dataUrl: 'web.data',
      wasmCodeUrl: 'web.wasm',
      wasmFrameworkUrl: 'web.wasm.framework.js',
    })
    expect(text('Build/web.data')).toBe('Paddle')
    expect(parts).toContain('blob-scripts')
  })

  it.each(['br', 'gz'] as const)(
    'unpacks .%s parts, and names them where the page configures them',
    async (kind) => {
      const { moved, text, bytes, mapped } = await brought(kind === 'br' ? 'unity-brotli' : 'unity-gzip')
      expect(moved).toEqual([
        `unpacked: Build/Web.data.${kind} → Build/Web.data`,
        `unpacked: Build/Web.framework.js.${kind} → Build/Web.framework.js`,
        `unpacked: Build/Web.wasm.${kind} → Build/Web.wasm`,
        'renamed: StreamingAssets/levels/one.bundle → StreamingAssets/levels/one.bundle.txt',
      ])
      expect(text('index.html')).toContain('frameworkUrl: buildUrl + "/Web.framework.js",')
      expect(Buffer.from(bytes('Build/Web.wasm') ?? []).subarray(0, 4)).toEqual(Buffer.from('\0asm'))
      // Only its name at run time is known: the shim finds it.
      expect(mapped).toMatchObject({
        'StreamingAssets/levels/one.bundle': 'StreamingAssets/levels/one.bundle.txt',
      })
    },
  )

  it('keeps the name of a Godot pack in scripts, and leaves service workers out', async () => {
    const { moved, mapped, removed, left, text } = await brought('godot-4')
    expect(moved).toEqual(['renamed: index.pck → index.pck.bin'])
    expect(mapped).toEqual({ 'index.pck': 'index.pck.bin' })
    expect(text('index.html')).toContain('"fileSizes": {"index.pck": 20, "index.wasm": 60}')
    expect(removed).toEqual([
      '<script src="coi-serviceworker.js">',
      '<link rel="manifest" href="index.manifest.json">',
    ])
    expect(left).toEqual([
      'coi-serviceworker.js',
      'index.manifest.json',
      'index.offline.html',
      'index.service.worker.js',
    ])
  })

  it.each([
    ['construct-2', ['offline.appcache', 'offline.js', 'sw.js']],
    ['construct-3', ['offline.json', 'sw.js']],
  ])('leaves the offline service worker of %s out', async (name, left) => {
    expect((await brought(name)).left).toEqual(left)
  })

  it('finds the renamed sounds and pictures of Construct by their old names', async () => {
    expect((await brought('construct-2')).mapped).toEqual({
      'media/jump (high).m4a': 'media/jump-high.m4a',
      'media/jump (high).ogg': 'media/jump-high.ogg',
    })
    expect((await brought('construct-3')).mapped).toEqual({
      'images/ebene 1-sheet0.png': 'images/ebene-1-sheet0.png',
    })
  })

  it('takes along what no bundle holds and an engine loads by a composed name', async () => {
    expect((await brought('gamemaker')).mapped).toEqual({
      'html5game/levels.ini': 'html5game/levels.ini.txt',
    })
    expect((await brought('renpy')).mapped).toEqual({
      'game.zip': 'game.zip.bin',
      'game/cache/bytecode-39.rpyb': 'game/cache/bytecode-39.rpyb.bin',
      'game/images/room one.webp': 'game/images/room-one.webp',
    })
    expect((await brought('cocos-3')).mapped).toEqual({
      'assets/main/import/07/07a1f2d3.cconb': 'assets/main/import/07/07a1f2d3.cconb.bin',
    })
    expect((await brought('playcanvas')).mapped).toEqual({
      'files/assets/77/1/sky map.dds': 'files/assets/77/1/sky-map.dds.bin',
    })
    expect((await brought('emscripten')).mapped).toEqual({ 'maze.html.mem': 'maze.html.mem.bin' })
  })

  it('takes scripts of portals and counters out of the page', async () => {
    const files = new Map(await exportFiles('godot-4'))
    const page = Buffer.from(files.get('index.html') ?? []).toString()
    const sdk = '<script src="https://sdk.portal.example/v2/sdk.js"></script>'
    files.set('index.html', Buffer.from(page.replace('<title>', `${sdk}<title>`)))
    const folder = exportFolder('godot-4')
    const game = { folder, files, leftBehind: [], tooLarge: new Map<string, number>() }
    const { obstacles, changes } = await adoptGame(game, 'index.html', folder, false)
    expect(obstacles).toEqual([])
    expect(changes.filter(({ from }) => from === sdk)).toMatchObject([
      { kind: 'removed', why: 'a mini app has no network, and the export has its own scripts in the folder' },
    ])
  })

  it('opens the player of PICO-8 in place of the page that shows it in a frame', async () => {
    const { entry, left } = await brought('pico-8')
    expect(entry).toBe('player/dash.html')
    expect(left).toEqual(['index.html'])
  })
})

describe('an export that needs threads', () => {
  it.each([
    [
      'godot-4-threads',
      'index.html',
      'turn "Thread Support" off in the Web export preset (Godot 4.3 or later), and export again',
    ],
    [
      'godot-3-threads',
      'index.html',
      'set Export Type to "Regular" in the HTML5 export preset, and export again',
    ],
    ['emscripten-threads', 'maze.wasm', 'build it without -pthread (USE_PTHREADS)'],
  ])('%s is told how to do without', async (name, file, advice) => {
    expect((await brought(name)).obstacles).toEqual([{ kind: 'threads', file, line: null, advice }])
  })

  it('of love.js has another build, which has none', async () => {
    const files = new Map(
      [...(await exportFiles('emscripten-threads'))].map(([path, bytes]) => [
        path.replace('maze', 'love'),
        Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('maze.', 'love.'), 'latin1'),
      ]),
    )
    expect(await brought('emscripten-threads', files)).toMatchObject({
      engine: 'LÖVE build',
      obstacles: [{ kind: 'threads', file: 'love.wasm', line: null, advice: 'build it with love.js -c' }],
    })
  })
})
