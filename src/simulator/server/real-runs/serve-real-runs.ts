import { readFile } from 'node:fs/promises'
import express, { type Express, type Request } from 'express'
import { answerError } from '../../../local-server/answer-error.js'
import { hostGuard, LOOPBACK_HOSTS } from '../../../local-server/host-guard.js'
import { listen } from '../../../local-server/listen.js'
import { VERSION } from '../../../version.js'
import { injectedScriptPath } from '../../injected-script.js'
import { ANSWER_BYTES_PATH, PICKED_FILES_PATH } from '../../messages.js'
import { renderShellPage, SHELL_FILES_PATH, shellFolder, shellPolicy } from '../../shell-page.js'
import { admittedOnly, admittedTo, leaveStrangers, ownPageOnly } from '../access/access.js'
import { Pairing } from '../access/pairing.js'
import { bundleOrigin, type ServedBundle } from '../bundle-origin/bundle-origin.js'
import { KnownFeatures } from '../bundle-origin/known-features.js'
import { machineClock } from '../machine-clock.js'
import { pickedFiles } from '../picking/picked-files.js'
import { answerBytes, ownHeaders } from '../shell-origin/shell-origin.js'
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
  const injectedScript = (await readFile(injectedScriptPath(), 'utf8')).trim()
  const bundles = await listen(
    bundleOrigin({
      pairing,
      allowedHosts,
      features,
      injectedScript,
      served,
      onPage: () => {},
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

const pages = ({ admit, bundleOriginFor, edition, onDefect }: PagesOptions): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.use(leaveStrangers(machineClock.wake))
  app.use(hostGuard(LOOPBACK_HOSTS))
  app.use(ownHeaders)
  app.get(
    `${ANSWER_BYTES_PATH}:id`,
    ownPageOnly,
    admittedOnly(admit),
    answerBytes((request) => admittedTo<Admission>(request).world.answerBytes),
  )
  app.use(PICKED_FILES_PATH, pickedFiles(admit))
  app.use(
    SHELL_FILES_PATH,
    express.static(shellFolder(), { index: false, redirect: false, dotfiles: 'ignore' }),
  )
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
    response
      .set('Content-Security-Policy', shellPolicy(bundleOriginFor(request.hostname)))
      .type('html')
      .send(renderShellPage({ token, edition, title: admission.world.addressed('').app.name, real: true }))
  })
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('This page does not exist.\n')
  })
  app.use(answerError(onDefect))
  return app
}
