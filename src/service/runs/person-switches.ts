import type { SwitchListener, SwitchSource } from '../../host/control/switch-board.js'
import { DEFAULT_SWITCHES, type Switches } from '../../host/control/switches.js'
import { formatCredits } from '../../platform/credits.js'
import type { Platform } from '../../platform/features.js'
import { CAPABILITIES, type Capability, type CapabilityState, type Theme } from '../../platform/features.js'
import { isOn } from '../miniapps/capabilities.js'
import { appOf, liveVersionOf } from '../miniapps/context.js'
import type { RecordReader } from '../miniapps/draft.js'
import type { MoneyFaults } from '../miniapps/market.js'
import { personKind } from '../miniapps/members.js'
import type { People } from './people.js'

/** The device on which a person has an app open. */
export interface SeatDevice {
  readonly platform: Platform
  readonly theme: Theme
  readonly locale: string
}

const FIRST_DEVICE: SeatDevice = {
  platform: DEFAULT_SWITCHES.platform,
  theme: DEFAULT_SWITCHES.theme,
  locale: DEFAULT_SWITCHES.locale,
}

export interface SwitchWorld {
  readonly appId: string
  readonly people: People
  readonly records: () => RecordReader
  readonly faults: () => MoneyFaults
  readonly now: () => number
}

/**
 * The switches of real runs: what the developer of a test run chooses is, for a person, their account, what a guardian
 * allows, and what admins decided on the app.
 */
export class PersonSwitches implements SwitchSource {
  readonly #world: SwitchWorld
  readonly #devices = new Map<number, SeatDevice>()
  /** The switches of the seats that are open, as they were when they were read last. */
  readonly #known = new Map<number, Switches>()
  readonly #listeners = new Set<SwitchListener>()

  constructor(world: SwitchWorld) {
    this.#world = world
  }

  of(seat: number): Switches {
    const now = this.#read(seat)
    if (!this.#known.has(seat)) this.#known.set(seat, now)
    return now
  }

  /** A person opens the app on a device, or the device changes. */
  use(seat: number, device: Partial<SeatDevice>): void {
    this.#devices.set(seat, { ...(this.#devices.get(seat) ?? FIRST_DEVICE), ...device })
    this.changed()
  }

  /** The host itself changes nothing but what a phone has: its models, once they are downloaded. */
  async set(): Promise<void> {}

  onChange(listener: SwitchListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Records, faults or the time changed: tells who listens what that changed for open seats. */
  changed(): void {
    for (const [seat, before] of [...this.#known]) {
      const after = this.#read(seat)
      if (JSON.stringify(before) === JSON.stringify(after)) continue
      this.#known.set(seat, after)
      for (const listener of this.#listeners) void listener(seat, before, after, false)
    }
  }

  #read(seat: number): Switches {
    const { appId, people, faults, now } = this.#world
    const records = this.#world.records()
    const app = appOf({ draft: records }, appId)
    const memberId = people.inSeat(seat)?.memberId
    const member = memberId === undefined ? null : records.get('member', memberId)
    const guardian = member?.guardian
    return {
      ...DEFAULT_SWITCHES,
      ...(this.#devices.get(seat) ?? FIRST_DEVICE),
      person: member === null ? 'signed-out' : personKind(member, now()),
      guardian: {
        miniApps: guardian?.miniApps ?? false,
        thisApp: guardian?.apps.includes(appId) ?? false,
        pay: guardian?.pay ?? false,
        media: guardian?.media ?? false,
        online: guardian?.online ?? false,
        ai: guardian?.ai ?? false,
      },
      balance: formatCredits(member?.balance ?? 0),
      payments: faults().payments,
      payouts: faults().payouts,
      ai: this.#capabilities(records),
      multiplayer: app.multiplayer.open,
      app: app.standing === 'open' ? 'live' : app.standing,
    }
  }

  /** What no admin granted is off (3.1). */
  #capabilities(records: RecordReader): Readonly<Record<Capability, CapabilityState>> {
    const context = { draft: records }
    const app = appOf(context, this.#world.appId)
    const manifest = liveVersionOf(context, app.id)?.manifest
    const stateOf = (name: Capability): CapabilityState =>
      manifest !== undefined && isOn(app, manifest, name) ? 'ready' : 'unavailable'
    return Object.fromEntries(CAPABILITIES.map((name) => [name, stateOf(name)])) as Record<
      Capability,
      CapabilityState
    >
  }
}
