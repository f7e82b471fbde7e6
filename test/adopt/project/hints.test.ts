import { describe, expect, it } from 'vitest'
import { readHints } from '../../../src/adopt/project/hints.js'

const hints = (page: string, others: Readonly<Record<string, string>> = {}) =>
  readHints(
    new Map(
      Object.entries({ 'index.html': page, ...others }).map(([path, text]) => [path, Buffer.from(text)]),
    ),
    'index.html',
  )

describe('2.2: the orientation of a page of one size', () => {
  it.each([
    ['<canvas width="640" height="480"></canvas>', 'landscape'],
    ['<canvas width=480px height=800px></canvas>', 'portrait'],
    ['<canvas width="500" height="480"></canvas>', null],
  ])('comes from its ratio: %s', (page, orientation) => {
    expect(hints(page)).toMatchObject({ orientation, size: { width: expect.any(Number) } })
  })

  it.each([
    ['p5', 'function setup() { createCanvas(600, 400) }'],
    ['Phaser 2', "new Phaser.Game(960, 640, Phaser.AUTO, 'game')"],
    ['Phaser 3', 'const config = { type: Phaser.AUTO, parent: "game", width: 800, height: 600, scene }'],
    ['PixiJS', 'const app = new PIXI.Application({ width: 800, height: 600 })'],
    ['itself', 'canvas.width = 800;\ncanvas.height = 600;'],
  ])('is known of a canvas that a script makes with %s', (_library, script) => {
    const page = '<script src="p5.js"></script><script src="game.js"></script>'
    const files = { 'p5.js': 'addEventListener("resize", f)', 'game.js': script }
    expect(hints(page, files)).toMatchObject({
      orientation: 'landscape',
      size: { height: expect.any(Number) },
    })
    const adapting = { ...files, 'own.js': 'if (windowWidth < 600) scaleMode = 1' }
    expect(hints(page, adapting).size).toBeNull()
    const others = { ...files, 'other.js': 'createCanvas(300, 300)' }
    expect(hints(page, others).size).toBeNull()
  })

  it.each<[string, Readonly<Record<string, string>>?]>([
    ['<meta name="viewport" content="width=640"><canvas width="640" height="480"></canvas>'],
    ['<canvas></canvas>'],
    ['<canvas width="300" height="150"></canvas>'],
    ['<canvas width="640" height="480"></canvas><canvas width="640" height="480"></canvas>'],
    ['<canvas width="640" height="480" style="width: 100%"></canvas>'],
    ['<canvas width="640" height="480"></canvas>', { 'a.css': 'canvas { width: 100vw }' }],
    ['<canvas width="640" height="480"></canvas>', { 'a.js': 'canvas.width = innerWidth' }],
  ])('is left open where the page adapts, or nothing says its size: %s', (page, others) => {
    expect(hints(page, others)).toMatchObject({ orientation: null, size: null })
  })

  it('may be any: a phone shows a page whole that has a canvas, and no viewport of its own', () => {
    const styles = { 'a.css': '@media (min-width: 0) { canvas { width: 480px } }' }
    expect(hints('<canvas></canvas>', styles)).toMatchObject({ size: null, isShownWhole: true })
    expect(hints('<meta name="viewport" content="width=device-width"><canvas></canvas>').isShownWhole).toBe(
      false,
    )
    expect(hints('<h1>Words</h1>').isShownWhole).toBe(false)
  })

  it('is what the web manifest says, where there is one', () => {
    const page = '<link rel="manifest" href="app.json"><canvas width="640" height="480"></canvas>'
    expect(hints(page, { 'app.json': '{"orientation":"portrait"}' }).orientation).toBe('portrait')
  })
})

describe('the title of a page', () => {
  it.each([
    ['Golf', 'Golf'],
    ['Unity WebGL Player | Golf', 'Golf'],
    ['PICO-8 Cartridge', null],
    ['Document', null],
  ])('is what the maker of the game wrote: %s', (title, own) => {
    expect(hints(`<title>${title}</title>`).title).toBe(own)
  })
})
