import type { Problem } from '../../../src/check/problem.js'
import type { LibraryPage } from './libraries.js'

/** What `check` says of a page. */
export interface Verdict {
  readonly page: LibraryPage
  readonly version: string
  /** Whether `check` says that it runs. */
  readonly runs: boolean
  /** What `check` says will stop it. */
  readonly findings: readonly Pick<Problem, 'rule' | 'file' | 'line' | 'column'>[]
  /** How long the check took. */
  readonly milliseconds: number
}

export interface Judgement {
  /** How many pages run, and how many die. */
  readonly run: number
  readonly die: number
  /** The pages that run, and of which `check` says that they will not. */
  readonly falselyTold: readonly string[]
  /** The pages that die, and of which `check` does not say so. */
  readonly notTold: readonly string[]
}

/** Compares the verdicts with what the pages do, as the list has it. */
export const judge = (verdicts: readonly Verdict[]): Judgement => {
  const names = (matches: (verdict: Verdict) => boolean) =>
    verdicts.filter(matches).map(({ page }) => page.name)
  return {
    run: names(({ page }) => page.dies === undefined).length,
    die: names(({ page }) => page.dies !== undefined).length,
    falselyTold: names(({ page, runs }) => page.dies === undefined && !runs),
    notTold: names(({ page, runs }) => page.dies !== undefined && runs),
  }
}

/** A table for a terminal: a line for each page, with the findings where the verdict is wrong; then totals. */
export const tableOf = (verdicts: readonly Verdict[]): string => {
  const lines = verdicts.map(({ page, version, runs, findings }) => {
    const places = findings
      .slice(0, MAX_PLACES)
      .map(({ rule, file, line, column }) => `${rule} ${file}:${line}:${column}`)
    if (findings.length > MAX_PLACES) places.push(`${findings.length - MAX_PLACES} more`)
    const isWrong = runs !== (page.dies === undefined)
    const said = runs ? 'runs' : 'will not run'
    return [page.name, version, said, page.dies ?? 'runs', isWrong ? places.join(', ') || 'nothing' : '']
  })
  const cells = [['library', 'version', 'check', 'Chromium', 'found, where the verdict is wrong'], ...lines]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const slowest = verdicts.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5)
  const times = slowest.map(({ page, milliseconds }) => `${page.name} ${Math.round(milliseconds)} ms`)
  const { run, die, falselyTold, notTold } = judge(verdicts)
  const totals = [
    `${run} run: check says of ${falselyTold.length} that they will not.`,
    `${die} die: check does not say so of ${notTold.length}.`,
    `The slowest checks: ${times.join(', ')}.`,
  ]
  const table = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return `${[...table.map((line) => line.trimEnd()), ...totals].join('\n')}\n`
}

const MAX_PLACES = 3
