import type {
  AppView,
  FaultsView,
  HistoryView,
  MemberView,
  NoticeView,
  SaleView,
  StateView,
  VersionView,
} from '../../control/service-answers.js'
import { figuresOfSales } from '../../host/money/ledger.js'
import { formatCredits } from '../../platform/credits.js'
import { isoTime } from '../../platform/units.js'
import { versionsOf } from '../miniapps/context.js'
import type { RecordReader } from '../miniapps/draft.js'
import { asksOf, grantStates } from '../miniapps/grants.js'
import type { HistoryEntry } from '../miniapps/history.js'
import { salesOf } from '../miniapps/market.js'
import { personKind } from '../miniapps/members.js'
import { multiplayerState } from '../miniapps/multiplayer.js'
import type { Member, MiniApp, MiniAppVersion, Notice, SaleRecord } from '../miniapps/records.js'
import { categoryOf } from '../miniapps/registration.js'
import { autoApprovalAt } from '../miniapps/review.js'
import type { World } from '../world.js'

export const viewVersion = (app: MiniApp, version: MiniAppVersion): VersionView => {
  const approvesAt = autoApprovalAt(app, version)
  return {
    version: version.version,
    state: version.state,
    reason: version.reason,
    flags: version.flags,
    asks: asksOf(app, version),
    uploadedAt: isoTime(version.uploadedAt),
    stateAt: isoTime(version.stateAt),
    approvesAt: approvesAt === null ? null : isoTime(approvesAt),
  }
}

const statusOf = ({ standing }: MiniApp, versions: readonly MiniAppVersion[]): AppView['status'] => {
  if (standing !== 'open') return standing
  return versions.some(({ state }) => state === 'live') ? 'live' : 'none'
}

/** The whole state. */
export const viewState = (records: RecordReader, now: number): StateView => ({
  schema: 1,
  now: isoTime(now),
  members: [...records.all('member')].map((member) => viewMember(member, now)),
  apps: [...records.all('miniApp')].map((app) => viewApp(records, app)),
})

export const viewApp = (records: RecordReader, app: MiniApp): AppView => {
  const context = { draft: records }
  const versions = versionsOf(context, app.id)
  const { purchases, held, paid } = figuresOfSales(salesOf(records, app.id))
  return {
    id: app.id,
    name: app.name,
    slug: app.slug,
    category: categoryOf(context, app.id),
    owner: app.owner,
    status: statusOf(app, versions),
    versions: versions.map((version) => viewVersion(app, version)),
    figures: {
      purchases: formatCredits(purchases),
      held: formatCredits(held),
      paid: formatCredits(paid),
    },
    grants: grantStates(context, app),
    multiplayer: multiplayerState(app),
  }
}

export const viewMember = (member: Member, now: number): MemberView => ({
  id: member.id,
  name: member.name,
  birthDate: member.birthDate,
  person: personKind(member, now),
  partner: member.partner,
  guardian: member.guardian,
  balance: formatCredits(member.balance),
})

export const viewSale = ({ id, appId, buyer, title, item, ...sale }: SaleRecord): SaleView => ({
  id,
  app: appId,
  buyer,
  title,
  item: item.type === 'access' ? 'access' : item.id,
  price: formatCredits(sale.thousandths),
  state: sale.state,
  returnReason: sale.returnReason,
  purchasedAt: isoTime(sale.purchasedAt),
  consumedAt: sale.consumedAt === null ? null : isoTime(sale.consumedAt),
})

export const viewEntry = ({ at, text, thousandths }: HistoryEntry): HistoryView => ({
  at: isoTime(at),
  text,
  amount: formatCredits(thousandths),
})

export const viewNotice = ({ at, about, appId, version, text }: Notice): NoticeView => ({
  at: isoTime(at),
  about,
  app: appId,
  version,
  text,
})

export const viewFaults = ({ faults, miniApps }: Pick<World, 'faults' | 'miniApps'>): FaultsView => ({
  api: faults.api,
  signIn: faults.signIn,
  operations: Object.fromEntries(
    Object.entries(faults.operations).map(([name, { fault, count, delayMs }]) => [
      name,
      { fault, count, delay: `${delayMs}ms` },
    ]),
  ),
  ...miniApps.faults,
})
