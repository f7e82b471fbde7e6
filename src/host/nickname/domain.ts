import type { Domain } from '../domain.js'
import { NICKNAME } from './calls.js'
import { NICKNAME_DATA } from './data.js'
import { NICKNAME_EDITS } from './edits.js'

/** People's nicknames in the app (4.6). */
export const NICKNAME_DOMAIN = {
  calls: NICKNAME,
  data: NICKNAME_DATA,
  upcoming: () => [],
  edits: NICKNAME_EDITS,
} as const satisfies Domain
