import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * Exports of Construct 3: `scripts/c3runtime.js`, `scripts/main.js`, `data.json`, `images/`, `media/` with sounds as WebM
 * Opus, and for offline use `sw.js` and `offline.json`. Source: construct.net, "Exporting to Web (HTML5)" and "Offline
 * support and service workers".
 */
export const construct3: Engine = {
  title: 'Construct 3',
  recognize: (game) =>
    twoOf(
      game.named(/(?:^|\/)c3runtime\.js$/).length > 0,
      game.named(/^data\.json$/).some((path) => /^\s*\{\s*"project"\s*:\s*\[/.test(game.text(path))),
      /^(?:Scirra )?Construct(?: 3)?$/i.test(game.generator.trim()),
      () => game.says(/\bC3_RegisterSW\b|\bself\["C3_|\bC3_IsWorkerMode|\bc3_runtimeInterface\b/),
      () => game.says(/\bC3\.Plugins\b/),
    )
      ? {
          name: 'Construct 3 export',
          complete: true,
          loads: allBesidePage(game),
          leaves: new Map(
            game
              .named(/^offline\.json$/)
              .map(
                (path) => [path, 'it lists what a service worker stores, and a mini app has none'] as const,
              ),
          ),
        }
      : null,
}
