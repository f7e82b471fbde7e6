import type { Theme } from '../../platform/features.js'

/** The theme and the language of the browser, which are the person's in a real run (2.5). */
export interface Surroundings {
  readonly theme: Theme
  /** A BCP 47 language tag. */
  readonly locale: string
}
