import type { PersonKind } from '../../platform/ages.js'
import type { Capability, CapabilityState, Platform, Theme } from '../../platform/features.js'
import { MATCH_MAX_PLAYERS } from '../../platform/limits.js'
import type { Network, NetworkChange } from './network.js'
import type { NetworkName } from './network-presets.js'

/** How many people can be in one simulator: enough for the largest match (8.3). */
export const MAX_SEATS = MATCH_MAX_PLAYERS

/** A seat's `app_user_id`: in a test run, every seat but the first has the developer's with `~` and its number (2.5, 4.8). */
export const appUserOfSeat = (ownerId: string, seat: number): string =>
  seat === 1 ? ownerId : `${ownerId}~${seat}`

/** The seat of an `app_user_id` of a test run. */
export const seatOfAppUser = (id: string): number => {
  const seat = Number(/~(\d)$/.exec(id)?.[1])
  return seat > 1 && seat <= MAX_SEATS ? seat : 1
}

/**
 * What a developer can switch in the simulator: the person, the device, and the service. The names and values are a
 * stable interface (`PATCH control/switches`).
 */
export interface Switches {
  readonly platform: Platform
  readonly theme: Theme
  /** A BCP 47 language tag. */
  readonly locale: string
  readonly visible: boolean
  readonly person: PersonKind
  readonly guardian: {
    readonly miniApps: boolean
    readonly thisApp: boolean
    readonly pay: boolean
    readonly media: boolean
    readonly online: boolean
    readonly ai: boolean
  }
  /** Credits, as a decimal string with up to three decimals. */
  readonly balance: string
  readonly payments: 'ok' | 'pending' | 'unavailable'
  /** Whether automatic payouts to the developer succeed (3.3). */
  readonly payouts: 'ok' | 'failing'
  readonly pickers: 'ok' | 'unavailable'
  readonly share: 'ok' | 'unavailable'
  readonly ai: Readonly<Record<Capability, CapabilityState>>
  readonly aiAnswer: 'made' | 'blocked'
  readonly aiPace: 'fast' | 'real'
  readonly multiplayer: 'everyone' | 'adults' | 'off'
  readonly network: Network
  readonly hostVersion: 'current' | 'old'
  readonly app: 'live' | 'blocked' | 'deleted'
}

type Nested = 'guardian' | 'ai'

/** A change of switches: only the switches that change, nested ones too. */
export type SwitchChanges = Partial<Omit<Switches, Nested | 'network'>> & {
  readonly [Name in Nested]?: Partial<Switches[Name]>
} & { readonly network?: NetworkChange | NetworkName }

/** The default of every switch. */
export const DEFAULT_SWITCHES: Switches = {
  platform: 'web',
  theme: 'light',
  locale: 'en',
  visible: true,
  person: 'adult',
  guardian: { miniApps: true, thisApp: true, pay: true, media: true, online: true, ai: true },
  balance: '100',
  payments: 'ok',
  pickers: 'ok',
  share: 'ok',
  payouts: 'ok',
  multiplayer: 'everyone',
  network: { offline: false, latency: 0, jitter: 0, loss: 0, seed: 1 },
  ai: { 'ai.image': 'ready', 'ai.audio': 'ready', 'ai.assistant': 'ready' },
  aiAnswer: 'made',
  aiPace: 'fast',
  hostVersion: 'current',
  app: 'live',
}

/** The names of all switches. */
export const SWITCH_NAMES = Object.keys(DEFAULT_SWITCHES) as readonly (keyof Switches)[]

/** The switches of the service, which are the same for every seat. */
export const SHARED_SWITCHES = [
  'multiplayer',
  'app',
  'payouts',
] as const satisfies readonly (keyof Switches)[]

/** A switch of the simulator. */
export type SwitchName = keyof Switches

/** What an outcome comes from: a switch, a limit of an hour (8.2, 8.4), a tool that no admin has granted, or a purchase that was made before. */
export const CAUSES = [...SWITCH_NAMES, 'limit', 'grant', 'owned'] as const

export type Cause = (typeof CAUSES)[number]

/** Why a switch keeps a call from doing what it does, for the log: the app never learns it. */
export interface SwitchReason {
  readonly why: string
  readonly by: SwitchName
}

/** @param by the switch that a developer changes to lift it */
export const because = (by: SwitchName, why: string): SwitchReason => ({ why, by })
