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
  /** Ends a check that is running, which may take seconds; absent where it cannot be ended. */
  endCheck?(): Promise<void>
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
  /** Called instead where only style sheets have other content. */
  readonly onStyles: (paths: readonly string[]) => void
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
  /** What changed since the app was read: paths, or anything; null if nothing did. */
  #stale: readonly string[] | 'anything' | null = null
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

  /**
   * Reads the app again. If this is called during a read, the app is read once more after it.
   * @param changed the paths of what changed; by default, it can be anything
   */
  refresh(changed: readonly string[] | 'anything' = 'anything'): Promise<void> {
    this.#stale =
      changed === 'anything' || this.#stale === 'anything' ? 'anything' : [...(this.#stale ?? []), ...changed]
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
    await this.#source.endCheck?.()
    await this.checked()
    await this.#state.bundle.close()
  }

  async #refresh(): Promise<void> {
    while (this.#stale !== null && !this.#closed) {
      const changed = this.#stale
      this.#stale = null
      try {
        const before = this.#state
        this.#state = await readState(this.#source)
        const styles = changed === 'anything' ? [] : stylesOf(changed, before.bundle, this.#state.bundle)
        if (styles.length > 0) this.#events?.onStyles(styles)
        else this.#events?.onReload(this.#state)
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
        // A check that was ended has not failed.
        if (!this.#closed) this.#events?.onFailure(error)
      }
    })
  }
}

/** What changed, where only style sheets did. Paths outside the bundle, such as an editor's own files, do not count. */
const stylesOf = (changed: readonly string[], before: Bundle, after: Bundle): readonly string[] => {
  const earlier = new Set(before.files.map(({ path }) => path))
  const now = new Set(after.files.map(({ path }) => path))
  const inBundle = changed.filter((path) => earlier.has(path) || now.has(path))
  return inBundle.every((path) => path.endsWith('.css') && earlier.has(path) && now.has(path)) ? inBundle : []
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
