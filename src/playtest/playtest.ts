import type { Engine } from '../browser/engines.js'
import { openBundle } from '../bundle/open.js'
import { failsCheck, markAllowed } from '../check/allow.js'
import type { CheckResult } from '../check/problem.js'
import { withSources } from '../check/source-places.js'
import { Failure } from '../failure.js'
import type { LogEntry } from '../host/log/call-log.js'
import type { Product } from '../platform/manifest.js'
import { type RunningSimulator, startSimulator } from '../testing/index.js'
import {
  besideOf,
  besideOriginal,
  type Comparison,
  canPlayTwo,
  differenceBreaches,
} from './beside/beside-original.js'
import { needsNoHost, type Original, plainBundle } from './beside/original.js'
import type { FramePlace } from './beside/plain-server.js'
import type { BrowserSystem } from './drivers/browser-process.js'
import type { Driver, View } from './drivers/driver.js'
import { type InstalledBrowser, startBrowser } from './drivers/start.js'
import { isTimeout, limited } from './drivers/until.js'
import { judge } from './judge.js'
import { brokenValues } from './judge-values.js'
import { look, type Played, type PlayOptions, playScenario } from './play-scenario.js'
import { type PlaytestProblem, problemsOf } from './problems.js'
import { productsOf } from './purchases.js'
import { type Evidence, type Picture, picturesOf } from './report/evidence.js'
import { isTogether, playersOf, type Scenario, type ScenarioName, scenariosFor } from './scenarios.js'
import { playTogether } from './together/play-together.js'
import { togetherIn } from './together/scenarios.js'
import { seatsOf } from './together/uses-multiplayer.js'
import { purchasesNotRead } from './troubles/judge-purchases.js'
import { playTrouble } from './troubles/play-trouble.js'
import type { Trouble } from './troubles/trouble.js'
import { troubleIn } from './troubles/troubles.js'

export interface PlaytestOptions extends PlayOptions {
  /** The app's folder, its project folder, or a zip. */
  readonly path: string
  readonly cwd: string
  /** The browsers to run it in, one after the other; at least one. */
  readonly browsers: readonly InstalledBrowser[]
  readonly system: BrowserSystem
  /** Starts a browser; tests pass one that runs already. */
  readonly start?: typeof startBrowser
  readonly strict: boolean
  /** Rules whose findings are known: `strict` does not count them. */
  readonly allow?: readonly string[]
  /** What the app was made from, which is played beside it; null to compare with nothing. */
  readonly original: Original | null
  /** Whether only the first scenario is played. */
  readonly firstOnly: boolean
  /** An absolute folder for the pictures of what differs. */
  readonly pictures: string
  /** The scenarios to play; default: those of `DEFAULT_SCENARIOS`. */
  readonly scenarios?: readonly ScenarioName[]
  /** Whether a scenario is played in a browser: a shard plays some. Default: all of them. */
  readonly plays?: (engine: Engine, name: ScenarioName) => boolean
  /** How many people play together; default: 2 where the app calls multiplayer, else 1. */
  readonly seats?: number
  /** How many scenarios run in parallel. */
  readonly jobs: number
  /**
   * Called when a scenario starts.
   * @param browser the name and version of its browser
   * @param index counts through all browsers
   */
  readonly onScenario: (scenario: Scenario, browser: string, index: number, of: number) => void
  /** Called when the original is played. */
  readonly onOriginal: (original: Original) => void
  /** Called when a scenario has been played. */
  readonly onPlayed?: (evidence: Evidence) => void
}

/** The result of a run, in the shape of `check`'s result; `review` is about uploads, so only `check` has it. */
export interface PlaytestResult extends Omit<CheckResult, 'review' | 'problems'> {
  readonly problems: readonly PlaytestProblem[]
  readonly seed: number
  /** The seed of the faults, or null. */
  readonly torture: number | null
  readonly browsers: readonly {
    readonly engine: Engine
    /** Its name and version. */
    readonly name: string
    /** What this browser does not measure or do; sentences. */
    readonly limits: readonly string[]
  }[]
  /** How it plays beside its original; null where there is none. */
  readonly original: Comparison | null
  readonly scenarios: readonly {
    readonly name: string
    readonly browser: Engine
    /** The simulator's frame size. */
    readonly frame: string
    readonly theme: string
    readonly locale: string
    readonly platform: string
    /** Whether the user owned everything that the app sells; false if it sells nothing. */
    readonly owner: boolean
    /** How many people play together. */
    readonly seats: number
    /** Whether the app opens on this platform: an app that requires AI does not open on the web (2.2). */
    readonly opened: boolean
    /** From the page's load event to `ready`, in milliseconds; 0 if it came earlier, null if it never came. */
    readonly readyMs: number | null
    readonly calls: number
    /** How long all of it took, in milliseconds. */
    readonly durationMs: number
  }[]
}

/**
 * Runs an app in the simulator, in headless browsers and several scenarios, and reports what users would hit.
 * @throws {Failure} if there is no app to run, or a browser does not start
 */
export const playtest = async (options: PlaytestOptions): Promise<PlaytestResult> => {
  // Screenshots and traces may be saved in the app's own folder.
  const start = () => startSimulator(options.path, { cwd: options.cwd, watch: false })
  const simulator = await start()
  const simulators = [simulator]
  try {
    const { app, frameUrl } = await simulator.client.state()
    if (frameUrl === null)
      throw new Failure(
        'refused',
        'Cannot run the app: manifest.json is missing or invalid.',
        'Run miniapp check.',
      )
    const seats = await seatsOf(options.path, options.cwd, options.seats, options.scenarios ?? null)
    const all = scenariosFor(app.orientation, options.scenarios ?? null, seats)
    const scenarios = all.slice(0, options.firstOnly ? 1 : undefined)
    if (scenarios.length === 0 && options.scenarios?.every((name) => isTogether(name)) === true)
      throw new Failure(
        'usage',
        `These scenarios need several players: ${options.scenarios.join(', ')}.`,
        'Set the number of players: --seats 2.',
      )
    if (scenarios.length === 0)
      throw new Failure(
        'usage',
        `These scenarios do not apply to an app whose orientation is ${app.orientation}: ${options.scenarios?.join(', ')}.`,
        'Choose other scenarios: miniapp test --list shows all.',
      )
    for (const { engine } of options.browsers)
      if (!scenarios.some(({ name }) => canPlay(engine, name)))
        throw new Failure(
          'usage',
          `Only Chromium can play these scenarios: ${scenarios.map(({ name }) => name).join(', ')}.`,
          'Leave out --browser, or choose other scenarios: miniapp test --list shows all.',
        )
    const entry = entryOf(frameUrl)
    const products = await productsOf(options.path, options.cwd)
    const runs: BrowserRun[] = []
    const { plays = () => true } = options
    const parts = options.browsers.map((browser) => ({
      browser,
      playable: scenarios.filter(({ name }) => canPlay(browser.engine, name) && plays(browser.engine, name)),
    }))
    const total = parts.reduce((sum, { playable }) => sum + playable.length, 0)
    let before = 0
    for (const { browser, playable } of parts) {
      if (playable.length === 0) continue
      options.signal.throwIfAborted()
      const driver = await (options.start ?? startBrowser)(
        browser,
        options.system,
        options.signal,
        options.pixelRatio,
      )
      const earlier = before
      before += playable.length
      // One browser shows what is different, and it takes as long as a scenario. A shard without it leaves it to another.
      const compares = browser === options.browsers[0] && playable[0] === all[0]
      const jobs = Math.min(options.jobs, playable.length, driver.windows)
      while (simulators.length < jobs) simulators.push(await start())
      const played = await playIn(
        driver,
        simulators.slice(0, jobs),
        playable,
        { entry, products },
        {
          ...options,
          original: compares ? options.original : null,
          onScenario: (scenario, name, index) => options.onScenario(scenario, name, earlier + index, total),
        },
      )
      runs.push(...played)
    }
    const checked = (await simulator.client.state()).problems
    return await resultOf(options, entry, runs, {
      kind: checked?.kind ?? 'folder',
      app: { id: app.id, name: app.name, version: app.version },
      totals: checked?.totals ?? { files: 0, bytes: 0, zipBytes: null },
      sells: products.length > 0,
    })
  } catch (error) {
    options.signal.throwIfAborted()
    throw error
  } finally {
    await Promise.all(simulators.map((running) => running.stop()))
  }
}

/** Only Chromium can change the time of a page, and its speed. */
export const canPlay = (engine: Engine, scenario: ScenarioName): boolean =>
  engine === 'chromium' || (playsAnywhere(troubleIn(scenario)) && !isTogether(scenario))

const playsAnywhere = (trouble: Trouble | null): boolean =>
  trouble?.view === undefined || trouble.anyBrowser === true

/** Whether one person plays a scenario in which nothing goes wrong on purpose. */
const isUndisturbed = (scenario: ScenarioName): boolean =>
  troubleIn(scenario) === null && !isTogether(scenario)

/** A scenario that was played in a browser. */
interface BrowserRun extends Played {
  readonly driver: Driver
  readonly scenario: Scenario
  /** How it plays beside its original, in the first scenario. */
  readonly comparison: Comparison | null
  readonly durationMs: number
}

/** Plays all scenarios in one browser, as many at the same time as there are simulators, and closes it. */
const playIn = async (
  started: Driver,
  simulators: readonly RunningSimulator[],
  scenarios: readonly Scenario[],
  { entry, products }: { readonly entry: string; readonly products: readonly Product[] },
  options: PlaytestOptions,
): Promise<readonly BrowserRun[]> => {
  const driver = { ...started, open: async (view: View) => limited(await started.open(view)) }
  // Everything that waits on the page ends with it.
  const onAbort = (): void => void driver.close()
  options.signal.addEventListener('abort', onAbort, { once: true })
  const played: (Played & { readonly durationMs: number })[] = []
  let compared: Comparison | null = null
  const waiting = [...scenarios.entries()]
  /** Plays scenarios one by one, each on its own simulator, until none are left. */
  const work = async (own: RunningSimulator): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, scenario] = next
      options.signal.throwIfAborted()
      options.onScenario(scenario, driver.name, index, scenarios.length)
      const trouble = troubleIn(scenario.name)
      const together = togetherIn(scenario.name)
      // Random faults are differences that the original does not have.
      const isFirst = index === 0 && isUndisturbed(scenario.name) && options.torture === null
      const original = options.original ?? plainBundle(options.path, options.cwd, entry)
      const beside = isFirst ? besideOf(driver, original, scenario, options) : null
      const isCompared = (log: readonly LogEntry[]): boolean =>
        beside !== null && (original.isOwn !== true || needsNoHost(log))
      let framed = null as FramePlace | null
      const lookAt =
        together !== null
          ? playTogether(together, driver, playersOf(scenario.name, options.seats), entry)
          : trouble !== null
            ? playTrouble(trouble, entry, products)
            : look(isCompared, (place, isBusy) => {
                framed = place
                if (beside === null || original.isOwn === true || isBusy || !canPlayTwo()) return
                options.onOriginal(original)
                beside.visit(place).catch(() => {})
              })
      const opened = { ...driver, open: (view: View) => driver.open({ ...view, ...trouble?.view }) }
      // Random faults would take players out of their match.
      const torture = together === null ? options.torture : null
      const startedAt = performance.now()
      const run = await playScenario(
        opened,
        own,
        scenario,
        { entry, products },
        { ...options, torture },
        lookAt,
      )
      // An original that does not load or hangs, too, says nothing about the app.
      const tooSlow = (error: unknown): Comparison => {
        if (!isTimeout(error)) throw error
        const isOwn = original.isOwn === true
        return {
          name: original.name,
          isOwn,
          plays: false,
          isTooSlow: true,
          withoutInternet: false,
          differences: [],
        }
      }
      let originalPictures: readonly Picture[] = []
      const hangs = run.found.some(({ rule }) => rule === 'run/page-hangs')
      if (hangs && beside !== null && framed !== null && original.isOwn !== true) {
        if (!beside.isPlayed()) options.onOriginal(original)
        compared = await beside
          .visit(framed)
          .then(() => null, tooSlow)
          .finally(() => original.close?.())
      }
      if (beside !== null && run.visit !== null) {
        if (!beside.isPlayed()) options.onOriginal(original)
        compared = await besideOriginal(beside, run.visit, scenario, {
          ...options,
          onVisit: (there) => {
            originalPictures = picturesOf(there)
          },
        }).catch(tooSlow)
      }
      played[index] = { ...run, durationMs: Math.round(performance.now() - startedAt) }
      const { log, pictures } = run
      options.onPlayed?.({ browser: driver.name, scenario, log, pictures, originalPictures })
    }
  }
  try {
    await allOrNothing(simulators.map(work), () => {
      waiting.length = 0
    })
  } finally {
    options.signal.removeEventListener('abort', onAbort)
    await driver.close()
  }
  return scenarios.flatMap((scenario, index) => {
    const run = played[index]
    return run === undefined
      ? []
      : [{ driver: started, scenario, ...run, comparison: index === 0 ? compared : null }]
  })
}

const resultOf = async (
  { path, cwd, strict, allow = [], seats, seed, torture }: PlaytestOptions,
  entry: string,
  runs: readonly BrowserRun[],
  { sells, ...about }: Pick<PlaytestResult, 'kind' | 'app' | 'totals'> & { readonly sells: boolean },
): Promise<PlaytestResult> => {
  const played = problemsOf(
    runs.flatMap(({ driver, scenario, log, measures, found, comparison }) =>
      measures === null
        ? []
        : [
            {
              browser: driver.name,
              scenario: scenario.name,
              // Else the log is judged where it is known what was done on purpose.
              breaches: [
                ...(isUndisturbed(scenario.name)
                  ? [
                      ...judge(entry, log, measures, torture !== null, scenario.locale),
                      ...brokenValues(
                        entry,
                        [
                          measures.views?.first?.lines ?? [],
                          ...(measures.lines ?? []),
                          measures.views?.played?.lines ?? [],
                        ],
                        log,
                      ),
                      ...(scenario.owner && sells ? purchasesNotRead(entry, log) : []),
                    ]
                  : judge(entry, [], measures, true)),
                ...found,
                ...(comparison === null ? [] : differenceBreaches(entry, comparison)),
              ],
            },
          ],
    ),
  )
  const { problems, ...allowed } = markAllowed(await sourcesOf(played, path, cwd), allow, isOfTest)
  const drivers = new Set(runs.map(({ driver }) => driver))
  return {
    schema: 1,
    path,
    ...about,
    ok: !problems.some((problem) => failsCheck(problem, strict)),
    runs: !problems.some(({ impact }) => impact === 'breaks'),
    seed,
    torture,
    original: runs.find(({ comparison }) => comparison !== null)?.comparison ?? null,
    browsers: [...drivers].map(({ engine, name, limits }) => ({ engine, name, limits })),
    scenarios: runs.map(({ driver, scenario, log, measures, durationMs }) => ({
      name: scenario.name,
      browser: driver.engine,
      frame: scenario.frame,
      theme: scenario.theme,
      locale: scenario.locale,
      platform: scenario.platform,
      owner: scenario.owner && sells,
      seats: playersOf(scenario.name, seats),
      opened: measures !== null,
      readyMs: measures?.readyMs ?? null,
      calls: log.filter(({ kind }) => kind === 'call').length,
      durationMs,
    })),
    problems,
    ...allowed,
  }
}

const sourcesOf = async (
  problems: readonly PlaytestProblem[],
  path: string,
  cwd: string,
): Promise<readonly PlaytestProblem[]> => {
  const bundle = await openBundle(path, cwd)
  try {
    return await withSources(problems, bundle)
  } finally {
    await bundle.close()
  }
}

/** Whether a rule is one of `miniapp test`. */
const isOfTest = (id: string): boolean => id.startsWith('run/')

/** Waits until all have settled, so that nothing keeps running after an error, then throws the first error. */
const allOrNothing = async (pieces: readonly Promise<void>[], onFailure: () => void): Promise<void> => {
  const ended = await Promise.allSettled(
    pieces.map((piece) =>
      piece.catch((error: unknown) => {
        onFailure()
        throw error
      }),
    ),
  )
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

/** The entry page's path in the bundle, from its URL. */
const entryOf = (frameUrl: string): string =>
  decodeURIComponent(new URL(frameUrl).pathname.split('/').slice(3).join('/'))
