import type { AppChange } from '../../control/service-bodies.js'
import type { Capability } from '../../platform/features.js'
import { appOf, type CommandContext, openAppOf, RefusedError, versionsOf } from './context.js'
import { decideGrant } from './grants.js'
import { returnForDeletion } from './market.js'
import { openMultiplayer, requestMultiplayer } from './multiplayer.js'
import { notify, withReason } from './notices.js'
import type { MiniAppVersion } from './records.js'
import { chooseCategory } from './registration.js'

/** @returns whether the app is deleted, and its files with it */
export const changeApp = (
  context: CommandContext,
  appId: string,
  { status, reason, category, multiplayer, description, grants = {} }: AppChange,
): { readonly isDeleted: boolean } => {
  // What is possible with an open app alone comes between its opening and its end.
  if (status === 'unblocked') unblockApp(context, appId)
  if (category !== undefined) chooseCategory(context, appId, category)
  if (multiplayer === 'asked') requestMultiplayer(context, appId, description ?? '')
  else if (multiplayer !== undefined) openMultiplayer(context, appId, multiplayer)
  for (const [name, decision] of Object.entries(grants))
    if (decision !== undefined) decideGrant(context, appId, name as Capability, decision)
  if (status === 'blocked') blockApp(context, appId, reason ?? null)
  if (status === 'deleted') deleteApp(context, appId)
  return { isDeleted: status === 'deleted' }
}

/** An admin blocks an app: it cannot be opened, sold or updated, and payouts pause (3.1). */
export const blockApp = (context: CommandContext, appId: string, reason: string | null): void => {
  const app = openAppOf(context, appId)
  context.draft.put('miniApp', {
    ...app,
    standing: 'blocked',
    standingReason: reason,
    blockedAt: context.now,
  })
  notify(context, app, 'blocked', withReason(`${app.name} was blocked`, reason))
}

/** The app stands as before; sales on hold resume (3.1). */
export const unblockApp = (context: CommandContext, appId: string): void => {
  const app = appOf(context, appId)
  if (app.standing !== 'blocked') throw new RefusedError('conflict', `${app.name} is not blocked (3.1).`)
  const blockedMs = app.blockedAt === null ? 0 : context.now - app.blockedAt
  for (const version of versionsOf(context, appId))
    if (version.state === 'waiting')
      context.draft.put('miniAppVersion', { ...version, blockedMs: version.blockedMs + blockedMs })
  context.draft.put('miniApp', {
    ...app,
    standing: 'open',
    standingReason: null,
    blockedAt: null,
    openSince: context.now,
  })
  notify(context, app, 'unblocked', `${app.name} was unblocked.`)
}

const ENDED_BY_DELETION: readonly MiniAppVersion['state'][] = ['live', 'waiting', 'held']

/**
 * The developer deletes an app for good: payments of the last 7 days that were not paid out go back to their buyers
 * (3.1). The versions' files are for the caller to remove.
 */
export const deleteApp = (context: CommandContext, appId: string): void => {
  const app = openAppOf(context, appId)
  returnForDeletion(context, appId)
  // Nothing of it can be opened or reviewed any more.
  for (const version of versionsOf(context, appId))
    if (ENDED_BY_DELETION.includes(version.state))
      context.draft.put('miniAppVersion', {
        ...version,
        state: 'withdrawn',
        stateAt: context.now,
        reason: 'the app was deleted',
      })
  context.draft.put('miniApp', {
    ...app,
    standing: 'deleted',
    standingReason: null,
    multiplayer: { open: 'off', request: null },
  })
}
