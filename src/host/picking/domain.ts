import { type Domain, NO_DATA } from '../domain.js'
import { PICKING } from './calls.js'

/** Photos and videos that people give to the app (4.5). */
export const PICKING_DOMAIN = {
  calls: PICKING,
  data: NO_DATA,
  upcoming: () => [],
  edits: {},
} as const satisfies Domain
