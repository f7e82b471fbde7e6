import type { PersonKind } from '../../platform/ages.js'
import { formatCredits } from '../../platform/credits.js'
import type { Capability } from '../../platform/features.js'
import { versionsOf } from '../miniapps/context.js'
import type { RecordReader } from '../miniapps/draft.js'
import { type GrantState, grantStates } from '../miniapps/grants.js'
import { grouped } from '../miniapps/grouped.js'
import { figuresOf, historyOf } from '../miniapps/market.js'
import { personKind } from '../miniapps/members.js'
import { type MultiplayerState, multiplayerState } from '../miniapps/multiplayer.js'
import type { Member, MiniApp, MiniAppVersion, SaleRecord } from '../miniapps/records.js'
import { categoryOf } from '../miniapps/registration.js'
import { autoApprovalAt } from '../miniapps/review.js'

/** What the control API answers; the shapes are a stable interface. Times are ISO 8601, amounts are credits. */

export interface VersionView {
  readonly version: string
  readonly state: MiniAppVersion['state']
  readonly reason: string | null
  readonly flags: readonly string[]
  readonly uploadedAt: string
  /** When it goes live by itself; null where it does not. */
  readonly approvesAt: string | null
}

export interface AppView {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly category: MiniApp['category']
  readonly owner: string
  readonly status: 'none' | 'live' | 'blocked' | 'deleted'
  /** In the order of their upload. */
  readonly versions: readonly VersionView[]
  /** The three figures of 3.3. */
  readonly figures: { readonly purchases: string; readonly held: string; readonly paid: string }
  /** The capabilities that were ever asked for. */
  readonly grants: Readonly<Partial<Record<Capability, GrantState>>>
  readonly multiplayer: MultiplayerState
}

export interface MemberView {
  readonly id: string
  readonly name: string
  /** `YYYY-MM-DD` */
  readonly birthDate: string | null
  readonly person: PersonKind
  readonly partner: boolean
  readonly guardian: Member['guardian']
  readonly balance: string
}

export interface SaleView {
  readonly id: string
  readonly app: string
  readonly buyer: string
  /** What the buyer's history calls it. */
  readonly title: string
  /** `access`, or the product's ID. */
  readonly item: string
  readonly price: string
  readonly state: SaleRecord['state']
  readonly returnReason: SaleRecord['returnReason']
  readonly purchasedAt: string
  readonly consumedAt: string | null
}

/** What a member did with credits, and what they are told of, latest first. */
export interface AccountView {
  readonly member: MemberView
  readonly purchases: readonly SaleView[]
  readonly history: readonly { readonly at: string; readonly text: string; readonly amount: string }[]
  readonly notices: readonly {
    readonly at: string
    readonly about: string
    readonly app: string
    readonly version: string | null
    readonly text: string
  }[]
}

const iso = (at: number): string => new Date(at).toISOString()

export const viewVersion = (app: MiniApp, version: MiniAppVersion): VersionView => {
  const approvesAt = autoApprovalAt(app, version)
  return {
    version: version.version,
    state: version.state,
    reason: version.reason,
    flags: version.flags,
    uploadedAt: iso(version.uploadedAt),
    approvesAt: approvesAt === null ? null : iso(approvesAt),
  }
}

const statusOf = ({ standing }: MiniApp, versions: readonly MiniAppVersion[]): AppView['status'] => {
  if (standing !== 'open') return standing
  return versions.some(({ state }) => state === 'live') ? 'live' : 'none'
}

/** Every app, in the order of registration; sales and versions are gone through once. */
export const viewApps = (records: RecordReader): readonly AppView[] => {
  const sales = grouped(records.all('sale'), ({ appId }) => appId)
  return [...records.all('miniApp')].map((app) => viewApp(records, app, sales.get(app.id) ?? []))
}

export const viewApp = (records: RecordReader, app: MiniApp, sales: readonly SaleRecord[]): AppView => {
  const context = { draft: records }
  const versions = versionsOf(context, app.id)
  const { purchases, held, paid } = figuresOf(sales)
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
  purchasedAt: iso(sale.purchasedAt),
  consumedAt: sale.consumedAt === null ? null : iso(sale.consumedAt),
})

export const viewAccount = (records: RecordReader, member: Member, now: number): AccountView => ({
  member: viewMember(member, now),
  purchases: [...records.all('sale')]
    .filter(({ buyer }) => buyer === member.id)
    .map(viewSale)
    .reverse(),
  history: historyOf(records, member.id).map(({ at, text, thousandths }) => ({
    at: iso(at),
    text,
    amount: formatCredits(thousandths),
  })),
  notices: [...records.all('notice')]
    .filter(({ to }) => to === member.id)
    .map(({ at, about, appId, version, text }) => ({ at: iso(at), about, app: appId, version, text }))
    .reverse(),
})
