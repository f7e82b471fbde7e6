import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type { BaseClock } from '../../../host/clock.js'
import { answerError } from '../../../local-server/answer-error.js'
import { hostGuard } from '../../../local-server/host-guard.js'
import { ANSWER_BYTES_PATH, PICKED_FILES_PATH } from '../../messages.js'
import { SHELL_FILES_PATH } from '../../shell-page.js'
import { bearer, leaveStrangers, ownPageOnly } from '../access/access.js'
import type { Pairing } from '../access/pairing.js'
import { controlApi } from '../control/control-api.js'
import { pickedFiles } from '../picking/picked-files.js'
import type { Simulator } from '../simulator.js'
import type { Admission } from '../windows/admission.js'
import type { AnswerBytes } from './answer-bytes.js'
import { shellPageRoute } from './shell-page-route.js'

export interface ShellOriginOptions {
  readonly simulator: Simulator
  readonly token: string
  /** Whom a token admits; null for one that is not known. */
  readonly admit: (token: string) => Admission | null
  /** Decides who may open the page, which contains the token. */
  readonly pairing: Pairing
  readonly allowedHosts: readonly string[]
  /** The command of the developer's editor; null finds one. */
  readonly editor: string | null
  readonly wake: BaseClock['wake']
  /** The folder of the built shell. */
  readonly shellFolder: string
  /** Identifies pages that fit this server. */
  readonly edition: () => string
  /** The bundle's origin for a browser that uses this name for this machine. */
  readonly bundleOriginFor: (hostname: string) => string
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** The origin of the shell: its page, its files, and the control API. The socket is on the same server. */
export const shellOrigin = (options: ShellOriginOptions): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.use(leaveStrangers(options.wake))
  app.use(hostGuard(options.allowedHosts))
  app.use(ownHeaders)
  app.use('/control', controlApi(options))
  app.get(
    `${ANSWER_BYTES_PATH}:id`,
    ownPageOnly,
    bearer(options.token),
    answerBytes(() => options.simulator.answerBytes),
  )
  app.use(PICKED_FILES_PATH, pickedFiles(options.admit))
  app.use(
    SHELL_FILES_PATH,
    express.static(options.shellFolder, { index: false, redirect: false, dotfiles: 'ignore' }),
  )
  app.get('/', shellPageRoute(options))
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('This page does not exist. The simulator is at /.\n')
  })
  app.use(answerError(options.onDefect))
  return app
}

/** Sends the bytes of an answer, once. */
export const answerBytes =
  (keptFor: (request: Request) => AnswerBytes) => (request: Request, response: Response) => {
    // Express answers HEAD with the GET handler, and HEAD must not use up the bytes.
    const binary = request.method === 'GET' ? keptFor(request).take(String(request.params['id'])) : null
    if (binary === null)
      response.status(404).json({ error: 'There are no bytes with this id, or they were fetched before.' })
    else
      response.type(binary.type).send(Buffer.from(binary.bytes.buffer, binary.bytes.byteOffset, binary.size))
  }

/** No other site may read, frame or embed these pages. The app's frame is another site. */
export const ownHeaders = (_request: Request, response: Response, next: NextFunction): void => {
  response.set({
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  })
  next()
}
