import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openBundle } from '../bundle/open.js'
import { writeZip } from '../bundle/zip-writer.js'
import type { CheckResult } from '../check/problem.js'
import type { Capability } from '../platform/features.js'
import type { OperationName } from '../platform/publishing.js'
import type {
  AccountView,
  AppView,
  FaultsView,
  GuardianView,
  MemberView,
  NicknameView,
  OperationFaultView,
  PurchaseView,
  RunView,
  SaleView,
  StateView,
  TestRunView,
  UploadView,
  VersionView,
} from '../service/control/answers.js'
import { ClockClient } from './clock-client.js'
import { type ControlAddress, ControlError, ControlRequests, reasonOf } from './control-requests.js'

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
  readonly #requests: ControlRequests

  constructor(address: ControlAddress) {
    const requests = new ControlRequests(address, 'service')
    super(requests)
    this.#requests = requests
  }

  /** The clock, the members, and every app with its versions, figures and grants. */
  state(): Promise<StateView> {
    return this.#requests.ask('GET', 'state')
  }

  app(id: string): Promise<AppView> {
    return this.#requests.ask('GET', appPath(id))
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
    return (await this.#requests.ask<{ app_id: string }>('POST', 'apps', body)).app_id
  }

  /**
   * Uploads a version.
   * @param source the path of a folder or a zip, or a zip's bytes
   * @throws {UploadRefusedError} with every problem
   */
  async upload(appId: string, source: string | Uint8Array): Promise<UploadView> {
    const zip = typeof source === 'string' ? await zipAt(source) : source
    const path = `${appPath(appId)}/versions`
    const answer = await this.#requests.post(path, zip)
    if (answer.status === REFUSED) throw new UploadRefusedError((await answer.json()) as CheckResult)
    if (!answer.ok) throw new ControlError(answer.status, `POST ${path}: ${await reasonOf(answer)}`)
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
    return this.#requests.ask('POST', `${appPath(appId)}/purchases`, { member, item })
  }

  async sales(appId: string): Promise<readonly SaleView[]> {
    return (await this.#requests.ask<{ sales: readonly SaleView[] }>('GET', `${appPath(appId)}/sales`)).sales
  }

  /**
   * Opens the live version for somebody, as a real run.
   * @param member a member's ID, or `signed-out`
   * @returns the address of the run's page, for a browser
   */
  async open(appId: string, member: string, device: 'web' | 'ios' | 'android' = 'web'): Promise<string> {
    const path = `${appPath(appId)}/runs`
    return (await this.#requests.ask<RunView>('POST', path, { member, device })).url
  }

  /** Opens a version in any state as a test run, in a simulator with a control API of its own. */
  test(appId: string, version: string): Promise<TestRunView> {
    return this.#requests.ask('POST', `${appPath(appId)}/versions/${encodeURIComponent(version)}/test`)
  }

  /** The nicknames of an app's players (4.6). */
  async nicknames(appId: string): Promise<readonly NicknameView[]> {
    const path = `${appPath(appId)}/nicknames`
    return (await this.#requests.ask<{ nicknames: NicknameView[] }>('GET', path)).nicknames
  }

  /** An admin replaces a nickname; without a new one, by a suggested one (4.6). */
  replaceNickname(appId: string, member: string, nickname?: string): Promise<NicknameView> {
    const path = `${appPath(appId)}/nicknames/${encodeURIComponent(member)}`
    return this.#requests.ask('PUT', path, nickname === undefined ? {} : { nickname })
  }

  /** The app delivered a consumable (3.2). */
  consume(appId: string, sale: string): Promise<SaleView> {
    return this.#requests.ask('POST', salePath(appId, sale), { action: 'consume' })
  }

  /** An admin returns a sale to its buyer, during the hold (3.3). */
  refund(appId: string, sale: string): Promise<SaleView> {
    return this.#requests.ask('POST', salePath(appId, sale), { action: 'refund' })
  }

  /** An admin completes a payout that failed (3.3). */
  completePayout(appId: string, sale: string): Promise<SaleView> {
    return this.#requests.ask('POST', salePath(appId, sale), { action: 'complete' })
  }

  /** A member with purchases, history of credits, and notifications. */
  account(member: string): Promise<AccountView> {
    return this.#requests.ask('GET', `members/${encodeURIComponent(member)}`)
  }

  addMember(member: MemberChange & { readonly id: string; readonly name: string }): Promise<MemberView> {
    return this.#requests.ask('POST', 'members', member)
  }

  changeMember(member: string, change: MemberChange): Promise<MemberView> {
    return this.#requests.ask('PATCH', `members/${encodeURIComponent(member)}`, change)
  }

  faults(): Promise<FaultsView> {
    return this.#requests.ask('GET', 'faults')
  }

  /** Switches failures on or off; what is absent stays, and an operation's null switches its failure off. */
  setFaults(change: FaultsChange): Promise<FaultsView> {
    return this.#requests.ask('PATCH', 'faults', change)
  }

  /** Everything that is kept, as one document. */
  data(): Promise<unknown> {
    return this.#requests.ask('GET', 'data')
  }

  /** Puts a document of `data()` in place of everything that is kept, all of it or nothing. */
  async setData(data: unknown): Promise<void> {
    await this.#requests.ask('PUT', 'data', data)
  }

  /** Forgets everything. */
  async reset(): Promise<void> {
    await this.#requests.ask('POST', 'reset')
  }

  #act(appId: string, version: string, body: object): Promise<VersionView> {
    return this.#requests.ask('POST', `${appPath(appId)}/versions/${encodeURIComponent(version)}`, body)
  }

  #change(appId: string, body: object): Promise<AppView> {
    return this.#requests.ask('PATCH', appPath(appId), body)
  }
}

const REFUSED = 422

const appPath = (id: string): string => `apps/${encodeURIComponent(id)}`
const salePath = (appId: string, sale: string): string =>
  `${appPath(appId)}/sales/${encodeURIComponent(sale)}`

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
