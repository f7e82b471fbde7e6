import type { FaultsChange } from '../../control/service-bodies.js'
import { Mutex } from '../../mutex.js'
import type { Change, ServiceStore } from '../records/store.js'
import { newId, type Randomness } from '../secrets.js'
import type { CommandContext } from './context.js'
import { Draft, type RecordReader } from './draft.js'
import { type MoneyFaults, nextSaleStepAt, salesOf, settleSales } from './market.js'
import type { MiniApp } from './records.js'
import { approveDue, autoApprovalAt } from './review.js'

/** Where mini apps are kept, and their time and randomness. */
interface MiniAppsWorld extends Randomness {
  readonly store: ServiceStore
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * Mini apps as the service keeps them. One command runs after the other, each on records that time has done its work on,
 * and resolves once what it changed is durable.
 */
export class MiniApps {
  readonly #world: MiniAppsWorld
  /** One after the other: a change that the disk refuses is taken back before the next one reads. */
  readonly #mutex = new Mutex()
  #faults: MoneyFaults = { payments: 'ok', payouts: 'ok' }
  /** When time does something next, by app: those that changed are not in it. */
  readonly #nextStepOf = new Map<string, number>()
  readonly #listeners: (() => void)[] = []
  readonly #beforeReplacing: (() => Promise<void>)[] = []

  constructor(world: MiniAppsWorld) {
    this.#world = world
  }

  /** The records as they are. Call `settled` before, so that time has done its work. */
  get records(): RecordReader {
    return this.#world.store
  }

  get faults(): MoneyFaults {
    return this.#faults
  }

  /** Switches failures on or off; not kept over a restart. What was due before fell due under the old ones. */
  async setFaults({ payments, payouts }: Pick<FaultsChange, keyof MoneyFaults>): Promise<void> {
    await this.settled()
    this.#faults = {
      payments: payments ?? this.#faults.payments,
      payouts: payouts ?? this.#faults.payouts,
    }
    this.#nextStepOf.clear()
    this.#changed()
  }

  /** Calls `listener` whenever the records or the faults changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Calls `prepare` before the records themselves are replaced, and waits for it. */
  beforeReplacing(prepare: () => Promise<void>): void {
    this.#beforeReplacing.push(prepare)
  }

  /** Does what is due, and resolves once that is durable. */
  settled(): Promise<void> {
    return this.#mutex.run(() => this.#settle())
  }

  /**
   * Runs a command and commits what it wrote.
   * @param prepare done before that, and before the next command: without it nothing is committed
   * @throws {RefusedError} what the command throws; it changed nothing then
   */
  run<Result>(
    command: (context: CommandContext) => Result,
    prepare: (result: Result) => Promise<void> = async () => {},
  ): Promise<Result> {
    return this.#mutex.run(async () => {
      await this.#settle()
      return this.#commit(command, prepare)
    })
  }

  /** Runs what no command and no import may interrupt. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#mutex.run(work)
  }

  /** Runs what replaces the records themselves, in turn with the commands. */
  replace(work: () => Promise<void>): Promise<void> {
    return this.#mutex.run(async () => {
      for (const prepare of this.#beforeReplacing) await prepare()
      try {
        await work()
      } finally {
        this.#nextStepOf.clear()
      }
    })
  }

  /** When time will do something next, in milliseconds since 1970; infinite where nothing is to come. */
  nextStepAt(): number {
    let next = Number.POSITIVE_INFINITY
    for (const app of this.records.all('miniApp')) next = Math.min(next, this.#nextOf(app))
    return next
  }

  #nextOf(app: MiniApp): number {
    const next = this.#nextStepOf.get(app.id) ?? nextStepOf(this.records, app, this.#faults)
    this.#nextStepOf.set(app.id, next)
    return next
  }

  async #settle(): Promise<void> {
    const now = this.#world.now()
    const due = [...this.records.all('miniApp')].filter((app) => this.#nextOf(app) <= now)
    if (due.length === 0) return
    await this.#commit(
      (context) => settle(context, due, this.#faults),
      async () => {},
    )
  }

  async #commit<Result>(
    command: (context: CommandContext) => Result,
    prepare: (result: Result) => Promise<void>,
  ): Promise<Result> {
    const { store, now } = this.#world
    const draft = new Draft(this.records)
    const result = command({ draft, now: now(), newId: (prefix) => newId(this.#world, prefix) })
    await prepare(result)
    const { changes } = draft
    const saving = store.commit(changes)
    this.#forgetSteps(changes)
    try {
      await saving
    } catch (error) {
      // They are as they were.
      this.#forgetSteps(changes)
      throw error
    }
    if (changes.length > 0) this.#changed()
    return result
  }

  /** What changed of an app decides when time does something to it. */
  #forgetSteps(changes: readonly Change[]): void {
    for (const { table, key, value } of changes) {
      if (table === 'miniApp') this.#nextStepOf.delete(key)
      else if (table === 'miniAppVersion' || table === 'sale') this.#nextStepOf.delete(value?.appId ?? '')
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Lets time do its work on these apps: versions go live, payments are confirmed, refunded, paid out (3.1 to 3.3). */
const settle = (context: CommandContext, apps: readonly MiniApp[], faults: MoneyFaults): void => {
  for (const app of apps) approveDue(context, app)
  settleSales(context, apps, faults)
}

/** When time will do something to an app next; infinite where nothing is to come. */
const nextStepOf = (reader: RecordReader, app: MiniApp, faults: MoneyFaults): number => {
  let next = nextSaleStepAt(app, salesOf(reader, app.id), faults) ?? Number.POSITIVE_INFINITY
  for (const version of reader.where('miniAppVersion', 'appId', app.id))
    next = Math.min(next, autoApprovalAt(app, version) ?? next)
  return next
}
