import { formatNumber } from '../../terminal/units.js'
import type { Problem } from '../problem.js'
import { fileAndLine, lineAndColumn, placeWithSource } from './shown-place.js'

/** A problem, with the same problem in other places, also of other files. */
export interface FoldedProblem {
  readonly problem: Problem
  /** In the order of the text; empty where there are only a few. */
  readonly repeats: readonly Problem[]
}

/** Up to so many are shown separately, each with its line of code; a library can have a hundred, and many copies. */
const MAX_UNFOLDED = 3

/** So many places are listed; the reports for programs have all. */
const MAX_PLACES = 8

/** The problems as people read them: a problem that repeats once, with all its places. */
export const foldRepeated = (problems: readonly Problem[]): readonly FoldedProblem[] => {
  const same = new Map<string, Problem[]>()
  for (const problem of problems) {
    const key = keyOf(problem)
    const list = same.get(key)
    if (list === undefined) same.set(key, [problem])
    else list.push(problem)
  }
  const folded = problems.flatMap((problem): readonly FoldedProblem[] => {
    const list = same.get(keyOf(problem)) ?? []
    if (list.length <= MAX_UNFOLDED) return [{ problem, repeats: [] }]
    return list[0] === problem ? [{ problem, repeats: list.slice(1) }] : []
  })
  return withCountsLast(folded)
}

/** The count of further problems of a rule has no line and is sorted first; here it follows them. */
const withCountsLast = (folded: readonly FoldedProblem[]): readonly FoldedProblem[] => {
  const ruleOf = ({ problem: { file, rule } }: FoldedProblem): string => JSON.stringify([file, rule])
  const last = new Map<string, FoldedProblem>()
  for (const one of folded) if (one.problem.line !== null) last.set(ruleOf(one), one)
  const held = new Map<FoldedProblem, FoldedProblem[]>()
  const isHeld = (one: FoldedProblem): boolean => one.problem.line === null && last.has(ruleOf(one))
  for (const one of folded) {
    const before = isHeld(one) ? last.get(ruleOf(one)) : undefined
    if (before !== undefined) held.set(before, [...(held.get(before) ?? []), one])
  }
  return folded.flatMap((one) => (isHeld(one) ? [] : [one, ...(held.get(one) ?? [])]))
}

/** What is the same but for its place; what it does to the app may depend on that. */
const keyOf = ({ rule, impact, message, fix }: Problem): string =>
  JSON.stringify([rule, impact, message, fix])

/**
 * The places of the repeats, in words: `also at 3:1, 4:1 and 12 more places, and in b.js:3:1 and 21 more files`.
 * @param all whether none is left out
 */
export const placesOfRepeats = (problem: Problem, repeats: readonly Problem[], all: boolean): string => {
  const own = repeats.filter(({ file }) => file === problem.file)
  const others = repeats.filter(({ file }) => file !== problem.file)
  const files = new Set<string>()
  const firsts = others.filter(({ file }) => {
    const isFirst = !files.has(file ?? '')
    files.add(file ?? '')
    return isFirst
  })
  const parts = [
    ...(own.length === 0 ? [] : [`at ${listed(own.map(placeInFile), all, 'place')}`]),
    ...(others.length === 0 ? [] : [`in ${listed((all ? others : firsts).map(placeWithFile), all, 'file')}`]),
  ]
  return `also ${parts.join(', and ')}`
}

const placeInFile = (problem: Problem): string =>
  problem.source === undefined && problem.column === null ? `line ${problem.line}` : placeWithSource(problem)

const placeWithFile = (problem: Problem): string =>
  problem.source === undefined
    ? [problem.file ?? 'the bundle', lineAndColumn(problem)].filter((one) => one !== '').join(':')
    : fileAndLine(problem)

/** `3:1, 4:1 and 12 more places`. */
const listed = (places: readonly string[], all: boolean, what: 'place' | 'file'): string => {
  const shown = all ? [...places] : places.slice(0, MAX_PLACES)
  const more = places.length - shown.length
  const last = more === 0 ? shown.pop() : `${formatNumber(more)} more ${more === 1 ? what : `${what}s`}`
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`
}
