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
  for (const sale of reader.all('sale')) {
    if (sale.buyer !== member) continue
    const text = `${reader.get('miniApp', sale.appId)?.name ?? sale.appId}: ${sale.title}`
    entries.push({ id: sale.id, at: sale.purchasedAt, text, thousandths: -sale.thousandths })
    if (sale.returnedAt !== null)
      entries.push({
        id: `${sale.id}/returned`,
        at: sale.returnedAt,
        text: `Returned: ${text}`,
        thousandths: sale.thousandths,
      })
  }
  for (const fee of reader.all('postFee'))
    if (fee.payer === member)
      entries.push({
        id: fee.id,
        at: fee.at,
        text: `Post from ${fee.appId === null ? (fee.clientName ?? 'an app') : (reader.get('miniApp', fee.appId)?.name ?? fee.appId)}`,
        thousandths: -fee.thousandths,
      })
  for (const { id, to, at, thousandths, sales } of reader.all('payout'))
    if (to === member)
      entries.push({
        id,
        at,
        text: `Paid to you: ${sales.length} ${sales.length === 1 ? 'sale' : 'sales'}`,
        thousandths,
      })
  return entries.sort((a, b) => b.at - a.at)
}
