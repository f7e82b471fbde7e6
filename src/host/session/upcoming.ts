import type { Upcoming } from '../control/upcoming.js'
import type { UpcomingWorld } from '../control/upcoming-world.js'

/** When the sessions of running apps end (5). */
export const upcomingSessionEnds = ({ sessions, now }: UpcomingWorld): readonly Upcoming[] =>
  [...sessions].flatMap(([seat, { endsAt, running }]): Upcoming[] =>
    running && endsAt > now
      ? [
          {
            at: endsAt,
            what: 'session-end',
            seat,
            count: 1,
            text: `the session of seat ${seat} ends: calls reject with LAUNCH_INVALID (5)`,
          },
        ]
      : [],
  )
