import { describe, expect, it } from 'vitest'
import { GameExport } from '../../../src/adopt/engines/game-export.js'
import { ENGINES, recognize } from '../../../src/adopt/engines/index.js'

/** What a game is recognized as, by the files beside its page. */
const nameOf = (files: Readonly<Record<string, string>>, page = ''): string | undefined => {
  const all = Object.entries({ 'index.html': `<!doctype html><title>x</title>${page}`, ...files })
  const game = new GameExport(new Map(all.map(([path, text]) => [path, Buffer.from(text)])), 'index.html')
  return recognize(game)?.name
}

/** Signs of each library, as they stand in a bundle that a minifier wrote, and what its own file is called. */
const LIBRARIES = [
  ['Phaser 2 game', '"Phaser CE v"+t+"; https://phaser.io";e={VERSION:"2.20.2"}', 'phaser.min.js'],
  [
    'Phaser 3 game',
    'o="Phaser v"+a.VERSION;n="https://phaser.io/v"+r;e={VERSION:"3.90.0"}',
    'phaser-3.90.min.js',
  ],
  ['Phaser 4 game', 'o="Phaser v"+a;n="https://phaser.io/v"+r;e={VERSION:"4.2.1"}', 'phaser.esm.js'],
  ['PixiJS game', 'console.warn("PixiJS Warning: ",e);t.__PIXI_APP_INIT__(r)', 'pixi.min.js'],
  ['three.js game', 'e("THREE.WebGLRenderer: Context Lost.");window.__THREE__=1', 'three.module.js'],
  ['Babylon.js game', 'n="Babylon.js v"+t;e("BJS - ["+r+"]")', 'babylon.js'],
  [
    'PlayCanvas game',
    'e={generator:"PlayCanvas GltfExporter"};t.setAttribute("data-engine",`PlayCanvas `+r)',
    'playcanvas.min.js',
  ],
  ['melonJS game', 'e("melonJS 2 (v"+t+") | http://melonjs.org")', 'melonjs.min.js'],
  ['Excalibur game', 'e("%cPowered by Excalibur.js (v"+t);n="https://excaliburjs.com"', 'excalibur.min.js'],
  ['Kaplay game', 'e("KAPLAY already initialized");n="https://github.com/kaplayjs/kaplay"', 'kaplay.js'],
  ['LittleJS game', 'e("LittleJS Engine v"+t);function a(){initTileCollision(b)}', 'littlejs.release.js'],
] as const

describe('what a library is recognized by', () => {
  it.each(LIBRARIES)('%s: two of its words in a bundle', (name, script) => {
    expect(nameOf({ 'assets/index-4f3a.js': script })).toBe(name)
  })

  it.each([
    ['Phaser game', 'phaser.js', 'new Phaser.Game(config)'],
    ['PixiJS game', 'pixi.js', 'new PIXI.Application()'],
    ['three.js game', 'three.r95.min.js', 'new THREE.Scene()'],
    ['Babylon.js game', 'babylon.max.js', 'new BABYLON.Engine(canvas)'],
    ['PlayCanvas game', 'playcanvas-latest.js', 'new pc.Application(canvas)'],
    ['melonJS game', 'melonJS-6.0.0.js', 'me.video.init(800, 600)'],
    ['Excalibur game', 'excalibur.js', 'new ex.Engine()'],
    ['Kaplay game', 'kaboom.js', 'kaboom({ global: true })'],
    ['Kaplay game', 'kaplay.mjs', 'kaplay()'],
    ['LittleJS game', 'littlejs.min.js', 'engineInit(a, b, c, d, e)'],
  ])('%s: its file %s and a call', (name, file, script) => {
    expect(nameOf({ [`lib/${file}`]: '', 'game.js': script })).toBe(name)
  })

  it.each(LIBRARIES)('not %s: its file with nothing in it', (_, __, file) => {
    expect(nameOf({ [file]: '' })).toBeUndefined()
  })

  it.each([
    [
      'a text that mentions engines',
      'e("Made with Unity, Godot, Phaser v3, PICO-8, Twine, Construct 3 and GDevelop")',
    ],
    [
      'variables of common names',
      'const pc = {}, me = {}, ex = {}, io = {}; me.state = 1; const Module = {}; Engine()',
    ],
    ['WebAssembly of another compiler', "WebAssembly.instantiateStreaming(fetch('game_bg.wasm'))"],
  ])('nothing: %s', (_, script) => {
    expect(
      nameOf({ 'game.js': script }, '<canvas id="canvas"></canvas><script src="game.js"></script>'),
    ).toBeUndefined()
  })

  it('has each engine once', () => {
    expect(new Set(ENGINES.map(({ title }) => title)).size).toBe(ENGINES.length)
  })
})
