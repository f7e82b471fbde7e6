import type { GrantDecision } from '../../control/service-bodies.js'
import { CAPABILITIES, type Capability } from '../../platform/features.js'
import { askOf, UNDECIDED, undecided, union } from './capabilities.js'
import { type CommandContext, openAppOf, type ReadingContext, versionsOf } from './context.js'
import type { Grant, MiniApp, MiniAppVersion } from './records.js'
import { RefusedError } from './refused.js'
import { declineVersion } from './review.js'

/** A capability as the control API and the pages show it. */
export type GrantState = 'asked' | 'granted' | 'declined' | 'off'

/** The versions that wait for a decision on a capability, or run without it until then. */
const askingVersions = (context: ReadingContext, app: MiniApp, name: Capability): readonly MiniAppVersion[] =>
  versionsOf(context, app.id).filter(
    ({ state, manifest }) =>
      (state === 'waiting' || state === 'held' || state === 'live') &&
      undecided(app, manifest).includes(name),
  )

/** Every capability that was ever asked for, with its state. */
export const grantStates = (
  context: ReadingContext,
  app: MiniApp,
): Partial<Record<Capability, GrantState>> => {
  const states: Partial<Record<Capability, GrantState>> = {}
  for (const name of CAPABILITIES) {
    const state = grantState(context, app, name)
    if (state !== null) states[name] = state
  }
  return states
}

const grantState = (context: ReadingContext, app: MiniApp, name: Capability): GrantState | null => {
  if (app.standing !== 'deleted' && askingVersions(context, app, name).length > 0) return 'asked'
  const { granted, declined, off } = app.grants[name] ?? UNDECIDED
  if (off) return 'off'
  if (granted !== null) return 'granted'
  return declined === null ? null : 'declined'
}

/**
 * An admin decides on a capability (3.1). One that a waiting version requires and that is declined declines the version.
 * @throws {RefusedError} `conflict` where there is nothing to decide
 */
export const decideGrant = (
  context: CommandContext,
  appId: string,
  name: Capability,
  decision: GrantDecision,
): void => {
  const app = openAppOf(context, appId)
  const before = app.grants[name] ?? UNDECIDED
  const asking = askingVersions(context, app, name)
  const asks = asking.map(({ manifest }) => askOf(manifest, name))
  const state = grantState(context, app, name)
  const refuse = (): never => {
    const found = state === null ? 'was never asked for' : `is ${state}`
    throw new RefusedError('conflict', `${name} of ${app.name} ${found}; it cannot become ${decision} (3.1).`)
  }
  const put = (grant: Grant): void =>
    context.draft.put('miniApp', {
      ...app,
      openSince: context.now,
      grants: { ...app.grants, [name]: grant },
    })
  switch (decision) {
    case 'granted':
      if (state === null || state === 'granted') refuse()
      put({
        granted: union([before.granted, ...(asks.length === 0 ? [before.declined] : asks)]),
        declined: null,
        off: false,
      })
      return
    case 'declined':
      if (state !== 'asked') refuse()
      put({ ...before, declined: union([before.declined, ...asks]) })
      for (const version of asking)
        if (version.state !== 'live' && version.manifest.requires?.includes(name) === true)
          declineVersion(context, app, version, `It requires ${name}, which was declined.`)
      return
    case 'off':
      if (before.granted === null || before.off) refuse()
      put({ ...before, off: true })
  }
}
