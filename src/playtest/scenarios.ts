import type { Platform, Theme } from '../platform/features.js'
import {
  DEFAULT_SCENARIOS,
  DEFAULT_TOGETHER,
  isTogether,
  SCENARIO_NAMES,
  type ScenarioName,
} from './scenario-names.js'

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
