import type { Platform, Theme } from '../platform/features.js'

/** One way in which people meet an app: its size, its look, its language. */
export interface Scenario {
  readonly name: string
  /** The simulator's frame size. */
  readonly frame: 'phone' | 'narrow' | 'landscape' | 'desktop'
  readonly theme: Theme
  /** A BCP 47 language tag. */
  readonly locale: string
  /** A phone is used by touch, and has what the phone app has. */
  readonly platform: Platform
  /** Whether the person has bought all that the app sells, one of each. */
  readonly owner: boolean
}

/** Several sizes, both themes, English and a language that is written from right to left, with and without purchases. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'phone', frame: 'phone', theme: 'light', locale: 'en', platform: 'ios', owner: false },
  { name: 'narrow', frame: 'narrow', theme: 'dark', locale: 'en', platform: 'android', owner: true },
  { name: 'landscape', frame: 'landscape', theme: 'dark', locale: 'en', platform: 'ios', owner: false },
  { name: 'desktop', frame: 'desktop', theme: 'light', locale: 'ar', platform: 'web', owner: true },
]

/** The scenarios that an app of this orientation is shown in (2.2). */
export const scenariosFor = (orientation: 'portrait' | 'landscape' | 'any'): readonly Scenario[] =>
  SCENARIOS.filter(({ frame }) => {
    if (orientation === 'portrait') return frame === 'phone' || frame === 'narrow'
    if (orientation === 'landscape') return frame === 'landscape' || frame === 'desktop'
    return true
  })
