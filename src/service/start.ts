import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { cannot, usageFailure } from '../failure.js'
import type { AppRunner } from '../host/real-runs/app-runner.js'
import { listen } from '../local-server/listen.js'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../platform/publishing.js'
import { createService } from './app.js'
import { serviceClock } from './clock.js'
import { Faults } from './faults/faults.js'
import { MiniApps } from './miniapps/mini-apps.js'
import { CONTROL_PATH } from './pages/paths.js'
import { saveLastUse } from './records/last-use.js'
import { openWorldFiles } from './records/media-files.js'
import { LOCAL_CLIENT_ID } from './records/registered-apps.js'
import { ServiceStore } from './records/store.js'
import { Runs } from './runs/runs.js'
import { newName } from './secrets.js'
import type { ServiceEvent } from './world.js'

export interface RunningService {
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string
  /** The app that is registered by default. */
  readonly clientId: string
  /** Whether the requested port was in use. */
  readonly moved: boolean
  readonly posts: number
  /** The address of the control API, ending in a slash. */
  readonly control: string
  /** What the control API wants. */
  readonly token: string
  stop(): Promise<void>
}

const CONTROL_TOKEN_BYTES = 24

/**
 * Starts the local service on this machine's loopback address.
 * @param dataFolder the folder of its records
 * @throws {Failure} `usage` if no port is available, or the folder cannot be used
 */
export const startService = async (options: {
  readonly port: number
  readonly dataFolder: string
  readonly fresh: boolean
  /** How long access tokens are good, in seconds; default: as long as the service's. */
  readonly tokenLifetimeSeconds?: number
  readonly log: (event: ServiceEvent) => void
  readonly warn: (line: string) => void
  /** Makes what opens mini apps in a browser, once somebody opens one. Without it nobody can. */
  readonly createRunner?: () => Promise<AppRunner>
  /** The address of a simulator that runs beside the service, for its home page. */
  readonly simulatorUrl?: string
  /** A defect of the service itself. */
  readonly onDefect: (error: unknown) => void
}): Promise<RunningService> => {
  const store = await ServiceStore.open(options.dataFolder, {
    fresh: options.fresh,
    now: Date.now(),
    warn: options.warn,
  })
  try {
    const disk = { root: options.dataFolder }
    const files = await openWorldFiles(disk, store, () => newName({ random: randomBytes })).catch(
      cannot('keep uploaded files in', options.dataFolder),
    )
    const clock = serviceClock(store, Date.now)
    const { now } = clock
    const controlToken = randomBytes(CONTROL_TOKEN_BYTES).toString('base64url')
    const miniApps = new MiniApps({ store, now, random: randomBytes })
    const { media, versionFiles } = files
    const { log } = options
    const parts = { store, media, miniApps, versionFiles, clock, now, random: randomBytes, log }
    const runs = new Runs({
      ...parts,
      createRunner: options.createRunner ?? noRunner,
      testsFolder: join(options.dataFolder, 'tests'),
      onDefect: options.onDefect,
    })
    const lastUsedAt = new Map<string, number>()
    const app = await createService({
      ...parts,
      files,
      runs,
      tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? ACCESS_TOKEN_LIFETIME_SECONDS,
      simulatorUrl: options.simulatorUrl ?? null,
      controlToken,
      delay: (milliseconds) => setTimeout(milliseconds),
      faults: new Faults(),
      lastUsedAt,
    })
    const server = await listen(app, options.port)
    return {
      baseUrl: `http://localhost:${server.port}`,
      clientId: LOCAL_CLIENT_ID,
      moved: server.moved,
      posts: store.count('post'),
      control: `http://localhost:${server.port}${CONTROL_PATH}/`,
      token: controlToken,
      stop: async () => {
        await runs.stop()
        await server.stop()
        await saveLastUse({ store, lastUsedAt, now })
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

const noRunner = async (): Promise<never> => {
  throw usageFailure('This service cannot open mini apps: it was started without a runner.')
}
