import type { FaultsChange } from '../../control/service-bodies.js'
import { Mutex } from '../../mutex.js'
import type { ServiceStore } from '../records/store.js'
import { newId, type Randomness } from '../secrets.js'
import type { CommandContext } from './context.js'
import { Draft, type RecordReader } from './draft.js'
import { IndexedRecords } from './indexed-records.js'
import type { MoneyFaults } from './market.js'
import { nextStepAt, settle } from './settle.js'

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
  readonly #records: IndexedRecords
  /** One after the other: a change that the disk refuses is taken back before the next one reads. */
  readonly #mutex = new Mutex()
  #faults: MoneyFaults = { payments: 'ok', payouts: 'ok' }
  /** When time does something next; null where that has to be looked up. */
  #nextStepAt: number | null = null
  readonly #listeners: (() => void)[] = []
  readonly #beforeReplacing: (() => Promise<void>)[] = []

  constructor(world: MiniAppsWorld) {
    this.#world = world
    this.#records = new IndexedRecords(world.store)
  }

  /** The records as they are. Call `settled` before, so that time has done its work. */
  get records(): RecordReader {
    return this.#records
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
    this.#nextStepAt = null
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
      this.#nextStepAt = null
      for (const prepare of this.#beforeReplacing) await prepare()
      try {
        await work()
      } finally {
        this.#records.forget()
      }
    })
  }

  /** When time will do something next, in milliseconds since 1970; infinite where nothing is to come. */
  nextStepAt(): number {
    this.#nextStepAt ??= nextStepAt(this.records, this.#faults)
    return this.#nextStepAt
  }

  async #settle(): Promise<void> {
    if (this.nextStepAt() > this.#world.now()) return
    await this.#commit(
      (context) => settle(context, this.#faults),
      async () => {},
    )
  }

  async #commit<Result>(
    command: (context: CommandContext) => Result,
    prepare: (result: Result) => Promise<void>,
  ): Promise<Result> {
    const { store, now } = this.#world
    const draft = new Draft(this.#records)
    const result = command({ draft, now: now(), newId: (prefix) => newId(this.#world, prefix) })
    await prepare(result)
    this.#nextStepAt = null
    const saving = store.commit(draft.changes)
    this.#records.forget()
    try {
      await saving
    } catch (error) {
      // They are as they were.
      this.#records.forget()
      throw error
    }
    if (draft.changes.length > 0) this.#changed()
    return result
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
