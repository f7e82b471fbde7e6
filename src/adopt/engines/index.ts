import { babylon } from './babylon.js'
import { cocos } from './cocos.js'
import { construct2 } from './construct-2.js'
import { construct3 } from './construct-3.js'
import { emscripten } from './emscripten.js'
import type { Engine, Recognized } from './engine.js'
import { excalibur } from './excalibur.js'
import type { GameExport } from './game-export.js'
import { gameMaker } from './gamemaker.js'
import { gdevelop } from './gdevelop.js'
import { godot } from './godot.js'
import { ink } from './ink.js'
import { kaplay } from './kaplay.js'
import { littleJs } from './littlejs.js'
import { melonJs } from './melonjs.js'
import { phaser } from './phaser.js'
import { pico8 } from './pico-8.js'
import { pixiJs } from './pixijs.js'
import { playCanvas } from './playcanvas.js'
import { renpy } from './renpy.js'
import { three } from './three.js'
import { twine } from './twine.js'
import { unity } from './unity.js'

/**
 * The engines that are recognized, in the order in which they are asked: exporters before the libraries that their exports
 * contain, and an engine before what it is built on.
 */
export const ENGINES: readonly Engine[] = [
  unity,
  godot,
  construct3,
  construct2,
  gdevelop,
  gameMaker,
  pico8,
  renpy,
  twine,
  ink,
  cocos,
  playCanvas,
  phaser,
  babylon,
  melonJs,
  excalibur,
  kaplay,
  littleJs,
  pixiJs,
  three,
  emscripten,
]

/** What a game was made with; null where nothing shows it. */
export const recognize = (game: GameExport): Recognized | null => {
  for (const engine of ENGINES) {
    const recognized = engine.recognize(game)
    if (recognized !== null) return recognized
  }
  return null
}
