import type { Upcoming } from '../control/upcoming.js'
import type { UpcomingWorld } from '../control/upcoming-world.js'

/** When the sessions of those who run the app end by themselves (5). */
export const upcomingSessionEnds = ({ sessions, now }: UpcomingWorld): readonly Upcoming[] =>
  [...sessions].flatMap(([seat, { endsAt, running }]): Upcoming[] =>
    running && endsAt > now
      ? [
          {
            at: endsAt,
            what: 'session-end',
            seat,
            count: 1,
            text: `the session of seat ${seat} ends: calls reject LAUNCH_INVALID (5)`,
          },
        ]
      : [],
  )
