import { KnownScripts } from './facts/script/known-scripts.js'
import type { IncrementalCheck } from './incremental-check.js'
import { inspect } from './inspect.js'

/** A check of several bundles, one after the other, that parses a script once which they share. */
export const checkOfSeveral = (): IncrementalCheck => {
  const knownScripts = new KnownScripts()
  return async (bundle, options = {}) => (await inspect(bundle, options, { knownScripts })).result
}
