import { readFile } from 'node:fs/promises'
import type { BaseClock } from '../../host/clock.js'
import { isToken } from '../../local-server/bearer.js'
import { LOOPBACK_HOSTS } from '../../local-server/host-guard.js'
import { listen } from '../../local-server/listen.js'
import { lanAddresses } from '../../local-server/own-machine.js'
import { HOUR_MS } from '../../platform/units.js'
import { VERSION } from '../../version.js'
import { newToken } from './access/access.js'
import { Pairing, type PairingOptions } from './access/pairing.js'
import { PhoneAccess } from './access/phone-access.js'
import type { WindowKeys } from './access/window-keys.js'
import { MissingFiles } from './app-reports/missing-files.js'
import { bundleOrigin } from './bundle-origin/bundle-origin.js'
import { KnownFeatures } from './bundle-origin/known-features.js'
import { machineClock } from './machine.js'
import { shellOrigin } from './shell-origin/shell-origin.js'
import type { Simulator } from './simulator.js'
import type { Admission } from './windows/admission.js'
import { ObserverConnection } from './windows/observer-connection.js'
import { serveSockets } from './windows/socket.js'

export interface ServeOptions {
  /** The shell's port, 0 for any. The bundle's port is the next free one after it. */
  readonly port: number
  /** The address to bind. */
  readonly host: string
  /** Other names and addresses of this machine that browsers may use, in lower case. */
  readonly hostNames: readonly string[]
  /** This machine's addresses for phones, the most likely first. Empty if only this machine can connect. */
  readonly phoneAddresses?: readonly string[]
  /** All addresses of this machine that a phone may reach, for when the developer lets phones in. Default: those it has then. */
  readonly findAddresses?: () => readonly string[]
  /** Whether the other end of a connection is on this machine. For tests. */
  readonly isOnOwnMachine?: PairingOptions['isOnOwnMachine']
  /** How many seats the first window has, unless its URL names some. Default: one. */
  readonly seats?: number
  /** The command of the developer's editor. Default: one that is found. */
  readonly editor?: string | undefined
  /** The keys of open windows and phones. Default: new ones. */
  readonly keys?: WindowKeys
  /** Sets timers for connections. Default: the machine's timers. */
  readonly wake?: BaseClock['wake']
  /** The folder of the built shell. */
  readonly shellFolder: string
  /** The path of the built script that runs before an app's own code. */
  readonly injectedScript: string
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

export interface ServedSimulator {
  readonly port: number
  /** Whether the requested port was in use. */
  readonly moved: boolean
  readonly token: string
  /** URLs for phones, each with the pairing code. Empty if only this machine can connect. */
  readonly phoneUrls: readonly string[]
  /** Stops serving after every window was notified. The simulator itself must still be closed. */
  stop(): Promise<void>
}

/** Identifies pages that fit this server: their scripts are of this version, and their policy names the bundle's origin. */
const editionOf = (bundlePort: number): string => `${VERSION} ${bundlePort}`

const LONGEST_REQUEST_MS = HOUR_MS

/**
 * Serves a simulator: the shell on one origin, the bundle on another.
 * @throws {Failure} `usage` if no port is available
 */
export const serve = async (simulator: Simulator, options: ServeOptions): Promise<ServedSimulator> => {
  const { host, onDefect, wake = machineClock.wake } = options
  const token = options.keys?.token ?? newToken()
  const pairing = new Pairing({
    now: () => performance.now(),
    ...(options.keys === undefined ? {} : { code: options.keys.pairingCode }),
    ...(options.isOnOwnMachine === undefined ? {} : { isOnOwnMachine: options.isOnOwnMachine }),
  })
  const allowedHosts = [...LOOPBACK_HOSTS, ...options.hostNames]
  const injectedScript = (await readFile(options.injectedScript, 'utf8')).trim()
  const features = new KnownFeatures()
  const bundle = { port: 0 }
  let phones: PhoneAccess | null = null
  const admission: Admission = {
    world: simulator,
    seat: null,
    observer: (bundleOrigin, send) =>
      new ObserverConnection(simulator, bundleOrigin, phones?.links ?? null, send),
  }
  const admit = (given: string): Admission | null => (isToken(given, token) ? admission : null)
  const bundleOriginFor = (hostname: string): string => `http://${hostname}:${bundle.port}`
  const shell = await listen(
    shellOrigin({
      simulator,
      token,
      admit,
      pairing,
      allowedHosts,
      editor: options.editor ?? null,
      ...(options.seats === undefined ? {} : { seats: options.seats }),
      bundleOriginFor,
      openToPhones: async () => {
        if (phones === null) throw new Error('The simulator is still starting.')
        return await phones.open()
      },
      edition: () => editionOf(bundle.port),
      wake,
      shellFolder: options.shellFolder,
      onDefect,
    }),
    options.port,
    host,
  )
  const missing = new MissingFiles(simulator.log, () => performance.now())
  // A picked video may be slow or pause: a sleeping phone continues when it wakes.
  shell.server.requestTimeout = LONGEST_REQUEST_MS
  try {
    const bundleServer = await listen(
      bundleOrigin({
        pairing,
        allowedHosts,
        features,
        injectedScript,
        onDefect,
        served: (appId, version) => simulator.served(appId, version),
        onPage: () => simulator.pageLoads.pageServed(),
        onSheetAsData: (path) => simulator.sheetsReadByScripts.add(path),
        onMissing: (bundle, path, why) => {
          missing.report(bundle, path, why).catch(onDefect)
        },
        onPreflight: (bundle, path, headers) => {
          missing.reportPreflight(bundle, path, headers).catch(onDefect)
        },
      }),
      options.port === 0 ? 0 : shell.port + 1,
      host,
    )
    bundle.port = bundleServer.port
    const access = new PhoneAccess({
      servers: [shell, bundleServer],
      open: options.phoneAddresses ?? [],
      find: options.findAddresses ?? lanAddresses,
      allowedHosts,
      code: pairing.code,
    })
    phones = access
    const sockets = serveSockets(shell.server, {
      admit,
      pairing,
      allowedHosts,
      bundleOriginFor,
      edition: editionOf(bundle.port),
      features,
      wake,
    })
    let stopping: Promise<void> | null = null
    const stop = async (): Promise<void> => {
      await sockets.close()
      await Promise.all([shell.stop(), bundleServer.stop(), access.stop()])
    }
    return {
      port: shell.port,
      moved: shell.moved,
      token,
      phoneUrls: access.links?.urls ?? [],
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
