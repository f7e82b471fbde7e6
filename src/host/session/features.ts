import type { Declaration } from '../../platform/calls/definition.js'
import type { ResultOf } from '../../platform/calls/shapes.js'
import { CALL_TABLE, METHODS, type Method } from '../../platform/calls/table.js'
import {
  CAPABILITIES,
  type Capability,
  type CapabilityState,
  CONTEXT_FEATURES,
  type ContextFeature,
} from '../../platform/features.js'
import { availabilityOf, CAPABILITY_VERSION, usableTools } from '../ai/availability.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import { playGroup } from '../matches/match-player.js'
import type { SheetKind } from './sheets.js'

/** Whether this host has a method. */
export type HasMethod = (method: Method) => boolean

/** The methods of a host: all, except those whose sheet the page cannot draw. */
export const hostHas =
  (sheets: readonly SheetKind[]): HasMethod =>
  (method) => {
    const { sheet } = CALL_TABLE[method]
    return sheet === null || sheets.includes(sheet)
  }

/** Whether this is a phone without a connection. On the web, a page is not open without one (7). */
export const lacksConnection = ({ platform, network }: Switches): boolean =>
  platform !== 'web' && network.offline

/** Whether a call needs the service's servers, and this phone has no connection (7: `OFFLINE`). */
export const isCutOff = (method: Method, params: object, switches: Switches): boolean => {
  if (!lacksConnection(switches)) return false
  const { offline } = CALL_TABLE[method]
  if (offline === 'fails with web_search') return 'web_search' in params && params.web_search === true
  return offline === 'fails'
}

/** What a call needs that the manifest does not declare (4.7), or null. */
export const undeclaredBy = (method: Method, params: object, app: HostedApp): Declaration | null => {
  const { declaredIn } = CALL_TABLE[method]
  if (declaredIn === null) return null
  const { capability, tool } = declaredIn
  const declared = app.capabilities[capability]
  if (declared === undefined) return { capability, tool: null }
  const usesTool = tool !== null && new Map(Object.entries(params)).get(tool) === true
  return usesTool && !declared.tools.includes(tool) ? declaredIn : null
}

/** Whether the host that the switches describe has a method (9). */
export const knowsMethod = (method: Method, has: HasMethod, switches: Switches): boolean =>
  has(method) && (switches.hostVersion === 'current' || CALL_TABLE[method].since === 'oldest')

/** `getContext().features`: the optional calls that work here for this person (2.5), and of AI only what the app declares. */
export const contextFeatures = (app: HostedApp, has: HasMethod, switches: Switches): ContextFeature[] =>
  workingFeatures(app, has, switches).filter(
    (feature) => !isCapability(feature) || app.capabilities[feature] !== undefined,
  )

/** What works here for this person, whether the app declares it or not. */
export const workingFeatures = (app: HostedApp, has: HasMethod, switches: Switches): ContextFeature[] =>
  CONTEXT_FEATURES.filter((feature) => {
    const methods = methodsOf(feature)
    if (methods.length === 0 || !methods.every(has)) return false
    if (feature === 'multiplayer') return 'group' in playGroup(switches)
    return !isCapability(feature) || stateOf(feature, app, has, switches) !== 'unavailable'
  })

/** `getContext().capabilities`: the declared capabilities with their states here (2.5, 3.4). */
export const contextCapabilities = (
  app: HostedApp,
  has: HasMethod,
  switches: Switches,
): NonNullable<ResultOf<'getContext'>['capabilities']> => {
  const capabilities: NonNullable<ResultOf<'getContext'>['capabilities']> = {}
  for (const name of CAPABILITIES) {
    const declared = app.capabilities[name]
    if (declared === undefined) continue
    capabilities[name] = {
      version: CAPABILITY_VERSION,
      state: stateOf(name, app, has, switches),
      tools: [...usableTools(declared)],
    }
  }
  return capabilities
}

const stateOf = (name: Capability, app: HostedApp, has: HasMethod, switches: Switches): CapabilityState =>
  methodsOf(name).every(has) ? availabilityOf(name, app, switches).state : 'unavailable'

const isCapability = (feature: ContextFeature): feature is Capability =>
  (CAPABILITIES as readonly string[]).includes(feature)

const methodsOf = (feature: ContextFeature): Method[] =>
  METHODS.filter((method) => CALL_TABLE[method].feature === feature)
