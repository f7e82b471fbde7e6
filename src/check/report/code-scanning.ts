import { jsonDocument } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import { VERSION } from '../../version.js'
import { allowNotes } from '../allow.js'
import type { CheckResult, Problem, ProblemLevel, Reported } from '../problem.js'
import type { RuleText } from '../rule.js'
import { RULES } from '../rules/index.js'

/**
 * The results as SARIF, or as GitHub's annotations.
 * @param texts what the rules say of themselves that the problems name; by default, the rules of `check`
 */
export const codeScanningReport = (
  format: 'sarif' | 'github',
  results: readonly Reported[],
  texts: readonly RuleText[] = RULES,
): string => (format === 'sarif' ? sarifReport(results, texts) : githubReport(results))

const LEVELS = {
  error: 'error',
  flag: 'warning',
  warning: 'warning',
  info: 'note',
} as const satisfies Record<ProblemLevel, string>

/** The results as a SARIF 2.1.0 log, one run a path. */
const sarifReport = (results: readonly Reported[], texts: readonly RuleText[]): string => {
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
    ...notificationsOf(result),
  }))
  return jsonDocument({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs })
}

/** What was to be allowed and is not there, or cannot be. */
const notificationsOf = ({ allow }: Reported): object => {
  const notes = allowNotes(allow)
  if (notes.length === 0) return {}
  const toolConfigurationNotifications = notes.map(({ rule, text }) => ({
    level: 'warning',
    message: { text },
    associatedRule: { id: rule },
  }))
  return { invocations: [{ executionSuccessful: true, toolConfigurationNotifications }] }
}

const resultOf = ({ path, kind, allow }: Reported, problem: Problem): unknown => {
  const { line, column, text } = placeOf(kind, problem)
  return {
    ruleId: problem.rule,
    level: LEVELS[problem.level],
    message: { text },
    ...(problem.impact === null ? {} : { properties: { impact: problem.impact } }),
    // Of a run, all results have suppressions, or none (3.27.23).
    ...(allow === undefined ? {} : { suppressions: problem.allowed === true ? [ALLOWED] : [] }),
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

/** A result that the project's settings, outside of the file, allow. */
const ALLOWED = { kind: 'external', status: 'accepted' } as const

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

const COMMANDS = {
  error: 'error',
  flag: 'warning',
  warning: 'warning',
  info: 'notice',
} as const satisfies Record<ProblemLevel, string>

/** The results as workflow commands, which GitHub shows as annotations beside the code. */
const githubReport = (results: readonly Reported[]): string =>
  results
    .flatMap(({ path, kind, problems, allow }) => [
      ...problems.map((problem) => {
        const { line, column, text } = placeOf(kind, problem)
        const properties = [
          `file=${property(repositoryPath(path, kind, problem.file))}`,
          ...(line === null ? [] : [`line=${line}`]),
          ...(column === null ? [] : [`col=${column}`]),
          `title=${property(titleOf(problem))}`,
        ]
        const command = problem.allowed === true ? 'notice' : COMMANDS[problem.level]
        return `::${command} ${properties.join(',')}::${data(text)}\n`
      }),
      ...allowNotes(allow).map(({ rule, text }) => `::warning title=${property(rule)}::${data(text)}\n`),
    ])
    .join('')

const titleOf = ({ rule, impact, allowed }: Problem): string => {
  const marks = [...(impact === null ? [] : [impact]), ...(allowed === true ? ['allowed'] : [])]
  return marks.length === 0 ? rule : `${rule} (${marks.join(', ')})`
}

/**
 * A line break or a percent sign in a name must not start a command of its own, nor may a control character act on the
 * terminal that shows the log.
 */
const data = (text: string): string =>
  safeText(text.replaceAll('\r\n', '\n')).replaceAll('%', '%25').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Where a person finds the file of a problem, in a repository; what is inside a zip is blamed on the zip. */
const repositoryPath = (path: string, kind: CheckResult['kind'], file: string | null): string => {
  const top = path
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/(?<=.)\/+$/, '')
  if (kind === 'zip' || file === null) return top === '.' || top === '' ? 'manifest.json' : top
  if (top === '.' || top === '') return file
  return top.endsWith('/') ? top + file : `${top}/${file}`
}

/**
 * A problem's place in the file that is blamed, and its text. A zip has no lines of its own: there the text says
 * which of its files is meant, and where.
 */
const placeOf = (
  kind: CheckResult['kind'],
  { file, line, column, message, fix }: Problem,
): { readonly line: number | null; readonly column: number | null; readonly text: string } => {
  const text = `${message} ${fix}`
  if (kind === 'folder' || file === null) return { line, column, text }
  const place = [file, ...(line === null ? [] : [line]), ...(column === null ? [] : [column])].join(':')
  return { line: null, column: null, text: `${place}: ${text}` }
}
