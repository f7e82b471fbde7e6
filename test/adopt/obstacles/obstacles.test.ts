import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { adoptGame } from '../../../src/adopt/adopt-game.js'
import { MB } from '../../../src/platform/units.js'
import { type Contents, page } from '../../support/cases/adopted-game.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

/** What keeps a game from being a mini app. @param tooLarge sizes of files that are too large to be read */
const obstaclesOf = async (contents: Contents, tooLarge: Readonly<Record<string, number>> = {}) => {
  const files = new Map(
    Object.entries(contents).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  )
  // A folder of its own: nothing around the game is found.
  const folder = await temporaryFolder()
  const game = { folder, files, leftBehind: [], tooLarge: new Map(Object.entries(tooLarge)) }
  return adoptGame(game, 'index.html', folder, false)
}

const GAME = page('<script src="game.js"></script>')

/** The start of a module with one memory. */
const wasm = (memory: readonly number[], imports: readonly number[] = []): Uint8Array =>
  Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...imports,
    ...(memory.length === 0 ? [] : [5, memory.length + 1, 1, ...memory]),
  ])

describe('8.1: what does not fit', () => {
  it('is a file that is too large, where the game names it', async () => {
    const { obstacles, leftBehind } = await obstaclesOf(
      { 'index.html': GAME, 'game.js': "fetch('data/world.bin')" },
      { 'data/world.bin': 20 * MB + 1, 'video/trailer.mp4': 90 * MB },
    )
    expect(obstacles).toEqual([
      { kind: 'file-too-large', file: 'data/world.bin', bytes: 20 * MB + 1, unpacked: false, advice: null },
    ])
    expect(leftBehind).toEqual([
      {
        path: 'video/trailer.mp4',
        why: 'it is over the size limit for a file, and nothing in the game refers to it',
      },
    ])
  })

  it('is more than 60 MB, and not 60 MB', async () => {
    const part = new Uint8Array(20 * MB)
    const { obstacles } = await obstaclesOf({
      'index.html': GAME,
      'a.bin': part,
      'b.bin': part,
      'c.bin': part,
    })
    expect(obstacles).toEqual([
      {
        kind: 'too-large',
        bytes: 60 * MB + Buffer.byteLength(GAME),
        largest: ['a.bin', 'b.bin', 'c.bin'].map((file) => ({ file, bytes: 20 * MB })),
        advice: null,
      },
    ])
    expect(
      (await obstaclesOf({ 'index.html': GAME, 'a.bin': part, 'b.bin': part, 'c.bin': part.subarray(MB) }))
        .obstacles,
    ).toEqual([])
  })

  it('is what makes a zip of more than 20 MB', async () => {
    const { obstacles } = await obstaclesOf({
      'index.html': GAME,
      'a.bin': randomBytes(11 * MB),
      'b.bin': randomBytes(12 * MB),
      'c.txt': new Uint8Array(13 * MB),
    })
    expect(obstacles).toMatchObject([
      {
        kind: 'zip-too-large',
        largest: [{ file: 'b.bin', bytes: 12 * MB }, { file: 'a.bin' }, { file: 'c.txt' }],
      },
    ])
  })

  it('is more than 1,000 files, with the manifest and the icon', async () => {
    const files = (count: number) => ({
      'index.html': GAME,
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`tiles/${index}.bin`, 'x'])),
    })
    expect((await obstaclesOf(files(996))).obstacles).toEqual([])
    expect((await obstaclesOf(files(999))).obstacles).toEqual([{ kind: 'too-many-files', count: 1_002 }])
  })
})

describe('2.8: Flash', () => {
  it.each([
    ['<embed src="quiz.swf" width="500" height="400"><script src="ruffle.js"></script>', 'quiz.swf'],
    [
      '<object classid="clsid:d27cdb6e-ae6d-11cf-96b8-444553540000" width="500"><param name="movie" value="a/b.swf?x=1"></object>',
      'a/b.swf?x=1',
    ],
    ['<object data="Game.SWF" type="application/x-shockwave-flash"></object>', 'Game.SWF'],
    [
      '<script src="ruffle.js"></script><script>const player = window.RufflePlayer.newest().createPlayer(); player.load("game.swf")</script>',
      'game.swf',
    ],
  ])('is what the page shows: %s', async (body, movie) => {
    const game = page(body)
    const { obstacles } = await obstaclesOf({ 'index.html': game, 'ruffle.js': 'start()' })
    const line = game.slice(0, game.indexOf(body)).split('\n').length
    expect(obstacles).toEqual([{ kind: 'flash', file: 'index.html', line, movie }])
  })

  it.each([
    '<canvas></canvas><object data="sound.swf"></object>',
    '<object data="clipboard.swf" width="1" height="1"></object><script src="ruffle.js"></script>',
    '<script>soundManager.url = "soundmanager2.swf"</script>',
    '<a href="old.swf">the old version</a>',
  ])('is not what a helper or a link names: %s', async (body) => {
    const { obstacles } = await obstaclesOf({ 'index.html': page(body), 'ruffle.js': 'start()' })
    expect(obstacles).toEqual([])
  })
})

describe('2.10: threads', () => {
  it.each([
    ['a memory of its own', wasm([3, 1, 2]), 'game.wasm'],
    ['a memory that it imports', wasm([], [2, 9, 1, 1, 0x61, 1, 0x6d, 2, 3, 1, 2]), 'game.wasm'],
  ])('are needed by WebAssembly that shares %s', async (_, module, file) => {
    const contents = { 'index.html': GAME, 'game.js': "fetch('game.wasm')", 'game.wasm': module }
    expect((await obstaclesOf(contents)).obstacles).toEqual([
      { kind: 'threads', file, line: null, advice: null },
    ])
  })

  it.each([
    ['a memory that is not shared', { 'game.wasm': wasm([1, 1, 2]) }],
    ['a damaged module', { 'game.wasm': wasm([3, 1, 2]).subarray(0, 11) }],
    ['two builds, of which one does without', { 'mt.wasm': wasm([3, 1, 2]), 'st.wasm': wasm([0, 1]) }],
  ])('are not needed by %s', async (_, modules) => {
    expect((await obstaclesOf({ 'index.html': GAME, 'game.js': '', ...modules })).obstacles).toEqual([])
  })

  it.each([
    ['const shared = new SharedArrayBuffer(8)', 1],
    ['let a\nconst memory = new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true })', 2],
  ])('are needed by a script that says %j', async (script, line) => {
    expect((await obstaclesOf({ 'index.html': GAME, 'game.js': script })).obstacles).toEqual([
      { kind: 'threads', file: 'game.js', line, advice: null },
    ])
  })

  it.each([
    "if (typeof SharedArrayBuffer !== 'undefined') new SharedArrayBuffer(8)",
    'const b = self.crossOriginIsolated ? new SharedArrayBuffer(8) : new ArrayBuffer(8)',
    'try { new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }) } catch {}',
    '// new SharedArrayBuffer(8)',
  ])('are not needed by a script that asks first: %s', async (script) => {
    expect((await obstaclesOf({ 'index.html': GAME, 'game.js': script })).obstacles).toEqual([])
  })
})

describe('2.10: the network', () => {
  it.each([
    ["const socket = new WebSocket('wss://play.example/game')", 'wss://play.example/game'],
    ['const socket = io()', null],
    ["window.onload = () => { io('https://play.example') }", 'https://play.example'],
    ["$(function () { io.connect('https://play.example') })", 'https://play.example'],
    ["import { io } from './socket.io.esm.min.js'\nio('https://play.example')", 'https://play.example'],
  ])('is needed by a script that connects when it starts: %s', async (script, url) => {
    const contents = {
      'index.html': page('<script type="module" src="game.js"></script>'),
      'game.js': script,
      'socket.io.esm.min.js': 'export const io = () => {}',
    }
    expect((await obstaclesOf(contents)).obstacles).toEqual([
      { kind: 'server', file: 'game.js', line: script.split('\n').length, url },
    ])
  })

  it('is not needed for a script beside the game that nothing from its page on names', async () => {
    const contents = {
      'index.html': GAME,
      'game.js': "import('./parts/a.js')",
      'parts/a.js': 'start()',
      'slides/index.html': page('<script src="plugin/client.js"></script>'),
      'slides/plugin/client.js': "new WebSocket('ws://slides.example')",
    }
    expect((await obstaclesOf(contents)).obstacles).toEqual([])
    const connected = { ...contents, 'parts/a.js': contents['slides/plugin/client.js'] }
    expect((await obstaclesOf(connected)).obstacles).toMatchObject([{ kind: 'server', file: 'parts/a.js' }])
  })

  it('is needed where the page loads the client that only a server of sockets has', async () => {
    const body = '<script src="/socket.io/socket.io.js"></script>'
    expect((await obstaclesOf({ 'index.html': page(body) })).obstacles).toEqual([
      { kind: 'server', file: 'index.html', line: 2, url: '/socket.io/socket.io.js' },
    ])
  })

  it.each([
    ["this.load.image('sky', 'https://play.example/sky.png')", 'https://play.example/sky.png'],
    [
      "loader.add(['https://play.example/a.json'])\nPIXI.Assets.load('https://play.example/b.json')",
      'https://play.example/b.json',
    ],
    ["this.load.setBaseURL('https://play.example/')", 'https://play.example/'],
  ])('is needed by a loader of %s', async (script, url) => {
    expect((await obstaclesOf({ 'index.html': GAME, 'game.js': script })).obstacles).toEqual([
      { kind: 'remote', file: 'game.js', line: script.split('\n').length, url },
    ])
  })

  it('is needed by a script of a host that nothing is known of, and not by a counter', async () => {
    const body =
      '<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>\n<script src="https://play.example/engine.js"></script>'
    expect((await obstaclesOf({ 'index.html': page(body) })).obstacles).toEqual([
      { kind: 'remote', file: 'index.html', line: 3, url: 'https://play.example/engine.js' },
    ])
  })

  it.each([
    ['<iframe src="https://play.example/run?id=1" allowfullscreen></iframe>', true],
    ['<h1>My game</h1>\n<embed src="//play.example/game.html">', true],
    [
      '<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><iframe src="https://play.example/"></iframe>',
      true,
    ],
    ['<p>How to play</p><iframe src="https://play.example/"></iframe>', false],
    ['<canvas></canvas><iframe src="https://play.example/"></iframe>', false],
    ['<iframe src="https://play.example/"></iframe><script src="game.js"></script>', false],
    ['<iframe src="game.html"></iframe>', false],
  ])('is needed by a page that only shows another one: %s %s', async (body, only) => {
    const { obstacles } = await obstaclesOf({
      'index.html': `<!doctype html><title>Game</title>${body}`,
      'game.js': '',
      'game.html': '',
    })
    expect(obstacles.map(({ kind }) => kind)).toEqual(only ? ['framed'] : [])
  })

  it.each([
    "const join = () => new WebSocket('wss://play.example')",
    "try { new WebSocket('wss://play.example') } catch {}",
    "if (online) io('https://play.example')",
    "button.addEventListener('click', () => io())",
    "const url = 'https://play.example/about'\nlink.href = url",
    "fetch('https://play.example/scores.json').catch(() => {})",
    'const io = () => {}\nio()',
  ])('is not needed by a script that may do without: %s', async (script) => {
    expect((await obstaclesOf({ 'index.html': GAME, 'game.js': script })).obstacles).toEqual([])
  })

  it('is not needed by what a server for development put into the page, to load it again', async () => {
    const reload =
      "(function () { var ws = new WebSocket('ws://' + location.host + '/_trunk/ws'); ws.onmessage = () => location.reload() })()"
    const contents = { 'index.html': page(`<script src="game.js"></script><script>${reload}</script>`) }
    expect((await obstaclesOf({ ...contents, 'game.js': 'play()' })).obstacles).toEqual([])
  })
})
