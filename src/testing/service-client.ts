import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openBundle } from '../bundle/open.js'
import { writeZip } from '../bundle/zip-writer.js'
import type { CheckResult } from '../check/problem.js'
import type { BodyOf } from '../control/contract.js'
import type {
  AccountView,
  AppsView,
  AppView,
  ClientView,
  ConnectionsView,
  ConnectionView,
  DeviceDecisionView,
  DeviceView,
  FaultsView,
  GuardianView,
  HistoryPageView,
  MembersView,
  MemberView,
  MessageView,
  NicknameView,
  NoticesView,
  OperationFaultView,
  PurchaseView,
  ReviewsView,
  SalesView,
  SaleView,
  StateView,
  TestRunView,
  UploadView,
  VersionView,
} from '../control/service-answers.js'
import type { ServiceRoutes } from '../control/service-routes.js'
import type { Capability } from '../platform/features.js'
import type { OperationName, Scope } from '../platform/publishing.js'
import { ClockClient } from './clock-client.js'
import { type ControlAddress, ControlError } from './control-error.js'
import { ControlRequests, reasonOf } from './control-requests.js'

/** What is changed of a member; what is absent stays. */
export interface MemberChange {
  readonly name?: string
  /** `YYYY-MM-DD` */
  readonly birthDate?: string | null
  readonly partner?: boolean
  readonly guardian?: Partial<GuardianView>
  /** Credits, as a decimal string with up to three decimals. */
  readonly balance?: string
}

/** Which failures are switched on or off; what is absent stays. */
export interface FaultsChange extends Partial<Omit<FaultsView, 'operations'>> {
  /** By operation: `{ createPost: { fault: 'limited', count: 2, delay: '500ms' } }`. */
  readonly operations?: Readonly<Partial<Record<OperationName, Partial<OperationFaultView> | null>>>
}

/** A page of a list. */
export interface Paging {
  readonly search?: string
  /** 1 to 100, default 20. */
  readonly limit?: number
  /** The `next` of the page before. */
  readonly cursor?: string
}

/** How a person approves. */
export interface Approval {
  /** Fewer permissions than were requested. */
  readonly scopes?: readonly Scope[]
  /** By default the member who is signed in. */
  readonly member?: string
}

/** An upload was refused by `check`; nothing of it is stored. */
export class UploadRefusedError extends ControlError {
  /** All problems together, as `check --format json` has them. */
  readonly result: CheckResult

  constructor(result: CheckResult) {
    const errors = result.problems.filter(({ level }) => level === 'error')
    super(422, `The upload was refused:${errors.map(({ message }) => `\n  ${message}`).join('')}`)
    this.result = result
  }
}

/** A running service, steered through its control API. Every method rejects with a ControlError. */
export class ServiceClient extends ClockClient {
  readonly #requests: ControlRequests<ServiceRoutes>

  constructor(address: ControlAddress) {
    const requests = new ControlRequests<ServiceRoutes>(address, 'service')
    super((body) => requests.ask('POST clock', { body }))
    this.#requests = requests
  }

  /** The clock, the members, and every app with its versions, figures and grants. */
  state(): Promise<StateView> {
    return this.#requests.ask('GET state')
  }

  app(id: string): Promise<AppView> {
    return this.#requests.ask('GET apps/:id', { path: { id } })
  }

  /**
   * Registers an app (2.1).
   * @param app owner: a member, by default the person whose account this is; id: the App ID that the manifest has
   *   already, else the service makes one
   * @returns its App ID
   */
  async register(app: {
    readonly name: string
    readonly owner?: string
    readonly category?: string
    readonly id?: string
  }): Promise<string> {
    const body = { owner: 'member_you', category: 'games', ...app }
    return (await this.#requests.ask('POST apps', { body })).app_id
  }

  /**
   * Uploads a version.
   * @param source the path of a folder or a zip, or a zip's bytes
   * @throws {UploadRefusedError} with every problem
   */
  async upload(appId: string, source: string | Uint8Array): Promise<UploadView> {
    const zip = typeof source === 'string' ? await zipAt(source) : source
    const path = { id: appId }
    const answer = await this.#requests.send('POST apps/:id/versions', { path }, { bytes: zip })
    if (answer.status === REFUSED) throw new UploadRefusedError((await answer.json()) as CheckResult)
    if (!answer.ok) throw new ControlError(answer.status, `The upload failed: ${await reasonOf(answer)}`)
    return (await answer.json()) as UploadView
  }

  /** An admin approves a waiting or held version: it is live (3.1). */
  approve(appId: string, version: string): Promise<VersionView> {
    return this.#act(appId, version, { action: 'approve' })
  }

  decline(appId: string, version: string, reason: string): Promise<VersionView> {
    return this.#act(appId, version, { action: 'decline', reason })
  }

  /** An admin holds a version: it does not go live by itself. */
  hold(appId: string, version: string): Promise<VersionView> {
    return this.#act(appId, version, { action: 'hold' })
  }

  /** The developer withdraws a version that still waits. */
  withdraw(appId: string, version: string): Promise<VersionView> {
    return this.#act(appId, version, { action: 'withdraw' })
  }

  block(appId: string, reason?: string): Promise<AppView> {
    return this.#change(appId, { status: 'blocked', ...(reason === undefined ? {} : { reason }) })
  }

  unblock(appId: string): Promise<AppView> {
    return this.#change(appId, { status: 'unblocked' })
  }

  /** The developer deletes an app for good (3.1). */
  delete(appId: string): Promise<AppView> {
    return this.#change(appId, { status: 'deleted' })
  }

  /** Decides on a capability that was asked for, or turns it off. */
  grant(appId: string, capability: Capability, decision: 'granted' | 'declined' | 'off'): Promise<AppView> {
    return this.#change(appId, { grants: { [capability]: decision } })
  }

  /** Asks for multiplayer, as the developer, or opens it, as an admin (4.8). */
  multiplayer(
    appId: string,
    to: 'asked' | 'off' | 'adults' | 'everyone',
    description?: string,
  ): Promise<AppView> {
    return this.#change(appId, { multiplayer: to, ...(description === undefined ? {} : { description }) })
  }

  chooseCategory(appId: string, category: string): Promise<AppView> {
    return this.#change(appId, { category })
  }

  /** A member buys: `access`, or a product by its ID. A payment that fails rejects with status 409. */
  buy(appId: string, member: string, item = 'access'): Promise<PurchaseView> {
    return this.#requests.ask('POST apps/:id/purchases', { path: { id: appId }, body: { member, item } })
  }

  /** Every sale of an app, the oldest first. */
  async sales(appId: string): Promise<readonly SaleView[]> {
    return await everyPage('sales', (page) => this.salesPage(appId, page))
  }

  /** Sales in pages, the oldest first; the search looks at IDs, buyers and what was sold. */
  salesPage(appId: string, page: Paging = {}): Promise<SalesView> {
    return this.#requests.ask('GET apps/:id/sales', { path: { id: appId }, query: page })
  }

  /**
   * Opens the live version for somebody, as a real run.
   * @param member a member's ID, or `signed-out`
   * @returns the address of the run's page, for a browser
   */
  async open(appId: string, member: string, device: 'web' | 'ios' | 'android' = 'web'): Promise<string> {
    const body = { member, device }
    return (await this.#requests.ask('POST apps/:id/runs', { path: { id: appId }, body })).url
  }

  /** Opens a version in any state as a test run, in a simulator with a control API of its own. */
  test(appId: string, version: string): Promise<TestRunView> {
    return this.#requests.ask('POST apps/:id/versions/:version/test', { path: { id: appId, version } })
  }

  /** The nicknames of an app's players (4.6). */
  async nicknames(appId: string): Promise<readonly NicknameView[]> {
    return (await this.#requests.ask('GET apps/:id/nicknames', { path: { id: appId } })).nicknames
  }

  /** An admin replaces a nickname; without a new one, by a suggested one (4.6). */
  replaceNickname(appId: string, member: string, nickname?: string): Promise<NicknameView> {
    const path = { id: appId, member }
    const body = nickname === undefined ? {} : { nickname }
    return this.#requests.ask('PUT apps/:id/nicknames/:member', { path, body })
  }

  /** The app delivered a consumable (3.2). */
  consume(appId: string, sale: string): Promise<SaleView> {
    return this.#actOnSale(appId, sale, 'consume')
  }

  /** An admin returns a sale to its buyer, during the hold (3.3). */
  refund(appId: string, sale: string): Promise<SaleView> {
    return this.#actOnSale(appId, sale, 'refund')
  }

  /** An admin completes a payout that failed (3.3). */
  completePayout(appId: string, sale: string): Promise<SaleView> {
    return this.#actOnSale(appId, sale, 'complete')
  }

  /** A member with all purchases, the whole history of credits, and every notification, the latest first. */
  async account(member: string): Promise<AccountView> {
    const path = { id: member }
    const latest = await this.#requests.ask('GET members/:id', { path, query: { limit: MOST_PER_PAGE } })
    const { next } = latest
    const [purchases, history, notices] = await Promise.all([
      everyPage('sales', (page) => this.purchasesPage(member, page), {
        sales: latest.purchases,
        next: next.purchases,
      }),
      everyPage('history', (page) => this.historyPage(member, page), {
        history: latest.history,
        next: next.history,
      }),
      everyPage('notices', (page) => this.noticesPage(member, page), {
        notices: latest.notices,
        next: next.notices,
      }),
    ])
    return { member: latest.member, purchases, history, notices }
  }

  /** A member's purchases in pages, the latest first; the search looks at IDs and what was bought. */
  purchasesPage(member: string, page: Paging = {}): Promise<SalesView> {
    return this.#requests.ask('GET members/:id/purchases', { path: { id: member }, query: page })
  }

  /** A member's history of credits in pages, the latest first. */
  historyPage(member: string, page: Paging = {}): Promise<HistoryPageView> {
    return this.#requests.ask('GET members/:id/history', { path: { id: member }, query: page })
  }

  /** A developer's notifications in pages, the latest first. */
  noticesPage(member: string, page: Paging = {}): Promise<NoticesView> {
    return this.#requests.ask('GET members/:id/notices', { path: { id: member }, query: page })
  }

  addMember(member: MemberChange & { readonly id: string; readonly name: string }): Promise<MemberView> {
    return this.#requests.ask('POST members', { body: member })
  }

  changeMember(member: string, change: MemberChange): Promise<MemberView> {
    return this.#requests.ask('PATCH members/:id', { path: { id: member }, body: change })
  }

  /** Apps in pages; the search looks at IDs, names, addresses and owners. */
  apps(page: Paging = {}): Promise<AppsView> {
    return this.#requests.ask('GET apps', { query: page })
  }

  /** Members in pages; the search looks at IDs and names. */
  members(page: Paging = {}): Promise<MembersView> {
    return this.#requests.ask('GET members', { query: page })
  }

  /** The versions that wait or are held, oldest upload first, in pages. */
  reviews(page: Paging = {}): Promise<ReviewsView> {
    return this.#requests.ask('GET reviews', { query: page })
  }

  /** Another member posts. @returns the ID of the post */
  async postAs(
    member: string,
    content: string,
    rating: 'sfw' | 'suggestive' | 'nsfw' = 'sfw',
  ): Promise<string> {
    const sent = { path: { id: member }, body: { content, rating } }
    return (await this.#requests.ask('POST members/:id/posts', sent)).post_id
  }

  /** A member reacts to a post, which notifies its author. */
  async react(postId: string, member: string): Promise<void> {
    await this.#requests.ask('POST posts/:id/reactions', { path: { id: postId }, body: { member } })
  }

  /** A member writes to another: by default, to the person whose account this is. */
  sendMessage(message: {
    readonly from: string
    readonly to?: string
    readonly text: string
  }): Promise<MessageView> {
    return this.#requests.ask('POST chats', { body: message })
  }

  /** The chat messages of a member, of the last 48 hours. */
  async messages(member?: string): Promise<readonly MessageView[]> {
    return (await this.#requests.ask('GET chats', { query: named(member) })).messages
  }

  /** The member who is signed in in the browser, and decides on consent and devices. */
  async signedIn(): Promise<string> {
    return (await this.#requests.ask('GET signed-in')).member
  }

  /** Chooses who is signed in in the browser. */
  async signInAs(member: string): Promise<void> {
    await this.#requests.ask('PUT signed-in', { body: { member } })
  }

  /** The registered apps of the publishing API, with how many people connected each (5.1). */
  async clients(): Promise<readonly ClientView[]> {
    return (await this.#requests.ask('GET clients')).clients
  }

  client(id: string): Promise<ClientView> {
    return this.#requests.ask('GET clients/:id', { path: { id } })
  }

  /** Registers an app of the publishing API (5.1). Its `id` is the client ID. */
  registerClient(client: {
    readonly name: string
    readonly redirectUris: readonly string[]
    /** By default the member who is signed in. */
    readonly owner?: string
  }): Promise<ClientView> {
    const body = { ...client, redirectUris: [...client.redirectUris] }
    return this.#requests.ask('POST clients', { body })
  }

  /** Changes an app of the publishing API; what is absent stays. */
  editClient(
    id: string,
    change: { readonly name?: string; readonly redirectUris?: readonly string[] },
  ): Promise<ClientView> {
    const { redirectUris, ...rest } = change
    const body = { ...rest, ...(redirectUris === undefined ? {} : { redirectUris: [...redirectUris] }) }
    return this.#requests.ask('PATCH clients/:id', { path: { id }, body })
  }

  /** Removes an app of the publishing API: everyone who connected it is disconnected. */
  async removeClient(id: string): Promise<void> {
    await this.#requests.ask('DELETE clients/:id', { path: { id } })
  }

  /** The sign-ins with a code that wait for somebody's decision. */
  async devices(): Promise<readonly DeviceView[]> {
    return (await this.#requests.ask('GET devices')).devices
  }

  /** Approves a sign-in with a code: all permissions, or fewer. */
  approveDevice(code: string, approval: Approval = {}): Promise<DeviceDecisionView> {
    const body = { decision: 'approve' as const, ...decided(approval) }
    return this.#requests.ask('POST devices/:code', { path: { code }, body })
  }

  denyDevice(code: string): Promise<DeviceDecisionView> {
    return this.#requests.ask('POST devices/:code', { path: { code }, body: { decision: 'deny' } })
  }

  /**
   * Approves an authorization request: all permissions, or fewer.
   * @param url what the app opens in a browser
   * @returns where the browser would go: the redirect URI with a code, or with an error
   */
  async approveConsent(url: string, approval: Approval = {}): Promise<string> {
    const body = { url, decision: 'approve' as const, ...decided(approval) }
    return (await this.#requests.ask('POST consents', { body })).redirect
  }

  async denyConsent(url: string): Promise<string> {
    return (await this.#requests.ask('POST consents', { body: { url, decision: 'deny' } })).redirect
  }

  /** What a member connected; by default the one who is signed in. */
  connections(member?: string): Promise<ConnectionsView> {
    return this.#requests.ask('GET connections', { query: named(member) })
  }

  /** Pauses all connected apps of a member, or lets them go on (3). */
  pauseConnections(paused: boolean, member?: string): Promise<ConnectionsView> {
    return this.#requests.ask('PATCH connections', { body: { paused, ...named(member) } })
  }

  /** Leaves a connected app only these of its approved permissions (3). */
  narrowConnection(client: string, scopes: readonly Scope[], member?: string): Promise<ConnectionView> {
    const body = { scopes: [...scopes], ...named(member) }
    return this.#requests.ask('PATCH connections/:client', { path: { client }, body })
  }

  /** Disconnects an app: every request of it gets 403 (3). */
  async disconnect(client: string, member?: string): Promise<void> {
    await this.#requests.ask('DELETE connections/:client', { path: { client }, query: named(member) })
  }

  faults(): Promise<FaultsView> {
    return this.#requests.ask('GET faults')
  }

  /** Switches failures on or off; what is absent stays, and an operation's null switches its failure off. */
  setFaults(change: FaultsChange): Promise<FaultsView> {
    return this.#requests.ask('PATCH faults', { body: change })
  }

  /** Everything that is kept, as one document. */
  data(): Promise<unknown> {
    return this.#requests.ask('GET data')
  }

  /** Puts a document of `data()` in place of everything that is kept, all of it or nothing. */
  async setData(data: unknown): Promise<void> {
    await this.#requests.ask('PUT data', { body: data })
  }

  /** Forgets everything. */
  async reset(): Promise<void> {
    await this.#requests.ask('POST reset')
  }

  #act(
    appId: string,
    version: string,
    body: BodyOf<ServiceRoutes['POST apps/:id/versions/:version']>,
  ): Promise<VersionView> {
    return this.#requests.ask('POST apps/:id/versions/:version', { path: { id: appId, version }, body })
  }

  #actOnSale(appId: string, sale: string, action: 'consume' | 'refund' | 'complete'): Promise<SaleView> {
    return this.#requests.ask('POST apps/:id/sales/:sale', { path: { id: appId, sale }, body: { action } })
  }

  #change(appId: string, body: BodyOf<ServiceRoutes['PATCH apps/:id']>): Promise<AppView> {
    return this.#requests.ask('PATCH apps/:id', { path: { id: appId }, body })
  }
}

const named = (member: string | undefined): { readonly member?: string } =>
  member === undefined ? {} : { member }

const decided = ({ scopes, member }: Approval) => ({
  ...(scopes === undefined ? {} : { scopes: [...scopes] }),
  ...named(member),
})

const MOST_PER_PAGE = 100

type PageOf<Name extends string, Item> = { readonly [One in Name]: readonly Item[] } & {
  readonly next: string | null
}

/**
 * All items of a list that comes in pages.
 * @param name the field of a page that has them
 * @param first the first page, if it is known already
 */
const everyPage = async <Name extends string, Item>(
  name: Name,
  ask: (page: Paging) => Promise<PageOf<Name, Item>>,
  first?: PageOf<Name, Item>,
): Promise<readonly Item[]> => {
  let page = first ?? (await ask({ limit: MOST_PER_PAGE }))
  const found = [...page[name]]
  while (page.next !== null) {
    page = await ask({ limit: MOST_PER_PAGE, cursor: page.next })
    found.push(...page[name])
  }
  return found
}

const REFUSED = 422

/** The zip at a path, or of the folder that is there; what is wrong with it is for the service to say. */
const zipAt = async (path: string): Promise<Uint8Array> => {
  const bundle = await openBundle(path)
  try {
    if (bundle.kind === 'zip') return await readFile(resolve(path))
    const files = []
    for (const { path: name } of bundle.files) files.push({ path: name, bytes: await bundle.read(name) })
    return await writeZip(files)
  } finally {
    await bundle.close()
  }
}
