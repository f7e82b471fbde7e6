import { inCredits } from '../../platform/credits.js'
import type { Upcoming } from '../clock-course.js'
import type { UpcomingWorld } from '../domain.js'
import type { PayoutMode } from './ledger.js'
import type { Sale } from './sale.js'
import { areIs, many, sum, things } from './settled.js'

/** What comes due for sales and passes (2.3, 3.2, 3.3). */
export const upcomingMoney = (world: UpcomingWorld): readonly Upcoming[] => [
  ...upcomingSales(world),
  ...upcomingPassEnds(world),
]

/** Sales that come due this close to each other are listed as one entry (3.3). */
const TOGETHER_MS = 60_000

/** What comes due for sales, soonest first (3.2, 3.3). */
const upcomingSales = ({ services, payouts, seatOf }: UpcomingWorld): readonly Upcoming[] => {
  const { ledger } = services.money
  const groups: { readonly at: number; readonly what: Step; readonly seat: number | null; sales: Sale[] }[] =
    []
  for (const { at, what, sale } of ledger.upcoming()) {
    // A payout goes to the developer, so it has no seat.
    const seat = what === 'payout' ? null : seatOf(sale.buyer)
    const group = groups.find(
      (other) => other.what === what && other.seat === seat && at - other.at < TOGETHER_MS,
    )
    if (group === undefined) groups.push({ at, what, seat, sales: [sale] })
    else group.sales.push(sale)
  }
  return groups.map(({ at, what, seat, sales }) => ({
    at,
    what,
    seat,
    count: sales.length,
    text: TEXTS[what](sales, payouts),
  }))
}

/** When passes expire, soonest first (2.3). */
const upcomingPassEnds = ({ services: { money }, now, seatOf }: UpcomingWorld): readonly Upcoming[] =>
  money.ledger
    .passHolders()
    .flatMap((person): Upcoming[] => {
      const { until, active } = money.ledger.accessOf(person, 'pass_30d', now)
      const seat = seatOf(person)
      if (until === null || !active) return []
      const whose = seat === null ? person : `seat ${seat}`
      return [{ at: until, what: 'pass-end', seat, count: 1, text: `the pass of ${whose} ends (2.3)` }]
    })
    .sort((a, b) => a.at - b.at)

type Step = 'confirm' | 'refund' | 'payout'

const TEXTS: Readonly<Record<Step, (sales: readonly Sale[], mode: PayoutMode) => string>> = {
  confirm: (sales) => `${many(sales, 'payment')} ${areIs(sales)} confirmed: ${things(sales)} (3.2)`,
  refund: (sales) =>
    `${many(sales, 'consumable')} ${areIs(sales)} refunded, unless consumed: ${things(sales)} (3.2)`,
  payout: (sales, mode) => {
    const what = `${many(sales, 'sale')}: ${inCredits(sum(sales))}`
    if (mode === 'paused') return `a payout is due but paused because the app is blocked: ${what} (3.1)`
    if (mode === 'failing') return `a payout fails because of the switch \`payouts\`: ${what} (3.3)`
    return `${many(sales, 'sale')} ${areIs(sales)} paid out to you: ${inCredits(sum(sales))} (3.3)`
  },
}
