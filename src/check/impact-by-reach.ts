import { extensionOf } from '../platform/file-types.js'
import type { BundleFacts, FileSummary } from './facts/file-summary.js'
import { modulesOfPages } from './facts/modules/module-graph.js'
import { unreachedScripts } from './facts/modules/unreached-scripts.js'
import { chanceOf } from './facts/script/conditions.js'
import { type Failure, failingLoads } from './facts/script/failures.js'
import type { AstNode } from './facts/script/node.js'
import type { ReachedFunctions } from './facts/script/reached.js'
import { goesOnAfter } from './facts/script/script-functions.js'
import type { ScriptFunction } from './facts/script/script-parts.js'
import { gateOf, skipsStart, startsOnlyIf } from './facts/script/starts.js'
import { usesOfNothing } from './facts/script/unset-reads.js'
import { startsAnyway } from './facts/script/what-is-left.js'
import type { LinkedScripts } from './linked-scripts.js'
import type { Impact } from './problem.js'
import type { FoundProblem } from './problems.js'

/**
 * The problems with their impact by what runs: `breaks` only where the app comes to it while it loads, or by itself, and
 * nothing catches the failure. What a script that nothing loads would do has none.
 * @param onlyWhereLoaded the ids of the rules of which the latter is true
 * @param page the entry page
 * @param linkedScripts gives its scripts, read side by side, those of some files first
 */
export const impactByReach = async (
  found: readonly FoundProblem[],
  onlyWhereLoaded: ReadonlySet<string>,
  facts: BundleFacts,
  page: FileSummary | undefined,
  linkedScripts: (first: Iterable<string>) => Promise<LinkedScripts | null>,
): Promise<readonly FoundProblem[]> => {
  const breaking = found.filter(isBreaking)
  const withheld = found.filter((one) => one.withheld !== null && one.problem.impact === 'degrades')
  const handled = found.filter((one) => one.fails !== null && one.problem.impact === 'degrades')
  if (breaking.length + withheld.length + handled.length === 0) return found
  const unreached = await unreachedScripts(
    facts,
    breaking.flatMap(({ problem: { rule, file } }) =>
      onlyWhereLoaded.has(rule) && isScript(file) ? [file] : [],
    ),
  )
  // A page that cannot be judged may run anything.
  if (page === undefined || page.scripts === null) return found
  const files = new Set(breaking.flatMap(({ problem: { file } }) => file ?? []))
  const mayRun = page.scripts.length > 0 || files.has(page.path)
  const needsReach =
    mayRun &&
    (withheld.length + handled.length > 0 ||
      breaking.some(({ fails, unloaded }) => fails !== null || unloaded !== null))
  const linked = needsReach ? await linkedScripts(files) : null
  const gone = new Set(breaking.flatMap(({ unloaded }) => unloaded ?? []))
  for (const path of gone) linked?.leaveOut(path)
  const undefinedNames = linked === null ? null : await linked.findUndefined()
  const run = linked === null ? null : new Run(linked, found)
  const own = new Set(modulesOfPages(facts).find((one) => one.page === page.path)?.scripts)

  const impactOf = (one: FoundProblem): Impact | null => {
    const { rule, file } = one.problem
    if (file === null) return 'breaks'
    if (onlyWhereLoaded.has(rule) && unreached.has(file)) return null
    const isOfPage = file === page.path || own.has(file) || linked?.has(file) === true
    return isOfPage ? impactIn(run, one) : 'fails-if-used'
  }
  const judged = withImpacts(found, (one) => (isBreaking(one) ? impactOf(one) : undefined))
  if (run === null) return judged
  const failures = run.failuresOf(judged)
  const unloaded = judged.filter((one) => one.unloaded !== null && one.problem.impact === 'breaks')
  const impacts = new Map<FoundProblem, Impact>()
  if (undefinedNames !== null && unloaded.length > 0) {
    const { impactsOfUnloaded } = await import('./impact-of-unloaded.js')
    for (const [one, impact] of impactsOfUnloaded(unloaded, undefinedNames, page, run.linked, run.reached))
      impacts.set(one, impact)
  }
  if (failures.size > 0 && startsAnyway([...failures.values()], run.linked, run.reached))
    for (const one of failures.keys()) impacts.set(one, 'fails-if-used')
  for (const one of withheld) if (run.startsOnlyWith(one)) impacts.set(one, 'breaks')
  for (const one of run.skippingStart(judged)) impacts.set(one, 'breaks')
  for (const one of run.leavingNothing(judged)) impacts.set(one, 'breaks')
  return impacts.size === 0 ? judged : withImpacts(judged, (one) => impacts.get(one))
}

/** Whether a problem of a script, or of what may hold one, stops the app where it is come to. */
const isBreaking = ({ problem: { impact, file } }: FoundProblem): boolean =>
  impact === 'breaks' &&
  file !== null &&
  ['js', 'mjs', 'html', 'htm', 'svg'].includes(extensionOf(file) ?? '')

/** @param impactOf undefined where a problem keeps its own */
const withImpacts = (
  found: readonly FoundProblem[],
  impactOf: (one: FoundProblem) => Impact | null | undefined,
): readonly FoundProblem[] =>
  found.map((one) => {
    const impact = impactOf(one)
    return impact === undefined ? one : { ...one, problem: { ...one.problem, impact } }
  })

/** A problem of a file that the page runs, by its place in there. @param run null where nobody looks into the scripts */
const impactIn = (run: Run | null, one: FoundProblem): Impact => {
  const { fails, unloaded, isAlone, length } = one
  const { file, line, column } = one.problem
  if ((fails === null && unloaded === null) || line === null || column === null) return 'breaks'
  const at = run?.placeOf(one) ?? null
  if (unloaded !== null && at === null) return 'breaks'
  // A script that is too long, or beside too many others, is not looked into.
  if (at === null || run === null) return 'fails-if-used'
  const { values, part, before } = at.script
  const fn = values.model.functionAt(at.offset)
  const how = run.isUnmade(fn) ? 'caught' : run.reached.of(fn, at.offset, values)
  if (how === null || how === 'perhaps') return 'fails-if-used'
  // Nothing fails where it is: what would follow is elsewhere.
  if (fails === 'waits' || unloaded !== null) return 'breaks'
  if (how === 'caught') return 'degrades'
  // Only what follows is lost, and that the same fails there, too, costs nothing more.
  const isLast = how === 'ends' || (isAlone && run.reached.isCalledByBrowser(fn))
  const alone = isAlone ? run.placesAlone(file) : null
  // A use that says no length is not itself what goes on with it.
  const use = { start: at.offset - (length > 0 ? 0 : 1), end: at.offset + Math.max(length, 1) }
  const goesOn = goesOnAfter(fn, use, ({ start }) => {
    const place = alone === null ? null : part.place(start - before)
    return place === null || alone?.has(`${place.line}:${place.column}`) !== true
  })
  return isLast && !goesOn ? 'degrades' : 'breaks'
}

/** What a page runs, and where its problems are in that. */
class Run {
  readonly linked: LinkedScripts
  readonly reached: ReachedFunctions
  readonly #found: readonly FoundProblem[]
  /** The constructors that fail, by their classes: nothing calls a method of what was never made. */
  readonly #unmade = new Map<AstNode, Failure>()

  constructor(linked: LinkedScripts, found: readonly FoundProblem[]) {
    this.linked = linked
    this.#found = found
    const reached = linked.reached()
    const isDoubted = (one: FoundProblem): boolean => {
      const at = isBreaking(one) && one.fails !== null ? this.placeOf(one) : null
      if (at === null) return false
      const { values } = at.script
      return reached.of(values.model.functionAt(at.offset), at.offset, values) === 'perhaps'
    }
    const gate = found.some(isDoubted) ? gateOf(linked, reached) : null
    if (gate !== null) linked.open(gate)
    this.reached = gate === null ? reached : linked.reached()
    for (const one of found) {
      const at = one.fails === null ? null : this.placeOf(one)
      if (at === null) continue
      const fn = at.script.values.model.functionAt(at.offset)
      const isThrown = one.fails === 'throws' && one.problem.impact === 'breaks'
      if (isThrown && fn.owner?.kind === 'constructor')
        this.#unmade.set(fn.owner.node, { fails: 'throws', fn, offset: at.offset, of: at.script.values })
      this.reached.addAccessor(at.script.values, fn)
    }
  }

  /** Where a problem is in the scripts that are looked into; null where it is elsewhere. */
  placeOf({ problem: { file, line, column } }: FoundProblem): ReturnType<LinkedScripts['at']> {
    return file === null || line === null || column === null ? null : this.linked.at(file, { line, column })
  }

  /** Whether a function is of something that is never made. */
  isUnmade(fn: ScriptFunction): boolean {
    const made = fn.owner === null || fn.owner.isStatic ? undefined : this.#unmade.get(fn.owner.node)
    if (made === undefined || made.fn === fn) return false
    return chanceOf(made.of.model.guards.at(made.offset), made.fn, made.of) === 'surely'
  }

  /** The places in a file of uses with which only what follows them is lost. */
  placesAlone(file: string | null): ReadonlySet<string> {
    return new Set(
      this.#found.flatMap(({ problem, isAlone }) =>
        isAlone && problem.file === file ? [`${problem.line}:${problem.column}`] : [],
      ),
    )
  }

  /** Whether the app starts only with what it does not get. */
  startsOnlyWith(one: FoundProblem): boolean {
    const { withheld } = one
    if (withheld === null) return false
    if (withheld === 'answer') {
      const at = this.placeOf(one)
      return at !== null && startsOnlyIf(at.script.values, at.offset, this.linked, this.reached)
    }
    const loads = this.linked.scripts().flatMap((of) => failingLoads(withheld.font, of, this.reached))
    return loads.length > 0 && !startsAnyway(loads, this.linked, this.reached)
  }

  /** The problems that the script minds, and with which it does not start. */
  skippingStart(judged: readonly FoundProblem[]): Iterable<FoundProblem> {
    const failures = new Map(
      [...this.failuresOf(judged, 'degrades')].filter(([, { offset, of }]) =>
        this.reached.surelyComesTo(offset, of),
      ),
    )
    const skips = (all: readonly Failure[]): boolean => skipsStart(all, this.linked, this.reached)
    if (failures.size === 0 || !skips([...failures.values()])) return []
    const found = failures.size > MOST_APART ? [] : [...failures].filter(([, failure]) => skips([failure]))
    return found.length > 0 ? new Map(found).keys() : failures.keys()
  }

  /** The problems that the script minds, and goes on without what it could not get, although it needs that. */
  *leavingNothing(judged: readonly FoundProblem[]): Iterable<FoundProblem> {
    for (const [one, failure] of this.failuresOf(judged, 'degrades')) {
      const uses = failure.fails === 'throws' ? usesOfNothing(failure, this.reached) : []
      if (uses.length > 0 && !startsAnyway(uses, this.linked, this.reached)) yield one
    }
  }

  /** The failures of the problems that still stop the app, or have another impact. */
  failuresOf(judged: readonly FoundProblem[], impact: Impact = 'breaks'): ReadonlyMap<FoundProblem, Failure> {
    return new Map(
      judged.flatMap((one) => {
        const { fails, length } = one
        const at = one.problem.impact === impact && fails != null ? this.placeOf(one) : null
        if (at === null || fails == null) return []
        const { values: of } = at.script
        const { offset } = at
        const fn = of.model.functionAt(offset)
        return [[one, { fails, fn, offset, end: offset + length, of }] as const]
      }),
    )
  }
}

/** Of more problems, each is said to stop the app if all together do. */
const MOST_APART = 8

const isScript = (path: string | null): path is string => {
  const extension = path === null ? null : extensionOf(path)
  return extension === 'js' || extension === 'mjs'
}
