import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on PixiJS. Source: the banner and the messages of pixijs/pixijs. */
export const pixiJs: Engine = {
  title: 'PixiJS',
  recognize: (game) =>
    usesLibrary(game, {
      file: /^pixi(?:[.-][\w]+)*\.m?js$/i,
      calls:
        /\bPIXI\s*\.\s*(?:Application|autoDetectRenderer|Container|Sprite|WebGLRenderer)\b|\bfrom\s*["']pixi\.js["']/,
      words: [
        /\bPixiJS (?:Warning|Deprecation|\S{0,3} - )|\bPixi\.js /,
        /\bpixijs\.(?:com|download)\b/,
        /\b__PIXI_\w+/,
      ],
    })
      ? { name: 'PixiJS game', loads: isAsset }
      : null,
}
