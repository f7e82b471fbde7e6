import type { Failure } from '../../failure.js'
import { jsonDocument } from '../../terminal/json-text.js'
import type { CheckResult } from '../problem.js'

/** A path of several that names no bundle, or one that cannot be opened. */
interface Unopened {
  readonly schema: 1
  readonly path: string
  readonly ok: false
  readonly failure: { readonly message: string; readonly remedy: string | null }
}

export const unopened = (path: string, { message, remedy }: Failure): Unopened => ({
  schema: 1,
  path,
  ok: false,
  failure: { message, remedy: remedy ?? null },
})

/** The results as one JSON document: an object for one path, an array for several, in the order given. */
export const jsonReport = (results: readonly (CheckResult | Unopened)[]): string =>
  jsonDocument(results.length === 1 ? results[0] : results)
