import { usageFailure } from '../failure.js'
import { Mutex } from '../mutex.js'
import type { BrowserSystem } from '../playtest/drivers/browser-process.js'
import type { Driver, TestWindow } from '../playtest/drivers/driver.js'
import { ANY_VIEW } from '../playtest/drivers/process-windows.js'
import { type InstalledBrowser, startBrowser } from '../playtest/drivers/start.js'
import { opens } from '../playtest/play-scenario.js'
import type { RunningSimulator, StartSimulatorOptions } from '../testing/index.js'

export interface AppSessionOptions {
  /** The app's folder, its project's, or a zip. */
  readonly path: string
  readonly cwd: string
  /** Finds the browser that shows the app; only asked when it is needed. @throws {Failure} if there is none */
  readonly browser: () => InstalledBrowser
  readonly system: BrowserSystem
  readonly startSimulator: (path: string, options: StartSimulatorOptions) => Promise<RunningSimulator>
  readonly signal: AbortSignal
}

interface Running {
  readonly simulator: RunningSimulator
  driver: Driver | null
  readonly windows: Map<number, TestWindow>
}

/** The simulator of one app, and a headless browser with a window for each seat. At most one runs at a time. */
export class AppSession {
  readonly #options: AppSessionOptions
  readonly #mutex = new Mutex()
  #running: Running | null = null

  constructor(options: AppSessionOptions) {
    this.#options = options
  }

  /** Starts it, with saved data of its own that is deleted afterwards. One that runs is stopped first. */
  async start(seats: number): Promise<RunningSimulator> {
    await this.stop()
    return await this.#mutex.run(async () => {
      const { path, cwd, startSimulator } = this.#options
      const simulator = await startSimulator(path, { cwd, seats })
      this.#running = { simulator, driver: null, windows: new Map() }
      return simulator
    })
  }

  /** Stops what runs. @returns whether anything did */
  stop(): Promise<boolean> {
    return this.#mutex.run(async () => {
      const running = this.#running
      this.#running = null
      if (running === null) return false
      await running.driver?.close()
      await running.simulator.stop()
      return true
    })
  }

  /** @throws {Failure} `usage` if none runs */
  get simulator(): RunningSimulator {
    return this.#current().simulator
  }

  /**
   * The window of a seat, in which the app runs; opened if there is none.
   * @throws {Failure} `usage` if nobody sits there
   */
  window(seat: number): Promise<TestWindow> {
    return this.#mutex.run(async () => {
      const running = this.#current()
      await this.mustSit(seat)
      const open = running.windows.get(seat)
      if (open !== undefined && !open.crashed()) return open
      running.driver ??= await startBrowser(
        this.#options.browser(),
        this.#options.system,
        this.#options.signal,
        ANY_VIEW.pixelRatio,
      )
      const { switches } = await running.simulator.client.state()
      const window = await running.driver.open({ ...ANY_VIEW, touch: switches.platform !== 'web' })
      running.windows.set(seat, window)
      await window.goto(`${running.simulator.url}?seat=${seat}`)
      if (await opens(window)) await window.appLoaded()
      return window
    })
  }

  /** @throws {Failure} `usage` if this seat is not open */
  async mustSit(seat: number): Promise<void> {
    const { seats } = await this.simulator.client.state()
    if (!seats.some((one) => one.seat === seat))
      throw usageFailure(`Seat ${seat} is not open.`, 'Call add_seats first.')
  }

  #current(): Running {
    if (this.#running === null)
      throw usageFailure('The simulator is not running.', 'Call simulator_start first.')
    return this.#running
  }
}
