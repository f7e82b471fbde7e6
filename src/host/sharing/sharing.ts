import type { Pictures } from './pictures.js'
import type { RealSharing } from './real-sharing.js'

/** What `share` needs (4.4). */
export interface Sharing {
  readonly pictures: Pictures
  /** Where shares go; null in a test run, in which nothing is posted. */
  readonly real: RealSharing | null
}
