import { fileName } from '../../check/facts/bundle/paths.js'
import type { Engine } from './engine.js'
import { type GameExport, twoOf } from './game-export.js'

/** How the use of a library shows, in its own file as well as in a bundle that it is a part of. */
interface LibrarySigns {
  /** Its own file, by its name without folders. */
  readonly file: RegExp
  /** What games call. Bundlers may rename it. */
  readonly calls: RegExp
  /** Messages of the library and names of properties, which no minifier changes. Each is a sign of its own. */
  readonly words: readonly RegExp[]
}

/** Whether a game is made with a library: at least two of its signs are there. */
const usesLibrary = (game: GameExport, { file, calls, words }: LibrarySigns): boolean =>
  twoOf(
    game.paths.some((path) => game.isInside(path) && file.test(fileName(path))),
    () => game.says(calls),
    ...words.map((word) => () => game.says(word)),
  )

/** Kinds of files that only an engine's own loaders read, and that they tell apart by the extension. */
const isAsset = (path: string): boolean =>
  /\.(?:atlas|babylon|basis|dds|drc|env|fbx|fnt|fs|frag|glsl|hdr|ktx2?|ldtk|mtl|obj|ply|plist|skel|stl|tmj|tmx|tsj|tsx|vert|vs|wgsl|xml)$/i.test(
    path,
  )

const library = (title: string, name: string, signs: LibrarySigns): Engine => ({
  title,
  recognize: (game) => (usesLibrary(game, signs) ? { name, loads: isAsset } : null),
})

const PHASER: LibrarySigns = {
  file: /^phaser(?:[.-][\w]+)*\.m?js$/i,
  calls: /\bnew\s+Phaser\s*\.\s*Game\b|\bPhaser\s*\.\s*(?:AUTO|WEBGL|CANVAS|Scene)\b|\bfrom\s*["']phaser["']/,
  words: [
    /\bPhaser (?:CE )?v["'`+$%0-9]/,
    /\bphaser\.io\b/,
    /\bphaser3?-examples\b|Phaser\.(?:Loader|Cache|Game)[.#:]/,
  ],
}

/** Games on Phaser 2 (and CE), 3 and 4. */
const phaser: Engine = {
  title: 'Phaser 2, 3 and 4',
  recognize: (game) => {
    if (!usesLibrary(game, PHASER)) return null
    const version = majorOf(
      game.scripts.map(({ text }) => text).filter((text) => /\bphaser\.io\b/.test(text)),
    )
    return { name: version === null ? 'Phaser game' : `Phaser ${version} game`, loads: isAsset }
  },
}

/** The major version that a copy of Phaser says, in its banner or in its `VERSION`. */
const majorOf = (scripts: readonly string[]): string | null => {
  for (const script of scripts)
    for (const pattern of [/\bVERSION\s*[:=]\s*["']([234])\.\d+\.\d+/, /\bPhaser (?:CE )?v?([234])\.\d+/]) {
      const found = pattern.exec(script)?.[1]
      if (found !== undefined) return found
    }
  return null
}

/**
 * The libraries that are recognized. Source: the banners and messages of phaserjs/phaser and photonstorm/phaser-ce,
 * BabylonJS/Babylon.js, melonjs/melonJS, excaliburjs/Excalibur, kaplayjs/kaplay and replit/kaboom (what Kaplay was
 * before), KilledByAPixel/LittleJS, pixijs/pixijs, and mrdoob/three.js with its `__THREE__` mark.
 */
export const LIBRARIES: readonly Engine[] = [
  phaser,
  library('Babylon.js', 'Babylon.js game', {
    file: /^babylon(?:[.-]\w+)*\.m?js$/i,
    calls: /\bBABYLON\s*\.\s*(?:Engine|Scene|SceneLoader|WebGPUEngine)\b|\bfrom\s*["']@babylonjs\//,
    words: [/Babylon\.js v/, /\bBJS - /, /\b(?:doc|playground|cdn|assets)\.babylonjs\.com\b/],
  }),
  library('melonJS', 'melonJS game', {
    file: /^melonjs(?:[.-]\w+)*\.m?js$/i,
    calls:
      /\bme\s*\.\s*(?:video\s*\.\s*init|device\s*\.\s*onReady|loader\s*\.\s*preload|state\s*\.\s*change)\b|\bfrom\s*["']melonjs["']/,
    words: [/\bmelonJS\b/, /\bmelonjs\.org\b/],
  }),
  library('Excalibur', 'Excalibur game', {
    file: /^excalibur(?:[.-]\w+)*\.m?js$/i,
    calls: /\bnew\s+ex\s*\.\s*(?:Engine|Actor|Loader|ImageSource)\b|\bfrom\s*["']excalibur["']/,
    words: [/Powered by Excalibur\.js/, /\bexcaliburjs\.com\b/],
  }),
  library('Kaplay and Kaboom', 'Kaplay game', {
    file: /^(?:kaplay|kaboom)(?:[.-]\w+)*\.m?js$/i,
    calls: /(?<![\w.])(?:kaplay|kaboom)\s*\(|\bfrom\s*["'](?:kaplay|kaboom)["']/,
    words: [/\bKAPLAY\b/, /\bkaplayjs\b/, /\baddKaboom\b/, /\bkaboom(?:js)?\.(?:com|mp4)\b/],
  }),
  library('LittleJS', 'LittleJS game', {
    file: /^(?:littlejs|engine\.all)(?:[.-]\w+)*\.m?js$/i,
    calls: /\bengineInit\s*\(|\bfrom\s*["']littlejsengine["']/,
    words: [/\bLittleJS\b/, /\b(?:initTileCollision|engineObjectsUpdate|glOverlay)\b/],
  }),
  library('PixiJS', 'PixiJS game', {
    file: /^pixi(?:[.-][\w]+)*\.m?js$/i,
    calls:
      /\bPIXI\s*\.\s*(?:Application|autoDetectRenderer|Container|Sprite|WebGLRenderer)\b|\bfrom\s*["']pixi\.js["']/,
    words: [
      /\bPixiJS (?:Warning|Deprecation|\S{0,3} - )|\bPixi\.js /,
      /\bpixijs\.(?:com|download)\b/,
      /\b__PIXI_\w+/,
    ],
  }),
  library('three.js', 'three.js game', {
    file: /^three(?:[.-](?:min|module|core|webgpu|r?\d+))*\.(?:m?js|cjs)$/i,
    calls: /\bTHREE\s*\.\s*(?:WebGLRenderer|Scene|PerspectiveCamera)\b|\bfrom\s*["']three["']/,
    words: [
      /THREE\.WebGLRenderer: /,
      /\b__THREE__\b/,
      /THREE\.(?:Object3D|BufferGeometry|Material|Texture)[.:#]/,
    ],
  }),
]
