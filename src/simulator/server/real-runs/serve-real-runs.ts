import { readFile } from 'node:fs/promises'
import type { Express, Request } from 'express'
import { inDist } from '../../../in-dist.js'
import { LOOPBACK_HOSTS } from '../../../local-server/host-guard.js'
import { listen } from '../../../local-server/listen.js'
import { VERSION } from '../../../version.js'
import { renderShellPage, shellPolicy } from '../../shell-page.js'
import { admittedOnly, admittedTo } from '../access/access.js'
import { Pairing } from '../access/pairing.js'
import { bundleOrigin, type ServedBundle } from '../bundle-origin/bundle-origin.js'
import { KnownFeatures } from '../bundle-origin/known-features.js'
import { machineClock } from '../machine.js'
import { pagesWithApp, sendAnswerBytes } from '../shell-origin/shell-origin.js'
import type { Admission } from '../windows/admission.js'
import { serveSockets } from '../windows/socket.js'

export interface RealRunsOptions {
  /** Whom the token of a run admits; null for one that is not known. */
  readonly admit: (token: string) => Admission | null
  /** The bundle of an app's version; null if it is not served. */
  readonly served: (appId: string, version: string) => ServedBundle | null
  /** A defect of the server itself. */
  readonly onDefect: (error: unknown) => void
}

export interface ServedRealRuns {
  /** The address of a run's page. */
  urlOf(token: string): string
  stop(): Promise<void>
}

/** The path of a run's page, which ends in the run's token: nobody else can guess it. */
const RUNS_PATH = '/runs/'

/**
 * Serves real runs: their pages on one origin, the bundles of all apps on another. On this machine only. There is no control
 * API, and no page has developer panels.
 * @throws {Failure} `usage` if no port is available
 */
export const serveRealRuns = async ({
  admit,
  served,
  onDefect,
}: RealRunsOptions): Promise<ServedRealRuns> => {
  const { wake } = machineClock
  const pairing = new Pairing({ now: () => performance.now() })
  const allowedHosts = LOOPBACK_HOSTS
  const features = new KnownFeatures()
  const injectedScript = (await readFile(inDist('injected', 'injected.js'), 'utf8')).trim()
  const bundles = await listen(
    bundleOrigin({
      pairing,
      allowedHosts,
      features,
      injectedScript,
      served,
      onPage: () => {},
      onSheetAsData: () => {},
      onMissing: () => {},
      onPreflight: () => {},
      onDefect,
    }),
    0,
  )
  const bundleOriginFor = (hostname: string): string => `http://${hostname}:${bundles.port}`
  const edition = `${VERSION} ${bundles.port}`
  try {
    const shell = await listen(pages({ admit, bundleOriginFor, edition, onDefect }), 0)
    const sockets = serveSockets(shell.server, {
      admit,
      pairing,
      allowedHosts,
      bundleOriginFor,
      edition,
      features,
      wake,
    })
    return {
      urlOf: (token) => `http://localhost:${shell.port}${RUNS_PATH}${token}`,
      stop: async () => {
        await sockets.close()
        await Promise.all([shell.stop(), bundles.stop()])
      },
    }
  } catch (error) {
    await bundles.stop()
    throw error
  }
}

interface PagesOptions extends Pick<RealRunsOptions, 'admit' | 'onDefect'> {
  readonly edition: string
  readonly bundleOriginFor: (hostname: string) => string
}

const pages = ({ admit, bundleOriginFor, edition, onDefect }: PagesOptions): Express =>
  pagesWithApp({
    admit,
    onDefect,
    allowedHosts: LOOPBACK_HOSTS,
    wake: machineClock.wake,
    shellFolder: inDist('shell'),
    bytes: [
      admittedOnly(admit),
      sendAnswerBytes((request) => admittedTo<Admission>(request).world.answerBytes),
    ],
    missing: 'This page does not exist.',
    addPages: (app) => {
      app.get(`${RUNS_PATH}:token`, (request: Request<{ token: string }>, response) => {
        const { token } = request.params
        const admission = admit(token)
        if (admission === null) {
          response
            .status(404)
            .type('text/plain')
            .send('This run is over. Open the app again from its page in the catalogue.\n')
          return
        }
        const title = admission.world.addressed('').app.name
        response
          .set('Content-Security-Policy', shellPolicy(bundleOriginFor(request.hostname)))
          .type('html')
          .send(renderShellPage({ token, edition, title, real: true }))
      })
    },
  })
