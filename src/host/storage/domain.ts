import type { Domain } from '../domain.js'
import { STORAGE } from './calls.js'
import { STORAGE_DATA } from './data.js'
import { STORAGE_EDITS } from './edits.js'

/** Small texts that the app stores for one person (4.1, 8.2). */
export const STORAGE_DOMAIN = {
  calls: STORAGE,
  data: STORAGE_DATA,
  upcoming: () => [],
  edits: STORAGE_EDITS,
} as const satisfies Domain
