import type { SimulatorRoutes } from '../../../control/simulator-routes.js'
import type { FaultState } from '../../../host/control/faults/fault.js'
import type { Action } from '../../../host/log/action.js'
import { ControlRefusal, type HandlersBelow } from '../../../local-server/control-api.js'
import type { ErrorCode } from '../../../platform/error-codes.js'
import type { Simulator } from '../simulator.js'

/** `control/faults`: fault injection: faults set one by one or at random. */
export const faultHandlers = (simulator: Simulator): HandlersBelow<SimulatorRoutes, 'faults'> => {
  const { faults, log, steering } = simulator
  const note = (message: string, action: Action, seat = 1): void => {
    log.note(seat, message, { action, received: log.receive() })
  }
  return {
    'GET faults': () => faultState(simulator),

    'POST faults': async ({ body }) => {
      const { seat } = body
      if ('moment' in body) {
        if (body.moment !== 'zero-size') await steering.trigger(seat ?? 1, body.moment)
        else if (!steering.squeeze(seat ?? 1)) throw new ControlRefusal(400, `Seat ${seat ?? 1} is not open.`)
        return faultState(simulator)
      }
      const { method = null, times } = body
      const plan = { seat: seat ?? null, method, times, fault: faultOf(body) }
      faults.add(plan)
      note(
        `Fault set for ${times === 'next' ? 'the next' : 'every'} ${method ?? 'call'}${seat === undefined ? '' : ` of seat ${seat}`}.`,
        { do: 'add-fault', plan },
        seat,
      )
      return faultState(simulator)
    },

    'PATCH faults': ({ body: { randomSeed: seed } }) => {
      simulator.setRandomFaults(seed)
      return faultState(simulator)
    },

    'DELETE faults': ({ query: { id = null } }) => {
      if (id === null) faults.clear()
      else if (!faults.remove(id)) throw new ControlRefusal(404, `No fault has the ID ${id}.`)
      note(id === null ? 'All faults removed.' : 'Fault removed.', { do: 'remove-fault', id })
      return faultState(simulator)
    },
  }
}

/** The active faults, as programs see them. */
export const faultState = ({ faults: { faults, randomSeed } }: Simulator): FaultState => ({
  faults,
  randomSeed,
})

const faultOf = (given: {
  readonly slow?: number | undefined
  readonly error?: ErrorCode | undefined
  readonly answer?: unknown
  readonly cancel?: true | undefined
}) => {
  if (given.error !== undefined) return { what: 'error', code: given.error } as const
  if (given.answer !== undefined) return { what: 'answer', result: given.answer } as const
  if (given.slow !== undefined) return { what: 'slow', ms: given.slow } as const
  return given.cancel === true ? ({ what: 'cancel' } as const) : ({ what: 'silence' } as const)
}
