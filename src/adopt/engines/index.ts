import { godot, gwt, unity } from './compiled.js'
import type { Engine, Recognized } from './engine.js'
import {
  clickteam,
  cocos,
  construct2,
  construct3,
  emscripten,
  gameMaker,
  gdevelop,
  lime,
  pico8,
  playCanvas,
  rpgMaker,
} from './exporters.js'
import { flutter } from './flutter.js'
import type { GameExport } from './game-export.js'
import { LIBRARIES } from './libraries.js'
import { ink, renpy, twine, tyrano } from './stories.js'

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
  tyrano,
  twine,
  ink,
  cocos,
  playCanvas,
  flutter,
  gwt,
  clickteam,
  lime,
  rpgMaker,
  ...LIBRARIES,
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
