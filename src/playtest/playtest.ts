import type { Browser } from 'playwright-core'
import type { CheckResult } from '../check/problem.js'
import { Failure } from '../failure.js'
import { type RunningSimulator, startSimulator } from '../testing/index.js'
import { judge, problemsOf } from './judge.js'
import { type Played, type PlayOptions, playScenario } from './play-scenario.js'
import { productsOf } from './purchases.js'
import { type Scenario, scenariosFor } from './scenarios.js'

export interface PlaytestOptions extends PlayOptions {
  /** The app's folder, its project folder, or a zip. */
  readonly path: string
  readonly cwd: string
  /** The path of the browser's executable. */
  readonly browser: string
  readonly strict: boolean
  /** How many scenarios run in parallel. */
  readonly jobs: number
  /** Called when a scenario starts. */
  readonly onScenario: (scenario: Scenario, index: number, of: number) => void
}

/** The result of a run, in the shape of `check`'s result; `review` is about uploads, so only `check` has it. */
export interface PlaytestResult extends Omit<CheckResult, 'review'> {
  readonly seed: number
  /** The seed of the faults, or null. */
  readonly torture: number | null
  readonly scenarios: readonly {
    readonly name: string
    readonly theme: string
    readonly locale: string
    readonly platform: string
    /** Whether the user owned everything that the app sells; false if it sells nothing. */
    readonly owner: boolean
    /** Whether the app opens on this platform: an app that requires AI does not open on the web (2.2). */
    readonly opened: boolean
    /** From the page's load event to `ready`, in milliseconds; 0 if it came earlier, null if it never came. */
    readonly readyMs: number | null
    readonly calls: number
  }[]
}

/**
 * Runs an app in the simulator in a headless browser, in several scenarios, and reports what users would hit.
 * @throws {Failure} if there is no app to run, or the browser does not start
 */
export const playtest = async (options: PlaytestOptions): Promise<PlaytestResult> => {
  // Screenshots and traces may be saved in the app's own folder.
  const start = () => startSimulator(options.path, { cwd: options.cwd, watch: false })
  const simulator = await start()
  const simulators = [simulator]
  const browser = await launch(options.browser).catch(async (error: unknown) => {
    await simulator.stop()
    throw error
  })
  // Everything that waits on the page ends with it.
  const onAbort = (): void => void browser.close()
  options.signal.addEventListener('abort', onAbort, { once: true })
  try {
    const { app, frameUrl } = await simulator.client.state()
    if (frameUrl === null)
      throw new Failure(
        'refused',
        'Cannot run the app: manifest.json is missing or invalid.',
        'Run miniapp check.',
      )
    const entry = entryOf(frameUrl)
    const scenarios = scenariosFor(app.orientation)
    const products = await productsOf(options.path, options.cwd)
    const played: Played[] = []
    const waiting = [...scenarios.entries()]
    /** Plays scenarios one by one, each on its own simulator, until none are left. */
    const work = async (own: RunningSimulator): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, scenario] = next
        options.signal.throwIfAborted()
        options.onScenario(scenario, index, scenarios.length)
        played[index] = await playScenario(browser, own, scenario, products, options)
      }
    }
    const helpers = Array.from({ length: Math.min(options.jobs, scenarios.length) - 1 }, async () => {
      const own = await start()
      simulators.push(own)
      await work(own)
    })
    await allOrNothing([work(simulator), ...helpers], () => {
      waiting.length = 0
    })
    const tortured = options.torture !== null
    const runs = scenarios.flatMap((scenario, index) => {
      const run = played[index]
      return run === undefined ? [] : [{ scenario, ...run }]
    })
    const found = runs.flatMap(({ scenario, log, measures }) =>
      measures === null ? [] : [{ scenario: scenario.name, breaches: judge(entry, log, measures, tortured) }],
    )
    const reports = runs.map(({ scenario, log, measures }) => ({
      name: scenario.name,
      theme: scenario.theme,
      locale: scenario.locale,
      platform: scenario.platform,
      owner: scenario.owner && products.length > 0,
      opened: measures !== null,
      readyMs: measures?.readyMs ?? null,
      calls: log.filter(({ kind }) => kind === 'call').length,
    }))
    const problems = problemsOf(found)
    const checked = (await simulator.client.state()).problems
    return {
      schema: 1,
      path: options.path,
      kind: checked?.kind ?? 'folder',
      ok: !problems.some(({ level }) => level === 'error' || (options.strict && level === 'warning')),
      runs: !problems.some(({ impact }) => impact === 'breaks'),
      app: { id: app.id, name: app.name, version: app.version },
      seed: options.seed,
      torture: options.torture,
      scenarios: reports,
      problems,
      totals: checked?.totals ?? { files: 0, bytes: 0, zipBytes: null },
    }
  } catch (error) {
    options.signal.throwIfAborted()
    throw error
  } finally {
    options.signal.removeEventListener('abort', onAbort)
    await browser.close()
    await Promise.all(simulators.map((running) => running.stop()))
  }
}

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

const launch = async (executablePath: string): Promise<Browser> => {
  const { chromium } = await import('playwright-core')
  try {
    return await chromium.launch({
      executablePath,
      args: BROWSER_ARGUMENTS,
      handleSIGINT: false,
      handleSIGTERM: false,
    })
  } catch (error) {
    throw new Failure(
      'usage',
      `${executablePath} failed to start.`,
      'Run miniapp doctor, or set CHROME_PATH to another browser.',
      error,
    )
  }
}

/** Disables the browser's own network requests, and its sandbox, which is not needed for our own user. */
const BROWSER_ARGUMENTS = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--disable-quic',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
