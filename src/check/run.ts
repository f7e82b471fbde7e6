import type { Bundle } from '../bundle/bundle.js'
import type { LoadSharp } from '../load-sharp.js'
import { inspect } from './inspect.js'
import type { CheckResult } from './problem.js'

export interface CheckOptions {
  /** Count flags and warnings as failures too. */
  readonly strict?: boolean
  /** A `MAJOR.MINOR.PATCH` that the version must be higher than. */
  readonly after?: string
  /** The SDK file to compare a bundle's copy with; default: the one that this version ships. */
  readonly shippedSdk?: () => Promise<Uint8Array | null>
  /** Loads the library that decodes pictures; default: the installed one, when a picture first needs it. */
  readonly loadSharp?: LoadSharp
  /** Stops the check. */
  readonly signal?: AbortSignal
}

/**
 * Checks a bundle by every rule. Prints nothing and never exits; the bundle stays open.
 * @returns all problems at once, sorted by file, line, rule
 */
export const check = async (bundle: Bundle, options: CheckOptions = {}): Promise<CheckResult> =>
  (await inspect(bundle, options)).result
