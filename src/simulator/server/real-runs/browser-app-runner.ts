import { mkdir } from 'node:fs/promises'
import type { AiMaker } from '../../../host/ai/ai-maker.js'
import type { AppRunner, TestRun, TestRunAddress } from '../../../host/real-runs/app-runner.js'
import type { RunnableApp, Visitor } from '../../../host/real-runs/runnable-app.js'
import type { Pictures } from '../../../host/sharing/pictures.js'
import { OpenedOnce } from '../../../opened-once.js'
import { newToken } from '../access/access.js'
import { nodePictures } from '../machine.js'
import { type StartedSimulator, startSimulator } from '../start.js'
import type { Admission } from '../windows/admission.js'
import { makeByStandIn } from '../workers/ai-maker.js'
import { RealApp } from './real-app.js'
import { type ServedRealRuns, serveRealRuns } from './serve-real-runs.js'

export interface BrowserAppRunnerOptions {
  /** Reports something to the developer, such as damaged test data that were set aside. */
  readonly onNotice: (message: string) => void
  /** A defect of the runner itself. */
  readonly onDefect: (error: unknown) => void
}

/** Opens apps for a service: real runs on one server, started with the first, and test runs in a simulator each. */
export class BrowserAppRunner implements AppRunner {
  readonly pictures: Pictures = nodePictures
  readonly aiMaker: AiMaker = { scripted: async () => null, make: makeByStandIn, blocked: () => {} }
  readonly #options: BrowserAppRunnerOptions
  #served: Promise<ServedRealRuns> | null = null
  readonly #apps = new OpenedOnce<RealApp>()
  /** By their tokens. */
  readonly #admissions = new Map<string, Admission>()
  /** The token of a person's run, by app and seat: a person has an app open once. */
  readonly #tokens = new Map<string, string>()
  readonly #tests = new Map<string, Promise<OpenTest>>()

  constructor(options: BrowserAppRunnerOptions) {
    this.#options = options
  }

  async openRun(app: RunnableApp, visitor: Visitor): Promise<string> {
    const [served, world] = await Promise.all([
      this.#serve(),
      this.#apps.of(app.id, () => RealApp.open(app, this.#options.onDefect)),
    ])
    await world.update()
    world.welcome(visitor)
    const key = `${app.id}/${visitor.seat}`
    const token = this.#tokens.get(key) ?? newToken()
    this.#tokens.set(key, token)
    this.#admissions.set(token, { world, seat: visitor.seat, observer: null })
    return served.urlOf(token)
  }

  async update(appId: string): Promise<void> {
    await this.#apps.opened.get(appId)?.update()
  }

  async removeFiles(appId: string): Promise<void> {
    await this.#apps.opened.get(appId)?.removeFiles()
    await this.endTest(appId)
  }

  async endRuns(): Promise<void> {
    const worlds = this.#apps.takeAll()
    this.#admissions.clear()
    this.#tokens.clear()
    for (const world of await worlds) await world.close()
  }

  async openTest(run: TestRun): Promise<TestRunAddress> {
    const before = this.#tests.get(run.appId)
    const opening = (before ?? Promise.resolve(null))
      .catch(() => null)
      .then(async (open) => {
        if (open?.version === run.version) return open
        await open?.started.stop()
        return { version: run.version, started: await this.#startTest(run) }
      })
    this.#tests.set(run.appId, opening)
    opening.catch(() => {
      if (this.#tests.get(run.appId) === opening) this.#tests.delete(run.appId)
    })
    const { started } = await opening
    return { url: started.url, control: `${started.url}control/`, token: started.served.token }
  }

  /** Ends the test run of an app. */
  async endTest(appId: string): Promise<void> {
    const test = this.#tests.get(appId)
    this.#tests.delete(appId)
    await (await test?.catch(() => null))?.started.stop()
  }

  async endTests(): Promise<void> {
    for (const appId of [...this.#tests.keys()]) await this.endTest(appId)
  }

  async stop(): Promise<void> {
    await this.endTests()
    await (await this.#served?.catch(() => null))?.stop()
    await this.endRuns()
  }

  #serve(): Promise<ServedRealRuns> {
    this.#served ??= serveRealRuns({
      admit: (token) => this.#admissions.get(token) ?? null,
      served: (appId, version) => this.#apps.opened.get(appId)?.served(version) ?? null,
      onDefect: this.#options.onDefect,
    })
    this.#served.catch(() => {
      this.#served = null
    })
    return this.#served
  }

  async #startTest({ zip, data, clock }: TestRun): Promise<StartedSimulator> {
    const { onNotice, onDefect } = this.#options
    await mkdir(data, { recursive: true })
    return startSimulator({
      path: zip,
      cwd: data,
      port: 0,
      host: '127.0.0.1',
      hostNames: [],
      data,
      fresh: false,
      watch: false,
      clock,
      onEntry: () => {},
      onProblems: () => {},
      onNotice,
      onDefect,
    })
  }
}

interface OpenTest {
  readonly version: string
  readonly started: StartedSimulator
}
