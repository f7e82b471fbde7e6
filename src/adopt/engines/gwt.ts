import { gwtLoaderEdits } from '../scripts/gwt-loader.js'
import type { Engine } from './engine.js'
import { allBesidePage, type GameExport, twoOf } from './game-export.js'

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
    const isInFrame = loader !== undefined && game.has(/\.cache\.html$/) && !game.has(/\.cache\.js$/)
    return {
      name: `${libraryOf(game)} build`,
      loads: allBesidePage(game),
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

const libraryOf = (game: GameExport): string => {
  if (game.has(/^assets\/assets\.txt$/) || game.hasId('embed-html')) return 'libGDX'
  return game.hasId('playn-root') ? 'PlayN' : 'Google Web Toolkit'
}
