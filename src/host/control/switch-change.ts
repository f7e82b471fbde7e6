import * as z from 'zod'
import { PERSON_KINDS } from '../../platform/ages.js'
import { parseCredits } from '../../platform/credits.js'
import { CAPABILITY_STATES, PLATFORMS, THEMES } from '../../platform/features.js'
import { withoutUndefined } from '../../platform/plain-objects.js'
import { isLanguageTag } from '../../platform/text.js'
import { HOUR_MS } from '../../platform/units.js'
import { withNetworkChange } from './network.js'
import { NETWORK_NAMES, NETWORK_PRESETS, type NetworkName } from './network-presets.js'
import type { Switches } from './switches.js'

/** Credits as a decimal string. */
export const creditsTextSchema = z.string().refine((text) => parseCredits(text) !== null, {
  error: 'must be credits with up to three decimals, such as "12.5"',
})

const onOff = z.boolean()
const capabilityState = z.enum(CAPABILITY_STATES)
const milliseconds = z.number().min(0).max(60_000)
const way = { latency: milliseconds, jitter: milliseconds, loss: z.number().min(0).max(1) }

const isNetworkName = (given: unknown): given is NetworkName => NETWORK_NAMES.some((name) => name === given)

/** The language of a person. */
export const localeSchema = z
  .string()
  .max(100)
  .refine(isLanguageTag, 'must be a BCP 47 language tag, such as en or pt-BR')

/** A change of switches, as the control API and the shell send it: only the switches that change, nested ones too. */
export const switchChangeSchema = z
  .strictObject({
    platform: z.enum(PLATFORMS),
    theme: z.enum(THEMES),
    locale: localeSchema,
    visible: onOff,
    person: z.enum(PERSON_KINDS),
    guardian: z
      .strictObject({ miniApps: onOff, thisApp: onOff, pay: onOff, media: onOff, online: onOff, ai: onOff })
      .partial(),
    balance: creditsTextSchema,
    payments: z.enum(['ok', 'pending', 'unavailable']),
    payouts: z.enum(['ok', 'failing']),
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
    network: z.preprocess(
      (given) => (isNetworkName(given) ? NETWORK_PRESETS[given] : given),
      z
        .strictObject(
          {
            offline: onOff,
            ...way,
            seed: z.int(),
            up: z.strictObject(way).partial().nullable(),
            burst: z.number().min(1).max(1_000).nullable(),
            stalls: z
              .strictObject({ every: z.number().min(1).max(HOUR_MS), for: z.number().min(1).max(60_000) })
              .refine((stalls) => stalls.for < stalls.every, {
                error: 'must be shorter than `every`',
                path: ['for'],
              })
              .nullable(),
          },
          {
            error: ({ code, input }) =>
              code === 'invalid_type' && typeof input === 'string'
                ? `must be an object, or one of ${NETWORK_NAMES.join(', ')}`
                : undefined,
          },
        )
        .partial(),
    ),
    hostVersion: z.enum(['current', 'old']),
    app: z.enum(['live', 'blocked', 'deleted']),
  } satisfies { readonly [Name in keyof Switches]: z.ZodType })
  .partial()

export type SwitchChange = z.output<typeof switchChangeSchema>

/** The switches after a change. Switches that the change does not name stay the same. */
export const withChange = (switches: Switches, change: SwitchChange): Switches => {
  const { guardian, ai, network, ...plain } = change
  return {
    ...switches,
    ...withoutUndefined(plain),
    guardian: { ...switches.guardian, ...withoutUndefined(guardian ?? {}) },
    ai: { ...switches.ai, ...withoutUndefined(ai ?? {}) },
    network: network === undefined ? switches.network : withNetworkChange(switches.network, network),
  }
}

/** A change of switches in words: `theme to dark, network latency to 200, guardian pay to off`. */
export const describeSwitches = (change: SwitchChange): string => partsOf(change, '').join(', ')

const partsOf = (change: object, prefix: string): readonly string[] =>
  Object.entries(change).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? partsOf(value, `${prefix}${name} `)
      : [`${prefix}${name} to ${inWords(value)}`],
  )

const inWords = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : value === null ? 'none' : String(value)
