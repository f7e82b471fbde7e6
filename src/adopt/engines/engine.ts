import type { Edit } from '../edits.js'
import type { GameExport } from './game-export.js'

/** An engine or a library that games are made with, and how the folder of such a game is recognized. */
export interface Engine {
  /** As the README's table names it. */
  readonly title: string
  /** Null where the game was made with something else. */
  readonly recognize: (game: GameExport) => Recognized | null
}

/** A game whose engine is known, and what it takes to run it in the frame. Paths are those of the game's folder. */
export interface Recognized {
  /** For people: `Godot 4 export`. */
  readonly name: string
  /** Whether an exporter wrote every script that the game needs: what others added to the page only fails in the frame. */
  readonly complete?: true
  /** Files that the engine loads by names that it composes: they are taken along even if the platform does not serve their kind. */
  readonly loads?: (path: string) => boolean
  /** Compressed parts that a server would send with a `Content-Encoding`, which the frame does not get. */
  readonly packed?: (path: string) => boolean
  /** Whether the engine unpacks such parts by itself where they are too large to be unpacked in the bundle. */
  readonly unpacksItself?: boolean
  /** Files that the engine gets by `fetch`: where one is larger than a file can be, the browser shim unpacks it. */
  readonly fetches?: (path: string) => boolean
  /** Files that are of no use in a mini app, each with the reason. */
  readonly leaves?: ReadonlyMap<string, string>
  /** How a person gets a build that needs no threads: one imperative sentence. */
  readonly withoutThreads?: string
  /** How a person gets smaller files: one imperative sentence. */
  readonly smaller?: string
  /** Why this build cannot be a mini app: a file, what it does, in words that follow its name, and how a person gets another build. */
  readonly obstacle?: { readonly file: string; readonly words: string; readonly advice: string }
  /** Whether scripts tell files apart by their names too: they keep the old ones, and the browser shim finds the files. */
  readonly keepsNames?: true
  /** What has to change in a script of the engine, or in one that stands in the page. */
  readonly edits?: (script: string) => readonly Edit[]
  /** A statement that the page runs before all scripts of the game, and why. */
  readonly setting?: { readonly script: string; readonly why: string }
  /** Whether the export itself says that it needs threads, or that it does not; absent where it does not say. */
  readonly threads?: boolean
}
