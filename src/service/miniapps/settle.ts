import type { CommandContext } from './context.js'
import type { RecordReader } from './draft.js'
import { type MoneyFaults, nextSaleStepAt, settleSales } from './market.js'
import { approveDue, autoApprovalAt } from './review.js'

/** Lets time do its work: versions go live, payments are confirmed, refunded, paid out (3.1 to 3.3). */
export const settle = (context: CommandContext, faults: MoneyFaults): void => {
  for (const app of context.draft.all('miniApp')) approveDue(context, app)
  settleSales(context, faults)
}

/** When time will do something next; infinite where nothing is to come. */
export const nextStepAt = (reader: RecordReader, faults: MoneyFaults): number => {
  let next = Number.POSITIVE_INFINITY
  const soonest = (at: number | null): void => {
    if (at !== null && at < next) next = at
  }
  for (const app of reader.all('miniApp')) {
    for (const version of reader.ofApp('miniAppVersion', app.id)) soonest(autoApprovalAt(app, version))
    const sales = reader.ofApp('sale', app.id)
    if (sales.length > 0) soonest(nextSaleStepAt(app, sales, faults))
  }
  return next
}
