import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { ENGINES, type Engine } from '../browser/engines.js'
import { requiredBrowser, thisMachine } from '../browser/installed-browser.js'
import { IGNORE_FILE } from '../bundle/left-out.js'
import { locateBundle } from '../bundle/locate.js'
import { openBundle } from '../bundle/open.js'
import { within, withSlashes } from '../bundle/paths.js'
import { unopened } from '../check/report/json.js'
import { LOCAL_FOLDER } from '../durable/folders.js'
import { cannot, Failure, usageFailure } from '../failure.js'
import { namedOriginal } from '../playtest/beside/original.js'
import { connectBrowser } from '../playtest/drivers/connect.js'
import { findFarm, requireInFarm } from '../playtest/drivers/farm.js'
import type { InstalledBrowser } from '../playtest/drivers/start.js'
import { type Piece, piecesOf, shardName, shardOf } from '../playtest/plan.js'
import { type PlaytestOptions, type PlaytestResult, playtest } from '../playtest/playtest.js'
import type { Evidence } from '../playtest/report/evidence.js'
import { playtestReport } from '../playtest/report/text.js'
import { PLAYTEST_RULES } from '../playtest/rules.js'
import {
  DEFAULT_SCENARIOS,
  DEFAULT_TOGETHER,
  SCENARIO_NAMES,
  SCENARIO_SUMMARIES,
  type ScenarioName,
} from '../playtest/scenarios.js'
import { jsonDocument } from '../terminal/json-text.js'
import { safeLine } from '../terminal/safe-text.js'
import { allowedRules } from './allowed-rules.js'
import { outcomeOf, putReport, reportLayout } from './checked.js'
import type { CommandContext } from './context.js'
import { EXIT_CODES, exitCodeOf } from './exit-codes.js'
import type { ReportFormat } from './options.js'
import { putHtmlReport, type ReportedFlags } from './test-html-report.js'

export interface TestFlags extends ReportedFlags {
  readonly browser: readonly (Engine | 'all')[]
  readonly scenario?: readonly (ScenarioName | 'all')[]
  readonly seats?: number
  readonly list?: boolean
  readonly jobs?: number
  readonly connect?: string
  readonly screenshots?: string
  readonly trace?: string
  readonly report?: string
  readonly strict?: boolean
  readonly verbose?: boolean
  readonly allow?: readonly string[]
  readonly format: ReportFormat
  readonly output?: string
}

/** What came of a path. */
interface State {
  readonly path: string
  readonly outcome: PlaytestResult | Failure
  readonly evidence: readonly Evidence[]
}

/**
 * Runs each app in the scenarios and prints a report; the exit code is the worst one: 1 if something is broken.
 * @throws {Failure} if the only path is not an app; with several paths, the failure is printed and the others are played
 */
export const runTest = async (
  paths: readonly string[],
  flags: TestFlags,
  context: CommandContext,
): Promise<void> => {
  if (flags.list === true) return listScenarios(flags, context)
  refuseWrongFlags(paths, flags)
  const share = await shareOf(paths, flags, context)
  const playPath = await pathPlayer(paths, flags, context)
  const states: State[] = []
  for (const [place, path] of paths.entries()) {
    const own = share?.filter((piece) => piece.place === place) ?? null
    if (own?.length === 0) continue
    const evidence: Evidence[] = []
    const outcome = await outcomeOf(path, () => playPath(place, own, evidence))
    states.push({ path, outcome, evidence })
  }
  const failures = states.flatMap(({ outcome }) => (outcome instanceof Failure ? [outcome] : []))
  const [failure] = failures
  // With a single path there is nothing else to report.
  if (failure !== undefined && paths.length === 1) throw failure
  if (states.length === 0 && flags.shard !== undefined)
    context.note(`Shard ${shardName(flags.shard)} has nothing to play.`)
  await putReport(await reportOf(states, paths.length > 1, flags, context), flags.output, context)
  if (flags.report !== undefined) await putHtmlReport(states, flags.report, flags, context)
  const written = [flags.report, flags.screenshots, flags.trace].filter((one) => one !== undefined)
  for (const { path, outcome } of written.length === 0 ? [] : states)
    if (!(outcome instanceof Failure)) await notePacked(path, written, context)
  for (const one of failures) context.noteFailure(one)
  const codes = states.map(({ outcome }) => {
    if (outcome instanceof Failure) return exitCodeOf[outcome.kind]
    return outcome.ok ? EXIT_CODES.ok : EXIT_CODES.no
  })
  const worst = Math.max(EXIT_CODES.ok, ...codes)
  if (worst !== EXIT_CODES.ok) context.setExitCode(worst)
}

const refuseWrongFlags = (paths: readonly string[], { against, open, report }: TestFlags): void => {
  if (open === true && report === undefined)
    throw usageFailure('--open needs --report.', 'Name the folder for the report: --report DIR --open')
  if (against !== undefined && paths.length > 1)
    throw usageFailure('--against works with one path only.', 'Test one path at a time.')
}

const enginesOf = ({ browser }: TestFlags): readonly Engine[] =>
  browser.includes('all') ? ENGINES : ENGINES.filter((engine) => browser.includes(engine))

const scenariosOf = ({ scenario }: TestFlags): readonly ScenarioName[] | null =>
  scenario === undefined
    ? null
    : SCENARIO_NAMES.filter((name) => scenario.includes(name) || scenario.includes('all'))

/** The pieces that `--shard` leaves to this run; null without it. */
const shareOf = async (
  paths: readonly string[],
  flags: TestFlags,
  { cwd }: CommandContext,
): Promise<readonly Piece[] | null> =>
  flags.shard === undefined
    ? null
    : shardOf(await piecesOf(paths, cwd, enginesOf(flags), scenariosOf(flags), flags.seats), flags.shard)

/**
 * Plays the app at a path.
 * @returns a function of the path's place, of the pieces to play (null for all), and of a list for what is kept of them
 */
const pathPlayer = async (
  paths: readonly string[],
  flags: TestFlags,
  context: CommandContext,
): Promise<
  (place: number, pieces: readonly Piece[] | null, evidence: Evidence[]) => Promise<PlaytestResult>
> => {
  const { cwd, note, noteStyles, interrupted } = context
  const machine = thisMachine(context.environment)
  const engines = enginesOf(flags)
  const farm = flags.connect === undefined ? null : await findFarm(flags.connect)
  if (farm !== null) for (const engine of engines) requireInFarm(farm, engine)
  const browsers = engines.map((engine) => ({
    engine,
    executable: farm === null ? requiredBrowser(machine, engine) : farm.url,
  }))
  const original = flags.against === undefined ? null : await namedOriginal(flags.against, cwd)
  const names = folderNames(paths, cwd)
  const scenarios = scenariosOf(flags)
  return async (place, pieces, evidence) => {
    const path = paths[place] ?? '.'
    /** Of several apps, each has a folder of its own. */
    const folder = (named: string | undefined): string | null =>
      named === undefined
        ? null
        : paths.length === 1
          ? resolve(cwd, named)
          : resolve(cwd, named, names[place] ?? '')
    const several = paths.length === 1 ? '' : `${safeLine(path)}: `
    return playtest({
      path,
      cwd,
      browsers,
      system: machine,
      ...(farm === null ? {} : { start: ({ engine }: InstalledBrowser) => connectBrowser(farm, engine) }),
      seed: flags.seed,
      seconds: flags.seconds,
      torture: flags.torture ?? null,
      strict: flags.strict === true,
      allow: await allowedRules(flags.allow, await locateBundle(path, cwd), cwd),
      ...(scenarios === null ? {} : { scenarios }),
      ...(flags.seats === undefined ? {} : { seats: flags.seats }),
      ...(pieces === null ? {} : { plays: playsOf(pieces) }),
      // The app and the shell draw at the same time: with fewer processors, one would slow down the other and
      // be blamed for it.
      jobs: flags.jobs ?? Math.max(1, Math.floor(availableParallelism() / 2)),
      original,
      firstOnly: false,
      pictures: folder(flags.screenshots) ?? join(await projectOf(path, cwd), LOCAL_FOLDER, 'pictures'),
      screenshots: folder(flags.screenshots),
      pixelRatio: flags.screenshots === undefined ? 1 : LISTING_SCALE,
      trace: folder(flags.trace),
      signal: interrupted,
      onScenario: ({ name, theme, locale }, browser, index, of) =>
        note(
          noteStyles.dim(
            `${several}${index + 1}/${of} ${browsers.length === 1 ? '' : `${browser}: `}${name} (${theme}, ${locale})`,
          ),
        ),
      onOriginal: ({ name, isOwn }) =>
        note(
          noteStyles.dim(
            isOwn === true ? `${several}on ${name}` : `${several}beside its original ${safeLine(name)}`,
          ),
        ),
      ...(flags.report === undefined ? {} : { onPlayed: (one) => evidence.push(one) }),
    })
  }
}

/** Says which of some folders are part of an app, though they only hold what was found out about it. */
const notePacked = async (
  path: string,
  folders: readonly string[],
  { cwd, note }: Pick<CommandContext, 'cwd' | 'note'>,
): Promise<void> => {
  const located = await locateBundle(path, cwd)
  if (located.kind === 'zip') return
  const bundle = await openBundle(located.path, cwd)
  try {
    for (const folder of folders) {
      const inside = within(resolve(cwd, located.path), resolve(cwd, folder))
      const start = inside === null || inside === '' ? null : `${withSlashes(inside)}/`
      if (start !== null && bundle.files.some((file) => file.path.startsWith(start)))
        note(
          `${safeLine(folder)} is in the app's folder, and pack would include it. Choose another place, or list it in ${IGNORE_FILE}.`,
        )
    }
  } finally {
    await bundle.close()
  }
}

const playsOf =
  (pieces: readonly Piece[]): NonNullable<PlaytestOptions['plays']> =>
  (engine, name) =>
    pieces.some((piece) => piece.name === null || (piece.engine === engine && piece.name === name))

/** A name for a folder of each path, which no other has: the same in every shard. */
const folderNames = (paths: readonly string[], cwd: string): readonly string[] => {
  const used = new Map<string, number>()
  return paths.map((path) => {
    const name = basename(resolve(cwd, path))
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  })
}

/** Screenshots for the listing have a phone's pixel density. */
const LISTING_SCALE = 2

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
  states: readonly State[],
  several: boolean,
  { format, output, verbose, shard }: TestFlags,
  context: CommandContext,
): Promise<string> => {
  if (format === 'json') {
    const documents = states.map(({ path, outcome }) =>
      outcome instanceof Failure ? unopened(path, outcome) : outcome,
    )
    // A shard may have none: its document is a list, too.
    return jsonDocument(several || shard !== undefined ? documents : documents[0])
  }
  const results = states.flatMap(({ outcome }) => (outcome instanceof Failure ? [] : [outcome]))
  if (format !== 'text') {
    const { scanningReport } = await import('./scanning-report.js')
    return scanningReport(format, results, context.cwd, PLAYTEST_RULES)
  }
  const texts: string[] = []
  for (const result of results) {
    const bundle = await openBundle(result.path, context.cwd)
    try {
      const layout = reportLayout(bundle, { output, verbose }, context)
      const heading = several ? `${layout.styles.bold(safeLine(result.path))}\n` : ''
      texts.push(heading + (await playtestReport(result, layout)))
    } finally {
      await bundle.close()
    }
  }
  // A blank line separates the reports of several paths.
  return texts.join('\n')
}
