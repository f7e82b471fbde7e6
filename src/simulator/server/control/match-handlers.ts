import type { SimulatorRoutes } from '../../../control/simulator-routes.js'
import { seatsOf } from '../../../host/matches/timeline-entry.js'
import { answeredLines, ControlRefusal, type Handlers } from '../../../local-server/control-api.js'
import type { Simulator } from '../simulator.js'
import { seatEveryone } from './seat-everyone.js'

/** `control/matches`: the live matches, what happened in them, and what a developer does to them by hand. */
export const matchHandlers = (
  simulator: Simulator,
): Handlers<
  SimulatorRoutes,
  | 'GET matches'
  | 'GET matches/timeline'
  | 'GET matches/timeline/:seq'
  | 'POST matches/:match'
  | 'POST seat-everyone'
> => {
  const list = () => ({ matches: [...simulator.matches()] })
  return {
    'GET matches': list,

    'GET matches/timeline': ({ query: { seat, kind, type, ...filter }, ...sides }) => {
      const timeline = simulator.timeline.read(filter)
      const entries = timeline.entries.filter(
        (entry) =>
          (seat === undefined || seatsOf(entry).includes(seat)) &&
          (kind === undefined || entry.kind === kind) &&
          (type === undefined || (entry.kind === 'message' && entry.type === type)),
      )
      return answeredLines(entries, sides) ? null : { ...timeline, entries }
    },

    'GET matches/timeline/:seq': ({ path: { seq } }) => {
      const details = simulator.timeline.details(Number(seq))
      if (details !== null) return details
      throw new ControlRefusal(404, `The timeline has no message with the number ${seq}.`)
    },

    'POST matches/:match': ({ path: { match }, body }) => {
      simulator.steering.steerMatch(match, body)
      return list()
    },

    'POST seat-everyone': ({ body: { match = null } }) => seatEveryone(simulator, match),
  }
}
