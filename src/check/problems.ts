import { comparePaths } from '../bundle/paths.js'
import type { ShimPartName } from '../shim/part-names.js'
import { formatNumber } from '../terminal/units.js'
import type { Problem, Review } from './problem.js'
import type { Finding, Rule, Withheld } from './rule.js'
import { shortened } from './shortened.js'

export interface FoundProblem {
  readonly problem: Problem
  /** It is none where a script of the bundle gives this global, or this path, a meaning of its own; null where nothing can. */
  readonly assumedGlobal: string | null
  /** Not a problem where a page loads this part of the browser shim before the script; null where no part helps. */
  readonly shimmedBy: ShimPartName | null
  /** How a use in a script fails; null for anything else. */
  readonly fails: Finding['fails'] | null
  /** The script that does not run at all; null where the problem is another. */
  readonly unloaded: string | null
  /** Whether nothing is done with what the use gives. */
  readonly isAlone: boolean
  /** How long the use is, in UTF-16 units; 0 where nobody says. */
  readonly length: number
  /** What the app does not get there; null where it is an error. */
  readonly withheld: Withheld | null
}

/** What becomes of the version after an upload (3.1). */
export const reviewOf = (problems: readonly Problem[]): Review => {
  if (problems.some(({ level }) => level === 'error')) return 'refused'
  return problems.some(({ level }) => level === 'flag') ? 'admin' : 'automatic'
}

// A minified page can hold the same breach ten thousand times; nobody reads more than this.
const MAX_FINDINGS_PER_RULE_AND_FILE = 100

/** A rule's findings as problems; bounds how many of one kind a file can have. */
export const problemsOf = (rule: Rule, findings: Iterable<Finding>): readonly FoundProblem[] => {
  const problems: FoundProblem[] = []
  if (Array.isArray(findings) && findings.length === 0) return problems
  const byFile = new Map<
    string | null,
    {
      count: number
      readonly assumedGlobals: Set<string | null>
      readonly shimmed: Set<ShimPartName | null>
      /** Whether some are uses in scripts, whose impact depends on when they are reached. */
      hasUses: boolean
    }
  >()
  const seen = new Set<string>()
  for (const finding of findings) {
    // A browser makes some elements twice of one tag: that is one breach.
    const key = `${finding.file}\n${finding.line}\n${finding.column}\n${finding.message}`
    if (seen.has(key)) continue
    seen.add(key)
    const assumedGlobal = finding.assumedGlobal ?? null
    const shimmedBy = finding.shimmedBy ?? null
    const inFile = byFile.get(finding.file) ?? {
      count: 0,
      assumedGlobals: new Set(),
      shimmed: new Set(),
      hasUses: false,
    }
    byFile.set(finding.file, inFile)
    inFile.count++
    if (finding.fails !== undefined) inFile.hasUses = true
    inFile.assumedGlobals.add(assumedGlobal)
    inFile.shimmed.add(shimmedBy)
    if (inFile.count <= MAX_FINDINGS_PER_RULE_AND_FILE)
      problems.push({
        problem: toProblem(rule, finding),
        assumedGlobal,
        shimmedBy,
        fails: finding.fails ?? null,
        unloaded: finding.unloaded ?? null,
        isAlone: finding.isAlone ?? false,
        length: finding.length ?? 0,
        withheld: finding.withheld ?? null,
      })
  }
  for (const [file, inFile] of byFile) {
    const { count, assumedGlobals, shimmed } = inFile
    const more = count - MAX_FINDINGS_PER_RULE_AND_FILE
    if (more <= 0) continue
    const [shimmedBy = null] = shimmed.size === 1 ? shimmed : []
    const message = `${formatNumber(more)} more problems like these were found.`
    const roots = new Set([...assumedGlobals].map((path) => path?.split('.')[0] ?? null))
    const [assumedGlobal = null] = assumedGlobals.size === 1 ? assumedGlobals : roots.size === 1 ? roots : []
    problems.push({
      problem: toProblem(rule, {
        file,
        message,
        impact: inFile.hasUses && rule.impact === 'breaks' ? 'fails-if-used' : rule.impact,
      }),
      assumedGlobal,
      shimmedBy,
      fails: null,
      unloaded: null,
      isAlone: false,
      length: 0,
      withheld: null,
    })
  }
  return problems
}

export const sorted = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted(
    (a, b) =>
      comparePaths(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      comparePaths(a.rule, b.rule) ||
      (a.column ?? 0) - (b.column ?? 0),
  )

const toProblem = (rule: Rule, finding: Finding): Problem => ({
  rule: rule.id,
  level: rule.level,
  impact: finding.impact === undefined ? rule.impact : finding.impact,
  file: finding.file,
  line: finding.line ?? null,
  column: finding.column ?? null,
  pointer: finding.pointer ?? null,
  message: shortened(finding.message),
  fix: shortened(finding.fix ?? rule.remedy),
  spec: finding.section ?? rule.section,
})
