import { jsonDocument } from '../../terminal/json-text.js'
import { VERSION } from '../../version.js'
import type { Problem, ProblemLevel, Reported } from '../problem.js'
import type { RuleText } from '../rule.js'
import { RULES } from '../rules/index.js'
import { placeOf, repositoryPath } from './repository-path.js'

const LEVELS = {
  error: 'error',
  flag: 'warning',
  warning: 'warning',
  info: 'note',
} as const satisfies Record<ProblemLevel, string>

/**
 * The results as a SARIF 2.1.0 log, one run a path, for code scanning.
 * @param texts what the rules say of themselves that the problems name
 */
export const sarifReport = (results: readonly Reported[], texts: readonly RuleText[] = RULES): string => {
  const rules = texts.map(({ id, level, impact, breach, why, remedy }) => ({
    id,
    shortDescription: { text: breach },
    fullDescription: { text: why },
    help: { text: remedy },
    defaultConfiguration: { level: LEVELS[level] },
    ...(impact === null ? {} : { properties: { impact } }),
  }))
  const runs = results.map((result) => ({
    tool: { driver: { name: 'miniapp', version: VERSION, rules } },
    // Columns count as JavaScript counts (position.ts).
    columnKind: 'utf16CodeUnits',
    results: result.problems.map((problem) => resultOf(result, problem)),
  }))
  return jsonDocument({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs })
}

const resultOf = ({ path, kind }: Reported, problem: Problem): unknown => {
  const { line, column, text } = placeOf(kind, problem)
  return {
    ruleId: problem.rule,
    level: LEVELS[problem.level],
    message: { text },
    ...(problem.impact === null ? {} : { properties: { impact: problem.impact } }),
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: artifactUri(repositoryPath(path, kind, problem.file), isOnShare(path)) },
          ...(line === null
            ? {}
            : { region: { startLine: line, ...(column === null ? {} : { startColumn: column }) } }),
        },
      },
    ],
  }
}

/** A path as a URI: relative to where the check ran, as code scanning wants it, unless it is absolute. */
const artifactUri = (path: string, isShared: boolean): string => {
  const drive = /^[A-Za-z]:(?=\/)/.exec(path)?.[0] ?? ''
  const encoded = path.slice(drive.length).split('/').map(encodeURIComponent).join('/')
  if (drive !== '') return `file:///${drive}${encoded}`
  // The server of `//server/share/folder` is the URI's host (RFC 8089, E.3.1).
  if (isShared) return `file:${encoded}`
  return encoded.startsWith('/') ? `file://${encoded}` : encoded
}

/** Whether a path is on a network share of Windows. Elsewhere, a second slash at the start means nothing. */
const isOnShare = (path: string): boolean => path.startsWith('\\\\')
