import { Ledger } from '../../host/money/ledger.js'
import type { Item, Sale } from '../../host/money/sale.js'
import { CONSUMABLE_REFUND_MS, PASS_MS } from '../../platform/limits.js'
import { DAY_MS } from '../../platform/units.js'
import { type CommandContext, liveVersionOf } from './context.js'
import type { RecordReader } from './draft.js'
import type { SaleRecord } from './records.js'

/** The members who are in a ledger, each with the name that it has there. */
type Names = ReadonlyMap<string, string>

/** The `app_user_id` of each member who has opened an app. */
export type UserIds = Names

/** A ledger of sales of an app. */
interface SalesLedger {
  readonly appId: string
  readonly ledger: Ledger
  readonly names: Names
  /** The sales that it was made with. */
  readonly given: ReadonlySet<Sale>
}

const ledgerOf = (
  reader: Pick<RecordReader, 'get'>,
  appId: string,
  records: Iterable<SaleRecord>,
  names: Names,
): SalesLedger => {
  const sales: Sale[] = []
  for (const { appId: _app, title: _title, returnedAt: _at, ...sale } of records) {
    const buyer = names.get(sale.buyer)
    if (buyer !== undefined) sales.push({ ...sale, buyer })
  }
  const balances: Record<string, number> = {}
  for (const [member, name] of names) balances[name] = reader.get('member', member)?.balance ?? 0
  return { appId, ledger: new Ledger({ balances, sales }), names, given: new Set(sales) }
}

/** The ledger of some sales of an app, whose buyers have their own IDs. @param buyer somebody who may have bought nothing yet */
export const memberLedger = (
  reader: Pick<RecordReader, 'get'>,
  appId: string,
  sales: readonly SaleRecord[],
  buyer: readonly string[] = [],
): SalesLedger =>
  ledgerOf(
    reader,
    appId,
    sales,
    new Map([...buyer, ...sales.map((sale) => sale.buyer)].map((id) => [id, id])),
  )

/** The ledger of an app as its host knows it: of the people who opened it, by their `app_user_id`. */
export const peopleLedger = (
  reader: Pick<RecordReader, 'get' | 'where'>,
  appId: string,
  users: UserIds,
): SalesLedger => ledgerOf(reader, appId, reader.where('sale', 'appId', appId), users)

/** Changes such a ledger, and saves it. */
export const changePeopleLedger = <Result>(
  context: CommandContext,
  appId: string,
  users: UserIds,
  act: (ledger: Ledger) => Result,
): Result => {
  const people = peopleLedger(context.draft, appId, users)
  const result = act(people.ledger)
  saveLedger(context, people)
  return result
}

/** Writes what was done to a ledger: to sales and balances. @returns the sales that changed or are new */
export const saveLedger = (
  context: CommandContext,
  { appId, ledger, names, given }: SalesLedger,
): readonly SaleRecord[] => {
  const { draft, now } = context
  const members = new Map([...names].map(([member, name]) => [name, member]))
  const { balances, sales } = ledger.state()
  const changed: SaleRecord[] = []
  for (const sale of sales) {
    if (given.has(sale)) continue
    const before = draft.get('sale', sale.id)
    const buyer = before?.buyer ?? members.get(sale.buyer)
    if (buyer === undefined) continue
    const after: SaleRecord = {
      ...before,
      ...sale,
      buyer,
      appId,
      title: before?.title ?? titleOf(context, appId, sale.item),
      returnedAt: sale.state === 'returned' ? (before?.returnedAt ?? returnTime(sale, now)) : null,
    }
    draft.put('sale', after)
    changed.push(after)
  }
  for (const [name, balance] of Object.entries(balances)) {
    const member = draft.get('member', members.get(name) ?? '')
    if (member !== null && member.balance !== balance) draft.put('member', { ...member, balance })
  }
  return changed
}

/** What time returns, it returns at its time, however late somebody looks. */
const returnTime = ({ returnReason, purchasedAt }: Sale, now: number): number =>
  returnReason === 'unconsumed' ? purchasedAt + CONSUMABLE_REFUND_MS : now

/** What the buyer's history calls it. */
const titleOf = (context: CommandContext, appId: string, item: Item): string => {
  if (item.type === 'access')
    return item.access === 'one_time' ? 'Access' : `Access for ${PASS_MS / DAY_MS} days`
  const { products = [] } = liveVersionOf(context, appId)?.manifest ?? {}
  return products.find(({ id }) => id === item.id)?.title ?? item.id
}
