import type { Platform, Theme } from '../platform/features.js'

/** What each scenario is, in one line, in the order in which they are played. */
export const SCENARIO_SUMMARIES = {
  phone: 'a phone, light, in English',
  narrow: 'the narrowest frame, dark, with everything bought',
  landscape: 'a phone in landscape, dark',
  desktop: 'a desktop, light, in Arabic, with everything bought',
  language: 'a phone in German (de-DE), which writes 1.5 as 1,5',
  buttons: 'every button is tapped several times',
  rounds: 'a game is restarted several times: timers, listeners and memory must not pile up',
  reopened: 'the app is closed and reopened: what it saved must be there',
  'calls-fail': 'every kind of call that the app makes fails once',
  'slow-host': 'every answer takes 3 s, and a person who pays taps twice',
  'closed-while-paying': 'a payment is cancelled, or the app is closed after one and reopened',
  'storage-full': 'storage and the shared store are full',
  hidden: 'the app is hidden for a minute: sound must stop, and time must not jump',
  changes: 'the theme changes and the phone is turned while the app runs',
  offline: 'a phone loses its connection, and the app opens without one',
  'display-rate': 'displays of 30 and 144 Hz: the speed of the game must not depend on them',
  'slow-phone': 'a phone six times slower than this machine',
  together: 'several people play one match, with other clocks, languages and time zones',
  'host-leaves': 'the player who hosts the match leaves it, and comes back',
  'guest-leaves': 'another player leaves the match for good',
  'back-again': 'players of a match go to the background, and come back',
  'lost-messages': 'messages of a match are lost, as on a train',
  'lost-connection': 'a player of a match loses the connection, as on a train, and comes back',
} as const

export type ScenarioName = keyof typeof SCENARIO_SUMMARIES

export const SCENARIO_NAMES = Object.keys(SCENARIO_SUMMARIES) as readonly ScenarioName[]

/** The scenarios that are played unless others are named: the others take about two minutes more. */
export const DEFAULT_SCENARIOS = [
  'phone',
  'narrow',
  'landscape',
  'desktop',
] as const satisfies readonly ScenarioName[]

/** The scenario that is played besides, where the app calls multiplayer. */
export const DEFAULT_TOGETHER = 'together' satisfies ScenarioName

/** How many people the scenarios of several people need: one who is left alone plays nothing. */
const FEWEST_PLAYERS: ReadonlyMap<ScenarioName, number> = new Map([
  ['together', 2],
  ['host-leaves', 3],
  ['guest-leaves', 3],
  ['back-again', 2],
  ['lost-messages', 2],
  ['lost-connection', 2],
])

/** Whether several people play a scenario. */
export const isTogether = (name: ScenarioName): boolean => FEWEST_PLAYERS.has(name)

/** How many people play a scenario, in an app that several play. @param wanted how many should; by default, what it needs */
export const playersOf = (name: ScenarioName, wanted?: number): number => {
  const fewest = FEWEST_PLAYERS.get(name)
  return fewest === undefined ? 1 : (wanted ?? fewest)
}

/** One way in which users run an app: its size, theme and language. */
export interface Scenario {
  readonly name: ScenarioName
  /** The simulator's frame size. */
  readonly frame: 'phone' | 'narrow' | 'landscape' | 'desktop'
  readonly theme: Theme
  /** A BCP 47 language tag. */
  readonly locale: string
  /** A phone has touch, and the features of the phone app. */
  readonly platform: Platform
  /** Whether the user owns everything that the app sells, one of each. */
  readonly owner: boolean
}

/** Several sizes, both themes, English and a right-to-left language with digits of its own, with and without purchases. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'phone', frame: 'phone', theme: 'light', locale: 'en', platform: 'ios', owner: false },
  { name: 'narrow', frame: 'narrow', theme: 'dark', locale: 'en', platform: 'android', owner: true },
  { name: 'landscape', frame: 'landscape', theme: 'dark', locale: 'en', platform: 'ios', owner: false },
  { name: 'desktop', frame: 'desktop', theme: 'light', locale: 'ar-EG', platform: 'web', owner: true },
]

/**
 * The scenarios for an app of this orientation (2.2).
 * @param named which of them; null for those that are played by default
 * @param seats how many people play together; 1 leaves out what several play
 */
export const scenariosFor = (
  orientation: 'portrait' | 'landscape' | 'any',
  named: readonly ScenarioName[] | null = null,
  seats = 1,
): readonly Scenario[] => {
  const wanted: ReadonlySet<ScenarioName> = new Set(named ?? [...DEFAULT_SCENARIOS, DEFAULT_TOGETHER])
  const fitting = SCENARIOS.filter(({ frame }) => {
    if (orientation === 'portrait') return frame === 'phone' || frame === 'narrow'
    if (orientation === 'landscape') return frame === 'landscape' || frame === 'desktop'
    return true
  })
  const sizes = new Set(SCENARIOS.map(({ name }) => name))
  // What goes wrong on purpose, and what several people play, happens on phones to people who have bought nothing.
  const [phone] = fitting.filter(({ platform, owner }) => platform !== 'web' && !owner)
  const troubles = SCENARIO_NAMES.flatMap((name) =>
    phone === undefined || sizes.has(name)
      ? []
      : [{ ...phone, name, ...(name === 'language' ? { locale: 'de-DE' } : {}) }],
  )
  return [...fitting, ...troubles].filter(({ name }) => wanted.has(name) && (seats > 1 || !isTogether(name)))
}
