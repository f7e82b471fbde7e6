import { folderOf } from '../game-paths.js'
import { gwtLoaderEdits } from '../scripts/gwt-loader.js'
import type { Engine } from './engine.js'
import { allBesidePage, type GameExport, twoOf } from './game-export.js'

// Engines whose exports are compiled: to WebAssembly (Unity, Godot), or from Java to JavaScript (Google Web Toolkit).

/** The parts of a Unity build: data, code, framework and symbols, as they are or compressed. */
const UNITY_PART =
  /\.(?:data|mem|memgz|datagz|jsgz|wasm|symbols\.json|framework\.js|(?:wasm|asm)\.(?:code|framework|memory))(?:\.unityweb|\.br|\.gz)?$|\.(?:unityweb|datagz|jsgz|memgz)$|\.loader\.js$/

/**
 * Unity's web builds. A build has `Build/NAME.loader.js` (2020 and later) or `Build/UnityLoader.js` with `NAME.json` before
 * that, and the parts `data`, `wasm` and `framework.js`, which Publishing Settings compress to `.br`, `.gz`, or
 * `.unityweb` where the loader unpacks them ("Decompression Fallback"). Source: docs.unity3d.com, "Web build output
 * folder structure", "Deploy a Web application" and, of 2018 and 2019, "Building and running a WebGL project".
 */
export const unity: Engine = {
  title: 'Unity Web (2018 and later)',
  recognize: (game) => {
    const parts = game.paths.filter((path) => UNITY_PART.test(path))
    const loader = game.scripts.some(({ text }) => /createUnityInstance|UnityLoader/.test(text))
    const isUnity = twoOf(
      parts.some((path) => /\.loader\.js$|(?:^|\/)UnityLoader\.js$/.test(path)) ||
        game.has(/(?:^|\/)UnityLoader\.js$/),
      parts.some((path) => !path.endsWith('.loader.js')),
      /createUnityInstance\s*\(|UnityLoader\s*\.\s*instantiate/.test(game.page),
      () => loader,
      () => game.hasId('unity-canvas') || game.hasId('unityContainer') || game.hasId('gameContainer'),
    )
    if (!isUnity || !loader) return null
    const isOld =
      game.says(/UnityLoader\s*\.\s*instantiate|\bUnityLoader\s*=/) && !game.says(/createUnityInstance/)
    return {
      name: isOld ? 'Unity Web build (before 2020)' : 'Unity Web build',
      complete: true,
      // StreamingAssets and Addressables are loaded by names that only the data knows.
      loads: (path) => UNITY_PART.test(path) || /(?:^|\/)StreamingAssets\//.test(path),
      packed: (path) => UNITY_PART.test(path) && /\.(?:unityweb|br|gz|\w+gz)$/.test(path),
      // The loader with the fallback, and every loader before 2020, knows the mark of a compressed part.
      unpacksItself: game.says(/UnityWeb Compressed Content/),
      withoutThreads:
        'turn "Enable Native C/C++ Multithreading" off in Player Settings > Publishing Settings, and build again',
      smaller:
        'set Code Optimization to "Disk Size" and compress textures and sounds, or turn "Decompression Fallback" on in Player Settings > Publishing Settings, and build again',
    }
  },
}

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

/**
 * What Google Web Toolkit compiles Java to: NAME/NAME.nocache.js, which picks one of the HASH.cache.js beside it. libGDX and
 * PlayN build on it; libGDX lists its files in `assets/assets.txt`. Source: gwtproject.org, "Bootstrap Sequence" and "The
 * Linker", and libgdx.com, "HTML5 Backend and GWT Specifics".
 */
export const gwt: Engine = {
  title: 'Google Web Toolkit (libGDX, PlayN)',
  recognize: (game) => {
    const [loader] = game.named(/\.nocache\.js$/)
    const isGwt = twoOf(
      loader !== undefined,
      game.has(/(?:^|\/)[0-9A-F]{32}\.cache\.(?:js|html)$/),
      game.has(/(?:^|\/)clear\.cache\.gif$/),
      () => game.says(/\b__gwtStatsEvent\b|\b__gwt_activeModules\b/),
    )
    if (!isGwt) return null
    const preloaded = preloadedBy(game)
    const isInFrame = loader !== undefined && game.has(/\.cache\.html$/) && !game.has(/\.cache\.js$/)
    return {
      name: `${libraryOf(game)} build`,
      loads: (path) => allBesidePage(game)(path) || preloaded.has(path),
      edits: gwtLoaderEdits,
      leaves: game.leaving(
        /(?:^|\/)(?:hosted\.html|[^/]+\.devmode\.js|compilation-mappings\.txt)$|(?:^|\/)WEB-INF\/|\.symbolMap$/,
        'it is for developers, and the game never loads it',
      ),
      ...(isInFrame
        ? {
            obstacle: {
              file: loader,
              words: 'loads the game as a page in a frame, which a mini app cannot have',
              advice: 'add <add-linker name="xsiframe"/> to the .gwt.xml of the game, and compile it again',
            },
          }
        : {}),
    }
  },
}

/** The files that libGDX loads before it starts: all that `assets.txt` lists, as `b:name:size` or `b:name:name-hash:size`. */
const preloadedBy = (game: GameExport): ReadonlySet<string> =>
  new Set(
    game.named(/(?:^|\/)assets\.txt$/).flatMap((list) =>
      game
        .text(list)
        .split('\n')
        .flatMap((line) => line.split(':').slice(1, 3))
        .map((name) => folderOf(list) + name),
    ),
  )

const libraryOf = (game: GameExport): string => {
  if (game.has(/^assets\/assets\.txt$/) || game.hasId('embed-html')) return 'libGDX'
  return game.hasId('playn-root') ? 'PlayN' : 'Google Web Toolkit'
}
