import { formatNumber } from '../../terminal/units.js'
import type { Problem } from '../problem.js'

/** A problem, and where else in its file the very same is to be said. */
export interface Told {
  readonly problem: Problem
  /** In the order of the text; empty where it is said but a few times. */
  readonly again: readonly Problem[]
}

/** Said up to so many times each has its line of code; a library can have the same a hundred times. */
const MAX_SAID = 3

/** So many places are named; the reports for programs have all. */
const MAX_PLACES = 8

/** The problems as people are told of them: what is said of a file again and again once, with its places. */
export const foldRepeated = (problems: readonly Problem[]): readonly Told[] => {
  const same = new Map<string, Problem[]>()
  for (const problem of problems) {
    const key = keyOf(problem)
    const list = same.get(key)
    if (list === undefined) same.set(key, [problem])
    else list.push(problem)
  }
  const told = problems.flatMap((problem): readonly Told[] => {
    const list = same.get(keyOf(problem)) ?? []
    if (list.length <= MAX_SAID) return [{ problem, again: [] }]
    return list[0] === problem ? [{ problem, again: list.slice(1) }] : []
  })
  return withCountsLast(told)
}

/** How many more there are of a rule has no line, so that it is sorted before them: here it comes behind them. */
const withCountsLast = (told: readonly Told[]): readonly Told[] => {
  const ruleOf = ({ problem: { file, rule } }: Told): string => JSON.stringify([file, rule])
  const last = new Map<string, Told>()
  for (const one of told) if (one.problem.line !== null) last.set(ruleOf(one), one)
  const held = new Map<Told, Told[]>()
  const isHeld = (one: Told): boolean => one.problem.line === null && last.has(ruleOf(one))
  for (const one of told) {
    const before = isHeld(one) ? last.get(ruleOf(one)) : undefined
    if (before !== undefined) held.set(before, [...(held.get(before) ?? []), one])
  }
  return told.flatMap((one) => (isHeld(one) ? [] : [one, ...(held.get(one) ?? [])]))
}

const keyOf = ({ rule, file, message, fix }: Problem): string => JSON.stringify([file, rule, message, fix])

/** The places where the same is to be said again, in words: `also at 3:1, 4:1 and 12 more places`. */
export const placesAgain = (again: readonly Problem[]): string => {
  const places = again
    .slice(0, MAX_PLACES)
    .map(({ line, column }) => (column === null ? `line ${line}` : `${line}:${column}`))
  const more = again.length - places.length
  const last = more === 0 ? places.pop() : `${formatNumber(more)} more ${more === 1 ? 'place' : 'places'}`
  return `also at ${places.join(', ')} and ${last}`
}
