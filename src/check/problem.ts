/** What a check finds, as data. The shapes are those of `check --format json` (a stable interface). */

/** `error`: the service would refuse it. `flag`: accepted, but waits for an admin. */
export const PROBLEM_LEVELS = ['error', 'flag', 'warning', 'info'] as const
export type ProblemLevel = (typeof PROBLEM_LEVELS)[number]

/**
 * What a problem does to the app when it runs. `breaks`: the app comes to it while it loads or by itself, and fails.
 * `fails-if-used`: a part of the app fails once a person uses it, or once something calls it that is not seen to be
 * called, or as the app loads, where the rest of the app still starts. `degrades`: it does nothing there, or looks wrong.
 */
export const IMPACTS = ['breaks', 'fails-if-used', 'degrades'] as const
export type Impact = (typeof IMPACTS)[number]

/** A place in the source that a build made a file of the bundle from, as far as its source map says. */
export interface SourcePlace {
  /** From the project's folder: `src/save.ts`. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1; null where the problem is the line as a whole. */
  readonly column: number | null
}

export interface Problem {
  /** The rule's id: `<area>/<breach>`. */
  readonly rule: string
  readonly level: ProblemLevel
  /** Null where it does nothing to the app when it runs, or nobody can say. */
  readonly impact: Impact | null
  /** The bundle path, or null only where no file is to blame. */
  readonly file: string | null
  /** From 1; null where the problem is the file as a whole. */
  readonly line: number | null
  /** From 1, in UTF-16 units; null where the problem is the line or file as a whole. */
  readonly column: number | null
  /** A JSON pointer into `manifest.json`, or null. */
  readonly pointer: string | null
  /** The culprit, what was found, and what is allowed. */
  readonly message: string
  /** One imperative sentence. */
  readonly fix: string
  /** The section of the platform document that holds the rule; empty where the documents are silent. */
  readonly spec: string
  /** There where the project knows the finding and allows it: `--strict` does not count it. Never an error's. */
  readonly allowed?: true
  /** There where a source map says what the place was made from. */
  readonly source?: SourcePlace
}

/** What came of an entry of `allow`. */
export interface AllowedRule {
  readonly rule: string
  /** How many findings it allows. */
  readonly allowed: number
  /** How many findings of the rule are errors, which nothing allows. */
  readonly errors: number
}

/** What happens to this version after an upload. */
export type Review = 'automatic' | 'admin' | 'refused'

export interface CheckResult {
  readonly schema: 1
  readonly path: string
  readonly kind: 'folder' | 'zip'
  readonly ok: boolean
  readonly review: Review
  /** Whether nothing that was found stops the app while it loads or runs by itself: no problem has the impact `breaks`. */
  readonly runs: boolean
  /** From the manifest, as far as it could be read. */
  readonly app: {
    readonly id: string | null
    readonly name: string | null
    readonly version: string | null
  } | null
  readonly problems: readonly Problem[]
  /** One for each rule of `allow`; absent where nothing was to be allowed. */
  readonly allow?: readonly AllowedRule[]
  readonly totals: {
    readonly files: number
    readonly bytes: number
    /** The zip's own size; null for a folder. */
    readonly zipBytes: number | null
  }
}

/** The input of the reports for code scanning: a check, or another command with the same kind of problems. */
export type Reported = Pick<CheckResult, 'path' | 'kind' | 'problems' | 'allow'>
