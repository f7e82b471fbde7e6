import type { StillMissing } from '../../../adopt/bring-along.js'
import type { Change, LeftBehind } from '../../../adopt/change.js'
import type { Doubt } from '../../../adopt/edits.js'
import type { Note } from '../../../adopt/project/unbuilt.js'
import type { CheckResult } from '../../../check/problem.js'
import type { PlaytestResult } from '../../../playtest/playtest.js'
import type { ToldObstacle } from './obstacle-answer.js'
import type { PlayVerdict } from './play-verdict.js'

/** What came of adopting a game; the shape of `init --from … --format json`. */
export interface AdoptResult {
  readonly schema: 1
  /** The new project's folder, and the game's, as the person would write them. */
  readonly path: string
  readonly from: string
  readonly app: { readonly id: string; readonly name: string; readonly version: string }
  readonly placeholderId: boolean
  /** The fields of the manifest that `--yes` gave a default which nobody chose. */
  readonly defaults: readonly string[]
  readonly entry: string
  /** The icon's path, and the picture that it was made from; null for a plain tile. */
  readonly icon: { readonly path: string; readonly from: string | null }
  /** What the game was made with; null where nothing shows it. */
  readonly engine: string | null
  /** What the folder holds, in a few words each. */
  readonly recognized: readonly string[]
  readonly files: readonly string[]
  readonly replaced: readonly string[]
  readonly changes: readonly Change[]
  /** The file with every change, as the person would write it; null where it could not be written. */
  readonly changesFile: string | null
  readonly leftBehind: readonly LeftBehind[]
  /** What pages, CSS and imports name, and is nowhere. */
  readonly missing: readonly StillMissing[]
  /** What scripts say that may be an address, and was left alone. */
  readonly doubts: readonly Doubt[]
  /** Why it cannot be a mini app as it is; it was written because of `--force`. */
  readonly obstacles: readonly ToldObstacle[]
  /** That the folder holds the source of a game. */
  readonly notes: readonly Note[]
  readonly check: CheckResult
  /** How it played beside its original, and the first picture's path; null where it was not played. */
  readonly test: {
    readonly result: PlaytestResult
    readonly picture: string | null
    readonly plays: PlayVerdict
  } | null
  /** Why it was not played, in words; null where it was, or where `--no-test` left it out. */
  readonly notPlayed: string | null
}
