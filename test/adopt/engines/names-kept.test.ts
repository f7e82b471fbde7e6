import { describe, expect, it } from 'vitest'
import { adoptGame } from '../../../src/adopt/adopt-game.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const adopted = async (contents: Readonly<Record<string, string>>) => {
  const folder = await temporaryFolder()
  const files = new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)]))
  return adoptGame({ folder, files, leftBehind: [], tooLarge: new Map() }, 'index.html', 'game', false)
}

describe('an export that names its files in its own way', () => {
  it('of Clickteam Fusion brings the file that only its data name', async () => {
    const { engine, files } = await adopted({
      'index.html':
        '<canvas id="MMFCanvas"></canvas><script src="src/Runtime.js"></script><script>new Runtime("MMFCanvas", "resources/My game.cch")</script>',
      'src/Runtime.js': 'function Runtime(canvas, path) {}',
      'resources/My game.cch': 'CCH',
      'resources/My game.cc1': 'CC1',
      'README.md': 'How to play',
    })
    expect(engine).toBe('Clickteam Fusion export')
    expect(files.map(({ path }) => path)).toEqual([
      'index.html',
      'resources/My-game.cc1.txt',
      'resources/My-game.cch.txt',
      'src/Runtime.js',
    ])
  })

  it.each([
    ['RPG Maker MV', 'js/rpg_core.js', 'img/pictures/Hero.rpgmvp', 'RPG Maker MV game'],
    ['RPG Maker MZ', 'js/rmmz_core.js', 'img/pictures/Hero.png_', 'RPG Maker MZ game'],
  ])('of %s brings encrypted pictures that only the database names', async (_which, core, picture, name) => {
    const { engine, files } = await adopted({
      'index.html': '<script src="js/main.js"></script>',
      'js/main.js': "document.write('<script src=\"js/core.js\"></scr' + 'ipt>')",
      [core]: 'SceneManager.run(Scene_Boot)',
      'data/System.json': '{"title1Name":"Hero"}',
      [picture]: 'RPGMV',
    })
    expect(engine).toBe(name)
    expect(files.map(({ path }) => path)).toContain(`${picture}.txt`)
  })

  it('of TyranoScript brings the scenarios', async () => {
    const { engine, files } = await adopted({
      'index.html': '<div id="tyrano_base"></div><script src="tyrano/tyrano.js"></script>',
      'tyrano/tyrano.js': 'tyrano.boot()',
      'data/scenario/first.ks': '[bg storage="room"]',
      'data/scenario/never.ks': '[end]',
    })
    expect(engine).toBe('TyranoScript game')
    expect(files.map(({ path }) => path)).toEqual([
      'data/scenario/first.ks.txt',
      'data/scenario/never.ks.txt',
      'index.html',
      'tyrano/tyrano.js',
    ])
  })

  it('of Lime keeps them in its script, where they are the IDs of its assets', async () => {
    const script = `(function ($hx_exports) { var flixel_FlxGame, lime_utils_Assets
      var list = 'path25:Assets%2FBig%20Song.mp3', id = 'Assets/Big Song.mp3' })()`
    const { engine, files } = await adopted({
      'index.html':
        '<script src="game.js"></script><script>lime.embed("game", "openfl-content", 640, 480)</script>',
      'game.js': script,
      'Assets/Big Song.mp3': 'ID3',
    })
    expect(engine).toBe('HaxeFlixel build')
    expect(files.map(({ path }) => path)).toContain('Assets/Big-Song.mp3')
    expect(Buffer.from(files.find(({ path }) => path === 'game.js')?.bytes ?? []).toString()).toBe(script)
  })
})
