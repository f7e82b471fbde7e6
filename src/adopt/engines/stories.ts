import { attributeOf } from '../pages/page-elements.js'
import type { Engine } from './engine.js'
import { allBesidePage, twoOf } from './game-export.js'

// Tools for stories and visual novels.

/**
 * Stories of Twine 2: one page with the story in `tw-storydata`, which names its format, and of Twine 1, with `storeArea`.
 * Source: iftechfoundation/twine-specs, "Twine 2 HTML Output" and "Twine 1 HTML Output".
 */
export const twine: Engine = {
  title: 'Twine (Harlowe, SugarCube, Chapbook, Snowman)',
  recognize: (game) => {
    const data = game.elements.find(({ tagName }) => tagName === 'tw-storydata')
    const passages = game.elements.some(
      (element) => element.tagName === 'tw-passagedata' || attributeOf(element, 'tiddler') !== undefined,
    )
    const isOld = data === undefined && (game.hasId('storeArea') || game.hasId('store-area'))
    if ((data === undefined && !isOld) || !passages) return null
    const said = (name: string): string => (data === undefined ? '' : (attributeOf(data, name) ?? '').trim())
    const format = said('format')
    const version = /^\d*/.exec(said('format-version'))?.[0]
    const named = format === '' ? '' : `${format} ${version}`.trim()
    return {
      name: named === '' ? 'Twine story' : `Twine story (${named})`,
      complete: true,
      loads: allBesidePage(game),
    }
  },
}

/**
 * Stories that Inky exports for the web: `ink.js` (inkjs), `main.js`, and the compiled story as `var storyContent = …` in a
 * script, or as JSON. Source: inkle/ink, "Running your ink", "Web player based content", and y-lohse/inkjs.
 */
export const ink: Engine = {
  title: 'Ink (inkjs)',
  recognize: (game) =>
    twoOf(
      game.has(/(?:^|\/)ink(?:-full)?(?:\.min)?\.(?:m?js)$/),
      () =>
        game.says(/\bstoryContent\s*=\s*\ufeff?\{\s*"inkVersion"/) ||
        hasStory(game.named(/\.json$/).map((path) => game.text(path))),
      () => game.says(/\binkjs\s*\.\s*Story\b|\bnew Story\s*\(\s*storyContent/),
      () => game.says(/["'.]inkVersion\b/) && game.says(/Version of ink used to build story/),
    )
      ? { name: 'Ink story', complete: true }
      : null,
}

const hasStory = (texts: readonly string[]): boolean =>
  texts.some((text) => /^\ufeff?\s*\{\s*"inkVersion"\s*:\s*\d/.test(text))

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
      game.has(
        /^(?:renpy(?:-pre)?\.js|renpy\.(?:wasm|data)|index\.wasm|pyapp\.(?:js|data)|pyapp-data\.js|pwa_catalog\.json)$/,
      ),
      /\bRen'?Py\b/i.test(game.page) || game.has(/^web-presplash\.\w+$/),
      () => game.says(/\brenpy_(?:get|set|exec)\b|\brenpyweb\b|\brenpy\b[^\n]{0,80}\bgame\.zip\b/i),
    ) &&
      (archives.size > 0 || game.has(/^game\//))
      ? {
          name: "Ren'Py web build",
          complete: true,
          loads: (path) => inside(path) || archives.has(path),
          leaves: game.leaving(
            /^(?:service-worker\.js|pwa_catalog\.json)$/,
            'a mini app has no service worker',
          ),
          smaller: 'convert pictures to WebP and sounds to Opus, and build again',
        }
      : null
  },
}

/**
 * Visual novels of TyranoScript and TyranoBuilder: `tyrano/` with the engine, and `data/` with the scenarios (`.ks`), pictures and
 * sounds that they name. Source: tyrano.jp, and ShikemokuMK/tyranoscript.
 */
export const tyrano: Engine = {
  title: 'TyranoScript',
  recognize: (game) =>
    twoOf(
      game.has(/^tyrano\/tyrano\.(?:base\.)?js$/),
      game.has(/^data\/scenario\/.+\.ks$/),
      game.hasId('tyrano_base'),
    )
      ? { name: 'TyranoScript game', complete: true, loads: allBesidePage(game) }
      : null,
}
