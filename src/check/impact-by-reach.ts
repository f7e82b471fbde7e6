import { extensionOf } from '../platform/file-types.js'
import type { BundleFacts } from './facts/bundle-facts.js'
import type { FileSummary } from './facts/file-summary.js'
import { modulesOfPages } from './facts/modules/module-graph.js'
import { unreachedScripts } from './facts/modules/unreached-scripts.js'
import type { Failure } from './facts/script/losses.js'
import type { AstNode } from './facts/script/node.js'
import { goesOnAfter } from './facts/script/script-functions.js'
import type { ScriptFunction } from './facts/script/script-parts.js'
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
  const isCode = (path: string | null): path is string =>
    path !== null && ['js', 'mjs', 'html', 'htm', 'svg'].includes(extensionOf(path) ?? '')
  const breaking = found.filter(({ problem: { impact, file } }) => impact === 'breaks' && isCode(file))
  if (breaking.length === 0) return found
  const files = new Set(breaking.flatMap(({ problem: { file } }) => (isCode(file) ? [file] : [])))
  const unreached = await unreachedScripts(
    facts,
    breaking.flatMap(({ problem: { rule, file } }) =>
      onlyWhereLoaded.has(rule) && isScript(file) ? [file] : [],
    ),
  )
  // A page that cannot be judged may run anything.
  if (page === undefined || page.scripts === null) return found
  const mayRun = page.scripts.length > 0 || files.has(page.path)
  const needsReach = mayRun && breaking.some(({ fails, unloaded }) => fails !== null || unloaded !== null)
  const linked = needsReach ? await linkedScripts(files) : null
  const gone = new Set(breaking.flatMap(({ unloaded }) => unloaded ?? []))
  for (const path of gone) linked?.leaveOut(path)
  // What they would define is undefined.
  const undefinedNames = linked === null || gone.size === 0 ? null : await linked.findUndefined()
  const reached = linked?.reached() ?? null
  const own = new Set(modulesOfPages(facts).find((one) => one.page === page.path)?.scripts)

  /** The classes whose constructors fail: nothing calls a method of what was never made. */
  const unmade = new Map<AstNode, ScriptFunction>()
  if (linked !== null)
    for (const {
      problem: { file, line, column, impact },
      fails,
    } of found)
      if (fails !== null && file !== null && line !== null && column !== null) {
        const at = linked.at(file, { line, column })
        const fn = at?.script.values.model.functionAt(at.offset)
        const isThrown = fails === 'throws' && impact === 'breaks'
        if (isThrown && fn?.owner?.kind === 'constructor') unmade.set(fn.owner.node, fn)
        if (at !== null && fn !== undefined) reached?.addGetter(at.script.values, fn)
      }

  const placesOf = (file: string): ReadonlySet<string> =>
    new Set(
      found.flatMap(({ problem, isAlone }) =>
        isAlone && problem.file === file ? [`${problem.line}:${problem.column}`] : [],
      ),
    )

  const impactOf = ({
    problem: { rule, file, line, column },
    fails,
    unloaded,
    isAlone,
    length,
  }: FoundProblem): Impact | null => {
    if (file === null) return 'breaks'
    if (onlyWhereLoaded.has(rule) && unreached.has(file)) return null
    if (file !== page.path && !own.has(file) && linked?.has(file) !== true) return 'fails-if-used'
    if ((fails === null && unloaded === null) || line === null || column === null) return 'breaks'
    const at = linked?.at(file, { line, column }) ?? null
    if (unloaded !== null && at === null) return 'breaks'
    // A script that is too long, or beside too many others, is not looked into.
    if (at === null || reached === null) return 'fails-if-used'
    const { values, part, before } = at.script
    const fn = values.model.functionAt(at.offset)
    const made = fn.owner === null || fn.owner.isStatic ? undefined : unmade.get(fn.owner.node)
    const how = made === undefined || made === fn ? reached.of(fn, at.offset, values) : 'caught'
    if (how === null || how === 'perhaps') return 'fails-if-used'
    // Nothing fails where it is: what would follow is elsewhere.
    if (fails === 'waits' || unloaded !== null) return 'breaks'
    if (how === 'caught') return 'degrades'
    // Only what follows is lost, and that the same fails there, too, costs nothing more.
    const isLast = how === 'ends' || (isAlone && reached.isCalledByBrowser(fn))
    const alone = isAlone ? placesOf(file) : null
    const use = { start: at.offset, end: at.offset + Math.max(length, 1) }
    const goesOn = goesOnAfter(fn, use, ({ start }) => {
      const place = alone === null ? null : part.place(start - before)
      return place === null || alone?.has(`${place.line}:${place.column}`) !== true
    })
    return isLast && !goesOn ? 'degrades' : 'breaks'
  }
  const judged = found.map((one) =>
    one.problem.impact === 'breaks' && isCode(one.problem.file)
      ? { ...one, problem: { ...one.problem, impact: impactOf(one) } }
      : one,
  )
  if (linked === null || reached === null) return judged
  const failures = new Map<FoundProblem, Failure>()
  const unloaded = judged.filter((one) => one.unloaded !== null && one.problem.impact === 'breaks')
  const impacts = new Map<FoundProblem, Impact>()
  if (undefinedNames !== null && unloaded.length > 0) {
    const { impactsOfUnloaded } = await import('./impact-of-unloaded.js')
    for (const [one, impact] of impactsOfUnloaded(unloaded, undefinedNames, page, linked, reached))
      impacts.set(one, impact)
  }
  for (const one of judged) {
    const { file, line, column, impact } = one.problem
    const { fails, length } = one
    if (impact !== 'breaks' || fails == null || file === null || line === null || column === null) continue
    const at = linked.at(file, { line, column })
    if (at === null) continue
    const { values: of } = at.script
    const { offset } = at
    failures.set(one, { fails, fn: of.model.functionAt(offset), offset, end: offset + length, of })
  }
  const isStarted = failures.size > 0 && startsAnyway([...failures.values()], linked, reached)
  if (isStarted) for (const one of failures.keys()) impacts.set(one, 'fails-if-used')
  return impacts.size === 0
    ? judged
    : judged.map((one) => {
        const impact = impacts.get(one)
        return impact === undefined ? one : { ...one, problem: { ...one.problem, impact } }
      })
}

const isScript = (path: string | null): path is string => {
  const extension = path === null ? null : extensionOf(path)
  return extension === 'js' || extension === 'mjs'
}
