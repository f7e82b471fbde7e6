import { z } from 'zod'
import { PERSON_KINDS, type PersonKind } from '../platform/ages.js'
import {
  CAPABILITY_STATES,
  type Capability,
  type CapabilityState,
  PLATFORMS,
  type Platform,
  THEMES,
  type Theme,
} from '../platform/features.js'
import { CREDITS_PATTERN } from '../platform/text.js'

/**
 * What a developer can switch in the simulator: the person, the device, the moods of the service. The names and
 * values are a stable interface (`PATCH control/switches`).
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
  readonly pickers: 'ok' | 'unavailable'
  readonly share: 'ok' | 'unavailable'
  readonly ai: Readonly<Record<Capability, CapabilityState>>
  readonly aiAnswer: 'made' | 'blocked'
  readonly aiPace: 'fast' | 'real'
  readonly multiplayer: 'everyone' | 'adults' | 'off'
  readonly network: {
    readonly offline: boolean
    /** Milliseconds added to every message, each way. */
    readonly latency: number
    /** Milliseconds by which the latency varies. */
    readonly jitter: number
    /** The share of match messages that are lost, 0 to 1. */
    readonly loss: number
    readonly seed: number
  }
  readonly hostVersion: 'current' | 'old'
  readonly app: 'live' | 'blocked' | 'deleted'
}

/** Which switches this version of the simulator acts on is said by `control/state`; all have a default. */
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
  ai: { 'ai.image': 'ready', 'ai.audio': 'ready', 'ai.assistant': 'ready' },
  aiAnswer: 'made',
  aiPace: 'fast',
  multiplayer: 'everyone',
  network: { offline: false, latency: 0, jitter: 0, loss: 0, seed: 1 },
  hostVersion: 'current',
  app: 'live',
}

/** The switches that this version of the simulator acts on; the others are kept and change nothing yet. */
export const ACTING_SWITCHES = [
  'platform',
  'theme',
  'locale',
  'visible',
  'hostVersion',
  'app',
] as const satisfies readonly (keyof Switches)[]

/** The switches that are not one person's: the service's own moods, the same for every seat. */
export const SHARED_SWITCHES = ['multiplayer', 'app'] as const satisfies readonly (keyof Switches)[]

const isLocale = (tag: string): boolean => {
  try {
    new Intl.Locale(tag)
    return true
  } catch {
    return false
  }
}

const onOff = z.boolean()
const capabilityState = z.enum(CAPABILITY_STATES)
const milliseconds = z.number().min(0).max(60_000)

/** A change of switches, as the control API and the shell send it: only what changes is named, nested ones likewise. */
export const switchChangeSchema = z
  .strictObject({
    platform: z.enum(PLATFORMS),
    theme: z.enum(THEMES),
    locale: z.string().max(100).refine(isLocale, 'must be a BCP 47 language tag, such as en or pt-BR'),
    visible: onOff,
    person: z.enum(PERSON_KINDS),
    guardian: z
      .strictObject({ miniApps: onOff, thisApp: onOff, pay: onOff, media: onOff, online: onOff, ai: onOff })
      .partial(),
    balance: z
      .string()
      .regex(CREDITS_PATTERN, 'must be credits with up to three decimals, such as "12.5"')
      .max(20),
    payments: z.enum(['ok', 'pending', 'unavailable']),
    pickers: z.enum(['ok', 'unavailable']),
    share: z.enum(['ok', 'unavailable']),
    ai: z
      .strictObject({
        'ai.image': capabilityState,
        'ai.audio': capabilityState,
        'ai.assistant': capabilityState,
      })
      .partial(),
    aiAnswer: z.enum(['made', 'blocked']),
    aiPace: z.enum(['fast', 'real']),
    multiplayer: z.enum(['everyone', 'adults', 'off']),
    network: z
      .strictObject({
        offline: onOff,
        latency: milliseconds,
        jitter: milliseconds,
        loss: z.number().min(0).max(1),
        seed: z.int(),
      })
      .partial(),
    hostVersion: z.enum(['current', 'old']),
    app: z.enum(['live', 'blocked', 'deleted']),
  })
  .partial()

export type SwitchChange = z.output<typeof switchChangeSchema>

/** The switches after a change; what the change does not name stays. */
export const withChange = (switches: Switches, change: SwitchChange): Switches => {
  const { guardian, ai, network, ...plain } = change
  return {
    ...switches,
    ...withoutUndefined(plain),
    guardian: { ...switches.guardian, ...withoutUndefined(guardian ?? {}) },
    ai: { ...switches.ai, ...withoutUndefined(ai ?? {}) },
    network: { ...switches.network, ...withoutUndefined(network ?? {}) },
  }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>
