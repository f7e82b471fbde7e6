import type { Domain } from '../domain.js'
import { MONEY } from './calls.js'
import { MONEY_DATA } from './data.js'
import { MONEY_EDITS } from './edits.js'
import { upcomingMoney } from './upcoming.js'

/** Balances, purchases, access and payouts (2.3, 2.6, 3.2, 3.3, 4.3). */
export const MONEY_DOMAIN = {
  calls: MONEY,
  data: MONEY_DATA,
  upcoming: upcomingMoney,
  edits: MONEY_EDITS,
} as const satisfies Domain
