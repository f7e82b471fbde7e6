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
export const usesLibrary = (game: GameExport, { file, calls, words }: LibrarySigns): boolean =>
  twoOf(
    game.paths.some((path) => game.isInside(path) && file.test(path.slice(path.lastIndexOf('/') + 1))),
    () => game.says(calls),
    ...words.map((word) => () => game.says(word)),
  )

/** Kinds of files that only an engine's own loaders read, and that they tell apart by the extension. */
export const isAsset = (path: string): boolean =>
  /\.(?:atlas|babylon|basis|dds|drc|env|fbx|fnt|fs|frag|glsl|hdr|ktx2?|ldtk|mtl|obj|ply|plist|skel|stl|tmj|tmx|tsj|tsx|vert|vs|wgsl|xml)$/i.test(
    path,
  )
