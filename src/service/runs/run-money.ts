import type { Ledger } from '../../host/money/ledger.js'
import type { Money } from '../../host/money/money.js'
import { NotSavedError } from '../../host/saving/store.js'
import { CallRejection } from '../../host/session/call-rejection.js'
import { appOf, openAppOf, RefusedError } from '../miniapps/context.js'
import { payoutModeOf } from '../miniapps/market.js'
import { changeMember } from '../miniapps/members.js'
import type { MiniApps } from '../miniapps/mini-apps.js'
import { changePeopleLedger, peopleLedger, type UserIds } from '../miniapps/sales-ledger.js'
import type { People } from './people.js'

interface RunMoneyWorld {
  readonly miniApps: MiniApps
  readonly appId: string
  readonly people: People
  readonly now: () => number
}

/** The service's one ledger, as the host of one app knows it. */
export class RunMoney implements Money {
  readonly #world: RunMoneyWorld
  /** The ledger at the latest look; null where records changed since. */
  #seen: Ledger | null = null

  constructor(world: RunMoneyWorld) {
    this.#world = world
  }

  get ledger(): Ledger {
    const { records, faults } = this.#world.miniApps
    const mode = payoutModeOf(appOf({ draft: records }, this.#world.appId), faults)
    const next = this.#seen?.nextAt(mode) ?? Number.POSITIVE_INFINITY
    if (this.#seen === null || next <= this.#world.now()) {
      this.#seen = peopleLedger(records, this.#world.appId, this.#users()).ledger
      // What is due is not in the records before the next command: here nothing is saved.
      this.#seen.advance(this.#world.now(), mode)
    }
    return this.#seen
  }

  async change<R>(act: (ledger: Ledger) => R): Promise<R> {
    const { miniApps, appId } = this.#world
    try {
      return await miniApps.run((context) => {
        openAppOf(context, appId)
        return changePeopleLedger(context, appId, this.#users(), act)
      })
    } catch (error) {
      throw this.#asHostError(error)
    }
  }

  /** Members have a balance. */
  async ensureBalance(): Promise<void> {}

  async setBalance(person: string, thousandths: number): Promise<void> {
    const member = this.#world.people.withUserId(person)?.memberId
    if (member === undefined) return
    await this.#world.miniApps.run((context) => changeMember(context, member, { balance: thousandths }))
  }

  settled(): Promise<void> {
    return this.#world.miniApps.settled()
  }

  /** Records or people changed. */
  changed(): void {
    this.#seen = null
  }

  #users(): UserIds {
    return new Map([...this.#world.people.all].map(({ memberId, userId }) => [memberId, userId]))
  }

  /** The app was blocked or deleted in the meantime, or the disk is full: calls have codes for these (7). */
  #asHostError(error: unknown): unknown {
    if (error instanceof RefusedError) {
      const { standing } = appOf({ draft: this.#world.miniApps.records }, this.#world.appId)
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
