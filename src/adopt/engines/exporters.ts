import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

// Editors that write the whole game: each leaves files and words of its own.

/**
 * Exports of Construct 3: `scripts/c3runtime.js`, `scripts/main.js`, `data.json`, `images/`, `media/` with sounds as WebM
 * Opus, and for offline use `sw.js` and `offline.json`. Source: construct.net, "Exporting to Web (HTML5)" and "Offline
 * support and service workers".
 */
export const construct3: Engine = {
  title: 'Construct 3',
  recognize: (game) =>
    twoOf(
      game.has(/(?:^|\/)c3runtime\.js$/),
      game.named(/^data\.json$/).some((path) => /^\s*\{\s*"project"\s*:\s*\[/.test(game.text(path))),
      /^(?:Scirra )?Construct(?: 3)?$/i.test(game.generator.trim()),
      () => game.says(/\bC3_RegisterSW\b|\bself\["C3_|\bC3_IsWorkerMode|\bc3_runtimeInterface\b/),
      () => game.says(/\bC3\.Plugins\b/),
    )
      ? {
          name: 'Construct 3 export',
          complete: true,
          loads: allBesidePage(game),
          leaves: game.leaving(/^offline\.json$/, OFFLINE_LIST),
        }
      : null,
}

/**
 * Exports of Construct 2: `c2runtime.js`, `data.js`, `images/`, `media/` with each sound as Ogg and AAC, and for offline
 * use `offline.js` and `sw.js`, or `offline.appcache` in older ones. Source: construct.net, "Exporting to HTML5" and
 * "Offline games in Construct 2".
 */
export const construct2: Engine = {
  title: 'Construct 2',
  recognize: (game) =>
    twoOf(
      game.has(/(?:^|\/)c2runtime\.js$/),
      game.hasId('c2canvas'),
      /\bcr_createRuntime\s*\(/.test(game.page),
      /\bConstruct 2\b/.test(game.page) || /^Construct 2/i.test(game.generator),
      () => game.says(/\bcr_createRuntime\b/) && game.says(/\bcr\.plugins_\b/),
    )
      ? {
          name: 'Construct 2 export',
          complete: true,
          loads: allBesidePage(game),
          leaves: game.leaving(/^(?:offline\.js(?:on)?|offline\.appcache|app\.manifest)$/, OFFLINE_LIST),
        }
      : null,
}

const OFFLINE_LIST = 'it lists what a service worker stores, and a mini app has none'

/**
 * Exports of GDevelop 5: `data.js` with `gdjs.projectData`, `code0.js` … with the events of each scene, and the runtime in
 * many files, PixiJS among them. Source: wiki.gdevelop.io, "Publish to the web", and the exporter of 4ian/GDevelop.
 */
export const gdevelop: Engine = {
  title: 'GDevelop',
  recognize: (game) =>
    twoOf(
      game.has(/^code\d+\.js$/),
      game.has(/(?:^|\/)(?:runtimegame|runtimescene)\.js$/),
      /\bnew gdjs\.RuntimeGame\b/.test(game.page),
      () => game.says(/\bgdjs\.projectData\s*=/),
    ) && game.says(/\bgdjs\b/)
      ? { name: 'GDevelop export', complete: true, loads: allBesidePage(game) }
      : null,
}

/**
 * GameMaker's HTML5 exports: a page with `gm4html5_div_id`, and `html5game/` with the game's script, texture pages, sounds
 * and included files. GX.games exports run on WebAssembly with threads: `runner.js`, `runner.wasm`, `game.unx`. Source:
 * manual.gamemaker.io, "HTML5" in Game Options and "Included Files".
 */
export const gameMaker: Engine = {
  title: 'GameMaker HTML5',
  recognize: (game) => {
    const onWasm = twoOf(
      game.has(/(?:^|\/)game\.unx$/),
      game.has(/(?:^|\/)runner\.(?:js|wasm|data)$/),
      game.has(/(?:^|\/)run\.xml$/),
    )
    if (onWasm)
      return {
        name: 'GameMaker GX.games export',
        loads: allBesidePage(game),
        withoutThreads: 'export it with the target HTML5 instead of GX.games',
      }
    return twoOf(
      game.has(/^html5game\//),
      game.hasId('gm4html5_div_id'),
      /\bGameMaker_Init\b/.test(game.page),
      () => game.says(/\bfunction GameMaker_Init\b|\bgml_Script_|\bg_pBuiltIn\b/),
    )
      ? { name: 'GameMaker HTML5 export', complete: true, loads: allBesidePage(game) }
      : null
  },
}

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

/**
 * HTML5 exports of Clickteam Fusion: a page that starts `new Runtime("MMFCanvas", "resources/NAME.cch")`, `src/Runtime.js`, and
 * `resources/` with pictures by number and a NAME.cch that names a NAME.cc1 beside it. Source: clickteam.com, "HTML5 Exporter".
 */
export const clickteam: Engine = {
  title: 'Clickteam Fusion',
  recognize: (game) =>
    twoOf(
      game.has(/\.(?:cch|cc1)$/),
      game.hasId('MMFCanvas'),
      game.has(/(?:^|\/)Runtime(?:\.min)?\.js$/),
      () => game.says(/\bnew\s+Runtime\s*\(\s*["'][^"']*["']\s*,\s*["'][^"']*\.cc[h1]["']/),
    )
      ? { name: 'Clickteam Fusion export', complete: true, loads: allBesidePage(game) }
      : null,
}

/**
 * What RPG Maker MV and MZ deploy for the web: `js/rpg_core.js` (MV) or `js/rmmz_core.js` (MZ), `data/` with the database, and
 * pictures and sounds whose names stand there without folder and extension. Encrypted ones are `.rpgmvp` or `.png_`. Source: the
 * help of RPG Maker MV and MZ, "Deployment".
 */
export const rpgMaker: Engine = {
  title: 'RPG Maker MV and MZ',
  recognize: (game) => {
    const core = game.named(/^js\/(?:rpg|rmmz)_(?:core|managers)(?:\.min)?\.js$/)
    const isRpgMaker = twoOf(
      core.length > 0,
      game.has(/^data\/System\.json$/),
      game.has(/^js\/plugins\.js$/),
      () => game.says(/\bSceneManager\.run\s*\(\s*Scene_Boot\s*\)/),
    )
    if (!isRpgMaker) return null
    const version = core.some((path) => path.includes('rmmz')) ? 'MZ' : 'MV'
    return { name: `RPG Maker ${version} game`, complete: true, loads: allBesidePage(game) }
  },
}

/**
 * What Lime compiles Haxe to, for OpenFL, HaxeFlixel and Stencyl: one script with `lime.embed`, and files that it names by
 * paths which are also their ids, in a list that it holds as text. Source: lime.openfl.org, "Assets".
 */
export const lime: Engine = {
  title: 'Lime (OpenFL, HaxeFlixel, Stencyl)',
  recognize: (game) => {
    const isLime = twoOf(
      /\blime\s*\.\s*embed\s*\(/.test(game.page),
      game.hasId('openfl-content'),
      () =>
        game.says(/\$hx_exports\b/) && game.says(/\blime_(?:utils_Assets|app_Application)\b|["']lime["']/),
    )
    if (!isLime) return null
    const library = game.says(/\bflixel_FlxGame\b|\bflixel[./]FlxG\b/) ? 'HaxeFlixel' : 'OpenFL'
    return { name: `${library} build`, complete: true, loads: allBesidePage(game), keepsNames: true }
  },
}

/**
 * Web builds of Cocos Creator 2 and 3: `src/settings.js` or `src/settings.json`, `cocos-js/` or `cocos2d-js-min.js`, and `assets/`
 * with bundles whose files are named after their ids. Source: docs.cocos.com, "Publishing to Web Platforms" and "Asset
 * Bundle".
 */
export const cocos: Engine = {
  title: 'Cocos Creator',
  recognize: (game) => {
    const isCocos = twoOf(
      game.has(/^(?:src\/)?settings(?:\.\w+)?\.js(?:on)?$/),
      game.has(/^cocos-js\/|(?:^|\/)cocos2d-js(?:-min)?(?:\.\w+)?\.js$/),
      game.has(/^assets\/[^/]+\/config(?:\.\w+)?\.json$/),
      game.hasId('GameCanvas') || game.hasId('Cocos3dGameContainer'),
      () => game.says(/\b_CCSettings\b|\bcocos-js\/|["']cc["']\s*\]/),
    )
    if (!isCocos) return null
    const version =
      game.said(/\bCocosEngine\s*=\s*["'](\d+)\./) ?? game.said(/["']CocosEngine["']\s*:\s*["'](\d+)\./)
    const known = version ?? (game.says(/\b_CCSettings\b/) ? '2' : '3')
    return { name: `Cocos Creator ${known} build`, complete: true, loads: allBesidePage(game) }
  },
}

/**
 * Builds of the PlayCanvas editor (`__settings__.js`, `__start__.js`, `config.json`, `files/assets/`), and games that only use
 * the engine. Source: developer.playcanvas.com, "Self-hosting" and the engine's own messages.
 */
export const playCanvas: Engine = {
  title: 'PlayCanvas',
  recognize: (game) => {
    const fromEditor = twoOf(
      game.named(/^__(?:settings|start|loading|modules|game-scripts)__\.js$/).length > 1,
      game.has(/^files\/assets\//),
      () => game.says(/\bASSET_PREFIX\s*=/) && game.says(/\bSCENE_PATH\s*=/),
    )
    const alone = twoOf(
      game.has(/(?:^|\/)playcanvas(?:[-.]\w+)*\.m?js$/),
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

/**
 * What Emscripten writes for any program: a script that makes `Module` and loads NAME.wasm, NAME.data for packed files, and
 * in older builds NAME.mem or asm.js. Source: emscripten.org, "Building Projects", "Packaging Files" and "Module object".
 */
export const emscripten: Engine = {
  title: 'Emscripten',
  recognize: (game) => {
    // The programs of LÖVE for the web come from love.js, in two builds.
    const isLove = game.named(/^love\.wasm$/).length > 0
    return twoOf(
      () => game.says(/\bENVIRONMENT_IS_(?:WEB|WORKER|NODE)\b/) || game.says(/\bwasmBinaryFile\b/),
      () => game.says(/\b(?:emscripten_|_emscripten_|asmLibraryArg|wasmImports)/),
      () => game.says(/\bHEAPU8\b/) && game.says(/\bModule\b/),
      game.has(/\.(?:wasm|mem|html\.mem)$/) && /\bModule\b/.test(game.page),
    )
      ? {
          name: isLove ? 'LÖVE build' : 'Emscripten build',
          loads: allBesidePage(game),
          fetches: (path) => path.endsWith('.wasm'),
          withoutThreads: isLove ? 'build it with love.js -c' : 'build it without -pthread (USE_PTHREADS)',
        }
      : null
  },
}
