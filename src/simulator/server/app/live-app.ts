import type { Bundle } from '../../../bundle/bundle.js'
import type { CheckResult } from '../../../check/problem.js'
import { Mutex } from '../../../mutex.js'
import { confinedBundle } from './confined-bundle.js'
import { type ManifestFacts, readManifestFacts } from './manifest-facts.js'

/** How an app is opened and checked: a folder or a zip on disk, or a test's own. */
export interface AppSource {
  /** The app's folder, absolute; null for a zip. */
  readonly folder: string | null
  open(): Promise<Bundle>
  check(bundle: Bundle): Promise<CheckResult>
}

/** The app as it is on disk. */
export interface AppState {
  readonly bundle: Bundle
  /** Null while the manifest cannot be read. */
  readonly facts: ManifestFacts | null
}

export interface LiveAppEvents {
  /** Called when the files changed. */
  readonly onReload: (state: AppState) => void
  readonly onProblems: (problems: CheckResult) => void
  /** Called when the app could not be read again. The earlier state is kept. */
  readonly onFailure: (error: unknown) => void
}

/** Keeps an app up to date: reads and checks it again whenever its files change. */
export class LiveApp {
  readonly #source: AppSource
  #events: LiveAppEvents | null = null
  #state: AppState
  #problems: CheckResult | null = null
  #refreshing: Promise<void> | null = null
  #isStale = false
  readonly #mutex = new Mutex()
  #closed = false

  private constructor(source: AppSource, state: AppState) {
    this.#source = source
    this.#state = state
  }

  static async open(source: AppSource): Promise<LiveApp> {
    return new LiveApp(source, await readState(source))
  }

  /** Starts the first check, and sends events from now on. */
  begin(events: LiveAppEvents): void {
    this.#events = events
    this.#check(this.#state)
  }

  get state(): AppState {
    return this.#state
  }

  /** The app's folder, absolute; null for a zip. */
  get folder(): string | null {
    return this.#source.folder
  }

  /** The result of the latest check; null during the first one. */
  get problems(): CheckResult | null {
    return this.#problems
  }

  /** Reads the app again. If this is called during a read, the app is read once more after it. */
  refresh(): Promise<void> {
    this.#isStale = true
    this.#refreshing ??= this.#refresh()
    return this.#refreshing
  }

  /** Resolves when the latest check is done. */
  async checked(): Promise<void> {
    await this.#refreshing
    await this.#mutex.run(async () => {})
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.checked()
    await this.#state.bundle.close()
  }

  async #refresh(): Promise<void> {
    while (this.#isStale && !this.#closed) {
      this.#isStale = false
      try {
        const before = this.#state
        this.#state = await readState(this.#source)
        this.#events?.onReload(this.#state)
        this.#check(this.#state)
        const { bundle } = before
        this.#mutex.run(() => bundle.close()).catch((error: unknown) => this.#events?.onFailure(error))
      } catch (error) {
        this.#events?.onFailure(error)
      }
    }
    this.#refreshing = null
  }

  /** Runs checks one after the other in the background. Of several that wait, only the last one runs. */
  #check(state: AppState): void {
    void this.#mutex.run(async () => {
      if (state !== this.#state || this.#closed) return
      try {
        const problems = await this.#source.check(state.bundle)
        this.#problems = problems
        this.#events?.onProblems(problems)
      } catch (error) {
        this.#events?.onFailure(error)
      }
    })
  }
}

const readState = async (source: AppSource): Promise<AppState> => {
  const opened = await source.open()
  const bundle = source.folder === null ? opened : confinedBundle(opened, source.folder)
  return { bundle, facts: await readFacts(bundle) }
}

const readFacts = async (bundle: Bundle): Promise<ManifestFacts | null> => {
  if (!bundle.files.some(({ path }) => path === 'manifest.json')) return null
  return readManifestFacts(await bundle.read('manifest.json'))
}
