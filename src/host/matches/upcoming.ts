import type { Upcoming } from '../control/upcoming.js'
import type { UpcomingWorld } from '../control/upcoming-world.js'

/** When matches close if nobody does anything (8.3). */
export const upcomingMatchEnds = ({ services: { matches } }: UpcomingWorld): readonly Upcoming[] =>
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
