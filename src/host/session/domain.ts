import type * as z from 'zod'
import type { LIFECYCLE_CALLS } from '../../platform/calls/lifecycle.js'
import type { Upcoming } from '../clock-course.js'
import type { AppContents } from '../control/app-contents.js'
import { personSchema } from '../control/data-schemas.js'
import type { DataReading, Domain, DomainData, UpcomingWorld } from '../domain.js'
import type { Handlers } from './call.js'
import { contextCapabilities, contextFeatures } from './features.js'
import { IDENTITY_CODEC, IDENTITY_DOCUMENT } from './identity-document.js'

/** `ready`, `getContext` and `close` (2.5, 4.2). */
const LIFECYCLE = {
  ready: (_params, call) => {
    call.session.showApp()
    return {}
  },

  getContext: (_params, { session: { app, seat, has, run }, switches }) => ({
    app_user_id: seat.appUserId,
    platform: switches.platform,
    locale: switches.locale,
    theme: switches.theme,
    version: app.version,
    test_mode: run.testMode,
    access: { type: app.access.type, active: true },
    // Older phone apps have neither (2.5, 9).
    ...(switches.hostVersion === 'old'
      ? {}
      : {
          features: contextFeatures(app, has, switches),
          capabilities: contextCapabilities(app, has, switches),
        }),
  }),

  close: (_params, call) => {
    call.session.closeApp()
    return {}
  },
} as const satisfies Handlers<keyof typeof LIFECYCLE_CALLS, never>

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
