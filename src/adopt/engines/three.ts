import type { Engine } from './engine.js'
import { isAsset, usesLibrary } from './library.js'

/** Games on three.js. Source: the messages and the `__THREE__` mark of mrdoob/three.js. */
export const three: Engine = {
  title: 'three.js',
  recognize: (game) =>
    usesLibrary(game, {
      file: /^three(?:[.-](?:min|module|core|webgpu|r?\d+))*\.(?:m?js|cjs)$/i,
      calls: /\bTHREE\s*\.\s*(?:WebGLRenderer|Scene|PerspectiveCamera)\b|\bfrom\s*["']three["']/,
      words: [
        /THREE\.WebGLRenderer: /,
        /\b__THREE__\b/,
        /THREE\.(?:Object3D|BufferGeometry|Material|Texture)[.:#]/,
      ],
    })
      ? { name: 'three.js game', loads: isAsset }
      : null,
}
