import type { Ledger } from '../../host/money/ledger.js'
import type { Money } from '../../host/money/money.js'
import { NotSavedError } from '../../host/saving/store.js'
import { CallRejection } from '../../host/session/call-rejection.js'
import { appOf, openAppOf } from '../miniapps/context.js'
import { payoutModeOf } from '../miniapps/market.js'
import { changeMember } from '../miniapps/members.js'
import type { MiniApps } from '../miniapps/mini-apps.js'
import { changePeopleLedger, peopleLedger, type UserIds } from '../miniapps/people-ledger.js'
import { RefusedError } from '../miniapps/refused.js'
import type { People } from './people.js'

/** The service's one ledger, as the host of one app knows it. */
export class RunMoney implements Money {
  readonly #miniApps: MiniApps
  readonly #appId: string
  readonly #people: People
  readonly #now: () => number
  /** The ledger at the latest look; null where records changed since. */
  #seen: Ledger | null = null

  constructor(world: {
    readonly miniApps: MiniApps
    readonly appId: string
    readonly people: People
    readonly now: () => number
  }) {
    this.#miniApps = world.miniApps
    this.#appId = world.appId
    this.#people = world.people
    this.#now = world.now
  }

  get ledger(): Ledger {
    const { records, faults } = this.#miniApps
    const mode = payoutModeOf(appOf({ draft: records }, this.#appId), faults)
    const next = this.#seen?.nextAt(mode) ?? Number.POSITIVE_INFINITY
    if (this.#seen === null || next <= this.#now()) {
      this.#seen = peopleLedger(records, this.#appId, this.#users()).ledger
      // What is due is not in the records before the next command: here nothing is saved.
      this.#seen.advance(this.#now(), mode)
    }
    return this.#seen
  }

  async change<R>(act: (ledger: Ledger) => R): Promise<R> {
    let result: { readonly value: R } | null = null
    try {
      await this.#miniApps.run((context) => {
        openAppOf(context, this.#appId)
        result = { value: changePeopleLedger(context, this.#appId, this.#users(), act) }
      })
    } catch (error) {
      throw this.#asHostError(error)
    }
    if (result === null) throw new Error('The command did not run.')
    return (result as { readonly value: R }).value
  }

  /** Members have a balance. */
  async ensureBalance(): Promise<void> {}

  async setBalance(person: string, thousandths: number): Promise<void> {
    const member = this.#people.withUserId(person)?.memberId
    if (member === undefined) return
    await this.#miniApps.run((context) => changeMember(context, member, { balance: thousandths }))
  }

  settled(): Promise<void> {
    return this.#miniApps.settled()
  }

  /** Records or people changed. */
  changed(): void {
    this.#seen = null
  }

  #users(): UserIds {
    return new Map([...this.#people.all].map(({ memberId, userId }) => [memberId, userId]))
  }

  /** The app was blocked or deleted in the meantime, or the disk is full: calls have codes for these (7). */
  #asHostError(error: unknown): unknown {
    if (error instanceof RefusedError) {
      const { standing } = appOf({ draft: this.#miniApps.records }, this.#appId)
      if (standing === 'open') return error
      return standing === 'deleted'
        ? new CallRejection('MINI_APP_DELETED', 'The mini app was deleted by its developer.', error.message)
        : new CallRejection('MINI_APP_UNAVAILABLE', 'The mini app was blocked.', error.message)
    }
    return error instanceof Error && 'code' in error
      ? new NotSavedError(`The payment could not be saved: ${error.message}`, { cause: error })
      : error
  }
}
