import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContents } from '../../../host/control/app-contents.js'
import { writeAppData } from '../../../host/control/app-data-codec.js'
import type { SwitchBoard } from '../../../host/control/switch-board.js'
import { DEFAULT_SWITCHES, MAX_SEATS } from '../../../host/control/switches.js'
import { Host, type HostWorld } from '../../../host/host.js'
import type { Match } from '../../../host/matches/match-registry.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import { payoutModeOf } from '../../../host/money/bookkeeping.js'
import { LedgerDocument } from '../../../host/money/document.js'
import type { DeveloperFigures } from '../../../host/money/ledger.js'
import type { Randomness } from '../../../host/randomness.js'
import { seededRandomness } from '../../../host/randomness.js'
import { NotSavedError, type Store } from '../../../host/saving/store.js'
import type { DataFolder } from './data-folder.js'

/** What the hosts have in common. */
type SharedWorld = Omit<HostWorld, 'store' | 'real' | 'switches'> & { readonly switches: SwitchBoard }

/** The host of the app, and while it is replaced, the ones before. Each app has its own saved data. */
export class Hosts {
  readonly #data: DataFolder
  readonly #world: SharedWorld
  readonly #hosts = new Map<string, OpenedHost>()
  /** The hosts that could be opened. */
  readonly #open = new Set<Host>()
  readonly #listeners = new Set<() => void>()
  /** Resolves when the running reset is over, even if it failed; null if none is running. */
  #reset: Promise<void> | null = null

  constructor(data: DataFolder, world: SharedWorld) {
    this.#data = data
    this.#world = world
  }

  /** The host of an app, opened with its saved data. That of another app is closed first: a log is of one host at a time. */
  of(appId: string): Promise<Host> {
    const known = this.#hosts.get(appId)
    if (known !== undefined) return known.host
    const others = this.close()
    // A host that is opened during a reset would keep the data that are being removed.
    return this.#openHost(appId, Promise.all([others, this.#reset]))
  }

  /** The developer's three figures (3.3), from the app's host, or from the saved data if no host is open. */
  async figures(appId: string): Promise<DeveloperFigures> {
    const { clock, switches } = this.#world
    const opened = this.#hosts.get(appId)
    if (opened !== undefined) return (await opened.host).figures
    const ledger = await LedgerDocument.peek(
      this.#data.store(appId),
      clock.now(),
      payoutModeOf(switches.of(1)),
    )
    return ledger.figures()
  }

  /**
   * Replaces all saved data of an app, or none. Its sessions end. Requests for its host wait for the new one.
   * @throws {Failure} if the data could not be written; the old data are unchanged then
   */
  async replace(appId: string, documents: ReadonlyMap<string, unknown>): Promise<void> {
    const old = this.#hosts.get(appId)
    let settle = (): void => {}
    const settled = new Promise<void>((resolve) => {
      settle = resolve
    })
    try {
      await this.#data.replace(appId, documents, async () => {
        // Opened again in any case: with the new data, or with the old ones.
        this.#openHost(appId, settled)
        // From now on the old host saves nothing, because it would overwrite the new data.
        if (old !== undefined) await this.#close(old)
      })
    } finally {
      settle()
    }
    await this.of(appId)
  }

  /** The live matches of every app. */
  matches(): readonly MatchView[] {
    return [...this.#open].flatMap((host) => host.matches.view())
  }

  /** Calls `listener` after every change of `matches`. @returns a function that stops listening */
  onMatches(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Drops the connection of a seat's match.
   * @returns whether the seat was in a match
   */
  dropConnection(seat: number): boolean {
    return [...this.#open].filter((host) => host.dropConnection(seat)).length > 0
  }

  /** Freezes the network of a seat. @returns whether an app runs in the seat */
  freezeNetwork(seat: number, milliseconds: number): boolean {
    return [...this.#open].filter((host) => host.freezeNetwork(seat, milliseconds)).length > 0
  }

  /** An open match with this id or code, and the host that has it; null if there is none. */
  findMatch(name: string): { readonly host: Host; readonly match: Match } | null {
    for (const host of this.#open) {
      const match = host.matches.steering.find(name)
      if (match !== null) return { host, match }
    }
    return null
  }

  /** The running reset, which changes must wait for. Resolves even if it fails. Null if none is running. */
  get resetting(): Promise<void> | null {
    return this.#reset
  }

  /**
   * Resolves once all sales that came due are saved.
   * @throws {NotSavedError} if they could not be saved; the sales are unchanged then
   */
  async settled(): Promise<void> {
    await Promise.all([...this.#open].map((host) => host.settled()))
  }

  /** Ends every session. */
  async close(): Promise<void> {
    const hosts = [...this.#hosts.values()]
    this.#hosts.clear()
    for (const opened of hosts) await this.#close(opened)
  }

  /**
   * Removes all saved data and resets the switches. Requests for a host wait for one that starts empty.
   * @param resetOthers resets what else hosts start with, before one is opened again
   * @throws {Failure} if the saved data cannot be removed
   */
  async reset(resetOthers: () => void): Promise<void> {
    let end = (): void => {}
    this.#reset = new Promise<void>((resolve) => {
      end = resolve
    })
    try {
      await this.close()
      await this.#data.erase()
      await this.#world.switches.reset()
      resetOthers()
    } finally {
      this.#reset = null
      end()
    }
  }

  /** Opens a host, and logs what a replay needs to start with. */
  async #start(appId: string, store: Store): Promise<Host> {
    const { log, switches, randomness, faults } = this.#world
    const { hostClock, outside } = log
    const seed = randomness.integer(2 ** 32)
    // People's ids are saved data, so the seeded randomness starts after them.
    let source: Randomness = randomness
    hostClock.begin()
    const host = await Host.open({
      ...this.#world,
      clock: hostClock,
      store,
      randomness: { integer: (bound) => source.integer(bound) },
    })
    source = seededRandomness(seed)
    let contents: AppContents
    let order: number
    // A replay starts with what is saved, and with nothing under way.
    do {
      await outside.ended()
      await nextTurn()
      order = log.lastOrder
      contents = await host.contents()
    } while (!outside.isIdle || order !== log.lastOrder)
    hostClock.begin()
    const data = writeAppData(appId, hostClock.now(), contents)
    faults.restart()
    log.recordTurns(() => nextTurn())
    log.note(1, 'The host is ready.', {
      action: {
        do: 'start',
        seed,
        data: JSON.stringify(data).length > MAX_LOGGED_DATA ? null : data,
        sequences: { records: contents.records.map(({ sequence }) => sequence), latest: host.latestSequence },
        switches: changedSwitches(switches),
        faults: faults.state,
        hasTurns: true,
      },
      received: log.place(),
    })
    return host
  }

  #openHost(appId: string, ready: Promise<unknown>): Promise<Host> {
    const lease = leaseStore(this.#data.store(appId))
    const host = ready.then(async () => {
      const opened = await this.#start(appId, lease.store)
      opened.matches.onChange(() => this.#matchesChanged())
      this.#open.add(opened)
      return opened
    })
    const opened = { host, lease }
    this.#hosts.set(appId, opened)
    // Data that could not be read may be readable the next time.
    host.catch(() => {
      if (this.#hosts.get(appId) === opened) this.#hosts.delete(appId)
    })
    return host
  }

  async #close({ host, lease }: OpenedHost): Promise<void> {
    const [outcome] = await Promise.allSettled([host])
    if (outcome.status === 'fulfilled') {
      this.#world.log.turn({ do: 'close' })
      outcome.value.close()
      this.#open.delete(outcome.value)
    }
    lease.end()
    this.#matchesChanged()
  }

  #matchesChanged(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Every seat's switches that differ from the defaults. */
const changedSwitches = (board: SwitchBoard) =>
  Array.from({ length: MAX_SEATS }, (_, index) => index + 1).flatMap((seat) => {
    const changed = Object.entries(board.of(seat)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(DEFAULT_SWITCHES, name)),
    )
    return changed.length === 0 ? [] : [{ seat, change: Object.fromEntries(changed) }]
  })

/** The largest saved data to log, in characters of JSON. */
const MAX_LOGGED_DATA = 1_048_576

interface OpenedHost {
  readonly host: Promise<Host>
  readonly lease: StoreLease
}

/** A store that its host may write to until the lease ends: a late call must not overwrite newer data. */
interface StoreLease {
  readonly store: Store
  end(): void
}

const leaseStore = (store: Store): StoreLease => {
  let ended = false
  return {
    store: {
      load: (name, parse, ifLost) => store.load(name, parse, ifLost),
      save: async (name, snapshot) => {
        if (ended) throw new NotSavedError(`${name} was not saved because the saved data were replaced.`)
        await store.save(name, snapshot)
      },
    },
    end: () => {
      ended = true
    },
  }
}
