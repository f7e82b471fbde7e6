import { isRecord } from '../rpc/host-message.js'
import { OWN_CALLS } from './call-facts.js'
import { findCall } from './calls.js'

/** Names in `requires` that are not calls, each with the call that stands for it (2.2). */
const GROUPS = new Map([
  ['storage', 'storage.get'],
  ['purchases', 'getPurchases'],
])

/** What the SDK answers by itself, on every host (4.1). Match listeners are useful only where there are match events. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(OWN_CALLS.filter((own) => !own.startsWith('multiplayer.')))

/**
 * Whether a host with this context supports the call or feature with this name. A call is supported if its feature is:
 * `features` names groups of calls (`db` for `db.set`). A name that only a newer host knows counts if `features` lists it.
 */
export const hostSupports = (context: unknown, name: unknown): boolean => {
  if (typeof name !== 'string') return false
  const call = GROUPS.get(name) ?? name
  if (ALWAYS_THERE.has(call)) return true
  const features = isRecord(context) ? context['features'] : undefined
  if (!Array.isArray(features)) return findCall(call)?.since === 'oldest'
  if (features.includes(name)) return true
  if (call === 'multiplayer.on' || call === 'multiplayer.off') return features.includes('multiplayer')
  // There is something to cancel.
  if (call === 'ai.cancel') return features.some((feature) => String(feature).startsWith('ai.'))
  const found = findCall(call)
  return found !== undefined && (found.feature === null || features.includes(found.feature))
}

/** The state of a capability in a context (2.5). A capability that the context does not list is not supported (readings). */
export const capabilityIn = (context: unknown, name: unknown): ServiceMiniapp.Capability => {
  const declared = isRecord(context) ? context['capabilities'] : undefined
  const found = Object.entries(isRecord(declared) ? declared : {}).find(([key]) => key === name)?.[1]
  if (!isRecord(found)) return { supported: false, version: 0, state: 'unavailable', tools: [] }
  const state =
    found['state'] === 'ready' || found['state'] === 'needs_download' ? found['state'] : 'unavailable'
  return {
    supported: state !== 'unavailable',
    version: typeof found['version'] === 'number' ? found['version'] : 0,
    state,
    tools: Array.isArray(found['tools']) ? found['tools'] : [],
  }
}
