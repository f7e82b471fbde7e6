import { resolve } from 'node:path'
import { startService as start } from '../service/start.js'
import type { ControlAddress } from './control-error.js'
import { refuseUnknownOptions } from './control-requests.js'
import { runOnData, throwLater } from './run-on-data.js'
import { ServiceClient } from './service-client.js'

export interface StartServiceOptions {
  /** The port; default 0, any free one. */
  readonly port?: number
  /** Keep its data in this folder, and start with what it holds; default: a new one that is removed at the end. */
  readonly data?: string
}

/** A service that runs in this process. */
export interface RunningService extends ControlAddress {
  /** Its home page. */
  readonly url: string
  /** What clients call the base URL, without a slash at its end. */
  readonly baseUrl: string
  /** The connected app that is registered from the start. */
  readonly clientId: string
  /** The control API. */
  readonly client: ServiceClient
  /** Stops it and frees its port; stopping it again does nothing. */
  stop(): Promise<void>
}

/**
 * Starts the local service.
 * @throws {Failure} when its data are in use
 */
export const startService = async (options: StartServiceOptions = {}): Promise<RunningService> => {
  refuseUnknownOptions('startService', options, { port: true, data: true })
  return await runOnData(options.data, async (data) => {
    const { baseUrl, clientId, control, token, stop } = await start({
      port: options.port ?? 0,
      dataFolder: resolve(data),
      fresh: false,
      log: () => {},
      warn: (message) => process.emitWarning(message),
      // Loaded when a test opens a mini app.
      createRunner: async () => {
        const { BrowserAppRunner } = await import('../simulator/server/real-runs/browser-app-runner.js')
        return new BrowserAppRunner({
          onNotice: (message) => process.emitWarning(message),
          onDefect: throwLater,
        })
      },
      onDefect: throwLater,
    })
    const address = { control, token }
    return { url: `${baseUrl}/`, baseUrl, clientId, ...address, client: new ServiceClient(address), stop }
  })
}
