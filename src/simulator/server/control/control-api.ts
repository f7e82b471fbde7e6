import type { Router } from 'express'
import { durationMs } from '../../../control/shared-routes.js'
import { SIMULATOR_ROUTES, type SimulatorRoutes } from '../../../control/simulator-routes.js'
import { Failure, type FailureKind } from '../../../failure.js'
import { LATEST_TIME } from '../../../host/clock.js'
import { EditRefusedError } from '../../../host/control/edit.js'
import { SWITCH_NAMES } from '../../../host/control/switches.js'
import { NotSavedError } from '../../../host/saving/store.js'
import {
  ControlRefusal,
  controlRouter,
  type Handlers,
  type HandlersBelow,
  LINES,
  wantsLines,
} from '../../../local-server/control-api.js'
import { isoTime } from '../../../platform/units.js'
import { VERSION } from '../../../version.js'
import type { PhoneLinks } from '../../messages.js'
import { bearer, ownPageOnly } from '../access/access.js'
import type { Pairing } from '../access/pairing.js'
import { findEditor } from '../editor/find-editor.js'
import { openInEditor, projectFile } from '../editor/open-in-editor.js'
import { receivePickedFile } from '../picking/picked-files.js'
import type { Simulator } from '../simulator.js'
import { dataHandlers } from './data-handlers.js'
import { faultHandlers, faultState } from './fault-handlers.js'
import { streamLog } from './log-stream.js'
import { matchHandlers } from './match-handlers.js'
import { openSeatsOf, seatHandlers } from './seat-handlers.js'
import { sheetHandlers } from './sheet-handlers.js'

export interface ControlOptions {
  readonly simulator: Simulator
  readonly token: string
  readonly pairing: Pairing
  /** The command of the developer's editor; null finds one. */
  readonly editor: string | null
  /** The bundle's origin for a browser that knows this machine by that name. */
  readonly bundleOriginFor: (hostname: string) => string
  /** Lets phones on the network connect. @throws {Failure} that says why it cannot */
  readonly openToPhones: () => Promise<PhoneLinks>
}

/** The control API: the simulator as a program sees it (a stable interface). */
export const controlApi = (options: ControlOptions): Router => {
  const { simulator } = options
  return controlRouter({
    routes: SIMULATOR_ROUTES,
    access: [ownPageOnly, bearer(options.token)],
    handlers: {
      ...stateHandlers(options),
      ...clockHandlers(simulator),
      ...dataHandlers(simulator),
      ...faultHandlers(simulator),
      ...matchHandlers(simulator),
      ...seatHandlers(simulator),
      ...sheetHandlers(simulator),
      'PUT picked/:seat/:sheet': async ({ request, response }) => {
        await receivePickedFile({ world: simulator, seat: null }, request, response)
        return null
      },
      'POST editor': editorHandler(options),
      'POST phones': () => options.openToPhones(),
    },
    refusalOf,
  })
}

const stateHandlers = ({
  simulator,
  bundleOriginFor,
}: ControlOptions): HandlersBelow<
  SimulatorRoutes,
  'state' | 'switches' | 'freeze' | 'drop-connection' | 'calls' | 'ai' | 'reset'
> => {
  const { ai, switches } = simulator
  const aiState = () => ({
    file: ai.script.path,
    answers: ai.script.entries,
    problems: [...ai.script.problems],
    recordable: ai.recordable,
  })
  return {
    'GET state': async ({ request }) => ({
      schema: 1,
      simulator: VERSION,
      ...simulator.addressed(bundleOriginFor(request.hostname)),
      problems: simulator.live.problems,
      switches: switches.of(1),
      actingSwitches: SWITCH_NAMES,
      clock: clockState(simulator),
      figures: await simulator.figures(),
      faults: faultState(simulator),
      seats: await openSeatsOf(simulator),
      matches: simulator.matches(),
    }),

    'PATCH switches': async ({ query: { seat = null }, body }) => {
      await simulator.steering.setSwitches(seat, body)
      return { switches: switches.of(seat ?? 1), actingSwitches: [...SWITCH_NAMES] }
    },

    'POST freeze': ({ body: { seat, for: words } }) => {
      const seats = seat === undefined ? simulator.windows.taken : [seat]
      const frozen = simulator.steering.freezeNetwork(seats, durationMs(words), words)
      if (seat !== undefined && frozen.length === 0)
        throw new ControlRefusal(400, `seat: no app runs in seat ${seat}`)
      return { frozen: [...frozen] }
    },

    'POST drop-connection': ({ query: { seat } }) => ({
      dropped: simulator.steering.dropConnection(seat),
    }),

    'GET calls': ({ query: { after }, request, response }) => {
      if (!wantsLines(request)) return simulator.log.entriesAfter(after, Number.POSITIVE_INFINITY)
      response.set({ 'Content-Type': LINES, 'Cache-Control': 'no-store' })
      response.flushHeaders()
      response.once('close', streamLog(simulator.log, after, response))
      return null
    },

    'GET ai': async () => {
      await ai.script.refresh()
      return aiState()
    },

    'POST ai/record': async () => ({ recorded: await simulator.recordAi(), ...aiState() }),

    'POST reset': async () => {
      await simulator.reset()
      return { switches: switches.of(1) }
    },
  }
}

const clockHandlers = (simulator: Simulator): HandlersBelow<SimulatorRoutes, 'clock'> => {
  const { clock, steering } = simulator
  const state = async () => ({
    clock: {
      ...clockState(simulator),
      upcoming: (await simulator.upcoming())
        .slice(0, MOST_UPCOMING)
        .map(({ at, ...rest }) => ({ at: isoTime(at), ...rest })),
    },
  })
  return {
    'GET clock': state,
    'POST clock': async ({ body: { advance, pause, speed, until }, request }) => {
      if (advance !== undefined && clock.now() + advance > LATEST_TIME)
        throw new ControlRefusal(400, `advance: the clock cannot move past ${isoTime(LATEST_TIME)}`)
      if (pause !== undefined) await steering.pauseClock(pause)
      if (speed !== undefined) await steering.setClockSpeed(speed)
      if (advance !== undefined) await steering.advanceClock(advance, String(request.body.advance))
      if (until !== undefined) await steering.advanceClockUntilQuiet()
      return state()
    },
  }
}

const clockState = ({ clock }: Simulator) => ({
  now: isoTime(clock.now()),
  ahead: clock.ahead,
  paused: clock.paused,
  speed: clock.speed,
})

/** A shop may have thousands of sales. */
const MOST_UPCOMING = 100

/** Opens a file of the app in the developer's editor, for this machine only. */
const editorHandler =
  ({ simulator, pairing, editor }: ControlOptions): Handlers<SimulatorRoutes>['POST editor'] =>
  async ({ body, request }) => {
    if (!pairing.isOnOwnMachine(request.socket))
      throw new ControlRefusal(
        403,
        'Only a browser on the machine where the simulator runs can open the editor.',
      )
    const given = { file: body.file, line: body.line ?? null, column: body.column ?? null }
    const { file, line, column } = (await simulator.failures.sourceOf(given)) ?? given
    // The source of what a bundler made is beside the bundle, in the project.
    const path = await projectFile(simulator.live.folder, file).catch((error: unknown) =>
      simulator.live.folder === null ? Promise.reject(error) : projectFile(simulator.failures.project, file),
    )
    const command = findEditor(editor)
    await openInEditor(command, path, { line: line ?? undefined, column: column ?? undefined })
    return { opened: path, editor: command.program }
  }

/** Other kinds mean that something could not be read or written. */
const STATUS_OF: { readonly [Kind in FailureKind]?: number } = { refused: 400, 'not-found': 404 }

const refusalOf = (error: unknown) => {
  if (error instanceof Failure)
    return {
      status: STATUS_OF[error.kind] ?? 507,
      error: error.remedy === undefined ? error.message : `${error.message} ${error.remedy}`,
    }
  if (error instanceof EditRefusedError) return { status: 400, error: error.message }
  return error instanceof NotSavedError ? { status: 507, error: error.message } : null
}
