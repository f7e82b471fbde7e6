import type { Domain } from '../domain.js'
import { SHARED_STORE } from './calls.js'
import { RECORDS_DATA } from './data.js'
import { RECORD_EDITS } from './edits.js'

/** Records that everyone in the app can read (4.6, 8.3). */
export const RECORDS_DOMAIN = {
  calls: SHARED_STORE,
  data: RECORDS_DATA,
  edits: RECORD_EDITS,
} as const satisfies Domain
