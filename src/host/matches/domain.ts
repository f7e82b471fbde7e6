import type { Upcoming } from '../clock-course.js'
import type { Domain, UpcomingWorld } from '../domain.js'
import { MULTIPLAYER } from './calls.js'

/** When matches close if nobody does anything (8.3). */
const upcomingMatchEnds = ({ services: { matches } }: UpcomingWorld): readonly Upcoming[] =>
  matches.endings().map(({ match, at, reason }) => ({
    at,
    what: reason === 'idle' ? 'match-idle' : 'match-end',
    seat: null,
    count: 1,
    text:
      reason === 'idle'
        ? `the match ${match.code} closes as idle, unless someone joins or a message is sent (8.3)`
        : `the match ${match.code} closes four hours after its start (8.3)`,
  }))

/** Live matches of 2 to 8 players (4.8, 8.3). They end with the host, so they are not saved. */
export const MATCHES_DOMAIN = {
  calls: MULTIPLAYER,
  upcoming: upcomingMatchEnds,
} as const satisfies Domain
