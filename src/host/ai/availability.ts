import { isChild } from '../../platform/ages.js'
import type { Capability, CapabilityState } from '../../platform/features.js'
import type { Switches } from '../control/switches.js'
import { because, type SwitchName, type SwitchReason } from '../control/switches.js'
import type { DeclaredCapability, HostedApp } from '../hosted-app.js'

/** The version of every AI capability that this host has (4.7, 9). */
export const CAPABILITY_VERSION = 1

/** The state of a capability for this person (3.4), and the reason for the log, which the app never learns. */
export interface Availability {
  readonly state: CapabilityState
  readonly why: string | null
  /** The switch that it comes from; absent where none does. */
  readonly by?: SwitchName
}

/** The declared tools of a capability that the app may use (3.1). */
export const usableTools = ({ tools, grantedTools = tools }: DeclaredCapability): readonly string[] =>
  tools.filter((tool) => grantedTools.includes(tool))

export const availabilityOf = (name: Capability, app: HostedApp, switches: Switches): Availability => {
  const why = whyNot(name, app, switches)
  if (why !== null) return { state: 'unavailable', ...why }
  return { state: switches.ai[name], why: null }
}

const whyNot = (
  name: Capability,
  app: HostedApp,
  { platform, person, guardian, ai }: Switches,
): SwitchReason | { readonly why: string } | null => {
  if (platform === 'web')
    return because(
      'platform',
      'AI runs only in the phone app (4.7): set the switch `platform` to `ios` or `android`.',
    )
  const needed = app.capabilities[name]?.version ?? CAPABILITY_VERSION
  if (needed > CAPABILITY_VERSION)
    return {
      why: `The manifest needs version ${needed} of ${name}, but this host has version ${CAPABILITY_VERSION} (9).`,
    }
  if (ai[name] === 'unavailable') return because('ai', `The switch \`ai\` is \`unavailable\` for ${name}.`)
  if (person === 'signed-out')
    return because(
      'person',
      'The person is signed out, so the host cannot ask whether the app may use AI (4.7).',
    )
  if (isChild(person) && !guardian.ai)
    return because('guardian', 'The person is a child whose guardian did not allow AI (5).')
  return null
}
