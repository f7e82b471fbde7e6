import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on Excalibur. Source: the messages of excaliburjs/Excalibur. */
export const excalibur: Engine = {
  title: 'Excalibur',
  recognize: (game) =>
    usesLibrary(game, {
      file: /^excalibur(?:[.-]\w+)*\.m?js$/i,
      calls: /\bnew\s+ex\s*\.\s*(?:Engine|Actor|Loader|ImageSource)\b|\bfrom\s*["']excalibur["']/,
      words: [/Powered by Excalibur\.js/, /\bexcaliburjs\.com\b/],
    })
      ? { name: 'Excalibur game', loads: isAsset }
      : null,
}
