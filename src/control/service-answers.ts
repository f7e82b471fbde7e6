import type { PersonKind } from '../platform/ages.js'
import type { Capability } from '../platform/features.js'
import type { OperationName, Scope } from '../platform/publishing.js'
import type { ApiFault, SignInFault } from './service-faults.js'
import type { Figures } from './simulator-answers.js'

/**
 * What the service's control API answers; the shapes are a stable interface. Without zod's types, because these types are
 * published. Times are ISO 8601, amounts are credits as decimal strings.
 */

export interface VersionView {
  readonly version: string
  readonly state: 'waiting' | 'held' | 'live' | 'declined' | 'withdrawn' | 'replaced'
  readonly reason: string | null
  readonly flags: readonly string[]
  /** The capabilities that an admin has to decide on for it. */
  readonly asks: readonly Capability[]
  readonly uploadedAt: string
  /** Since when it is in its state. */
  readonly stateAt: string
  /** When it goes live automatically; null if it does not. */
  readonly approvesAt: string | null
}

export interface AppView {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** One of the categories (2.2). */
  readonly category: string
  readonly owner: string
  readonly status: 'none' | 'live' | 'blocked' | 'deleted'
  /** In the order of their upload. */
  readonly versions: readonly VersionView[]
  readonly figures: Figures
  /** The capabilities that were ever asked for: what the live version has, while a higher one waits for a decision. */
  readonly grants: Readonly<Partial<Record<Capability, 'asked' | 'granted' | 'declined' | 'off'>>>
  readonly multiplayer: 'off' | 'asked' | 'adults' | 'everyone'
}

/** What a guardian allows; it counts for members under 18 only (5). */
export interface GuardianView {
  readonly miniApps: boolean
  /** The App IDs that the guardian allowed. */
  readonly apps: readonly string[]
  readonly pay: boolean
  readonly media: boolean
  readonly online: boolean
  readonly ai: boolean
}

export interface MemberView {
  readonly id: string
  readonly name: string
  /** `YYYY-MM-DD` */
  readonly birthDate: string | null
  readonly person: PersonKind
  readonly partner: boolean
  readonly guardian: GuardianView
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
  readonly state: 'confirming' | 'held' | 'paid-out' | 'awaiting-manual' | 'returned'
  readonly returnReason: 'unconsumed' | 'refund' | 'blocked' | 'deleted' | null
  readonly purchasedAt: string
  readonly consumedAt: string | null
}

/** An entry of a member's history of credits. */
export interface HistoryView {
  readonly at: string
  readonly text: string
  /** What it did to the balance. */
  readonly amount: string
}

/** A notification of a developer. */
export interface NoticeView {
  readonly at: string
  readonly about: string
  readonly app: string
  readonly version: string | null
  readonly text: string
}

/** What a member did with credits, and their notifications, latest first. */
export interface AccountView {
  readonly member: MemberView
  readonly purchases: readonly SaleView[]
  readonly history: readonly HistoryView[]
  readonly notices: readonly NoticeView[]
}

/** The latest of each list of an account. */
export interface LatestOfAccountView extends AccountView {
  /** The `cursor` of what follows in each list; null where that was all. */
  readonly next: {
    readonly purchases: string | null
    readonly history: string | null
    readonly notices: string | null
  }
}

/** Some of many, with where the next ones begin. */
export interface AppsView {
  readonly apps: readonly AppView[]
  /** The `cursor` of the next page; null on the last. */
  readonly next: string | null
}

export interface MembersView {
  readonly members: readonly MemberView[]
  readonly next: string | null
}

/** Sales of an app, or purchases of a member. */
export interface SalesView {
  readonly sales: readonly SaleView[]
  readonly next: string | null
}

export interface HistoryPageView {
  readonly history: readonly HistoryView[]
  readonly next: string | null
}

export interface NoticesView {
  readonly notices: readonly NoticeView[]
  readonly next: string | null
}

/** A version in review, and whose it is. */
export interface ReviewView {
  readonly app: string
  readonly name: string
  readonly version: VersionView
}

/** The review queue, oldest upload first. */
export interface ReviewsView {
  readonly reviews: readonly ReviewView[]
  readonly next: string | null
}

/** An app of the publishing API (5.1). */
export interface ClientView {
  /** The client ID. */
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** The member who registered it. */
  readonly owner: string
  readonly registeredAt: string
  /** How many people connected it. */
  readonly people: number
  readonly lastUsedAt: string | null
}

/** An app that a member connected. */
export interface ConnectionView {
  readonly client: string
  readonly name: string
  readonly member: string
  /** All approved permissions … */
  readonly scopes: readonly Scope[]
  /** … and those of them that the member has switched off since. */
  readonly off: readonly Scope[]
  readonly connectedAt: string
}

/** The connections of a member. */
export interface ConnectionsView {
  readonly member: string
  /** Whether the member paused all of them. */
  readonly paused: boolean
  readonly connections: readonly ConnectionView[]
}

/** A sign-in with a code, which waits for somebody's decision. */
export interface DeviceView {
  readonly code: string
  readonly client: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: string
}

/** The answer of a decision on a device: what is approved, and by whom. */
export interface DeviceDecisionView {
  readonly member: string
  readonly approved: readonly Scope[]
}

/** The answer of a decision on an authorization request: where the browser would go. */
export interface ConsentView {
  readonly redirect: string
}

export interface MessageView {
  readonly id: string
  readonly conversation: string
  readonly from: string
  readonly to: string
  readonly text: string
  readonly sentAt: string
}

/** The answer of `GET control/state`. */
export interface StateView {
  readonly schema: 1
  readonly now: string
  readonly members: readonly MemberView[]
  readonly apps: readonly AppView[]
}

/** The answer of an upload that was taken. */
export interface UploadView {
  readonly version: string
  readonly state: VersionView['state']
  /** Whether it goes live automatically after an hour, or waits for an admin (3.1). */
  readonly review: 'automatic' | 'admin'
  /** The lower versions in review that it replaces if it goes live before them. */
  readonly replaces: readonly string[]
}

/** The answer of a purchase that went through, or is being confirmed (3.2). */
export interface PurchaseView {
  readonly status: 'paid' | 'pending'
  readonly purchase: SaleView
}

/** The answer of opening an app: the page of the run, for a browser. */
export interface RunView {
  readonly url: string
}

/** The answer of opening a version as a test run: its simulator, and the simulator's own control API. */
export interface TestRunView {
  readonly url: string
  readonly control: string
  readonly token: string
}

/** A nickname in an app, and whose it is. */
export interface NicknameView {
  readonly member: string
  /** The `app_user_id` in this app. */
  readonly player: string
  readonly nickname: string
}

/** The fault of one operation. */
export interface OperationFaultView {
  readonly fault: ApiFault
  /** How many more requests get it; null: all, until it is switched off. */
  readonly count: number | null
  /** How much later they are answered: `500ms`. */
  readonly delay: string
}

/** Which faults are switched on. */
export interface FaultsView {
  readonly api: ApiFault
  readonly signIn: SignInFault
  /** By the names of the publishing API's operations; they take the place of `api`. */
  readonly operations: Readonly<Partial<Record<OperationName, OperationFaultView>>>
  readonly payments: 'ok' | 'pending' | 'unavailable'
  readonly payouts: 'ok' | 'failing'
}
