/** What each scenario is, in one line, in the order in which they are played. */
export const SCENARIO_SUMMARIES = {
  phone: 'a phone, light, in English',
  narrow: 'the narrowest frame, dark, with everything bought',
  landscape: 'a phone in landscape, dark',
  desktop: 'a desktop, light, in Arabic, with everything bought',
  'calls-fail': 'every kind of call that the app makes fails once',
  'slow-host': 'every answer takes 3 s, and someone who pays taps twice',
  'closed-while-paying': 'the app is closed after something was paid for, and opened again',
  'storage-full': 'storage and the shared store have no room',
  offline: 'a phone loses its connection, and the app opens without one',
} as const

export type ScenarioName = keyof typeof SCENARIO_SUMMARIES

export const SCENARIO_NAMES = Object.keys(SCENARIO_SUMMARIES) as readonly ScenarioName[]

/** The scenarios that are played unless others are named: the others take a minute more. */
export const DEFAULT_SCENARIOS = [
  'phone',
  'narrow',
  'landscape',
  'desktop',
] as const satisfies readonly ScenarioName[]
