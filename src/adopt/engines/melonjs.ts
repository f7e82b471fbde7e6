import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on melonJS. Source: the messages of melonjs/melonJS. */
export const melonJs: Engine = {
  title: 'melonJS',
  recognize: (game) =>
    usesLibrary(game, {
      file: /^melonjs(?:[.-]\w+)*\.m?js$/i,
      calls:
        /\bme\s*\.\s*(?:video\s*\.\s*init|device\s*\.\s*onReady|loader\s*\.\s*preload|state\s*\.\s*change)\b|\bfrom\s*["']melonjs["']/,
      words: [/\bmelonJS\b/, /\bmelonjs\.org\b/],
    })
      ? { name: 'melonJS game', loads: isAsset }
      : null,
}
