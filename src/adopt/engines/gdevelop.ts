import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

/**
 * Exports of GDevelop 5: `data.js` with `gdjs.projectData`, `code0.js` … with the events of each scene, and the runtime in
 * many files, PixiJS among them. Source: wiki.gdevelop.io, "Publish to the web", and the exporter of 4ian/GDevelop.
 */
export const gdevelop: Engine = {
  title: 'GDevelop',
  recognize: (game) =>
    twoOf(
      game.named(/^code\d+\.js$/).length > 0,
      game.named(/(?:^|\/)(?:runtimegame|runtimescene)\.js$/).length > 0,
      /\bnew gdjs\.RuntimeGame\b/.test(game.page),
      () => game.says(/\bgdjs\.projectData\s*=/),
    ) && game.says(/\bgdjs\b/)
      ? { name: 'GDevelop export', complete: true, loads: allBesidePage(game) }
      : null,
}
