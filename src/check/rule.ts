import type { ShimPartName } from '../shim/part-names.js'
import type { BundleOutline } from './facts/bundle-outline.js'
import type { FileFacts } from './facts/file.js'
import type { BundleFacts } from './facts/file-summary.js'
import type { Needs } from './facts/needs.js'
import type { Failure } from './facts/script/failures.js'
import type { Impact, ProblemLevel } from './problem.js'

/** What a rule says of itself, for `miniapp rules`, the reports and the README's table. */
export interface RuleText {
  /** `<area>/<breach>`: it states what is wrong, and is the path of the rule's fixtures. */
  readonly id: string
  readonly level: ProblemLevel
  /** What a breach does to the app when it runs; null where it does nothing, or nobody can say. */
  readonly impact: Impact | null
  /** The section of the platform document; empty where the documents are silent. */
  readonly section: string
  /** What the rule refuses or reports: one sentence. */
  readonly breach: string
  /** What the platform or a browser would do, or why it matters. */
  readonly why: string
  /** How to fix it in general: one or two sentences. */
  readonly remedy: string
}

/** One breach found; the rule's id, level and section are added to it. */
export interface Finding {
  /** Null only where no file is to blame. */
  readonly file: string | null
  readonly line?: number | null
  readonly column?: number | null
  readonly pointer?: string | null
  readonly message: string
  /** Where something more exact than the rule's remedy fixes it. */
  readonly fix?: string
  /** Where the breach does something else to the app than the rule's others. */
  readonly impact?: Impact | null
  /** How what a script uses fails: its impact depends on when that is reached, and on who minds it. */
  readonly fails?: Failure['fails']
  /** The script, by its bundle path or a URL that leads elsewhere, that does not run at all: its impact depends on who uses what it would define. */
  readonly unloaded?: string
  /** Whether nothing is done with what that gives: only what follows it in the script is lost. */
  readonly isAlone?: boolean
  /** How long the use is, in UTF-16 units. */
  readonly length?: number
  /** What the app does not get there, without an error: it breaks where it starts only with that. */
  readonly withheld?: Withheld
  /** Where the breach belongs to another section than the rule's own. */
  readonly section?: string
  /** The global, or the path of its field, that is taken for the browser's own: no breach where a script of the bundle gives it another meaning. */
  readonly assumedGlobal?: string
  /** The part of the browser shim that supplies what is used: no breach where the page loads that. */
  readonly shimmedBy?: ShimPartName
}

/** The answer of a dialog, or the font of a family, which `document.fonts.load()` rejects. */
export type Withheld = 'answer' | { readonly font: string }

/** What is wrong with a thing whose place is known. */
export type Breach = Pick<Finding, 'message' | 'fix' | 'impact' | 'unloaded'>

type Findings = Iterable<Finding> | Promise<Iterable<Finding>>

/** A rule that looks at the bundle as a whole, after every file was looked at. */
export interface BundleRule extends RuleText {
  readonly check: (facts: BundleFacts) => Findings
}

/** A rule that looks at one file at a time. */
export interface FileRule extends RuleText {
  /** All that it reads of pages, drawings and scripts: it gets nothing else, and without it nothing else is kept. */
  readonly needs: readonly Needs[]
  readonly appliesTo: (file: FileFacts, bundle: BundleOutline) => boolean
  readonly checkFile: (file: FileFacts, bundle: BundleOutline) => Findings
  /** Whether what it finds in a script that nothing loads has no impact. */
  readonly hasImpactOnlyWhereLoaded?: true
}

export type Rule = BundleRule | FileRule
