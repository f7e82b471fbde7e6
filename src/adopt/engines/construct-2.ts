import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * Exports of Construct 2: `c2runtime.js`, `data.js`, `images/`, `media/` with each sound as Ogg and AAC, and for offline
 * use `offline.js` and `sw.js`, or `offline.appcache` in older ones. Source: construct.net, "Exporting to HTML5" and
 * "Offline games in Construct 2".
 */
export const construct2: Engine = {
  title: 'Construct 2',
  recognize: (game) =>
    twoOf(
      game.named(/(?:^|\/)c2runtime\.js$/).length > 0,
      game.hasId('c2canvas'),
      /\bcr_createRuntime\s*\(/.test(game.page),
      /\bConstruct 2\b/.test(game.page) || /^Construct 2/i.test(game.generator),
      () => game.says(/\bcr_createRuntime\b/) && game.says(/\bcr\.plugins_\b/),
    )
      ? {
          name: 'Construct 2 export',
          complete: true,
          loads: allBesidePage(game),
          leaves: new Map(
            game
              .named(/^(?:offline\.js(?:on)?|offline\.appcache|app\.manifest)$/)
              .map(
                (path) => [path, 'it lists what a service worker stores, and a mini app has none'] as const,
              ),
          ),
        }
      : null,
}
