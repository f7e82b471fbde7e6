import { CAPABILITIES, type Capability } from '../../platform/features.js'
import type { Manifest } from '../../platform/manifest.js'
import type { CapabilityScope, Grant, MiniApp } from './records.js'

/** What no admin has decided on yet. */
export const UNDECIDED: Grant = { granted: null, declined: null, off: false }

/** What a manifest asks of a capability; null where it does not declare it (2.4). */
export const askOf = ({ capabilities }: Manifest, name: Capability): CapabilityScope | null => {
  const declared = capabilities?.[name]
  if (declared === undefined) return null
  return { version: declared.version, tools: 'tools' in declared ? (declared.tools ?? []) : [] }
}

export const covers = (decided: CapabilityScope | null, ask: CapabilityScope): boolean =>
  decided !== null &&
  decided.version >= ask.version &&
  ask.tools.every((tool) => decided.tools.includes(tool))

/**
 * Whether the app may use a capability that its manifest declares: an admin granted that version of it, and did not turn
 * it off (3.1). A tool that was not granted is off by itself.
 */
export const isOn = (app: MiniApp, manifest: Manifest, name: Capability): boolean => {
  const ask = askOf(manifest, name)
  const { granted, off } = app.grants[name] ?? UNDECIDED
  return ask !== null && granted !== null && granted.version >= ask.version && !off
}

/** The tools of a capability that were granted. */
export const grantedTools = (app: MiniApp, name: Capability): readonly string[] =>
  app.grants[name]?.granted?.tools ?? []

/** The least that covers all of these. */
export const union = (scopes: readonly (CapabilityScope | null)[]): CapabilityScope => {
  const given = scopes.filter((one) => one !== null)
  return {
    version: Math.max(0, ...given.map(({ version }) => version)),
    tools: [...new Set(given.flatMap(({ tools }) => tools))],
  }
}

/**
 * The capabilities of a manifest on which an admin has to decide: a first request, a higher version, a new tool (3.1).
 * What was declined stays so without another decision, unless the app now cannot work without it.
 */
export const undecided = (app: MiniApp, manifest: Manifest): readonly Capability[] =>
  CAPABILITIES.filter((name) => {
    const ask = askOf(manifest, name)
    if (ask === null) return false
    const { granted, declined, off } = app.grants[name] ?? UNDECIDED
    if (covers(granted, ask) && !off) return false
    const required = manifest.requires?.includes(name) === true
    return required || !(covers(granted, ask) || covers(declined, ask))
  })
