import type { Bundle } from '../bundle/bundle.js'
import { KnownScripts } from './facts/script/known-scripts.js'
import type { IncrementalCheck } from './incremental-check.js'
import { inspect } from './inspect.js'
import type { CheckOptions } from './options.js'
import type { CheckResult } from './problem.js'

/**
 * Checks a bundle by every rule. Prints nothing and never exits; the bundle stays open.
 * @returns all problems, sorted by file, line, rule
 */
export const check = async (bundle: Bundle, options: CheckOptions = {}): Promise<CheckResult> =>
  (await inspect(bundle, options)).result

/** A check of several bundles, one after the other, that parses a script once which they share. */
export const checkOfSeveral = (): IncrementalCheck => {
  const knownScripts = new KnownScripts()
  return async (bundle, options = {}) => (await inspect(bundle, options, { knownScripts })).result
}
