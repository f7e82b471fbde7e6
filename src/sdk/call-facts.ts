import type { CallDefinition } from '../platform/calls/definition.js'
import { CALL_TABLE, type Method } from '../platform/calls/table.js'
import { CALL_TIMEOUT_MS, REQUEST_MAX_BYTES, SHARE_IMAGE_MAX_BYTES } from '../platform/limits.js'

export { OPTIONS, OWN_CALLS, PROGRESS_OPTION } from '../platform/calls/definition.js'

/**
 * What the SDK needs of the platform's tables. The build runs this module and bundles the values it exports, not its
 * code, so the SDK file carries neither the facts that only hosts and `check` use nor the tables they come from.
 * Everything exported here must therefore be JSON.
 */

/** The part of a call's definition that the SDK uses. */
export type CallFacts = Pick<
  CallDefinition,
  'name' | 'arguments' | 'gesture' | 'timeoutMs' | 'feature' | 'since' | 'maxRequestBytes'
>

/** The facts of most calls. A call's name is usually its method. */
export const USUAL_FACTS: Omit<CallFacts, 'name'> = {
  arguments: [],
  gesture: 'no',
  timeoutMs: CALL_TIMEOUT_MS,
  feature: null,
  since: 'current',
  maxRequestBytes: REQUEST_MAX_BYTES,
}

const unusualFacts = (method: Method): Partial<CallFacts> => {
  const usual: CallFacts = { name: method, ...USUAL_FACTS }
  const facts: Partial<Record<keyof CallFacts, unknown>> = {}
  for (const field of Object.keys(usual) as (keyof CallFacts)[]) {
    const fact = CALL_TABLE[method][field]
    if (JSON.stringify(fact) !== JSON.stringify(usual[field])) facts[field] = fact
  }
  return facts as Partial<CallFacts>
}

const unusualFactsOfAll = (): Readonly<Record<Method, Partial<CallFacts>>> => {
  const all: Partial<Record<Method, Partial<CallFacts>>> = {}
  for (const method of Object.keys(CALL_TABLE) as Method[]) all[method] = unusualFacts(method)
  return all as Record<Method, Partial<CallFacts>>
}

/** Every call by its method, each with the facts in which it differs from the usual. */
export const UNUSUAL_FACTS = unusualFactsOfAll()

/** The length of the largest picture as a base64 data URL, with the longest prefix (4.4). */
export const SHARE_IMAGE_MAX_CHARACTERS = 'data:image/jpeg;base64,'.length + (SHARE_IMAGE_MAX_BYTES / 3) * 4
