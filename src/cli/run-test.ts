import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { ENGINES, type Engine } from '../browser/engines.js'
import { requiredBrowser, thisMachine } from '../browser/installed-browser.js'
import { locateBundle } from '../bundle/locate.js'
import { openBundle } from '../bundle/open.js'
import { cannot } from '../failure.js'
import { namedOriginal } from '../playtest/beside/original.js'
import { type PlaytestResult, playtest } from '../playtest/playtest.js'
import { playtestReport } from '../playtest/report.js'
import { PLAYTEST_RULES } from '../playtest/rules.js'
import {
  DEFAULT_SCENARIOS,
  DEFAULT_TOGETHER,
  SCENARIO_NAMES,
  SCENARIO_SUMMARIES,
  type ScenarioName,
} from '../playtest/scenario-names.js'
import { jsonDocument } from '../terminal/json-text.js'
import { safeLine } from '../terminal/safe-text.js'
import { allowedRules } from './allowed-rules.js'
import { putReport, reportLayout } from './checked.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES } from './exit-codes.js'
import type { ReportFormat } from './options.js'

export interface TestFlags {
  readonly browser: readonly (Engine | 'all')[]
  readonly scenario?: readonly (ScenarioName | 'all')[]
  readonly seats?: number
  readonly list?: boolean
  readonly seed: number
  readonly seconds: number
  readonly jobs?: number
  readonly torture?: number
  readonly against?: string
  readonly screenshots?: string
  readonly trace?: string
  readonly strict?: boolean
  readonly verbose?: boolean
  readonly allow?: readonly string[]
  readonly format: ReportFormat
  readonly output?: string
}

/** Runs the app in the scenarios and prints a report; the exit code is 1 if something is broken. */
export const runTest = async (path: string, flags: TestFlags, context: CommandContext): Promise<void> => {
  const { cwd, note, noteStyles, interrupted } = context
  if (flags.list === true) return listScenarios(flags, context)
  const machine = thisMachine(context.environment)
  const engines = flags.browser.includes('all')
    ? ENGINES
    : ENGINES.filter((engine) => flags.browser.includes(engine))
  const browsers = engines.map((engine) => ({ engine, executable: requiredBrowser(machine, engine) }))
  const folder = (named: string | undefined): string | null =>
    named === undefined ? null : resolve(cwd, named)
  const original = flags.against === undefined ? null : await namedOriginal(flags.against, cwd)
  const result = await playtest({
    path,
    cwd,
    browsers,
    system: machine,
    ...(flags.seats === undefined ? {} : { seats: flags.seats }),
    seed: flags.seed,
    seconds: flags.seconds,
    torture: flags.torture ?? null,
    strict: flags.strict === true,
    allow: await allowedRules(flags.allow, await locateBundle(path, cwd), cwd),
    ...(flags.scenario === undefined
      ? {}
      : {
          scenarios: SCENARIO_NAMES.filter(
            (name) => flags.scenario?.includes(name) || flags.scenario?.includes('all'),
          ),
        }),
    // The app and the shell draw at the same time: with fewer processors, one would slow down the other and
    // be blamed for it.
    jobs: flags.jobs ?? Math.max(1, Math.floor(availableParallelism() / 2)),
    original,
    firstOnly: false,
    pictures: folder(flags.screenshots) ?? join(await projectOf(path, cwd), '.miniapp', 'pictures'),
    screenshots: folder(flags.screenshots),
    trace: folder(flags.trace),
    signal: interrupted,
    onScenario: ({ name, theme, locale }, browser, index, of) =>
      note(
        noteStyles.dim(
          `${index + 1}/${of} ${browsers.length === 1 ? '' : `${browser}: `}${name} (${theme}, ${locale})`,
        ),
      ),
    onOriginal: (name) => note(noteStyles.dim(`beside its original ${safeLine(name)}`)),
  })
  const report = await reportOf(result, flags, context)
  await putReport(report, flags.output, context)
  if (!result.ok) context.setExitCode(EXIT_CODES.no)
}

/** The app's own folder; for a zip, the current one. */
const projectOf = async (path: string, cwd: string): Promise<string> => {
  const place = resolve(cwd, path)
  return (await stat(place).catch(cannot('read', path))).isDirectory() ? place : cwd
}

/** `--list`: every scenario with one line. */
const listScenarios = ({ format }: TestFlags, { out, outStyles }: CommandContext): void => {
  const byDefault: ReadonlySet<ScenarioName> = new Set(DEFAULT_SCENARIOS)
  const scenarios = SCENARIO_NAMES.map((name) => ({
    name,
    summary: SCENARIO_SUMMARIES[name],
    default: byDefault.has(name),
  }))
  const width = Math.max(...SCENARIO_NAMES.map(({ length }) => length))
  const played = ({ name }: { readonly name: ScenarioName }): string =>
    byDefault.has(name)
      ? ' (default)'
      : name === DEFAULT_TOGETHER
        ? ' (default if the app calls multiplayer)'
        : ''
  const lines = scenarios.map(
    (scenario) => `${scenario.name.padEnd(width)}  ${scenario.summary}${outStyles.dim(played(scenario))}\n`,
  )
  out(format === 'json' ? jsonDocument(scenarios) : lines.join(''))
}

const reportOf = async (
  result: PlaytestResult,
  { format, output, verbose }: TestFlags,
  context: CommandContext,
): Promise<string> => {
  if (format === 'json') return jsonDocument(result)
  if (format !== 'text') {
    const { scanningReport } = await import('./scanning-report.js')
    return scanningReport(format, [result], context.cwd, PLAYTEST_RULES)
  }
  const bundle = await openBundle(result.path, context.cwd)
  try {
    return await playtestReport(result, reportLayout(bundle, { output, verbose }, context))
  } finally {
    await bundle.close()
  }
}
