import { randomInt } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import { type Located, locateBundle } from '../../bundle/locate.js'
import { openLocated } from '../../bundle/open.js'
import { allowedInPackage } from '../../bundle/package-settings.js'
import type { CheckResult } from '../../check/problem.js'
import { LOCAL_FOLDER } from '../../durable/folders.js'
import type { AiMade, AiRequest } from '../../host/ai/ai-maker.js'
import type { BaseClock } from '../../host/clock.js'
import { inDist } from '../../in-dist.js'
import { keepWindowKeys } from './access/window-keys.js'
import { DataFolder } from './data/data-folder.js'
import { machineClock } from './machine.js'
import { type ServedSimulator, type ServeOptions, serve } from './serve.js'
import { Simulator, type SimulatorOptions } from './simulator.js'
import { openSeats } from './windows/seats-without-window.js'
import { makeByStandIn } from './workers/ai-maker.js'
import type { CheckQuestion } from './workers/check-worker.js'
import { Thread } from './workers/thread.js'

export interface StartOptions
  extends Pick<ServeOptions, 'port' | 'host' | 'hostNames' | 'phoneAddresses' | 'editor'>,
    Pick<SimulatorOptions, 'onEntry' | 'onProblems' | 'onNotice' | 'onDefect'> {
  /** The app's folder, its project's, or a zip. */
  readonly path: string
  /**
   * The folder into which a bundler builds the project at `path`. It is not watched: the bundler refreshes the app after
   * each build. Default: found from `path`.
   */
  readonly built?: string
  readonly cwd: string
  /** The host name in the URL for browsers on this machine. Default: `localhost`. */
  readonly urlHost?: string
  /** The folder for saved data; null uses the project's `.miniapp`. */
  readonly data: string | null
  /** Whether to start without saved data. */
  readonly fresh: boolean
  /** How many seats to open without a window; by default none. */
  readonly seats?: number
  /** The time that the simulator's clock follows. Default: the machine's. */
  readonly clock?: BaseClock
  /** Rules whose findings are known and marked as allowed, beside those that the project's `package.json` allows. */
  readonly allow?: readonly string[]
  /** Whether a saved file reloads the app. */
  readonly watch: boolean
}

export interface StartedSimulator {
  readonly simulator: Simulator
  readonly served: ServedSimulator
  /** The shell's address. */
  readonly url: string
  /** Stops serving and watching, and waits for running saves. */
  stop(): Promise<void>
}

/**
 * Opens an app, serves it, and watches its files.
 * @throws {Failure} if there is no app at the path, the saved data are in use, or no port is available
 */
export const startSimulator = async (options: StartOptions): Promise<StartedSimulator> => {
  const { path, built, cwd, onDefect } = options
  const located: Located =
    built === undefined ? await locateBundle(path, cwd) : { kind: 'folder', path: built }
  const project = located.kind === 'folder' ? resolve(cwd, path) : dirname(resolve(cwd, path))
  const data = await DataFolder.open(
    options.data === null ? join(project, LOCAL_FOLDER) : resolve(cwd, options.data),
    options.onNotice,
  )
  const checking = new Thread<CheckQuestion, CheckResult>('check-worker')
  const making = new Thread<AiRequest, AiMade>('ai-worker')
  const cleanUp: (() => Promise<void>)[] = [() => data.close(), () => checking.close(), () => making.close()]
  const stop = async (): Promise<void> => {
    for (const step of cleanUp) await step()
  }
  try {
    if (options.fresh) await data.startFresh()
    const openedAt = Date.now()
    const simulator = await Simulator.open({
      ...options,
      source: {
        folder: located.kind === 'folder' ? resolve(cwd, located.path) : null,
        open: () => openLocated(located, cwd),
        // When run from source, there is no built worker.
        check: async (bundle) => {
          const project = located.kind === 'zip' ? [] : await allowedInPackage(located.path, cwd)
          const allow = [...(options.allow ?? []), ...project]
          return checking.exists
            ? checking.ask({ located, cwd, allow })
            : (await import('../../check/run.js')).check(bundle, { allow })
        },
        endCheck: () => checking.close(),
      },
      data,
      project,
      clock: options.clock ?? machineClock,
      randomness: { integer: (bound) => randomInt(bound) },
      makeByStandIn: (request) => (making.exists ? making.ask(request) : makeByStandIn(request)),
    })
    // Closing the simulator closes the data folder too.
    cleanUp[0] = () => simulator.close()
    const served = await serve(simulator, {
      ...options,
      keys: await keepWindowKeys(data.path, options.fresh, options.onNotice),
      shellFolder: inDist('shell'),
      injectedScript: inDist('injected', 'injected.js'),
    })
    cleanUp.unshift(() => served.stop())
    const url = `http://${options.urlHost ?? 'localhost'}:${served.port}/`
    await data.announce(url)
    await openSeats(simulator, options.seats ?? 0)
    if (!options.watch) return { simulator, served, url, stop }
    // Loaded late, because the page does not need it. Files saved in the meantime are noticed.
    const { watchFiles } = await import('../../watching/watch-files.js')
    const refresh = (changed: readonly string[]): void => {
      simulator.live.refresh(located.kind === 'zip' ? 'anything' : changed).catch(onDefect)
    }
    if (built === undefined) {
      const watcher = watchFiles(resolve(cwd, located.path), located.kind, refresh, openedAt)
      cleanUp.unshift(() => watcher.close())
    }
    // Mistakes in the script are reported when it is saved, not when it is used.
    const scriptWatcher = watchFiles(simulator.ai.script.path, 'file', () => {
      simulator.ai.script.refresh().catch(onDefect)
    })
    cleanUp.unshift(() => scriptWatcher.close())
    return { simulator, served, url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
