import type { Bundle } from '../bundle/bundle.js'
import { inspect } from './inspect.js'
import type { CheckOptions } from './options.js'
import type { CheckResult } from './problem.js'

/**
 * Checks a bundle by every rule. Prints nothing and never exits; the bundle stays open.
 * @returns all problems, sorted by file, line, rule
 */
export const check = async (bundle: Bundle, options: CheckOptions = {}): Promise<CheckResult> =>
  (await inspect(bundle, options)).result
