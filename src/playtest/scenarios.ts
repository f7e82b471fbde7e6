import type { Platform, Theme } from '../platform/features.js'

/** One way in which users run an app: its size, theme and language. */
export interface Scenario {
  readonly name: string
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

/** Several sizes, both themes, English and a right-to-left language, with and without purchases. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'phone', frame: 'phone', theme: 'light', locale: 'en', platform: 'ios', owner: false },
  { name: 'narrow', frame: 'narrow', theme: 'dark', locale: 'en', platform: 'android', owner: true },
  { name: 'landscape', frame: 'landscape', theme: 'dark', locale: 'en', platform: 'ios', owner: false },
  { name: 'desktop', frame: 'desktop', theme: 'light', locale: 'ar', platform: 'web', owner: true },
]

/** The scenarios for an app of this orientation (2.2). */
export const scenariosFor = (orientation: 'portrait' | 'landscape' | 'any'): readonly Scenario[] =>
  SCENARIOS.filter(({ frame }) => {
    if (orientation === 'portrait') return frame === 'phone' || frame === 'narrow'
    if (orientation === 'landscape') return frame === 'landscape' || frame === 'desktop'
    return true
  })
