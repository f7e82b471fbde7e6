import type { CommandContext } from './context.js'
import type { RecordReader } from './draft.js'
import { type MoneyFaults, nextSaleStepAt, salesOf, settleSales } from './market.js'
import type { MiniApp } from './records.js'
import { approveDue, autoApprovalAt } from './review.js'

/** Lets time do its work on these apps: versions go live, payments are confirmed, refunded, paid out (3.1 to 3.3). */
export const settle = (context: CommandContext, apps: readonly MiniApp[], faults: MoneyFaults): void => {
  for (const app of apps) approveDue(context, app)
  settleSales(context, apps, faults)
}

/** When time will do something to an app next; infinite where nothing is to come. */
export const nextStepOf = (reader: RecordReader, app: MiniApp, faults: MoneyFaults): number => {
  let next = nextSaleStepAt(app, salesOf(reader, app.id), faults) ?? Number.POSITIVE_INFINITY
  for (const version of reader.where('miniAppVersion', 'appId', app.id))
    next = Math.min(next, autoApprovalAt(app, version) ?? next)
  return next
}
