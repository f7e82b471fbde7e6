import { readFile } from 'node:fs/promises'
import type { BaseClock } from '../../host/clock.js'
import { LOOPBACK_HOSTS } from '../../local-server/host-guard.js'
import { listen } from '../../local-server/listen.js'
import { PAIR_PARAMETER } from '../pairing-page.js'
import { newToken } from './access/access.js'
import { Pairing, type PairingOptions } from './access/pairing.js'
import { MissingFiles } from './app-reports/missing-files.js'
import { bundleOrigin } from './bundle-origin/bundle-origin.js'
import { machineClock } from './machine-clock.js'
import { shellOrigin } from './shell-origin/shell-origin.js'
import type { Simulator } from './simulator.js'
import { serveSockets } from './windows/socket.js'

export interface ServeOptions {
  /** The shell's port, 0 for any; the bundle's is the next free one after it. */
  readonly port: number
  /** The address to bind. */
  readonly host: string
  /** Further names and addresses by which browsers may know this machine, in lower case. */
  readonly hostNames: readonly string[]
  /** The addresses by which a phone finds this machine, the likeliest first; none where only this machine gets in. */
  readonly phoneAddresses?: readonly string[]
  /** Whether whoever is at the other end of a connection is on this machine: a test's own. */
  readonly isOnOwnMachine?: PairingOptions['isOnOwnMachine']
  /** Waits for what windows leave unsaid; the machine's own timers without it. */
  readonly wake?: BaseClock['wake']
  /** The folder of the built shell. */
  readonly shellFolder: string
  /** The path of the built script that goes before an app's own code. */
  readonly injectedScript: string
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

export interface ServedSimulator {
  readonly port: number
  /** Whether the port that was asked for was taken. */
  readonly moved: boolean
  readonly token: string
  /** How phones get in, with the pairing code in each; none where only this machine does. */
  readonly phoneUrls: readonly string[]
  /** Stops serving once every window was told; the simulator itself is still to be closed. */
  stop(): Promise<void>
}

const LONGEST_REQUEST_MS = 3_600_000

/**
 * Serves a simulator: the shell on one origin, the bundle on another.
 * @throws {Failure} `usage` when a port cannot be had
 */
export const serve = async (simulator: Simulator, options: ServeOptions): Promise<ServedSimulator> => {
  const { host, onDefect, wake = machineClock.wake } = options
  const token = newToken()
  const pairing = new Pairing({
    now: () => performance.now(),
    ...(options.isOnOwnMachine === undefined ? {} : { isOnOwnMachine: options.isOnOwnMachine }),
  })
  const allowedHosts = [...LOOPBACK_HOSTS, ...options.hostNames]
  const injectedScript = (await readFile(options.injectedScript, 'utf8')).trim()
  const bundle = { port: 0 }
  const bundleOriginFor = (hostname: string): string => `http://${hostname}:${bundle.port}`
  const shell = await listen(
    shellOrigin({
      simulator,
      token,
      pairing,
      allowedHosts,
      bundleOriginFor,
      wake,
      shellFolder: options.shellFolder,
      onDefect,
    }),
    options.port,
    host,
  )
  const missing = new MissingFiles(simulator.log, () => performance.now())
  // A picked video may come slowly, or pause: a phone that sleeps goes on when it wakes.
  shell.server.requestTimeout = LONGEST_REQUEST_MS
  try {
    const bundleServer = await listen(
      bundleOrigin({
        pairing,
        allowedHosts,
        injectedScript,
        onDefect,
        served: () => simulator.served,
        onMissing: (bundle, path, why) => {
          missing.tell(bundle, path, why).catch(onDefect)
        },
      }),
      options.port === 0 ? 0 : shell.port + 1,
      host,
    )
    bundle.port = bundleServer.port
    const phoneUrls = (options.phoneAddresses ?? []).map(
      (address) => `http://${address}:${shell.port}/?${PAIR_PARAMETER}=${pairing.code}`,
    )
    const sockets = serveSockets(shell.server, {
      simulator,
      token,
      pairing,
      phoneLinks: phoneUrls.length === 0 ? null : { urls: phoneUrls },
      allowedHosts,
      bundleOriginFor,
      wake,
      onDefect,
    })
    let stopping: Promise<void> | null = null
    const stop = async (): Promise<void> => {
      await sockets.close()
      await Promise.all([shell.stop(), bundleServer.stop()])
    }
    return {
      port: shell.port,
      moved: shell.moved,
      token,
      phoneUrls,
      stop: () => {
        stopping ??= stop()
        return stopping
      },
    }
  } catch (error) {
    await shell.stop()
    throw error
  }
}
