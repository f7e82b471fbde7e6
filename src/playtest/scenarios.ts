import type { Theme } from '../platform/features.js'

/** One way in which people meet an app: its size, its look, its language. */
export interface Scenario {
  readonly name: string
  /** The simulator's frame size. */
  readonly frame: 'phone' | 'narrow' | 'landscape' | 'desktop'
  readonly theme: Theme
  /** A BCP 47 language tag. */
  readonly locale: string
  readonly touch: boolean
}

/** Several sizes, both themes, English and a language that is written from right to left. */
const SCENARIOS: readonly Scenario[] = [
  { name: 'phone', frame: 'phone', theme: 'light', locale: 'en', touch: true },
  { name: 'narrow', frame: 'narrow', theme: 'dark', locale: 'en', touch: true },
  { name: 'landscape', frame: 'landscape', theme: 'dark', locale: 'en', touch: true },
  { name: 'desktop', frame: 'desktop', theme: 'light', locale: 'ar', touch: false },
]

/** The scenarios that an app of this orientation is shown in (2.2). */
export const scenariosFor = (orientation: 'portrait' | 'landscape' | 'any'): readonly Scenario[] =>
  SCENARIOS.filter(({ frame }) => {
    if (orientation === 'portrait') return frame === 'phone' || frame === 'narrow'
    if (orientation === 'landscape') return frame === 'landscape' || frame === 'desktop'
    return true
  })
