import { posix } from 'node:path'
import { jsonDocument } from '../../terminal/json-text.js'
import { safeText } from '../../terminal/safe-text.js'
import { VERSION } from '../../version.js'
import { allowNotes } from '../allow.js'
import type { CheckResult, Problem, ProblemLevel, Reported, SourcePlace } from '../problem.js'
import type { RuleText } from '../rule.js'
import { RULES } from '../rules/index.js'
import { lineAndColumn } from './shown-place.js'

interface CodeScanningOptions {
  /** What the rules say of themselves that the problems name; by default, the rules of `check`. */
  readonly texts?: readonly RuleText[]
  /** Whether there is a file at a path: a source is blamed where it is in the project. By default, nowhere. */
  readonly isFile?: IsFile
}

type IsFile = (path: string) => boolean

/** The results as SARIF, or as GitHub's annotations. */
export const codeScanningReport = (
  format: 'sarif' | 'github',
  results: readonly Reported[],
  { texts = RULES, isFile = () => false }: CodeScanningOptions = {},
): string => (format === 'sarif' ? sarifReport(results, texts, isFile) : githubReport(results, isFile))

const LEVELS = {
  error: 'error',
  flag: 'warning',
  warning: 'warning',
  info: 'note',
} as const satisfies Record<ProblemLevel, string>

/** The results as a SARIF 2.1.0 log, one run a path. */
const sarifReport = (results: readonly Reported[], texts: readonly RuleText[], isFile: IsFile): string => {
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
    results: result.problems.map((problem) => resultOf(result, problem, isFile)),
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

const resultOf = (reported: Reported, problem: Problem, isFile: IsFile): unknown => {
  const { path, allow } = reported
  const { file, line, column, text } = placeOf(reported, problem, isFile)
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
          artifactLocation: { uri: artifactUri(file, isOnShare(path)) },
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
const githubReport = (results: readonly Reported[], isFile: IsFile): string =>
  results
    .flatMap((reported) => [
      ...reported.problems.map((problem) => {
        const { file, line, column, text } = placeOf(reported, problem, isFile)
        const properties = [
          `file=${property(file)}`,
          ...(line === null ? [] : [`line=${line}`]),
          ...(column === null ? [] : [`col=${column}`]),
          `title=${property(titleOf(problem))}`,
        ]
        const command = problem.allowed === true ? 'notice' : COMMANDS[problem.level]
        return `::${command} ${properties.join(',')}::${data(text)}\n`
      }),
      ...allowNotes(reported.allow).map(
        ({ rule, text }) => `::warning title=${property(rule)}::${data(text)}\n`,
      ),
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

/** A problem's text, and the place that is blamed for it. */
interface BlamedPlace extends Pick<Problem, 'line' | 'column'> {
  readonly file: string
  readonly text: string
}

/**
 * A problem's place, and its text. A zip has no lines of its own, and where a source is blamed, the file that was built
 * is not: there the text says which file is meant, and where.
 */
const placeOf = ({ path, kind }: Reported, problem: Problem, isFile: IsFile): BlamedPlace => {
  const { file, line, column, message, fix, source } = problem
  const text = `${message} ${fix}`
  const inside = `${file}:${lineAndColumn({ line, column })}`.replace(/:$/, '')
  const from = source === undefined ? null : sourcePath(path, kind, source.file, isFile)
  if (source !== undefined && from !== null)
    return { file: from, line: source.line, column: source.column, text: `${text} (${inside})` }
  const own = repositoryPath(path, kind, file)
  if (kind === 'folder' || file === null)
    return { file: own, line, column, text: source === undefined ? text : `${nameOf(source)}: ${text}` }
  const place = source === undefined ? inside : `${nameOf(source)} (${inside})`
  return { file: own, line: null, column: null, text: `${place}: ${text}` }
}

const nameOf = (source: SourcePlace): string => `${source.file}:${lineAndColumn(source)}`

/** A source's path from where the check ran; null where it is not in the project, or not below there. */
const sourcePath = (
  path: string,
  kind: CheckResult['kind'],
  source: string,
  isFile: IsFile,
): string | null => {
  const bundle = path.replaceAll('\\', '/')
  // A project is most often above the folder that is built, and beside the zip that is packed.
  for (const above of kind === 'zip' ? [1, 2, 3, 4] : [1, 2, 3, 0]) {
    const found = posix.normalize(`${bundle}/${'../'.repeat(above)}${source}`)
    if (!found.startsWith('../') && isFile(found)) return found
  }
  return null
}
