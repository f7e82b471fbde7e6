import type { SimulatorRoutes } from '../../../control/simulator-routes.js'
import { Failure } from '../../../failure.js'
import { EditRefusedError } from '../../../host/control/edit.js'
import type { EveryoneSeated } from '../../../host/matches/match-step-request.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import { seatsOf } from '../../../host/matches/timeline-entry.js'
import { answeredLines, ControlRefusal, type HandlersBelow } from '../../../local-server/control-api.js'
import { capitalised } from '../../../platform/text.js'
import type { Simulator } from '../simulator.js'

/** `control/matches`: the live matches, what happened in them, and what a developer does to them by hand. */
export const matchHandlers = (
  simulator: Simulator,
): HandlersBelow<SimulatorRoutes, 'matches' | 'seat-everyone'> => {
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

/**
 * Gives every open seat a nickname, and seats each in an open match.
 * @param name the match's id or code; null means the newest match with room
 * @throws {Failure} `not-found` if no open match has that name; `refused` while the manifest cannot be read
 * @throws {NotSavedError} if a nickname could not be saved
 */
const seatEveryone = async (simulator: Simulator, name: string | null): Promise<EveryoneSeated> => {
  const { facts } = simulator.live.state
  if (facts === null) throw new Failure('refused', 'The manifest cannot be read, so no app runs.')
  const host = await simulator.host(facts.app.id)
  const open = simulator.matches()
  const match = name === null ? (newestWithRoom(open) ?? open.at(-1)) : named(open, name)
  if (match === null) throw new Failure('not-found', `No open match has the ID or code ${name}.`)
  const seats: EveryoneSeated['seats'][number][] = []
  for (const { seatNumber: seat } of simulator.windows.seats) {
    const nickname = await host.nicknames.ensure(seat)
    const why =
      match === undefined ? 'No match is open. Host one in an app first.' : place(simulator, match.id, seat)
    seats.push({ seat, nickname, seated: why === null, ...(why === null ? {} : { why }) })
  }
  return { match: match?.id ?? null, seats }
}

const newestWithRoom = (open: readonly MatchView[]): MatchView | undefined =>
  open.findLast(({ players, maxPlayers }) => players.length < maxPlayers)

const named = (open: readonly MatchView[], name: string): MatchView | null =>
  open.find(({ id, code }) => id === name || code === name) ?? null

/** @returns why the seat could not be seated; null if it is in the match */
const place = (simulator: Simulator, id: string, seat: number): string | null => {
  const match = named(simulator.matches(), id)
  if (match?.players.some((player) => player.seat === seat) === true) return null
  try {
    simulator.steering.steerMatch(id, { action: 'seat', seat })
    return null
  } catch (error) {
    if (error instanceof EditRefusedError || error instanceof Failure) return sentence(error.message)
    throw error
  }
}

/** A refusal without the field that it names: `seat: the match is full` is `The match is full.` */
const sentence = (refusal: string): string => {
  const words = refusal.replace(/^seat: /, '')
  return `${capitalised(words)}${words.endsWith('.') ? '' : '.'}`
}
