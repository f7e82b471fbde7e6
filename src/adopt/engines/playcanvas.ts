import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * Builds of the PlayCanvas editor (`__settings__.js`, `__start__.js`, `config.json`, `files/assets/`), and games that only use
 * the engine. Source: developer.playcanvas.com, "Self-hosting" and the engine's own messages.
 */
export const playCanvas: Engine = {
  title: 'PlayCanvas',
  recognize: (game) => {
    const fromEditor = twoOf(
      game.named(/^__(?:settings|start|loading|modules|game-scripts)__\.js$/).length > 1,
      game.named(/^files\/assets\//).length > 0,
      () => game.says(/\bASSET_PREFIX\s*=/) && game.says(/\bSCENE_PATH\s*=/),
    )
    const alone = twoOf(
      game.named(/(?:^|\/)playcanvas(?:[-.]\w+)*\.m?js$/).length > 0,
      () => game.says(/\bpc\s*\.\s*(?:Application|AppBase)\b/),
      () => game.says(/\bPlayCanvas (?:GltfExporter|Engine)\b/),
      () => game.says(/["']data-engine["'],\s*`PlayCanvas |Powered by PlayCanvas/),
    )
    if (!fromEditor && !alone) return null
    return fromEditor
      ? { name: 'PlayCanvas build', complete: true, loads: allBesidePage(game) }
      : { name: 'PlayCanvas game', loads: allBesidePage(game) }
  },
}
