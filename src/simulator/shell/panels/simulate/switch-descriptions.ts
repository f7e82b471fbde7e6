import {
  type Network,
  type NetworkChange,
  type NetworkStalls,
  type NetworkWay,
  wayOf,
} from '../../../../host/control/network.js'
import { NETWORK_NAMES, NETWORK_PRESETS, networkNameOf } from '../../../../host/control/network-presets.js'
import type { SwitchChanges, Switches } from '../../../../host/control/switches.js'
import { PERSON_WORDS } from '../../../../platform/ages.js'
import { parseCredits } from '../../../../platform/credits.js'
import { CAPABILITIES, THEMES } from '../../../../platform/features.js'
import { capitalised, isLanguageTag } from '../../../../platform/text.js'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../platform/units.js'
import { NETWORK_WORDS, PLATFORM_WORDS } from '../switch-words.js'

interface Common<Value> {
  /** The switch that it belongs to; shown once the simulator supports it. */
  readonly name: keyof Switches
  readonly label: string
  readonly hint?: string
  readonly read: (switches: Switches) => Value
  readonly change: (value: Value) => SwitchChanges
}

/** A control of the Switches panel: how it reads and changes the switches. */
export type SwitchDescription =
  | (Common<string> & {
      readonly kind: 'choice'
      readonly values: readonly { readonly value: string; readonly label: string }[]
    })
  | (Common<boolean> & { readonly kind: 'toggle' })
  | (Common<string> & {
      readonly kind: 'text'
      readonly suggestions: readonly string[]
      /** The error of a text; null if it is valid. */
      readonly problem: (value: string) => string | null
    })

export interface SwitchGroup {
  readonly label: string
  readonly switches: readonly SwitchDescription[]
}

/** The switches with a few fixed values. */
type ChoiceName = {
  [Name in keyof Switches]: Switches[Name] extends string
    ? string extends Switches[Name]
      ? never
      : Name
    : never
}[keyof Switches]

type Part<Name extends 'guardian' | 'network'> = {
  [Key in keyof Switches[Name]]: Switches[Name][Key] extends boolean ? Key : never
}[keyof Switches[Name]]

/** A switch with a few fixed values. */
const choice = <Name extends ChoiceName>(
  name: Name,
  label: string,
  values: Readonly<Record<Switches[Name], string>>,
  hint = '',
): SwitchDescription => ({
  kind: 'choice',
  name,
  label,
  hint,
  values: Object.entries<string>(values).map(([value, text]) => ({ value, label: text })),
  read: (switches) => switches[name],
  change: (value) => ({ [name]: value }),
})

/** A boolean part of a switch. */
const part = <Name extends 'guardian' | 'network'>(
  name: Name,
  key: Part<Name>,
  label: string,
  hint = '',
): SwitchDescription => ({
  kind: 'toggle',
  name,
  label,
  hint,
  read: (switches) => switches[name][key] === true,
  change: (value) => ({ [name]: { [key]: value } }),
})

/** Pauses as `seconds/seconds`; null for none, undefined if the text is neither. */
const readStalls = (text: string): NetworkStalls | null | undefined => {
  if (text === '0' || text === '') return null
  const [, pause = '', every = ''] = /^(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)$/.exec(text) ?? []
  const stalls = { every: Number(every) * SECOND_MS, for: Number(pause) * SECOND_MS }
  return stalls.for > 0 && stalls.for <= MINUTE_MS && stalls.for < stalls.every && stalls.every <= HOUR_MS
    ? stalls
    : undefined
}

/** The choice of a named network. */
const networkPreset = (): SwitchDescription => ({
  kind: 'choice',
  name: 'network',
  label: 'Preset',
  hint: 'Sets everything below except the seed',
  values: NETWORK_NAMES.map((value) => ({ value, label: NETWORK_WORDS[value] })),
  read: ({ network }) => networkNameOf(network) ?? '',
  change: (value) => ({
    network: NETWORK_PRESETS[NETWORK_NAMES.find((name) => name === value) ?? 'perfect'],
  }),
})

/** A number of the network, typed by the user. */
const networkNumber = (
  label: string,
  hint: string,
  [min, max]: readonly [number, number],
  read: (network: Network) => number,
  change: (value: number) => NetworkChange,
): SwitchDescription => ({
  kind: 'text',
  name: 'network',
  label,
  hint,
  suggestions: [],
  problem: (value) =>
    value !== '' && Number(value) >= min && Number(value) <= max ? null : `A number from ${min} to ${max}`,
  read: ({ network }) => String(read(network)),
  change: (value) => ({ network: change(Number(value)) }),
})

/** A number of the way to the app. */
const downNumber = (
  key: 'latency' | 'jitter' | 'loss' | 'seed',
  label: string,
  hint: string,
  max: number,
): SwitchDescription =>
  networkNumber(
    label,
    hint,
    [0, max],
    (network) => network[key],
    (value) => ({ [key]: value }),
  )

/** A number of the way from the app; as on the way to it until it is set. */
const upNumber = (key: keyof NetworkWay, label: string, hint: string, max: number): SwitchDescription =>
  networkNumber(
    label,
    hint,
    [0, max],
    (network) => wayOf(network, 'up')[key],
    (value) => ({
      up: { [key]: value },
    }),
  )

/** Values that are shown as they are, with a capital. */
const inCapitals = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, capitalised(value)])) as Record<Value, string>

export const NETWORK_GROUP = 'Network'

export const AI_GROUP = 'AI on the phone'

/** All switches in display order, one per line. */
export const SWITCH_GROUPS: readonly SwitchGroup[] = [
  {
    label: 'Device',
    switches: [
      choice('theme', 'Theme', inCapitals(THEMES), 'The app gets a theme event'),
      choice('platform', 'Platform', PLATFORM_WORDS),
      {
        kind: 'text',
        name: 'locale',
        label: 'Locale',
        hint: 'A language tag, such as pt-BR',
        suggestions: ['en', 'en-GB', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-Hans', 'ar', 'he', 'hi', 'tr'],
        problem: (value) => (isLanguageTag(value) ? null : 'Not a language tag'),
        read: ({ locale }) => locale,
        change: (locale) => ({ locale }),
      },
      {
        kind: 'toggle',
        name: 'visible',
        label: 'Visible',
        hint: 'Off: the person left the service for a while',
        read: ({ visible }) => visible,
        change: (visible) => ({ visible }),
      },
    ],
  },
  {
    label: 'Person',
    switches: [
      choice('person', 'Account', PERSON_WORDS),
      {
        kind: 'text',
        name: 'balance',
        label: 'Starting balance',
        hint: 'Such as 12.5. A change also sets the balance. Payments change the balance in Data, not this value',
        suggestions: ['0', '0.1', '100'],
        problem: (value) => (parseCredits(value) !== null ? null : 'Credits have up to three decimals'),
        read: ({ balance }) => balance,
        change: (balance) => ({ balance }),
      },
    ],
  },
  {
    label: 'Guardian allows',
    switches: [
      part('guardian', 'miniApps', 'Mini apps'),
      part('guardian', 'thisApp', 'This app'),
      part('guardian', 'pay', 'Paying'),
      part('guardian', 'media', 'Photos and videos'),
      part('guardian', 'online', 'Playing online'),
      part('guardian', 'ai', 'AI'),
    ],
  },
  {
    label: 'Service',
    switches: [
      choice(
        'app',
        'App',
        inCapitals(['live', 'blocked', 'deleted']),
        'Blocked and deleted: calls reject (3.1)',
      ),
      choice(
        'hostVersion',
        'Host version',
        inCapitals(['current', 'old']),
        'Old: no `features`, and newer calls are unknown (9)',
      ),
      choice('payments', 'Payments', { ok: 'Work', pending: 'Pending', unavailable: 'Unavailable' }),
      choice(
        'payouts',
        'Payouts',
        { ok: 'Succeed', failing: 'Fail' },
        'A failed payout must be completed manually (3.3)',
      ),
      choice('share', 'Sharing', { ok: 'Works', unavailable: 'Unavailable' }),
      choice('pickers', 'Pickers', { ok: 'Work', unavailable: 'Unavailable' }),
      choice('multiplayer', 'Multiplayer', { everyone: 'Everyone', adults: 'Adults', off: 'Off' }),
    ],
  },
  {
    label: AI_GROUP,
    switches: [
      ...CAPABILITIES.map(
        (capability): SwitchDescription => ({
          kind: 'choice',
          name: 'ai',
          label: capability,
          values: [
            { value: 'ready', label: 'Ready' },
            { value: 'needs_download', label: 'Needs download' },
            { value: 'unavailable', label: 'Unavailable' },
          ],
          read: ({ ai }) => ai[capability],
          change: (state) => ({ ai: { [capability]: state } }),
        }),
      ),
      choice('aiAnswer', 'Answers', inCapitals(['made', 'blocked'])),
      choice('aiPace', 'Pace', inCapitals(['fast', 'real']), 'Real: as slow as on a phone'),
    ],
  },
  {
    label: NETWORK_GROUP,
    switches: [
      part('network', 'offline', 'Offline', 'Phones only: on the web, nothing changes'),
      networkPreset(),
      downNumber('latency', 'Latency', 'In milliseconds, each way', 60_000),
      downNumber('jitter', 'Jitter', 'The variation of the latency, in milliseconds', 60_000),
      downNumber('loss', 'Loss', 'The fraction of match messages lost', 1),
      upNumber('latency', 'Up: latency', 'From the app, in milliseconds', 60_000),
      upNumber('jitter', 'Up: jitter', 'From the app, in milliseconds', 60_000),
      upNumber('loss', 'Up: loss', 'The fraction of match messages from the app that are lost', 1),
      networkNumber(
        'Loss burst',
        'How many messages are lost in a row, on average',
        [1, 1_000],
        ({ burst }) => burst ?? 1,
        (burst) => ({ burst }),
      ),
      {
        kind: 'text',
        name: 'network',
        label: 'Pauses',
        hint: '4/30: 4 of every 30 seconds; 0: none',
        suggestions: ['0', '4/30', '1/12'],
        problem: (value) => (readStalls(value) === undefined ? 'Two numbers such as 4/30, or 0' : null),
        read: ({ network: { stalls } }) =>
          stalls === undefined ? '0' : `${stalls.for / SECOND_MS}/${stalls.every / SECOND_MS}`,
        change: (value) => ({ network: { stalls: readStalls(value) ?? null } }),
      },
      downNumber('seed', 'Seed', 'The same seed repeats the same behaviour', Number.MAX_SAFE_INTEGER),
    ],
  },
]
