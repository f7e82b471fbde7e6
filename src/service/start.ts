import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { listen } from '../local-server/listen.js'
import { createService } from './app.js'
import { openMediaFolder } from './media-files.js'
import { LOCAL_CLIENT_ID } from './registered-apps.js'
import { ServiceStore } from './store.js'
import type { ServiceEvent } from './world.js'

export interface RunningService {
  /** The base URL, without a trailing slash. */
  readonly baseUrl: string
  /** The app that is registered by default. */
  readonly clientId: string
  /** Whether the requested port was in use. */
  readonly moved: boolean
  readonly posts: number
  stop(): Promise<void>
}

/**
 * Starts the local service on this machine's loopback address.
 * @param dataFolder the folder of its records
 * @throws {Failure} `usage` if no port is available, or the folder cannot be used
 */
export const startService = async (options: {
  readonly port: number
  readonly dataFolder: string
  readonly fresh: boolean
  readonly log: (event: ServiceEvent) => void
  readonly warn: (line: string) => void
}): Promise<RunningService> => {
  const store = await ServiceStore.open(options.dataFolder, {
    fresh: options.fresh,
    now: Date.now(),
    warn: options.warn,
  })
  try {
    const isKnown = (id: string): boolean => store.get('media', id) !== null
    const media = await openMediaFolder(join(options.dataFolder, 'media'), isKnown)
    const app = await createService({
      store,
      media,
      now: Date.now,
      random: randomBytes,
      delay: (milliseconds) => setTimeout(milliseconds),
      faults: { api: 'none', signIn: 'none' },
      lastUsedAt: new Map(),
      log: options.log,
    })
    const server = await listen(app, options.port)
    return {
      baseUrl: `http://localhost:${server.port}`,
      clientId: LOCAL_CLIENT_ID,
      moved: server.moved,
      posts: store.count('post'),
      stop: async () => {
        await server.stop()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
