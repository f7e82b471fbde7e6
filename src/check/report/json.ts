import type { CheckResult } from '../problem.js'

/** The results as one JSON document: an object for one path, an array for several, in the order given. */
export const jsonReport = (results: readonly CheckResult[]): string =>
  `${JSON.stringify(results.length === 1 ? results[0] : results, null, 2)}\n`
