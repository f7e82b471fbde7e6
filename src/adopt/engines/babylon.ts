import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on Babylon.js. Source: the messages of BabylonJS/Babylon.js. */
export const babylon: Engine = {
  title: 'Babylon.js',
  recognize: (game) =>
    usesLibrary(game, {
      file: /^babylon(?:[.-]\w+)*\.m?js$/i,
      calls: /\bBABYLON\s*\.\s*(?:Engine|Scene|SceneLoader|WebGPUEngine)\b|\bfrom\s*["']@babylonjs\//,
      words: [/Babylon\.js v/, /\bBJS - /, /\b(?:doc|playground|cdn|assets)\.babylonjs\.com\b/],
    })
      ? { name: 'Babylon.js game', loads: isAsset }
      : null,
}
