import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * GameMaker's HTML5 exports: a page with `gm4html5_div_id`, and `html5game/` with the game's script, texture pages, sounds
 * and included files. GX.games exports run on WebAssembly with threads: `runner.js`, `runner.wasm`, `game.unx`. Source:
 * manual.gamemaker.io, "HTML5" in Game Options and "Included Files".
 */
export const gameMaker: Engine = {
  title: 'GameMaker HTML5',
  recognize: (game) => {
    const onWasm = twoOf(
      game.named(/(?:^|\/)game\.unx$/).length > 0,
      game.named(/(?:^|\/)runner\.(?:js|wasm|data)$/).length > 0,
      game.named(/(?:^|\/)run\.xml$/).length > 0,
    )
    if (onWasm)
      return {
        name: 'GameMaker GX.games export',
        loads: allBesidePage(game),
        withoutThreads: 'export it with the target HTML5 instead of GX.games',
      }
    return twoOf(
      game.named(/^html5game\//).length > 0,
      game.hasId('gm4html5_div_id'),
      /\bGameMaker_Init\b/.test(game.page),
      () => game.says(/\bfunction GameMaker_Init\b|\bgml_Script_|\bg_pBuiltIn\b/),
    )
      ? { name: 'GameMaker HTML5 export', complete: true, loads: allBesidePage(game) }
      : null
  },
}
