import type { RecordReader } from './draft.js'
import type { SaleRecord } from './records.js'

/** One entry of a member's history of credits (3.3), latest first. */
export interface HistoryEntry {
  readonly id: string
  readonly at: number
  readonly text: string
  /** What it did to the balance, in thousandths. */
  readonly thousandths: number
}

/** What a member paid, got back and earned. */
export const historyOf = (reader: RecordReader, member: string): readonly HistoryEntry[] => {
  const nameOf = (appId: string): string => reader.get('miniApp', appId)?.name ?? appId
  const sales = latestFirst(reader.where('sale', 'buyer', member))
  const fees = latestFirst(reader.where('postFee', 'payer', member))
  const payouts = latestFirst(reader.where('payout', 'to', member))
  // Each of the lists is in order, so that sorting does little more than to look at them.
  return [
    ...sales.map((sale) => saleEntry(sale, 'paid', nameOf)),
    ...sales
      .filter(({ returnedAt }) => returnedAt !== null)
      .map((sale) => saleEntry(sale, 'returned', nameOf)),
    ...fees.map(({ id, at, appId, clientName, thousandths }) => ({
      id,
      at,
      text: `Post from ${appId === null ? (clientName ?? 'an app') : nameOf(appId)}`,
      thousandths: -thousandths,
    })),
    ...payouts.map(({ id, at, thousandths, sales: paid }) => ({
      id,
      at,
      text: `Paid to you: ${paid.length} ${paid.length === 1 ? 'sale' : 'sales'}`,
      thousandths,
    })),
  ].sort((a, b) => b.at - a.at)
}

const latestFirst = <Item>(items: Iterable<Item>): readonly Item[] => [...items].reverse()

/** What a buyer paid for a sale, or got back. A buyer may have thousands: only those that are shown are put into words. */
const saleEntry = (
  { id, appId, title, thousandths, purchasedAt, returnedAt }: SaleRecord,
  way: 'paid' | 'returned',
  nameOf: (appId: string) => string,
): HistoryEntry => {
  const isPaid = way === 'paid'
  return {
    id: isPaid ? id : `${id}/returned`,
    at: isPaid ? purchasedAt : (returnedAt ?? purchasedAt),
    get text() {
      return `${isPaid ? '' : 'Returned: '}${nameOf(appId)}: ${title}`
    },
    thousandths: isPaid ? -thousandths : thousandths,
  }
}
