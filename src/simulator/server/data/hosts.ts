import { writeAppData } from '../../../host/control/app-data-codec.js'
import { SwitchBoard } from '../../../host/control/switch-board.js'
import { DEFAULT_SWITCHES, MAX_SEATS } from '../../../host/control/switches.js'
import { Host, type HostWorld } from '../../../host/host.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import { payoutModeOf } from '../../../host/money/bookkeeping.js'
import { LedgerDocument } from '../../../host/money/document.js'
import type { DeveloperFigures } from '../../../host/money/ledger.js'
import type { Randomness } from '../../../host/randomness.js'
import { NotSavedError, type Store } from '../../../host/saving/store.js'
import { seededRandomness } from '../../../host/seeded-randomness.js'
import type { DataFolder } from './data-folder.js'

/** The hosts of the apps that ran since the start, each with its own saved data: most often just one. */
export class Hosts {
  readonly #data: DataFolder
  readonly #world: Omit<HostWorld, 'store'>
  readonly #hosts = new Map<string, OpenedHost>()
  /** Those of them that could be opened. */
  readonly #open = new Set<Host>()
  readonly #listeners = new Set<() => void>()
  /** Resolves when the reset that runs is over, however it ends; null where none runs. */
  #reset: Promise<void> | null = null

  constructor(data: DataFolder, world: Omit<HostWorld, 'store'>) {
    this.#data = data
    this.#world = world
  }

  /** The host of an app, opened with what is saved of it. */
  of(appId: string): Promise<Host> {
    // A host that is opened in the middle of a reset would keep what is being forgotten.
    return this.#hosts.get(appId)?.host ?? this.#openHost(appId, this.#reset ?? Promise.resolve())
  }

  /** The developer's three figures (3.3), as the app's host has them, or as they are saved where none is open. */
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
   * Puts other saved data in place of an app's, all or nothing. Its sessions end; whoever asks for its host meanwhile
   * waits for the one with the new data.
   * @throws {Failure} when they could not be written: the old ones are as they were
   */
  async replace(appId: string, documents: ReadonlyMap<string, unknown>): Promise<void> {
    const old = this.#hosts.get(appId)
    let settle = (): void => {}
    const settled = new Promise<void>((resolve) => {
      settle = resolve
    })
    try {
      await this.#data.replace(appId, documents, async () => {
        // Opened again whatever comes: with the new data, or with what was there.
        this.#openHost(appId, settled)
        // From here on nothing of the old host is saved: it would overwrite the new data.
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

  /** Tells of every change of what `matches` gives. @returns how to stop listening */
  onMatches(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Cuts the connection of a seat's match.
   * @returns whether the seat was in a match
   */
  dropConnection(seat: number): boolean {
    return [...this.#open].filter((host) => host.dropConnection(seat)).length > 0
  }

  /** The reset that runs, which what is to stay must not meet; resolves however it ends. Null where none runs. */
  get resetting(): Promise<void> | null {
    return this.#reset
  }

  /**
   * Resolves once all that time did to sales is saved.
   * @throws {NotSavedError} when it could not be saved: they are as they were
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
   * Forgets all saved data and every switch. Whoever asks for a host meanwhile waits for one that has forgotten, too.
   * @param alsoForget forgets what else hosts begin with, before one is opened again
   * @throws {Failure} when the saved data cannot be removed
   */
  async reset(alsoForget: () => void): Promise<void> {
    let end = (): void => {}
    this.#reset = new Promise<void>((resolve) => {
      end = resolve
    })
    try {
      await this.close()
      await this.#data.erase()
      await this.#world.switches.reset()
      alsoForget()
    } finally {
      this.#reset = null
      end()
    }
  }

  /** Puts down what all that the host does follows from, with what reaches it afterwards: a log can be replayed. */
  async #start(appId: string, store: Store): Promise<Host> {
    const { clock, log, switches, randomness } = this.#world
    const seed = randomness.integer(2 ** 32)
    // Who is who is saved: chance that repeats begins after that.
    let chance: Randomness = randomness
    const host = await Host.open({
      ...this.#world,
      store,
      randomness: { integer: (bound) => chance.integer(bound) },
    })
    chance = seededRandomness(seed)
    const data = writeAppData(appId, clock.now(), await host.contents())
    log.add({
      kind: 'note',
      seat: 1,
      message: 'The host is ready.',
      action: {
        do: 'start',
        seed,
        data: JSON.stringify(data).length > MAX_LOGGED_DATA ? null : data,
        switches: changedSwitches(switches),
      },
      received: log.receive(),
    })
    return host
  }

  #openHost(appId: string, ready: Promise<void>): Promise<Host> {
    const lease = leaseStore(this.#data.store(appId))
    const host = ready.then(async () => {
      const opened = await this.#start(appId, lease.store)
      opened.matches.onChange(() => this.#matchesChanged())
      this.#open.add(opened)
      return opened
    })
    const opened = { host, lease }
    this.#hosts.set(appId, opened)
    // What could not be read may be readable the next time.
    host.catch(() => {
      if (this.#hosts.get(appId) === opened) this.#hosts.delete(appId)
    })
    return host
  }

  async #close({ host, lease }: OpenedHost): Promise<void> {
    const [outcome] = await Promise.allSettled([host])
    if (outcome.status === 'fulfilled') {
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

/** Every seat's switches that stand otherwise than by default. */
const changedSwitches = (board: SwitchBoard) =>
  Array.from({ length: MAX_SEATS }, (_, index) => index + 1).flatMap((seat) => {
    const changed = Object.entries(board.of(seat)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(DEFAULT_SWITCHES, name)),
    )
    return changed.length === 0 ? [] : [{ seat, change: Object.fromEntries(changed) }]
  })

/** More saved data than this, in characters of JSON, are not repeated in the log. */
const MAX_LOGGED_DATA = 1_048_576

interface OpenedHost {
  readonly host: Promise<Host>
  readonly lease: StoreLease
}

/** A store that its host may write to until the lease ends: a call that is late must not write over what came after. */
interface StoreLease {
  readonly store: Store
  end(): void
}

const leaseStore = (store: Store): StoreLease => {
  let ended = false
  const check = (name: string): void => {
    if (ended) throw new NotSavedError(`${name} was not saved: the saved data were replaced meanwhile.`)
  }
  return {
    store: {
      load: (name, parse, replay) => store.load(name, parse, replay),
      save: async (name, snapshot) => {
        check(name)
        await store.save(name, snapshot)
      },
      append: async (name, entries, whole) => {
        check(name)
        await store.append(name, entries, whole)
      },
    },
    end: () => {
      ended = true
    },
  }
}

/** The switches as they were saved. */
export const openSwitches = (data: DataFolder): Promise<SwitchBoard> => SwitchBoard.open(data.store())
