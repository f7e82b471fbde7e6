import { type Domain, NO_DATA } from '../domain.js'
import { MULTIPLAYER } from './calls.js'
import { upcomingMatchEnds } from './upcoming.js'

/** Live matches of 2 to 8 players (4.8, 8.3). They end with the host, so they are not saved. */
export const MATCHES_DOMAIN = {
  calls: MULTIPLAYER,
  data: NO_DATA,
  upcoming: upcomingMatchEnds,
  edits: {},
} as const satisfies Domain
