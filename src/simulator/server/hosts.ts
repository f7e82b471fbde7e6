import { Host, type HostWorld } from '../../host/host.js'
import { SwitchBoard } from '../../host/switch-board.js'
import type { DataFolder } from './data-folder.js'

/** The hosts of the apps that ran since the start, each with its own saved data: most often just one. */
export class Hosts {
  readonly #data: DataFolder
  readonly #world: Omit<HostWorld, 'store'>
  readonly #hosts = new Map<string, Promise<Host>>()

  constructor(data: DataFolder, world: Omit<HostWorld, 'store'>) {
    this.#data = data
    this.#world = world
  }

  /** The host of an app, opened with what is saved of it. */
  of(appId: string): Promise<Host> {
    const known = this.#hosts.get(appId)
    if (known !== undefined) return known
    const opening = Host.open({ ...this.#world, store: this.#data.store(appId) })
    this.#hosts.set(appId, opening)
    // What could not be read may be readable the next time.
    opening.catch(() => this.#hosts.delete(appId))
    return opening
  }

  /** Ends every session. */
  async close(): Promise<void> {
    const hosts = [...this.#hosts.values()]
    this.#hosts.clear()
    for (const opening of await Promise.allSettled(hosts))
      if (opening.status === 'fulfilled') opening.value.close()
  }

  /** Forgets all saved data and every switch. */
  async reset(): Promise<void> {
    await this.close()
    await this.#data.erase()
    await this.#world.switches.reset()
  }
}

/** The switches as they were saved. */
export const openSwitches = (data: DataFolder): Promise<SwitchBoard> => SwitchBoard.open(data.store())
