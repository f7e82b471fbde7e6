import type { Bundle, BundleFile } from '../../bundle/bundle.js'
import type { ManifestFacts } from './manifest/manifest.js'

/** What a file rule sees of the bundle around the file. */
export interface BundleOutline {
  readonly bundle: Bundle
  readonly files: ReadonlyMap<string, BundleFile>
  readonly manifest: ManifestFacts
  /** The version that this one must be higher than (`--after`); null where none was given. */
  readonly after: string | null
  /** The SDK file that this version of the tool ships; null where it is not known. Read when it is first asked for. */
  readonly shippedSdk: () => Promise<Uint8Array | null>
}
