import { SDK_FILE_NAME } from '../sdk/sdk-file.js'
import { fileName } from './facts/bundle/paths.js'
import type { FileSummary } from './facts/file-summary.js'
import { loadsSdk } from './facts/modules/module-graph.js'
import type { Failure } from './facts/script/failures.js'
import type { ReachedFunctions } from './facts/script/reached.js'
import { hasStart } from './facts/script/starts.js'
import { readsOfUndefined, type UndefinedRead } from './facts/script/undefined-names.js'
import { startsAnyway } from './facts/script/what-is-left.js'
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
  const usesOf = (one: FoundProblem): readonly UndefinedRead[] =>
    reads.filter(({ name }) => blamed.get(name)?.has(one))
  const failuresOf = (one: FoundProblem): readonly Failure[] => [
    ...usesOf(one).filter(({ isReached }) => isReached),
    ...importing(one, scripts, reached),
  ]
  const isOver = (failures: readonly Failure[]): boolean => !startsAnyway(failures, scripts, reached)
  const failing = unloaded.filter((one) => failuresOf(one).length > 0)
  // All together first: each takes as long as a look at the whole app.
  const isOverWithAll = failing.length > 0 && isOver([...new Set(failing.flatMap(failuresOf))])
  const isApart = failing.length > 1 && failing.length <= MOST_APART
  const isStarted = hasStart(scripts, reached, isLastGone(unloaded, page, scripts))
  const impactOf = (one: FoundProblem): Impact => {
    const breaks = failing.includes(one) ? isOverWithAll && (!isApart || isOver(failuresOf(one))) : !isStarted
    return breaks ? 'breaks' : usesOf(one).length > 0 ? 'fails-if-used' : 'degrades'
  }
  return new Map(unloaded.map((one) => [one, impactOf(one)]))
}

/** Of more scripts, each is said to stop the app if all together do. */
const MOST_APART = 8

/** A module that imports what does not parse, or what a map leads astray, does not run either; `import()` rejects. */
const importing = (
  { problem, unloaded }: FoundProblem,
  scripts: LinkedScripts,
  reached: ReachedFunctions,
): readonly Failure[] =>
  unloaded === null || (unloaded !== problem.file && !/^\w+:/.test(unloaded))
    ? []
    : scripts.importsOf(unloaded).flatMap(({ node, of }): readonly Failure[] => {
        if (node === null) return [{ fails: 'throws', fn: of.model.main, offset: -1, of }]
        const { start, end } = node
        const isReached = reached.surelyComesTo(start, of)
        return isReached ? [{ fails: 'rejects', fn: of.model.functionAt(start), offset: start, end, of }] : []
      })

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
    ({ unloaded: path, problem: { file, line, column } }) =>
      fileName(path ?? '') !== SDK_FILE_NAME &&
      file === page.path &&
      line !== null &&
      column !== null &&
      !isBefore({ line, column }, last.place),
  )
}

/** The scripts that would define each name: those whose path has it, else any. */
const blame = (
  unloaded: readonly FoundProblem[],
  names: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<FoundProblem>> => {
  const paths = unloaded.map((one) => lettersOf(one.unloaded ?? ''))
  return new Map(
    [...names].map((name) => {
      const words = SHORT_NAMES.get(name) ?? [lettersOf(name)]
      const likely = unloaded.filter((_, index) =>
        words.some((word) => word !== '' && paths[index]?.includes(word) === true),
      )
      return [name, new Set(likely.length > 0 ? likely : unloaded)]
    }),
  )
}

const lettersOf = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase()

const SHORT_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['$', ['jquery', 'zepto', 'cash']],
  ['_', ['lodash', 'underscore']],
])
