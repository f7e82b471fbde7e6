import { openBundle } from '../bundle/open.js'
import { type IncrementalCheck, incrementalCheck } from '../check/incremental-check.js'
import type { CheckOptions } from '../check/options.js'
import { jsonReport, unopened } from '../check/report/json.js'
import { textReport } from '../check/report/text.js'
import { check, checkOfSeveral } from '../check/run.js'
import { Failure, usageFailure } from '../failure.js'
import { VERSION_PATTERN } from '../platform/manifest.js'
import { safeLine } from '../terminal/safe-text.js'
import { allowedRules, requireAllowFlag } from './allowed-rules.js'
import { type Checked, outcomeOf, putReport, reportLayout } from './checked.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES, exitCodeOf } from './exit-codes.js'
import type { ReportFormat } from './options.js'

export interface CheckFlags {
  readonly format: ReportFormat
  readonly output?: string
  readonly strict?: boolean
  readonly verbose?: boolean
  readonly allow?: readonly string[]
  readonly after?: string
  readonly watch?: boolean
}

/**
 * Checks every path and prints a report; the exit code is the worst one.
 * @throws {Failure} if the only path is not a bundle; with several paths, the failure is printed and the
 *   others are checked
 */
export const runCheck = async (
  paths: readonly string[],
  flags: CheckFlags,
  context: CommandContext,
): Promise<void> => {
  await requireAllowFlag(flags.allow)
  if (flags.watch === true) return await watch(paths, flags, context)
  const checkOne = paths.length > 1 ? checkOfSeveral() : check
  const checkPath = pathChecker(paths.length > 1, flags, context, () => checkOne)
  const states: State[] = []
  for (const path of paths) states.push({ path, outcome: await outcomeOf(path, checkPath) })
  const failures = states.flatMap(({ outcome }) => (outcome instanceof Failure ? [outcome] : []))
  const [failure] = failures
  // With a single path there is nothing else to report.
  if (failure !== undefined && paths.length === 1) throw failure
  const report = await reportOf(states, flags.format, context.cwd)
  await putReport(report, flags.output, context)
  for (const one of failures) context.noteFailure(one)
  const codes = states.map(({ outcome }) => {
    if (outcome instanceof Failure) return exitCodeOf[outcome.kind]
    return outcome.result.ok ? EXIT_CODES.ok : EXIT_CODES.no
  })
  const worst = Math.max(...codes)
  if (worst !== EXIT_CODES.ok) context.setExitCode(worst)
}

/** The outcome of a path: checked, or not a bundle. */
interface State {
  readonly path: string
  readonly outcome: Checked | Failure
}

const reportOf = async (
  states: readonly State[],
  format: CheckFlags['format'],
  cwd: string,
): Promise<string> => {
  const checked = states.flatMap(({ outcome }) => (outcome instanceof Failure ? [] : [outcome]))
  // A blank line separates the reports of several paths.
  if (format === 'text') return checked.map(({ text }) => text).join('\n')
  if (format !== 'json') {
    const { scanningReport } = await import('./scanning-report.js')
    return scanningReport(
      format,
      checked.map(({ result }) => result),
      cwd,
    )
  }
  return jsonReport(
    states.map(({ path, outcome }) =>
      outcome instanceof Failure ? unopened(path, outcome) : outcome.result,
    ),
  )
}

/**
 * Opens, checks and closes the bundle at a path; the text is only produced for the text format.
 * @param several whether the report must name the path
 * @param checkOf returns the check for a path
 */
const pathChecker = (
  several: boolean,
  flags: CheckFlags,
  context: CommandContext,
  checkOf: (path: string) => IncrementalCheck,
): ((path: string) => Promise<Checked>) => {
  const options = checkOptions(flags, context)
  return async (path) => {
    const bundle = await openBundle(path, context.cwd)
    try {
      const allow = await allowedRules(flags.allow, bundle, context.cwd)
      const result = await checkOf(path)(bundle, { ...options, allow })
      if (flags.format !== 'text') return { result, text: '' }
      const layout = reportLayout(bundle, flags, context)
      const heading = several ? `${layout.styles.bold(safeLine(path))}\n` : ''
      return { result, text: heading + (await textReport(result, layout)) }
    } finally {
      await bundle.close()
    }
  }
}

/** How often to look for a deleted folder. */
const LOOK_AGAIN_MS = 250

const watch = async (paths: readonly string[], flags: CheckFlags, context: CommandContext): Promise<void> => {
  const { format, output } = flags
  if (format !== 'text' && format !== 'json')
    throw usageFailure(`--watch does not support --format ${format}.`, 'Use --format text or json.')
  if (output !== undefined)
    throw usageFailure('--watch cannot be combined with --output.', 'Remove --output, or redirect stdout.')
  const [{ watchCheck }, { watchFiles }] = await Promise.all([
    import('./watch-check.js'),
    import('../watching/watch-files.js'),
  ])
  const checks = new Map(paths.map((path) => [path, incrementalCheck(Date.now)]))
  const checkPath = pathChecker(paths.length > 1, flags, context, (path) => checks.get(path) ?? check)
  const afterMoment = (fire: () => void): (() => void) => {
    const timer = setTimeout(fire, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }
  await watchCheck({ paths, format, checkPath, watch: watchFiles, afterMoment }, context)
}

const checkOptions = ({ strict, after }: CheckFlags, { interrupted }: CommandContext): CheckOptions => {
  if (after !== undefined && !VERSION_PATTERN.test(after))
    throw usageFailure(`Invalid value "${after}" for --after.`, 'Use MAJOR.MINOR.PATCH, such as 1.2.3.')
  return {
    signal: interrupted,
    ...(strict === undefined ? {} : { strict }),
    ...(after === undefined ? {} : { after }),
  }
}
