import { formatCredits } from '../../platform/credits.js'
import type { Ending } from '../matches/match-book.js'
import type { Ledger, PayoutMood, Sale } from '../money/ledger.js'

/** Something that will happen by itself when the clock gets there. */
export interface Upcoming {
  /** When, milliseconds since 1970. */
  readonly at: number
  readonly what: 'confirm' | 'refund' | 'payout' | 'pass-end' | 'session-end' | 'match-idle' | 'match-end'
  /** Whose it is, where it is one person's. */
  readonly seat: number | null
  /** How many of it happen together. */
  readonly count: number
  /** In words for the developer, without a stop: `gems is refunded, unless it is consumed (3.2)`. */
  readonly text: string
}

/** Sales that fall due so close to each other count as together: they arrive as one entry (3.3). */
const TOGETHER_MS = 60_000

/** What time will do to sales, soonest first (3.2, 3.3). */
export const upcomingSales = (
  ledger: Ledger,
  mood: PayoutMood,
  seatOf: (person: string) => number | null,
): readonly Upcoming[] => {
  const groups: { readonly at: number; readonly what: Step; readonly seat: number | null; sales: Sale[] }[] =
    []
  for (const { at, what, sale } of ledger.upcoming()) {
    // A payout goes to the developer, whoever paid.
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
    text: TEXTS[what](sales, mood),
  }))
}

/** When matches close if nobody does anything (8.3). */
export const upcomingMatchEnds = (endings: readonly Ending[]): readonly Upcoming[] =>
  endings.map(({ match, at, reason }) => ({
    at,
    what: reason === 'idle' ? 'match-idle' : 'match-end',
    seat: null,
    count: 1,
    text:
      reason === 'idle'
        ? `the match ${match.code} closes as idle, unless somebody joins or a message is sent (8.3)`
        : `the match ${match.code} closes, four hours after its start (8.3)`,
  }))

/** When passes run out, soonest first (2.3). */
export const upcomingPassEnds = (
  ledger: Ledger,
  now: number,
  seatOf: (person: string) => number | null,
): readonly Upcoming[] =>
  ledger
    .passHolders()
    .flatMap((person): Upcoming[] => {
      const { until, active } = ledger.accessOf(person, 'pass_30d', now)
      const seat = seatOf(person)
      if (until === null || !active) return []
      const whose = seat === null ? person : `seat ${seat}`
      return [{ at: until, what: 'pass-end', seat, count: 1, text: `the pass of ${whose} ends (2.3)` }]
    })
    .sort((a, b) => a.at - b.at)

/** When the sessions of those who run the app end by themselves (5), by their seats. */
export const upcomingSessionEnds = (
  sessions: Iterable<readonly [number, { readonly endsAt: number; readonly running: boolean }]>,
  now: number,
): readonly Upcoming[] =>
  [...sessions].flatMap(([seat, { endsAt, running }]): Upcoming[] =>
    running && endsAt > now
      ? [
          {
            at: endsAt,
            what: 'session-end',
            seat,
            count: 1,
            text: `the session of seat ${seat} ends: calls reject LAUNCH_INVALID (5)`,
          },
        ]
      : [],
  )

/** What time did to sales, in words for the log: one sentence for each kind of it (3.2, 3.3). */
export const describeSettled = (changed: readonly Sale[]): readonly string[] => {
  const of = (test: (sale: Sale) => boolean): readonly Sale[] => changed.filter(test)
  const sentences: readonly (readonly [readonly Sale[], (sales: readonly Sale[]) => string])[] = [
    [
      of(({ state }) => state === 'held'),
      (sales) => `${many(sales, 'payment')} ${areIs(sales)} confirmed: ${things(sales)} (3.2).`,
    ],
    [
      of(({ returnReason }) => returnReason === 'unconsumed'),
      (sales) =>
        `${many(sales, 'consumable')} ${areIs(sales)} refunded, since 24 hours passed without consume: ${things(sales)} (3.2).`,
    ],
    [
      of(({ state }) => state === 'paid-out'),
      (sales) => `${many(sales, 'sale')} ${areIs(sales)} paid out to you: ${sum(sales)} credits (3.3).`,
    ],
    [
      of(({ state }) => state === 'awaiting-manual'),
      (sales) =>
        `The payout of ${many(sales, 'sale')} failed: ${sum(sales)} credits wait to be paid out by hand (3.3).`,
    ],
    [
      of(({ returnReason }) => returnReason === 'deleted'),
      (sales) =>
        `${many(sales, 'payment')} of the last 7 days went back to ${sales.length === 1 ? 'its buyer' : 'their buyers'}, since the app was deleted: ${things(sales)} (3.1).`,
    ],
  ]
  return sentences.flatMap(([sales, say]) => (sales.length === 0 ? [] : [say(sales)]))
}

type Step = 'confirm' | 'refund' | 'payout'

const TEXTS: Readonly<Record<Step, (sales: readonly Sale[], mood: PayoutMood) => string>> = {
  confirm: (sales) => `${many(sales, 'payment')} ${areIs(sales)} confirmed: ${things(sales)} (3.2)`,
  refund: (sales) =>
    `${many(sales, 'consumable')} ${areIs(sales)} refunded, unless consumed: ${things(sales)} (3.2)`,
  payout: (sales, mood) => {
    const what = `${many(sales, 'sale')}: ${sum(sales)} credits`
    if (mood === 'paused') return `a payout is due and waits, since the app is blocked: ${what} (3.1)`
    if (mood === 'failing') return `a payout fails, by the switch payouts: ${what} (3.3)`
    return `${many(sales, 'sale')} ${areIs(sales)} paid out to you: ${sum(sales)} credits (3.3)`
  },
}

const many = (sales: readonly Sale[], noun: string): string =>
  `${sales.length} ${noun}${sales.length === 1 ? '' : 's'}`

const areIs = (sales: readonly Sale[]): string => (sales.length === 1 ? 'is' : 'are')

const sum = (sales: readonly Sale[]): string =>
  formatCredits(sales.reduce((total, { thousandths }) => total + thousandths, 0))

const MOST_NAMES = 3

/** What they were, each name once: `gems, skin and 2 more`. */
const things = (sales: readonly Sale[]): string => {
  const names = [...new Set(sales.map(({ item }) => (item.type === 'product' ? item.id : 'access')))]
  const more = names.length - MOST_NAMES
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more` : names.join(', ')
}
