import { AI_DOMAIN } from './ai/domain.js'
import type { Upcoming } from './clock-course.js'
import type { AppContents } from './control/app-contents.js'
import type { Edits } from './control/edit.js'
import type { Domain, UpcomingWorld } from './domain.js'
import { MATCHES_DOMAIN } from './matches/calls.js'
import { MONEY_DOMAIN } from './money/domain.js'
import { NICKNAME_DOMAIN } from './nickname/domain.js'
import { PICKING } from './picking/calls.js'
import { RECORDS_DOMAIN } from './records/domain.js'
import type { Handlers } from './session/call.js'
import { SESSION_DOMAIN } from './session/domain.js'
import { SHARING } from './sharing/calls.js'
import { STORAGE_DOMAIN } from './storage/domain.js'

/** The domains that this host simulates. The only list of them. */
export const DOMAINS = {
  session: SESSION_DOMAIN,
  storage: STORAGE_DOMAIN,
  money: MONEY_DOMAIN,
  /** What people share from the app (4.4). */
  sharing: { calls: SHARING },
  /** Photos and videos that people give to the app (4.5). */
  picking: { calls: PICKING },
  nickname: NICKNAME_DOMAIN,
  records: RECORDS_DOMAIN,
  matches: MATCHES_DOMAIN,
  ai: AI_DOMAIN,
} as const satisfies Record<string, Domain>

const ALL: readonly Domain[] = Object.values(DOMAINS)

/** The handler of every method of 4.1. A method without a handler does not compile. */
export const HANDLERS: Handlers = {
  ...DOMAINS.session.calls,
  ...DOMAINS.storage.calls,
  ...DOMAINS.money.calls,
  ...DOMAINS.sharing.calls,
  ...DOMAINS.picking.calls,
  ...DOMAINS.nickname.calls,
  ...DOMAINS.records.calls,
  ...DOMAINS.matches.calls,
  ...DOMAINS.ai.calls,
}

/** Every kind of edit. */
export const EDITS: Edits = {
  ...DOMAINS.storage.edits,
  ...DOMAINS.money.edits,
  ...DOMAINS.nickname.edits,
  ...DOMAINS.records.edits,
  ...DOMAINS.ai.edits,
}

/** What comes due, soonest first. */
export const upcomingIn = (world: UpcomingWorld): readonly Upcoming[] =>
  ALL.flatMap(({ upcoming }) => upcoming?.(world) ?? []).sort((a, b) => a.at - b.at)

/** The saved documents with these contents, by name. */
export const documentsOf = (contents: AppContents): ReadonlyMap<string, unknown> =>
  new Map(ALL.flatMap(({ data }) => data?.documents(contents) ?? []))
