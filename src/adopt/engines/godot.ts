import type { Engine } from './engine.js'
import { allBesidePage, type GameExport, twoOf } from './game-export.js'

/**
 * Exports of Godot 3 and 4: NAME.html, NAME.js, NAME.wasm, NAME.pck, the scripts of audio worklets, and for a PWA a
 * service worker that also sets the headers that threads need. The page starts `new Engine(GODOT_CONFIG)`. Source:
 * docs.godotengine.org, "Exporting for the Web", "Custom HTML page for Web export" and "HTML5 shell class reference".
 */
export const godot: Engine = {
  title: 'Godot 3 and 4',
  recognize: (game) => {
    const packs = game.named(/\.pck$/)
    const isGodot = twoOf(
      packs.length > 0,
      game.has(/\.audio\.(?:position\.)?worklet\.js$/),
      /\bGODOT_CONFIG\b|\bnew Engine\s*\(/.test(game.page),
      /["']gd(?:native|extension)Libs["']|["']executable["']\s*:/.test(game.page),
      () => game.says(/\bGodotConfig\b|\bGodotOS\b|\bgodot_js_/),
    )
    if (!isGodot) return null
    const version = versionOf(game)
    const said = /\bGODOT_THREADS_ENABLED\s*=\s*(true|false)\b/.exec(game.page)?.[1]
    // Only a build with threads has a script for its workers.
    const hasThreads = game.named(/\.worker\.js$/).some((path) => !path.endsWith('.service.worker.js'))
    return {
      name: version === null ? 'Godot export' : `Godot ${version} export`,
      complete: true,
      loads: allBesidePage(game),
      fetches: (path) => /\.(?:wasm|pck)$/.test(path),
      ...(said !== undefined ? { threads: said === 'true' } : hasThreads ? { threads: true } : {}),
      leaves: game.leaving(
        /\.service\.worker\.js$|\.offline\.html$|\.manifest\.json$/,
        'a mini app has no service worker',
      ),
      withoutThreads:
        version === 3
          ? 'set Export Type to "Regular" in the HTML5 export preset, and export again'
          : 'turn "Thread Support" off in the Web export preset (Godot 4.3 or later), and export again',
      smaller:
        'export with a template that is built without what the game does not use, such as 3D, and optimized for size',
    }
  },
}

const versionOf = (game: GameExport): 3 | 4 | null => {
  if (/["']gdextensionLibs["']|\bGODOT_THREADS_ENABLED\b|ensureCrossOriginIsolationHeaders/.test(game.page))
    return 4
  if (/["']gdnativeLibs["']|experimentalVK/.test(game.page)) return 3
  if (game.says(/\bgodot_js_wrapper_/)) return 4
  return game.says(/\bgdnativeLibs\b/) ? 3 : game.says(/\bgdextensionLibs\b/) ? 4 : null
}
