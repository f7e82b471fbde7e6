import express, { type Request, type Response, type Router } from 'express'
import * as z from 'zod'
import { Failure, type FailureKind } from '../../../failure.js'
import { EditRefusedError } from '../../../host/control/edit-refused.js'
import { switchChangeSchema } from '../../../host/control/switch-change.js'
import { ACTING_SWITCHES, MAX_SEATS } from '../../../host/control/switches.js'
import { NotSavedError } from '../../../host/saving/store.js'
import { isoTime } from '../../../platform/iso-time.js'
import { describeIssues, plainIssue } from '../../../platform/issues.js'
import { VERSION } from '../../../version.js'
import { bearer, ownPageOnly } from '../access/access.js'
import type { Pairing } from '../access/pairing.js'
import { pickedFiles } from '../picking/picked-files.js'
import type { Simulator } from '../simulator.js'
import type { Admission } from '../windows/admission.js'
import { aiRoutes } from './ai-routes.js'
import { clockRoutes } from './clock-routes.js'
import { dataRoutes } from './data-routes.js'
import { editorRoutes } from './editor-routes.js'
import { faultRoutes } from './fault-routes.js'
import { streamLog } from './log-stream.js'
import { matchRoutes } from './match-routes.js'
import { networkRoutes } from './network-routes.js'
import { openSeatsOf, seatRoutes } from './seat-routes.js'
import { sheetRoutes } from './sheet-routes.js'

export interface ControlOptions {
  readonly simulator: Simulator
  readonly token: string
  /** Whom a token admits; null for one that is not known. */
  readonly admit: (token: string) => Admission | null
  readonly pairing: Pairing
  /** The command of the developer's editor; null finds one. */
  readonly editor: string | null
  /** The bundle's origin for a browser that knows this machine by that name. */
  readonly bundleOriginFor: (hostname: string) => string
}

/** The control API: the simulator as a program sees it (a stable interface). */
export const controlApi = ({
  simulator,
  token,
  admit,
  pairing,
  editor,
  bundleOriginFor,
}: ControlOptions): Router => {
  const router = express.Router()
  router.use(ownPageOnly, bearer(token))

  router.get('/state', async (request, response) => {
    const { app, frameUrl } = simulator.addressed(bundleOriginFor(request.hostname))
    const now = simulator.clock.now()
    response.json({
      schema: 1,
      simulator: VERSION,
      app,
      frameUrl,
      problems: simulator.live.problems,
      switches: simulator.switches.of(1),
      actingSwitches: ACTING_SWITCHES,
      clock: {
        now: isoTime(now),
        ahead: simulator.clock.ahead,
        paused: simulator.clock.paused,
        speed: simulator.clock.speed,
      },
      figures: await simulator.figures(),
      trouble: { orders: simulator.faults.orders, torture: simulator.faults.randomSeed },
      seats: await openSeatsOf(simulator),
      matches: simulator.matches(),
    })
  })

  router.patch('/switches', express.json({ limit: '64kb' }), async (request, response) => {
    const seat = seatSchema.safeParse(request.query['seat'])
    const change = switchChangeSchema.safeParse(request.body, { error: plainIssue })
    if (!seat.success) refuse(response, `The seat must be a number from 1 to ${MAX_SEATS}.`)
    else if (!change.success) refuse(response, describeIssues(change.error, 'The body'))
    else {
      await simulator.steering.setSwitches(seat.data ?? null, change.data)
      response.json({ switches: simulator.switches.of(seat.data ?? 1), actingSwitches: ACTING_SWITCHES })
    }
  })

  router.use(clockRoutes(simulator))
  router.use(seatRoutes(simulator))
  router.use(matchRoutes(simulator))
  router.use(networkRoutes(simulator))

  router.post('/drop-connection', (request, response) => {
    const seat = seatSchema.safeParse(request.query['seat'])
    if (seat.data === undefined)
      refuse(response, `Give a seat from 1 to ${MAX_SEATS}: drop-connection?seat=2.`)
    else response.json({ dropped: simulator.steering.dropConnection(seat.data) })
  })

  router.get('/calls', (request, response) => {
    const after = z.coerce.number().int().min(0).catch(0).parse(request.query['after'])
    if (request.accepts(['application/json', NDJSON]) === NDJSON) stream(simulator, after, response)
    else response.json(simulator.log.entriesAfter(after, Number.POSITIVE_INFINITY))
  })

  router.use(dataRoutes(simulator))
  router.use(aiRoutes(simulator))
  router.use(faultRoutes(simulator))
  router.use(sheetRoutes(simulator))
  router.use(editorRoutes({ simulator, pairing, editor }))
  router.use('/picked', pickedFiles(admit))

  router.post('/reset', async (_request, response) => {
    await simulator.reset()
    response.json({ switches: simulator.switches.of(1) })
  })

  router.use((request, response) => {
    response.status(404).json({ error: `The control API has no ${request.method} ${request.originalUrl}.` })
  })
  router.use(answerFailure)
  return router
}

const NDJSON = 'application/x-ndjson'

const seatSchema = z.coerce.number().int().min(1).max(MAX_SEATS).optional()

/** The log so far, then every new entry, until the reader disconnects. */
const stream = (simulator: Simulator, after: number, response: Response): void => {
  response.set({ 'Content-Type': NDJSON, 'Cache-Control': 'no-store' })
  response.flushHeaders()
  response.once('close', streamLog(simulator.log, after, response))
}

const refuse = (response: Response, error: string): void => {
  response.status(400).json({ error })
}

/** Other kinds mean that something could not be read or written. */
const STATUS_OF: { readonly [Kind in FailureKind]?: number } = { refused: 400, 'not-found': 404 }

const withRemedy = ({ message, remedy }: Failure): string =>
  remedy === undefined ? message : `${message} ${remedy}`

const answerFailure = (
  error: unknown,
  _request: Request,
  response: Response,
  next: (error: unknown) => void,
): void => {
  if (response.headersSent) next(error)
  else if (error instanceof Failure)
    response.status(STATUS_OF[error.kind] ?? 507).json({ error: withRemedy(error) })
  else if (error instanceof EditRefusedError) refuse(response, error.message)
  else if (error instanceof NotSavedError) response.status(507).json({ error: error.message })
  // Errors of body-parser: invalid JSON, or a body that is too large.
  else if (error instanceof Error && 'status' in error && error.status === 400)
    refuse(response, 'The body is not JSON.')
  else if (error instanceof Error && 'status' in error && error.status === 413)
    response.status(413).json({ error: 'The body is too large.' })
  else if (error instanceof Error && 'status' in error && error.status === 415)
    response
      .status(415)
      .json({ error: 'The body must be JSON in UTF-8, optionally compressed with gzip, deflate or br.' })
  else next(error)
}
