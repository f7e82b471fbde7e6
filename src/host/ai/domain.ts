import type { Domain } from '../domain.js'
import { AI } from './calls.js'
import { AI_DATA } from './data.js'
import { AI_EDITS } from './edits.js'

/** AI on the device (4.7), and people's consent to it. */
export const AI_DOMAIN = {
  calls: AI,
  data: AI_DATA,
  upcoming: () => [],
  edits: AI_EDITS,
} as const satisfies Domain
