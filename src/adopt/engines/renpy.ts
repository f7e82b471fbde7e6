import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * Ren'Py's web builds: `renpy.js` or `renpy-pre.js`, `renpy.wasm`, `renpy.data`, `game.zip` with scripts, and `game/` with the
 * pictures and sounds that are downloaded as they are needed. Source: renpy.org, "Web / HTML5", and renpy/renpyweb.
 */
export const renpy: Engine = {
  title: "Ren'Py web",
  recognize: (game) => {
    const inside = allBesidePage(game)
    const archives = new Set(game.named(/^game\.(?:zip|data)$/))
    return twoOf(
      archives.size > 0,
      game.named(
        /^(?:renpy(?:-pre)?\.js|renpy\.(?:wasm|data)|index\.wasm|pyapp\.(?:js|data)|pyapp-data\.js|pwa_catalog\.json)$/,
      ).length > 0,
      /\bRen'?Py\b/i.test(game.page) || game.named(/^web-presplash\.\w+$/).length > 0,
      () => game.says(/\brenpy_(?:get|set|exec)\b|\brenpyweb\b|\brenpy\b[^\n]{0,80}\bgame\.zip\b/i),
    ) &&
      (archives.size > 0 || game.named(/^game\//).length > 0)
      ? {
          name: "Ren'Py web build",
          complete: true,
          loads: (path) => inside(path) || archives.has(path),
          leaves: new Map(
            game
              .named(/^(?:service-worker\.js|pwa_catalog\.json)$/)
              .map((path) => [path, 'a mini app has no service worker'] as const),
          ),
          smaller: 'convert pictures to WebP and sounds to Opus, and build again',
        }
      : null
  },
}
