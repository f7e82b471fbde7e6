import { openZip } from '../../../bundle/zip-reader.js'
import { Failure } from '../../../failure.js'
import type { Clock } from '../../../host/clock.js'
import type { Host } from '../../../host/host.js'
import type { CallLog } from '../../../host/log/call-log.js'
import type { RunnableApp, RunnableVersion, Visitor } from '../../../host/real-runs/runnable-app.js'
import { Mutex } from '../../../mutex.js'
import type { RealRunInfo } from '../../messages.js'
import { type AddressedApp, addressedApp } from '../app/addressed-app.js'
import type { AppState } from '../app/live-app.js'
import { readManifestFacts } from '../app/manifest-facts.js'
import type { ServedBundle } from '../bundle-origin/bundle-origin.js'
import { UploadFolder } from '../picking/upload-folder.js'
import { AnswerBytes } from '../shell-origin/answer-bytes.js'
import type { RealWindows, SeatWorld } from '../windows/seat-world.js'
import { Windows } from '../windows/windows.js'

/** An app whose real runs are served, and the windows in which people have it open. */
export class RealApp implements SeatWorld {
  readonly windows = new Windows()
  readonly answerBytes = new AnswerBytes()
  readonly uploads = new UploadFolder()
  readonly steering = null
  readonly real: RealWindows
  readonly #app: RunnableApp
  readonly onDefect: (error: unknown) => void
  /** The versions that were opened: a window may still show one that is no longer live. */
  readonly #opened = new Map<string, AppState>()
  readonly #mutex = new Mutex()
  readonly #visitors = new Map<number, RealRunInfo>()
  readonly #stopListening: () => void
  #state: AppState

  private constructor(
    app: RunnableApp,
    version: string,
    state: AppState,
    onDefect: (error: unknown) => void,
  ) {
    this.#app = app
    this.#state = state
    this.onDefect = onDefect
    this.#opened.set(version, state)
    this.real = {
      infoOf: (seat) => this.#visitors.get(seat) ?? { person: '', home: '/' },
      surroundings: (seat, surroundings) => app.surroundings(seat, surroundings),
    }
    this.#stopListening = app.onSwitches((seat) => {
      this.windows.inSeat(seat)?.switched(app.switches.of(seat))
    })
  }

  /** @throws {Failure} if no version of the app is live */
  static async open(app: RunnableApp, onDefect: (error: unknown) => void): Promise<RealApp> {
    const version = app.live()
    if (version === null) throw new Failure('not-found', 'No version of this app is live.')
    return new RealApp(app, version.version, await readVersion(version), onDefect)
  }

  get log(): CallLog {
    return this.#app.log
  }

  get clock(): Clock {
    return this.#app.clock
  }

  get switches(): RunnableApp['switches'] {
    return this.#app.switches
  }

  get live(): SeatWorld['live'] {
    return { state: this.#state, problems: null }
  }

  readonly failures = null

  frameOpened(): number {
    return this.log.lastSeq
  }

  async host(_appId: string): Promise<Host> {
    return this.#app.host
  }

  addressed(origin: string): AddressedApp {
    return addressedApp(this.#state, origin)
  }

  /** What the window of a seat shows about its person. */
  welcome({ seat, person, home }: Visitor): void {
    this.#visitors.set(seat, { person, home })
  }

  /** Whether what opens next is another version. Open pages stay as they are. */
  update(): Promise<void> {
    return this.#mutex.run(async () => {
      const version = this.#app.live()
      if (version === null) return
      // Read again even if it was open before: what was granted may have changed.
      const known = this.#opened.get(version.version)
      const state = known === undefined ? await readVersion(version) : await withFacts(known, version)
      if (known === this.#state && JSON.stringify(known.facts) === JSON.stringify(state.facts)) return
      this.#opened.set(version.version, state)
      this.#state = state
      for (const window of this.windows.seats) window.updated()
    })
  }

  /** The bundle of a version that was opened. */
  served(version: string): ServedBundle | null {
    const state = this.#opened.get(version)
    return state === undefined ? null : { appId: this.#app.id, version, bundle: state.bundle }
  }

  sheetOpened(): void {}

  /** Serves no more files, because they are removed. Open pages learn from the host that the app is gone. */
  async removeFiles(): Promise<void> {
    await this.#mutex.run(async () => {
      const states = new Set([...this.#opened.values()].map(({ bundle }) => bundle))
      this.#opened.clear()
      for (const bundle of states) await bundle.close()
    })
  }

  /** Closes everything, and every window. */
  async close(): Promise<void> {
    this.#stopListening()
    for (const window of this.windows.seats) {
      this.windows.leave(window)
      window.dismiss('The app was closed. Open it again from its page.', 'closed')
    }
    await this.removeFiles()
    await this.uploads.close()
  }
}

const readVersion = async (version: RunnableVersion): Promise<AppState> => {
  const bundle = await openZip(version.zip)
  try {
    return await withFacts({ bundle, facts: null }, version)
  } catch (error) {
    await bundle.close()
    throw error
  }
}

const withFacts = async ({ bundle }: AppState, version: RunnableVersion): Promise<AppState> => {
  const facts = readManifestFacts(await bundle.read('manifest.json'))
  return { bundle, facts: facts === null ? null : { ...facts, app: version.hosted(facts.app) } }
}
