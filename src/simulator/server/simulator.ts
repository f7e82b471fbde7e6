import { join } from 'node:path'
import type { CheckResult } from '../../check/problem.js'
import type { Figures } from '../../control/simulator-answers.js'
import { Failure } from '../../failure.js'
import type { AiMaker } from '../../host/ai/ai-maker.js'
import { type BaseClock, MovableClock } from '../../host/clock.js'
import type { Upcoming } from '../../host/clock-course.js'
import { FaultInjector } from '../../host/control/faults/fault-injector.js'
import { SwitchBoard } from '../../host/control/switch-board.js'
import type { Host } from '../../host/host.js'
import { CallLog, type LogEntry } from '../../host/log/call-log.js'
import { MatchTimeline } from '../../host/matches/match-timeline.js'
import type { MatchView } from '../../host/matches/match-view.js'
import type { Randomness } from '../../host/randomness.js'
import { Mutex } from '../../mutex.js'
import { formatCredits } from '../../platform/credits.js'
import { wordsOfError } from '../../platform/text.js'
import { ScriptedAi } from './ai-script/scripted-ai.js'
import { type AddressedApp, addressedApp } from './app/addressed-app.js'
import { type AppSource, LiveApp } from './app/live-app.js'
import { AppFailures } from './app-reports/app-failures.js'
import { PageLoads } from './app-reports/page-loads.js'
import type { ServedBundle } from './bundle-origin/bundle-origin.js'
import { Steering } from './control/steering.js'
import type { DataFolder } from './data/data-folder.js'
import { Hosts } from './data/hosts.js'
import { SavedData } from './data/saved-data.js'
import { nodePictures } from './machine.js'
import { UploadFolder } from './picking/upload-folder.js'
import { Robots } from './robots/robots.js'
import { AnswerBytes } from './shell-origin/answer-bytes.js'
import { MatchWatch } from './windows/match-watch.js'
import { Windows } from './windows/windows.js'

export interface SimulatorOptions {
  readonly source: AppSource
  readonly data: DataFolder
  /** The project's folder, which paths in `ai.json` are relative to, and which sources of a build are named from. */
  readonly project: string
  readonly clock: BaseClock
  readonly randomness: Randomness
  /** Makes results in place of AI. */
  readonly makeByStandIn: AiMaker['make']
  /** Called with every log entry; with a call twice: pending, and settled. */
  readonly onEntry: (entry: LogEntry) => void
  readonly onProblems: (problems: CheckResult) => void
  /** Reports something to the developer, such as an invalid `ai.json`. */
  readonly onNotice: (message: string) => void
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** The script of AI answers, beside the saved data. */
const AI_SCRIPT = 'ai.json'

/** What a simulator starts with. */
interface Parts {
  readonly clock: MovableClock
  readonly log: CallLog
  readonly ai: ScriptedAi
  readonly switches: SwitchBoard
  readonly live: LiveApp
}

/** The running simulator: the app on disk, its hosts, switches, log and windows. */
export class Simulator {
  readonly clock: MovableClock
  readonly log: CallLog
  /** What happens in matches. */
  readonly timeline = new MatchTimeline()
  readonly switches: SwitchBoard
  readonly faults = new FaultInjector()
  readonly live: LiveApp
  readonly ai: ScriptedAi
  readonly windows = new Windows()
  readonly data: SavedData
  readonly steering: Steering
  readonly answerBytes = new AnswerBytes()
  readonly pageLoads: PageLoads
  readonly uploads = new UploadFolder()
  readonly robots: Robots
  readonly failures: AppFailures
  /** The style sheets that were requested as anything else, such as by `fetch`. */
  readonly sheetsReadByScripts = new Set<string>()
  /** Every run of the simulator is a test run. */
  readonly real = null
  readonly #hosts: Hosts
  readonly #folder: DataFolder
  readonly onDefect: (error: unknown) => void
  readonly #matchWatch: MatchWatch
  readonly #sheetListeners = new Set<() => void>()
  readonly #mutex = new Mutex()

  private constructor(options: SimulatorOptions, { clock, log, ai, switches, live }: Parts) {
    const { wake } = options.clock
    this.clock = clock
    this.log = log
    this.ai = ai
    this.switches = switches
    this.live = live
    this.#folder = options.data
    this.onDefect = options.onDefect
    this.#hosts = new Hosts(options.data, {
      clock,
      log,
      timeline: this.timeline,
      randomness: options.randomness,
      switches,
      faults: this.faults,
      pictures: nodePictures,
      aiMaker: ai.maker,
      onDefect: options.onDefect,
    })
    this.pageLoads = new PageLoads(
      () => log.lastSeq,
      () => clock.monotonic(),
    )
    this.data = new SavedData({
      appId: () => this.#appId(),
      hosts: this.#hosts,
      folder: options.data,
      windows: this.windows,
      clock,
      log,
      mutex: this.#mutex,
    })
    this.steering = new Steering({
      log,
      switches,
      clock,
      hosts: this.#hosts,
      windows: this.windows,
      appId: () => this.#appId(),
    })
    this.log.onEntry((entry) => this.windows.log(entry))
    this.failures = new AppFailures({
      project: options.project,
      bundle: () => live.state.bundle,
      onBuild: (failure) => {
        for (const window of this.windows.seats) window.send({ type: 'build-failure', failure })
      },
    })
    this.robots = new Robots(this, wake)
    this.switches.onChange((seat, _before, switches) => {
      this.windows.inSeat(seat)?.switched(switches)
    })
    this.#matchWatch = new MatchWatch(wake, () =>
      this.windows.sendObservers({ type: 'matches', matches: this.matches() }),
    )
    this.#hosts.onMatches(() => this.#matchWatch.changed())
    this.live.begin({
      onReload: () => this.windows.reload(),
      onStyles: (paths) => {
        // Only a page knows what its scripts made of a sheet.
        if (paths.some((path) => this.sheetsReadByScripts.has(path))) this.windows.reload()
        else for (const window of this.windows.seats) window.restyle(paths)
      },
      onProblems: (problems) => {
        options.onProblems(problems)
        this.windows.everyone((connection) => connection.send({ type: 'problems', problems }))
      },
      onFailure: (error) => {
        const message = wordsOfError(error)
        this.log.note(1, `The app could not be read again: ${message}`)
      },
    })
  }

  /** @throws {Failure} if the app or the saved data cannot be read */
  static async open(options: SimulatorOptions): Promise<Simulator> {
    const { data, onDefect } = options
    const clock = new MovableClock(options.clock, onDefect)
    const log = new CallLog(clock)
    clock.listen(log)
    log.onEntry(options.onEntry)
    const places = { path: join(data.path, AI_SCRIPT), project: options.project }
    const ai = new ScriptedAi(places, options.makeByStandIn, log, options.onNotice)
    const [switches, live] = await Promise.all([
      SwitchBoard.open(log.outside.store(data.store())),
      LiveApp.open(options.source),
      ai.script.refresh(),
    ])
    return new Simulator(options, { clock, log, ai, switches, live })
  }

  /** A window opened a frame. @returns the last entry of the log before this page load */
  frameOpened(): number {
    return this.pageLoads.frameOpened()
  }

  /** The host of an app, opened with its saved data. */
  host(appId: string): Promise<Host> {
    return this.#hosts.of(appId)
  }

  /**
   * Records AI requests and answers since the start into `ai.json`.
   * @returns how many answers were added
   * @throws {Failure} if the script is invalid or cannot be written
   */
  recordAi(): Promise<number> {
    return this.#mutex.run(() => this.ai.record())
  }

  /** The live matches, as the developer sees them. */
  matches(): readonly MatchView[] {
    return this.#hosts.matches()
  }

  /** The bundle of an app's version; null if the manifest names another, or cannot be read. */
  served(appId: string, version: string): ServedBundle | null {
    const { bundle, facts } = this.live.state
    return facts?.app.id === appId && facts.app.version === version ? { appId, version, bundle } : null
  }

  /** The app with URLs for a browser. @param origin the bundle's origin for that browser */
  addressed(origin: string): AddressedApp {
    return addressedApp(this.live.state, origin)
  }

  /** Calls `listener` after every sheet that opens. @returns a function that stops listening */
  onSheet(listener: () => void): () => void {
    this.#sheetListeners.add(listener)
    return () => this.#sheetListeners.delete(listener)
  }

  /** Called when a sheet was opened in a window. */
  sheetOpened(): void {
    for (const listener of this.#sheetListeners) listener()
  }

  /** What comes due, soonest first; empty while the manifest cannot be read. */
  async upcoming(): Promise<readonly Upcoming[]> {
    const { facts } = this.live.state
    return facts === null ? [] : (await this.host(facts.app.id)).upcoming()
  }

  /** The developer's three figures (3.3), in credits; null while the manifest cannot be read. */
  async figures(): Promise<Figures | null> {
    const { facts } = this.live.state
    if (facts === null) return null
    const { purchases, held, paid } = await this.#hosts.figures(facts.app.id)
    return {
      purchases: formatCredits(purchases),
      held: formatCredits(held),
      paid: formatCredits(paid),
    }
  }

  /** Starts random faults from a seed, or ends them for null, and logs it: a replay does it again. */
  setRandomFaults(seed: number | null): void {
    this.faults.setRandomSeed(seed)
    this.log.note(
      1,
      seed === null ? 'Random faults ended.' : `Random faults with the seed ${seed} started.`,
      { action: { do: 'random-faults', seed }, received: this.log.receive() },
    )
  }

  /**
   * Removes all saved data, resets the switches, the clock and the log, and reloads the app.
   * @throws {Failure} if the saved data cannot be removed
   */
  reset(): Promise<void> {
    return this.#mutex.run(async () => {
      this.windows.endSessions()
      try {
        await this.#hosts.reset(() => {
          this.clock.reset()
          this.log.clear()
          this.timeline.clear()
          this.ai.forget()
          this.faults.clear()
          this.faults.setRandomSeed(null)
        })
        this.windows.logCleared()
      } finally {
        // Their sessions ended, even if the data could not be removed.
        this.windows.reload()
      }
    })
  }

  /** Closes everything. Waits for running saves, removals and replacements. */
  async close(): Promise<void> {
    this.clock.stop()
    this.robots.stop()
    await this.#mutex.run(() => this.#hosts.close())
    this.#matchWatch.stop()
    await this.live.close()
    await this.uploads.close()
    while (!this.log.outside.isIdle) await this.log.outside.ended()
    await this.#folder.close()
  }

  #appId(): string {
    const { facts } = this.live.state
    if (facts !== null) return facts.app.id
    throw new Failure(
      'refused',
      'The manifest cannot be read, so the App ID of the saved data is unknown.',
      'Fix manifest.json first.',
    )
  }
}
