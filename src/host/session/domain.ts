import type { Domain } from '../domain.js'
import { LIFECYCLE } from './calls.js'
import { SESSION_DATA } from './data.js'
import { upcomingSessionEnds } from './upcoming.js'

/** Sessions: starting, the app's context, and closing (2.5, 4.2, 5). */
export const SESSION_DOMAIN = {
  calls: LIFECYCLE,
  data: SESSION_DATA,
  upcoming: upcomingSessionEnds,
  edits: {},
} as const satisfies Domain
