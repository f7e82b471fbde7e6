import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on LittleJS. Source: the messages of KilledByAPixel/LittleJS. */
export const littleJs: Engine = {
  title: 'LittleJS',
  recognize: (game) =>
    usesLibrary(game, {
      file: /^(?:littlejs|engine\.all)(?:[.-]\w+)*\.m?js$/i,
      calls: /\bengineInit\s*\(|\bfrom\s*["']littlejsengine["']/,
      words: [/\bLittleJS\b/, /\b(?:initTileCollision|engineObjectsUpdate|glOverlay)\b/],
    })
      ? { name: 'LittleJS game', loads: isAsset }
      : null,
}
