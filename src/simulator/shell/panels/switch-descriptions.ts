import type { Switches } from '../../../host/switches.js'
import { PLATFORMS, THEMES } from '../../../platform/features.js'

/** A control of the Switches panel: what it shows of the switches, and what it changes in them. */
export type SwitchDescription =
  | {
      readonly kind: 'choice'
      readonly label: string
      readonly hint?: string
      readonly values: readonly { readonly value: string; readonly label: string }[]
      readonly read: (switches: Switches) => string
      readonly change: (value: string, switches: Switches) => Partial<Switches>
    }
  | {
      readonly kind: 'toggle'
      readonly label: string
      readonly hint?: string
      readonly read: (switches: Switches) => boolean
      readonly change: (value: boolean, switches: Switches) => Partial<Switches>
    }
  | {
      readonly kind: 'text'
      readonly label: string
      readonly hint?: string
      readonly suggestions: readonly string[]
      /** What is wrong with a text; null where it can be taken. */
      readonly problem: (value: string) => string | null
      readonly read: (switches: Switches) => string
      readonly change: (value: string, switches: Switches) => Partial<Switches>
    }

export interface SwitchGroup {
  readonly label: string
  readonly switches: readonly SwitchDescription[]
}

/** The names of the switches that are one of a few texts. */
type ChoiceName = {
  [Name in keyof Switches]: Switches[Name] extends string
    ? string extends Switches[Name]
      ? never
      : Name
    : never
}[keyof Switches]

/** A switch that is one of a few. */
const choice = <Name extends ChoiceName>(
  name: Name,
  label: string,
  values: Readonly<Record<Switches[Name], string>>,
  hint?: string,
): SwitchDescription => ({
  kind: 'choice',
  label,
  ...(hint === undefined ? {} : { hint }),
  values: Object.entries<string>(values).map(([value, text]) => ({ value, label: text })),
  read: (switches) => switches[name],
  change: (value) => ({ [name]: value }),
})

const capitalised = <Value extends string>(values: readonly Value[]): Record<Value, string> =>
  Object.fromEntries(values.map((value) => [value, value[0]?.toUpperCase() + value.slice(1)])) as Record<
    Value,
    string
  >

/** The switches in the order they are shown; one line adds one. */
export const SWITCH_GROUPS: readonly SwitchGroup[] = [
  {
    label: 'Device',
    switches: [
      choice('theme', 'Theme', capitalised(THEMES), 'The app gets a theme event'),
      choice(
        'platform',
        'Platform',
        { ...capitalised(PLATFORMS), ios: 'iOS' },
        'Told by getContext at the next start',
      ),
      {
        kind: 'text',
        label: 'Locale',
        hint: 'A language tag, such as pt-BR',
        suggestions: ['en', 'en-GB', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-Hans', 'ar', 'he', 'hi', 'tr'],
        problem: (value) => (isLanguageTag(value) ? null : 'Not a language tag'),
        read: ({ locale }) => locale,
        change: (locale) => ({ locale }),
      },
      {
        kind: 'toggle',
        label: 'Visible',
        hint: 'Off: the person left the service for a while',
        read: ({ visible }) => visible,
        change: (visible) => ({ visible }),
      },
    ],
  },
  {
    label: 'Service',
    switches: [
      choice(
        'app',
        'App',
        { live: 'Live', blocked: 'Blocked', deleted: 'Deleted' },
        'Blocked and deleted reject every call (3.1)',
      ),
      choice(
        'hostVersion',
        'Host version',
        { current: 'Current', old: 'Old' },
        'An old phone app: no features in the context, newer calls unknown (9)',
      ),
    ],
  },
]

const isLanguageTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
