import { matching } from '../paging.js'
import { versionsOf } from './context.js'
import type { RecordReader } from './draft.js'
import { salesOf } from './market.js'
import type { Member, MiniApp, MiniAppVersion, Notice, SaleRecord } from './records.js'

/** The apps, members and versions in review that a search finds. */

export const findApps = (records: RecordReader, search: string): readonly MiniApp[] =>
  matching(records.all('miniApp'), search, ({ id, name, slug, owner }) => [id, name, slug, owner])

export const findMembers = (records: RecordReader, search: string): readonly Member[] =>
  matching(records.all('member'), search, ({ id, name }) => [id, name])

/** Sales of an app, the oldest first. */
export const findSales = (records: RecordReader, appId: string, search: string): readonly SaleRecord[] =>
  matching(salesOf(records, appId), search, ({ id, buyer, title }) => [id, buyer, title])

/** What a member bought, the latest first. */
export const purchasesOf = (records: RecordReader, member: string): readonly SaleRecord[] =>
  [...records.where('sale', 'buyer', member)].reverse()

/** What a developer is notified of, the latest first. */
export const noticesOf = (records: RecordReader, member: string): readonly Notice[] =>
  [...records.where('notice', 'to', member)].reverse()

/** A version in review, and its app. */
export interface Review {
  readonly app: MiniApp
  readonly version: MiniAppVersion
}

/** The review queue: oldest upload first. */
export const findReviews = (records: RecordReader, search: string): readonly Review[] =>
  findApps(records, search)
    .filter(({ standing }) => standing === 'open')
    .flatMap((app) =>
      versionsOf({ draft: records }, app.id)
        .filter(({ state }) => state === 'waiting' || state === 'held')
        .map((version) => ({ app, version })),
    )
    .sort((a, b) => a.version.uploadedAt - b.version.uploadedAt)
