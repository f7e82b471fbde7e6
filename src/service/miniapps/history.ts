import type { RecordReader } from './draft.js'

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
  const entries: HistoryEntry[] = []
  const appName = (id: string): string => reader.get('miniApp', id)?.name ?? id
  for (const sale of reader.where('sale', 'buyer', member)) {
    const entry = {
      id: sale.id,
      at: sale.purchasedAt,
      // A buyer may have thousands: only those that are shown are put into words.
      get text() {
        return `${appName(sale.appId)}: ${sale.title}`
      },
      thousandths: -sale.thousandths,
    }
    entries.push(entry)
    if (sale.returnedAt !== null)
      entries.push({
        id: `${sale.id}/returned`,
        at: sale.returnedAt,
        get text() {
          return `Returned: ${entry.text}`
        },
        thousandths: sale.thousandths,
      })
  }
  for (const { id, at, appId, clientName, thousandths } of reader.where('postFee', 'payer', member))
    entries.push({
      id,
      at,
      text: `Post from ${appId === null ? (clientName ?? 'an app') : appName(appId)}`,
      thousandths: -thousandths,
    })
  for (const { id, at, thousandths, sales } of reader.where('payout', 'to', member))
    entries.push({
      id,
      at,
      text: `Paid to you: ${sales.length} ${sales.length === 1 ? 'sale' : 'sales'}`,
      thousandths,
    })
  return entries.sort((a, b) => b.at - a.at)
}
