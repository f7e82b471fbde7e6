import type { Method } from '../platform/calls/table.js'
import { CALL_TABLE, OWN_CALLS } from '../platform/calls/table.js'
import { isRecord } from '../rpc/host-message.js'

/** Names that are no call of the host, and stand for calls of these names (2.2, `requires`). */
const GROUPS = new Map([
  ['storage', 'storage.get'],
  ['purchases', 'getPurchases'],
])

/**
 * Whether a host with this context has a call or a feature of that name. A call is there if its feature is: the
 * names in `features` are coarser (`db` for `db.set`). A name that only a newer host knows counts if it lists it.
 */
export const hostSupports = (context: unknown, name: unknown): boolean => {
  if (typeof name !== 'string') return false
  const call = GROUPS.get(name) ?? name
  const features = isRecord(context) ? context['features'] : undefined
  if (!Array.isArray(features)) return call === 'on' || call === 'off' || entryOf(call)?.since === 'oldest'
  if (features.includes(name)) return true
  // One listener serves all match events; cancelling is of use where there is something to cancel.
  if (call === 'multiplayer.on' || call === 'multiplayer.off') return features.includes('multiplayer')
  if (OWN_CALLS.some((own) => own === call)) return true
  if (call === 'ai.cancel') return features.some((feature) => String(feature).startsWith('ai.'))
  const entry = entryOf(call)
  return entry !== undefined && (entry.feature === null || features.includes(entry.feature))
}

const entryOf = (call: string) => {
  for (const method of Object.keys(CALL_TABLE) as Method[])
    if (call === method || call === CALL_TABLE[method].name) return CALL_TABLE[method]
  return undefined
}

/** The state of a capability by a context (2.5); what is not declared there is not supported (readings). */
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
