import { type Domain, NO_DATA } from '../domain.js'
import { SHARING } from './calls.js'

/** What people share from the app (4.4). */
export const SHARING_DOMAIN = {
  calls: SHARING,
  data: NO_DATA,
  upcoming: () => [],
  edits: {},
} as const satisfies Domain
