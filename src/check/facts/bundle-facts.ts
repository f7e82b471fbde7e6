import type { BundleOutline } from './bundle-outline.js'
import type { FileSummary } from './file-summary.js'

/** What a bundle rule sees: gathered once, derived once. */
export interface BundleFacts extends BundleOutline {
  /** What was kept of each file that was read, by path. */
  readonly summaries: ReadonlyMap<string, FileSummary>
  /** The files whose bytes could not be had, and why. */
  readonly unreadable: ReadonlyMap<string, string>
}
