import type { Engine } from './engine.js'
import { twoOf } from './game-export.js'

/**
 * PICO-8's HTML exports: a page with the player's shell, and a script of the same name with the cart and the player in it
 * (and a `.wasm` with `export -w`). The page starts the script by a name that it holds. Source: lexaloffle.com, PICO-8
 * manual, "Web Applications (.html)".
 */
export const pico8: Engine = {
  title: 'PICO-8',
  recognize: (game) =>
    twoOf(
      /\bp8_(?:touch_detected|run_cart|create_audio_context|autoplay)\b/.test(game.page),
      game.hasId('p8_container') || game.hasId('p8_playarea') || game.hasId('p8_start_button'),
      /\bpico8_(?:buttons|gpio|state)\b/.test(game.page),
      () => game.says(/\b_cartdat\s*=\s*\[/),
      () => game.says(/\b_cartname\s*=/),
    )
      ? { name: 'PICO-8 export', complete: true }
      : null,
}
