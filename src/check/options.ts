import type { LoadSharp } from '../load-sharp.js'

export interface CheckOptions {
  /** Count flags and warnings as failures too. */
  readonly strict?: boolean
  /** Rules whose findings are known: `strict` does not count them. Errors are not allowed by it. */
  readonly allow?: readonly string[]
  /** A `MAJOR.MINOR.PATCH` that the version must be higher than. */
  readonly after?: string
  /** The SDK file to compare a bundle's copy with; default: the one that this version ships. */
  readonly shippedSdk?: () => Promise<Uint8Array | null>
  /** Loads the library that decodes pictures; default: the installed one, when a picture first needs it. */
  readonly loadSharp?: LoadSharp
  /** The source maps that a build holds in memory, by bundle path. Others are looked for in the bundle. */
  readonly sourceMaps?: (path: string) => string | null
  /** Stops the check. */
  readonly signal?: AbortSignal
}
