import type { FileSummary } from './facts/file-summary.js'
import { loadsSdk } from './facts/modules/module-graph.js'
import type { Failure } from './facts/script/losses.js'
import type { ReachedFunctions } from './facts/script/reached.js'
import { readsOfUndefined } from './facts/script/undefined-names.js'
import { hasStart, startsAnyway } from './facts/script/what-is-left.js'
import { isBefore } from './facts/text/position.js'
import type { LinkedScripts } from './linked-scripts.js'
import type { Impact } from './problem.js'
import type { FoundProblem } from './problems.js'

/**
 * What the app is without scripts that do not run at all. It `breaks` where what it needs while it loads is not defined, and
 * where nothing else of it starts; a part fails where only that asks for what they would define.
 * @param names the global names that nothing defines
 * @param reached what runs, with that known
 */
export const impactsOfUnloaded = (
  unloaded: readonly FoundProblem[],
  names: ReadonlySet<string>,
  page: FileSummary,
  scripts: LinkedScripts,
  reached: ReachedFunctions,
): ReadonlyMap<FoundProblem, Impact> => {
  const reads = readsOfUndefined(names, scripts.scripts(), reached)
  const blamed = blame(unloaded, new Set(reads.map(({ name }) => name)))
  const mayBeGone = isLastGone(unloaded, page, scripts)
  const impactOf = (one: FoundProblem): Impact => {
    const { problem, unloaded: path } = one
    const own = reads.filter(({ name }) => blamed.get(name)?.includes(one))
    const failures: Failure[] = own.filter(({ isReached }) => isReached)
    // A module that imports what does not parse does not run either.
    for (const of of path === problem.file ? scripts.importersOfFile(path ?? undefined) : [])
      failures.push({ fails: 'throws', fn: of.model.main, offset: -1, of })
    const isOver =
      failures.length > 0 ? !startsAnyway(failures, scripts, reached) : !hasStart(scripts, reached, mayBeGone)
    return isOver ? 'breaks' : own.length > 0 ? 'fails-if-used' : 'degrades'
  }
  return new Map(unloaded.map((one) => [one, impactOf(one)]))
}

/** Whether the last script of the page is one of those that do not run: that is the app in most. */
const isLastGone = (
  unloaded: readonly FoundProblem[],
  page: FileSummary,
  scripts: LinkedScripts,
): boolean => {
  const last = page.scripts?.findLast((one) => !loadsSdk(one))
  if (last === undefined) return true
  if (last.path !== null && !scripts.runs(last.path)) return true
  return unloaded.some(
    ({ problem: { file, line, column } }) =>
      file === page.path && line !== null && column !== null && !isBefore({ line, column }, last.place),
  )
}

/** The scripts that would define each name: those whose path has it, else any. */
const blame = (
  unloaded: readonly FoundProblem[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly FoundProblem[]> =>
  new Map(
    [...names].map((name) => {
      const pattern = SHORT_NAMES.get(name) ?? new RegExp(lettersOf(name) || '^', 'i')
      const likely = unloaded.filter((one) => pattern.test(lettersOf(one.unloaded ?? '')))
      return [name, likely.length > 0 ? likely : unloaded]
    }),
  )

const lettersOf = (text: string): string => text.replace(/[^a-z0-9]/gi, '')

const SHORT_NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['$', /jquery|zepto|cash/i],
  ['_', /lodash|underscore/i],
])
