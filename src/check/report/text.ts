import { safeLine } from '../../terminal/safe-text.js'
import type { Styles } from '../../terminal/style.js'
import { formatBytes, formatNumber } from '../../terminal/units.js'
import { wrap } from '../../terminal/wrap-text.js'
import { allowNotes } from '../allow.js'
import { type CheckResult, type Impact, PROBLEM_LEVELS, type Problem, type ProblemLevel } from '../problem.js'
import { shortened } from '../shortened.js'
import { foldRepeated, placesOfRepeats } from './repeated.js'
import { verdict } from './review.js'
import { placeWithSource } from './shown-place.js'

export interface TextReportOptions {
  readonly styles: Styles
  /** The terminal's width in columns. */
  readonly columns: number
  /** Whether messages are broken at that width. Elsewhere each stays on its line, where other programs look for it. */
  readonly wraps: boolean
  /** Whether every place of a repeated problem is listed. */
  readonly verbose?: boolean
  /** A line of a file, from 1; null where it is not available. */
  readonly sourceLine: (file: string, line: number) => Promise<string | null>
}

/**
 * The report that people read: problems by file, each with its line of code, then counts and the forecast. On a terminal
 * it ends with how to read more.
 */
export const textReport = async (result: CheckResult, options: TextReportOptions): Promise<string> => {
  const lines = [...(await problemList(result.problems, options))]
  if (lines.length > 0) lines.push('')
  lines.push(...(await summary(result, options)))
  const [first] = result.problems
  if (options.wraps && first !== undefined)
    lines.push(
      await wrapped(
        options.styles.dim(
          `To read more: miniapp docs ${first.rule}${first.spec === '' ? '' : `, miniapp docs ${first.spec}`}`,
        ),
        '',
        options,
      ),
    )
  return `${lines.join('\n')}\n`
}

/** The problems by file, each with its line of code; repeated problems are folded into one. @param problems sorted by file */
export const problemList = async (
  problems: readonly Problem[],
  options: TextReportOptions,
): Promise<readonly string[]> => {
  const lines: string[] = []
  let file: string | null | undefined
  for (const { problem, repeats } of foldRepeated(problems)) {
    if (problem.file !== file) {
      file = problem.file
      if (lines.length > 0) lines.push('')
      lines.push(options.styles.underline(safeLine(shortened(file ?? 'The bundle'))))
    }
    lines.push(...(await problemLines(problem, repeats, options)))
  }
  return lines
}

/** How many problems there are of each level, in words; empty where there are none. */
export const problemCounts = (problems: readonly Problem[], styles: Styles): string =>
  PROBLEM_LEVELS.flatMap((level) => {
    const ofLevel = problems.filter((problem) => problem.level === level)
    if (ofLevel.length === 0) return []
    const counted = `${formatNumber(ofLevel.length)} ${plural(level, ofLevel.length)}`
    const allowed = ofLevel.filter((problem) => problem.allowed === true).length
    if (allowed === ofLevel.length) return [styles.dim(`${counted} allowed`)]
    return [
      styles[LEVEL_STYLES[level]](counted) +
        (allowed === 0 ? '' : styles.dim(` (${formatNumber(allowed)} allowed)`)),
    ]
  }).join(', ')

const LEVEL_STYLES = {
  error: 'red',
  flag: 'magenta',
  warning: 'yellow',
  info: 'blue',
} as const satisfies Record<ProblemLevel, keyof Styles>

/** What a problem does to the app: what breaks it is not to be overlooked among what only looks wrong. */
const IMPACT_MARKS = {
  breaks: ({ bold, red }) => bold(red('[breaks]')),
  'fails-if-used': ({ bold, yellow }) => bold(yellow('[fails if used]')),
  degrades: ({ dim }) => dim('[degrades]'),
} as const satisfies Record<Impact, (styles: Styles) => string>

const problemLines = async (
  problem: Problem,
  repeats: readonly Problem[],
  options: TextReportOptions,
): Promise<readonly string[]> => {
  const { styles } = options
  const place = problem.line === null ? '' : `${safeLine(placeWithSource(problem))} `
  const section = problem.spec === '' ? '' : ` (${problem.spec})`
  const impact = problem.impact === null ? '' : `${IMPACT_MARKS[problem.impact](styles)} `
  const places = safeLine(placesOfRepeats(problem, repeats, options.verbose === true))
  // Who allows a finding knows it: nothing is to be fixed, nor to be looked up in the code.
  if (problem.allowed === true) {
    const known = `${place}${problem.level} allowed ${safeLine(problem.message)} ${problem.rule}${section}`
    const also = repeats.length === 0 ? '' : `, ${places}`
    return [`  ${await wrapped(styles.dim(known + also), '    ', options)}`]
  }
  const message = `${place}${styles[LEVEL_STYLES[problem.level]](problem.level)} ${impact}${safeLine(problem.message)} ${styles.dim(problem.rule + section)}`
  const lines = [`  ${await wrapped(message, '    ', options)}`]
  if (problem.line !== null && problem.file !== null) {
    const source = await options.sourceLine(problem.file, problem.line)
    if (source !== null && source.trim() !== '')
      lines.push(...codeFrame(source, problem.line, problem.column, options))
  }
  if (repeats.length > 0) lines.push(`    ${await wrapped(styles.dim(places), '    ', options)}`)
  lines.push(`    ${await wrapped(`${styles.green('→')} ${safeLine(problem.fix)}`, '      ', options)}`)
  return lines
}

const wrapped = async (
  text: string,
  indent: string,
  { wraps, columns }: TextReportOptions,
): Promise<string> => (wraps ? wrap(text, { columns, indent }) : text)

/** The line of code with a caret below its column; of a long line the part around it. */
const codeFrame = (
  source: string,
  line: number,
  column: number | null,
  { styles, columns }: TextReportOptions,
): readonly string[] => {
  const gutter = `    ${line} │ `
  const room = Math.max(20, columns - gutter.length - 1)
  const at = column === null ? 0 : column - 1
  const from =
    source.length <= room ? source.length - source.trimStart().length : Math.max(0, at - Math.floor(room / 3))
  const start = column === null ? from : Math.min(from, at)
  const shown = visible(source.slice(start, start + room))
  const frame = [styles.dim(gutter) + shown]
  if (column !== null) {
    const before = visible(source.slice(start, at))
    frame.push(styles.dim(`${' '.repeat(gutter.length - 2)}│ `) + ' '.repeat(before.length) + styles.red('^'))
  }
  return frame
}

const visible = (source: string): string => safeLine(source.replaceAll('\t', '  '))

const summary = async (result: CheckResult, options: TextReportOptions): Promise<readonly string[]> => {
  const { styles } = options
  const { problems, totals, app, review, runs, path, ok } = result
  const counts = problemCounts(problems, styles)
  const name = app === null || app.name === null ? path : `${app.name} ${app.version ?? ''}`.trimEnd()
  const zip = totals.zipBytes === null ? '' : `, ${formatBytes(totals.zipBytes)} zipped`
  const size = `${formatNumber(totals.files)} ${totals.files === 1 ? 'file' : 'files'}, ${formatBytes(totals.bytes)}${zip}`
  const mark =
    review === 'refused' || !runs
      ? styles.red('✗')
      : review === 'admin'
        ? styles.magenta('!')
        : styles.green('✓')
  return [
    `${styles.bold(safeLine(name))}: ${counts === '' ? 'no problems' : counts} ${styles.dim(`(${size})`)}`,
    await wrapped(`${mark} ${safeLine(verdict(result).join(' '))}`, '  ', options),
    ...(await allowLines(result, options)),
    ...(ok || review === 'refused' ? [] : [`${styles.red('✗')} ${STRICT}`]),
  ]
}

/** What was to be allowed and is not there, or cannot be. */
export const allowLines = (
  { allow }: Pick<CheckResult, 'allow'>,
  options: TextReportOptions,
): Promise<readonly string[]> =>
  Promise.all(
    allowNotes(allow).map(({ text }) =>
      wrapped(`${options.styles.yellow('!')} ${safeLine(text)}`, '  ', options),
    ),
  )

/** The service would accept the version, but the command still fails. */
const STRICT = 'With --strict, flags and warnings count as errors.'

const plural = (level: ProblemLevel, count: number): string =>
  count === 1 || level === 'info' ? level : `${level}s`
