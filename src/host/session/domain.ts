import type * as z from 'zod'
import type { Upcoming } from '../clock-course.js'
import type { AppContents } from '../control/app-contents.js'
import { personSchema } from '../control/data-schemas.js'
import type { DataReading, Domain, DomainData, UpcomingWorld } from '../domain.js'
import { LIFECYCLE } from './calls.js'
import { IDENTITY_CODEC, IDENTITY_DOCUMENT } from './identity-document.js'

const fields = { ownerId: personSchema.optional() }

const SESSION_DATA = {
  fields,
  write: ({ ownerId }: AppContents) => ({ ownerId }),
  read: (document: z.output<z.ZodObject<typeof fields>>, { ownerId }: DataReading) => ({
    ownerId: document.ownerId ?? ownerId,
  }),
  documents: ({ ownerId }: AppContents) => [[IDENTITY_DOCUMENT, IDENTITY_CODEC.serialize({ ownerId })]],
} as const satisfies DomainData

/** When the sessions of running apps end (5). */
const upcomingSessionEnds = ({ sessions, now }: UpcomingWorld): readonly Upcoming[] =>
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

/** Sessions: starting, the app's context, and closing (2.5, 4.2, 5). */
export const SESSION_DOMAIN = {
  calls: LIFECYCLE,
  data: SESSION_DATA,
  upcoming: upcomingSessionEnds,
} as const satisfies Domain
