import type { GrantDecision } from '../../control/service-bodies.js'
import { CAPABILITIES, type Capability } from '../../platform/features.js'
import { askOf, covers, UNDECIDED, undecided, union } from './capabilities.js'
import {
  type CommandContext,
  liveVersionOf,
  openAppOf,
  type ReadingContext,
  RefusedError,
  versionsOf,
} from './context.js'
import type { Grant, MiniApp, MiniAppVersion } from './records.js'
import { declineVersion } from './review.js'

/** A capability as the control API and the pages show it. */
export type GrantState = 'asked' | 'granted' | 'declined' | 'off'

/** The versions that wait for a decision on a capability, or run without it until then. */
const askingVersions = (context: ReadingContext, app: MiniApp, name: Capability): readonly MiniAppVersion[] =>
  versionsOf(context, app.id).filter((version) => asksOf(app, version).includes(name))

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

/** What the live version has, while a higher one waits for a decision; else what was asked for or decided last. */
const grantState = (context: ReadingContext, app: MiniApp, name: Capability): GrantState | null => {
  const { granted, declined, off } = app.grants[name] ?? UNDECIDED
  const live = liveVersionOf(context, app.id)
  const ask = live === null ? null : askOf(live.manifest, name)
  const isDecidedForLive = ask !== null && (covers(granted, ask) || covers(declined, ask))
  if (!isDecidedForLive && askingVersions(context, app, name).length > 0) return 'asked'
  if (off) return 'off'
  if (granted !== null && (ask === null || covers(granted, ask))) return 'granted'
  return declined !== null ? 'declined' : granted === null ? null : 'granted'
}

/** The capabilities that an admin has to decide on for a version. */
export const asksOf = (app: MiniApp, { state, manifest }: MiniAppVersion): readonly Capability[] =>
  app.standing !== 'deleted' && (state === 'waiting' || state === 'held' || state === 'live')
    ? undecided(app, manifest)
    : []

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
    const found =
      state === null ? 'was never requested' : state === 'asked' ? 'is only requested' : `is ${state}`
    throw new RefusedError('conflict', `Cannot set ${name} of ${app.name} to ${decision}: it ${found} (3.1).`)
  }
  const put = (grant: Grant): void =>
    context.draft.put('miniApp', {
      ...app,
      openSince: context.now,
      grants: { ...app.grants, [name]: grant },
    })
  switch (decision) {
    case 'granted':
      if (asking.length === 0 && (state === null || state === 'granted')) refuse()
      put({
        granted: union([before.granted, ...(asks.length === 0 ? [before.declined] : asks)]),
        declined: null,
        off: false,
      })
      return
    case 'declined':
      if (asking.length === 0) refuse()
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
