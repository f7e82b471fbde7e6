import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { BaseClock } from '../../../host/clock.js'
import { answerError } from '../../../local-server/answer-error.js'
import { hostGuard } from '../../../local-server/host-guard.js'
import { ANSWER_BYTES_PATH, PICKED_FILES_PATH } from '../../messages.js'
import { SHELL_FILES_PATH } from '../../shell-page.js'
import { bearer, leaveStrangers, ownPageOnly } from '../access/access.js'
import { type ControlOptions, controlApi } from '../control/control-api.js'
import { pickedFiles } from '../picking/picked-files.js'
import type { Admission } from '../windows/admission.js'
import type { AnswerBytes } from './answer-bytes.js'
import { type ShellPageOptions, shellPageRoute } from './shell-page-route.js'

export interface ShellOriginOptions extends ControlOptions, ShellPageOptions {
  /** Whom a token admits; null for one that is not known. */
  readonly admit: (token: string) => Admission | null
  readonly allowedHosts: readonly string[]
  readonly wake: BaseClock['wake']
  /** The folder of the built shell. */
  readonly shellFolder: string
  /** A defect of the simulator itself. */
  readonly onDefect: (error: unknown) => void
}

/** The origin of the shell: its page, its files, and the control API. The socket is on the same server. */
export const shellOrigin = (options: ShellOriginOptions): Express => {
  const { answerBytes } = options.simulator
  return pagesWithApp({
    ...options,
    bytes: [bearer(options.token), sendAnswerBytes(() => answerBytes)],
    missing: 'This page does not exist. The simulator is at /.',
    addPages: (app) => {
      app.use('/control', controlApi(options))
      app.get('/', shellPageRoute(options))
    },
  })
}

interface PagesOptions
  extends Pick<ShellOriginOptions, 'admit' | 'allowedHosts' | 'wake' | 'shellFolder' | 'onDefect'> {
  /** Checks the token of a request for the bytes of an answer, and sends them. */
  readonly bytes: readonly RequestHandler[]
  /** What is said where there is no page. */
  readonly missing: string
  readonly addPages: (app: Express) => void
}

/** An origin with pages that show an app: they, the shell's files, and what passes between shell and host besides the socket. */
export const pagesWithApp = (options: PagesOptions): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.use(leaveStrangers(options.wake))
  app.use(hostGuard(options.allowedHosts))
  app.use(ownHeaders)
  app.get(`${ANSWER_BYTES_PATH}:id`, ownPageOnly, ...options.bytes)
  app.use(PICKED_FILES_PATH, pickedFiles(options.admit))
  app.use(
    SHELL_FILES_PATH,
    express.static(options.shellFolder, { index: false, redirect: false, dotfiles: 'ignore' }),
  )
  options.addPages(app)
  app.use((_request, response) => {
    response.status(404).type('text/plain').send(`${options.missing}\n`)
  })
  app.use(answerError(options.onDefect))
  return app
}

/** Sends the bytes of an answer, once. */
export const sendAnswerBytes =
  (keptFor: (request: Request) => AnswerBytes) => (request: Request, response: Response) => {
    // Express answers HEAD with the GET handler, and HEAD must not use up the bytes.
    const binary = request.method === 'GET' ? keptFor(request).take(String(request.params['id'])) : null
    if (binary === null)
      response.status(404).json({ error: 'There are no bytes with this id, or they were fetched before.' })
    else
      response.type(binary.type).send(Buffer.from(binary.bytes.buffer, binary.bytes.byteOffset, binary.size))
  }

/** No other site may read, frame or embed these pages. The app's frame is another site. */
const ownHeaders = (_request: Request, response: Response, next: NextFunction): void => {
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
