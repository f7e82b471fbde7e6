import { formatNumber } from '../../terminal/units.js'
import type { Problem } from '../problem.js'

/** A problem, with the same problem in other places of its file. */
export interface FoldedProblem {
  readonly problem: Problem
  /** In the order of the text; empty where there are only a few. */
  readonly repeats: readonly Problem[]
}

/** Up to so many are shown separately, each with its line of code; a library can have a hundred. */
const MAX_UNFOLDED = 3

/** So many places are listed; the reports for programs have all. */
const MAX_PLACES = 8

/** The problems as people read them: a problem that repeats in a file once, with all its places. */
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

const keyOf = ({ rule, file, message, fix }: Problem): string => JSON.stringify([file, rule, message, fix])

/** The places of the repeats, in words: `also at 3:1, 4:1 and 12 more places`. */
export const placesOfRepeats = (repeats: readonly Problem[]): string => {
  const places = repeats
    .slice(0, MAX_PLACES)
    .map(({ line, column }) => (column === null ? `line ${line}` : `${line}:${column}`))
  const more = repeats.length - places.length
  const last = more === 0 ? places.pop() : `${formatNumber(more)} more ${more === 1 ? 'place' : 'places'}`
  return `also at ${places.join(', ')} and ${last}`
}
