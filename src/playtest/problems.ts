import { comparePaths } from '../bundle/paths.js'
import type { Problem } from '../check/problem.js'
import type { Breach, ComparedPictures } from './judge.js'
import { PLAYTEST_RULE_BY_ID, type PlaytestRule } from './rules.js'

/** A problem of a run. */
export interface PlaytestProblem extends Problem {
  /** Only of what differs from the original. */
  readonly pictures?: ComparedPictures
  /** Where it was found. */
  readonly where?: readonly FoundPlace[]
}

/** A scenario in which something was found. */
export interface FoundPlace {
  /** The browser's name and version. */
  readonly browser: string
  readonly scenario: string
  /** The numbers of the log entries that show it, the first ones of many. */
  readonly entries: readonly number[]
}

/** What one scenario in one browser violates. */
export interface FoundBreaches {
  /** The browser's name and version. */
  readonly browser: string
  readonly scenario: string
  readonly breaches: readonly Breach[]
}

/**
 * The violations of all scenarios as the problems of one report: one found in several scenarios or browsers is
 * listed once, with their names. Sorted by file, line, rule.
 */
export const problemsOf = (found: readonly FoundBreaches[]): readonly PlaytestProblem[] => {
  const merged = new Map<
    string,
    {
      readonly breach: Breach
      readonly messages: Set<string>
      readonly where: Map<FoundBreaches, Set<number>>
    }
  >()
  for (const run of found)
    for (const breach of run.breaches) {
      const key = JSON.stringify([
        breach.rule,
        breach.file,
        breach.line,
        breach.column,
        ofItsHost(breach.message),
      ])
      const known = merged.get(key) ?? { breach, messages: new Set(), where: new Map() }
      const isKnownHere = [...known.where.keys()].some(
        (other) => other !== run && other.browser === run.browser,
      )
      if (isKnownHere && GLIMPSED.has(breach.rule)) continue
      const entries = known.where.get(run) ?? new Set()
      for (const entry of breach.entries ?? []) if (entries.size < MOST_ENTRIES) entries.add(entry)
      known.where.set(run, entries)
      known.messages.add(withoutNumbers(breach.message))
      merged.set(key, known)
    }
  return [...merged.values()]
    .map(({ breach, messages, where }) => {
      const rule = PLAYTEST_RULE_BY_ID.get(breach.rule)
      const others = messages.size - 1
      const message =
        others > 0 ? breach.message.replace(/\.?$/, `, and ${others} more of this host.`) : breach.message
      return {
        rule: breach.rule,
        level: rule?.level ?? 'error',
        impact: rule?.impact ?? null,
        file: breach.file,
        line: breach.line,
        column: breach.column,
        pointer: null,
        message: where.size === found.length ? message : `${message} (${placesOf(where, found)})`,
        fix: breach.fix,
        spec: rule?.section ?? '',
        ...(breach.pictures === undefined ? {} : { pictures: breach.pictures }),
        where: [...where].map(([{ browser, scenario }, entries]) => ({
          browser,
          scenario,
          entries: [...entries],
        })),
      }
    })
    .sort(
      (a, b) =>
        comparePaths(a.file ?? '', b.file ?? '') ||
        (a.line ?? 0) - (b.line ?? 0) ||
        comparePaths(a.rule, b.rule),
    )
}

/**
 * What may be in sight for a moment only, and is judged where it is looked at. The first scenario of a browser in which it was found is
 * named: the others would differ from run to run.
 */
const GLIMPSED: ReadonlySet<PlaytestRule> = new Set(['run/broken-value'])

/** A call that is refused in every frame is understood from the first few. */
const MOST_ENTRIES = 20

/** Where something was found, where that is not everywhere: `In phone, narrow.`, `In Firefox 140: phone. In WebKitGTK 2.50.` */
const placesOf = (where: ReadonlyMap<FoundBreaches, unknown>, found: readonly FoundBreaches[]): string => {
  const browsers = new Set(found.map(({ browser }) => browser))
  return [...browsers]
    .flatMap((browser) => {
      const all = found.filter((run) => run.browser === browser)
      const here = all.filter((run) => where.has(run))
      if (here.length === 0) return []
      const scenarios = here.map(({ scenario }) => scenario).join(', ')
      if (browsers.size === 1) return [`In ${scenarios}.`]
      return [here.length === all.length ? `In ${browser}.` : `In ${browser}: ${scenarios}.`]
    })
    .join(' ')
}

/** Messages that differ only in numbers are the same problem. */
const withoutNumbers = (message: string): string => message.replace(/\d+(?:\.\d+)?/g, '0')

/** Files of one host are blocked for one cause. */
const ofItsHost = (message: string): string =>
  withoutNumbers(message.replace(/^(The sandbox blocked \w+:\/\/[^/\s]+)\S*/, '$1'))
