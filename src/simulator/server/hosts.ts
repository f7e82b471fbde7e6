import { Host, type HostWorld } from '../../host/host.js'
import type { MatchView } from '../../host/matches/match-view.js'
import { NotSavedError, type Store } from '../../host/store.js'
import { SwitchBoard } from '../../host/switch-board.js'
import type { DataFolder } from './data-folder.js'

/** The hosts of the apps that ran since the start, each with its own saved data: most often just one. */
export class Hosts {
  readonly #data: DataFolder
  readonly #world: Omit<HostWorld, 'store'>
  readonly #hosts = new Map<string, OpenedHost>()
  /** Those of them that could be opened. */
  readonly #open = new Set<Host>()
  readonly #listeners = new Set<() => void>()

  constructor(data: DataFolder, world: Omit<HostWorld, 'store'>) {
    this.#data = data
    this.#world = world
  }

  /** The host of an app, opened with what is saved of it. */
  of(appId: string): Promise<Host> {
    return this.#hosts.get(appId)?.host ?? this.#openHost(appId, Promise.resolve())
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

  /** Ends every session. */
  async close(): Promise<void> {
    const hosts = [...this.#hosts.values()]
    this.#hosts.clear()
    for (const opened of hosts) await this.#close(opened)
  }

  /** Forgets all saved data and every switch. */
  async reset(): Promise<void> {
    await this.close()
    await this.#data.erase()
    await this.#world.switches.reset()
  }

  #openHost(appId: string, ready: Promise<void>): Promise<Host> {
    const lease = leaseStore(this.#data.store(appId))
    const host = ready.then(async () => {
      const opened = await Host.open({ ...this.#world, store: lease.store })
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
  return {
    store: {
      load: (name, parse) => store.load(name, parse),
      save: async (name, snapshot) => {
        if (ended) throw new NotSavedError(`${name} was not saved: the saved data were replaced meanwhile.`)
        await store.save(name, snapshot)
      },
    },
    end: () => {
      ended = true
    },
  }
}

/** The switches as they were saved. */
export const openSwitches = (data: DataFolder): Promise<SwitchBoard> => SwitchBoard.open(data.store())
