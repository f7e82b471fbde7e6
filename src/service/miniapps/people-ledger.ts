import { Ledger } from '../../host/money/ledger.js'
import type { Item, Sale } from '../../host/money/sale.js'
import { PASS_MS } from '../../platform/limits.js'
import { DAY_MS } from '../../platform/units.js'
import { type CommandContext, liveVersionOf } from './context.js'
import type { RecordReader } from './draft.js'
import { returnTime } from './market.js'
import type { SaleRecord } from './records.js'

/** The `app_user_id` of each member who has opened an app. */
export type UserIds = ReadonlyMap<string, string>

/** The ledger of an app as its host knows it: of the people who opened it, by their `app_user_id`. */
interface PeopleLedger {
  readonly ledger: Ledger
  /** The sales that it was made with. */
  readonly given: ReadonlySet<Sale>
}

export const peopleLedger = (
  reader: Pick<RecordReader, 'get' | 'where'>,
  appId: string,
  users: UserIds,
): PeopleLedger => {
  const sales: Sale[] = []
  for (const sale of reader.where('sale', 'appId', appId)) {
    const buyer = users.get(sale.buyer)
    if (buyer !== undefined) sales.push({ ...saleOnly(sale), buyer })
  }
  const balances: Record<string, number> = {}
  for (const [member, user] of users) balances[user] = reader.get('member', member)?.balance ?? 0
  return { ledger: new Ledger({ balances, sales }), given: new Set(sales) }
}

/** Changes such a ledger, and writes what that did to sales and balances. */
export const changePeopleLedger = <Result>(
  context: CommandContext,
  appId: string,
  users: UserIds,
  act: (ledger: Ledger) => Result,
): Result => {
  const { draft, now } = context
  const { ledger, given } = peopleLedger(draft, appId, users)
  const result = act(ledger)
  const memberOf = new Map([...users].map(([member, user]) => [user, member]))
  const { balances, sales } = ledger.state()
  for (const sale of sales) {
    if (given.has(sale)) continue
    const before = draft.get('sale', sale.id)
    const buyer = before?.buyer ?? memberOf.get(sale.buyer)
    if (buyer === undefined) continue
    draft.put('sale', {
      ...sale,
      buyer,
      appId,
      title: before?.title ?? titleOf(context, appId, sale.item),
      returnedAt: sale.state === 'returned' ? (before?.returnedAt ?? returnTime(sale, now)) : null,
    })
  }
  for (const [user, balance] of Object.entries(balances)) {
    const member = draft.get('member', memberOf.get(user) ?? '')
    if (member !== null && member.balance !== balance) draft.put('member', { ...member, balance })
  }
  return result
}

const saleOnly = ({ appId: _app, title: _title, returnedAt: _at, ...sale }: SaleRecord): Sale => sale

/** What the buyer's history calls it. */
const titleOf = (context: CommandContext, appId: string, item: Item): string => {
  if (item.type === 'access')
    return item.access === 'one_time' ? 'Access' : `Access for ${PASS_MS / DAY_MS} days`
  const { products = [] } = liveVersionOf(context, appId)?.manifest ?? {}
  return products.find(({ id }) => id === item.id)?.title ?? item.id
}
