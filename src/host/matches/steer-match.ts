import { messageFault } from '../../platform/calls/faults.js'
import { MESSAGE_BURST, MESSAGES_PER_SECOND } from '../../platform/limits.js'
import { EditRefusedError } from '../control/edit.js'
import type { MatchPlayer, SeatRefusal } from './match-player.js'
import type { Match } from './match-registry.js'
import type { MatchStep } from './match-step-request.js'
import type { Matches } from './matches.js'

/**
 * Does something to a match by the developer's hand.
 * @param playerIn the page load in a seat; null if no app runs there
 * @param now milliseconds since 1970
 * @throws {EditRefusedError} if it is not possible, naming the field that is to blame
 */
export const steerMatch = (
  matches: Matches,
  match: Match,
  step: MatchStep,
  playerIn: (seat: number) => MatchPlayer | null,
  now: number,
): void => {
  const member = (seat: number, field = 'seat'): MatchPlayer => {
    const player = matches.steering.inSeat(match, seat)
    if (player === null)
      throw new EditRefusedError(`${field}: seat ${seat} is not in the match ${match.code}`)
    return player
  }
  switch (step.action) {
    case 'close':
      matches.steering.close(match, step.reason)
      return
    case 'host':
      matches.steering.makeHost(match, member(step.seat))
      return
    case 'kick':
      matches.disconnect(member(step.seat), 'unavailable')
      return
    case 'send': {
      const sender = member(step.seat)
      const to = step.to === null ? null : member(step.to, 'to').person
      if (to === sender.person) throw new EditRefusedError(`to: seat ${step.seat} cannot send to itself`)
      const fault = messageFault(step.data)
      if (fault !== null) throw new EditRefusedError(`data: ${fault.message}`)
      const { outcome } = matches.send(sender, to, step.data, now, true)
      if (outcome === 'dropped' || outcome === 'flooding')
        throw new EditRefusedError(
          `seat: seat ${step.seat} sends too fast: ${MESSAGES_PER_SECOND} messages a second, with bursts of up to ${MESSAGE_BURST} (8.3)`,
        )
      return
    }
    case 'hold':
      matches.steering.hold(match)
      return
    case 'release':
      matches.steering.release(match, step.count ?? null)
      return
    case 'seat': {
      const player = playerIn(step.seat)
      if (player === null) throw new EditRefusedError(`seat: no app runs in seat ${step.seat}`)
      const refusal = matches.steering.seat(player, match)
      if (refusal !== null) throw new EditRefusedError(`seat: ${seatRefusalWords(step.seat, refusal)}`)
    }
  }
}

const seatRefusalWords = (seat: number, refusal: SeatRefusal): string => {
  if (typeof refusal === 'object') return `seat ${seat} cannot play. ${refusal.why}`
  switch (refusal) {
    case 'already-in-match':
      return `seat ${seat} is in a match already`
    case 'full':
      return 'the match is full'
    case 'hidden':
      return `seat ${seat} is in another age group than the match (4.8)`
    case 'unknown':
    case 'private':
      return 'the match is closed'
  }
}
