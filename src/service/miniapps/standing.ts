import { appOf, type CommandContext, openAppOf } from './context.js'
import { returnForDeletion } from './market.js'
import { notify, withReason } from './notices.js'
import { RefusedError } from './refused.js'

/** An admin blocks an app: it cannot be opened, sold or updated, and payouts pause (3.1). */
export const blockApp = (context: CommandContext, appId: string, reason: string | null): void => {
  const app = openAppOf(context, appId)
  context.draft.put('miniApp', { ...app, standing: 'blocked', standingReason: reason })
  notify(context, app, 'blocked', withReason(`${app.name} was blocked`, reason))
}

/** The app stands as before; sales on hold resume (3.1). */
export const unblockApp = (context: CommandContext, appId: string): void => {
  const app = appOf(context, appId)
  if (app.standing !== 'blocked') throw new RefusedError('conflict', `${app.name} is not blocked (3.1).`)
  context.draft.put('miniApp', {
    ...app,
    standing: 'open',
    standingReason: null,
    openSince: context.now,
  })
  notify(context, app, 'unblocked', `${app.name} was unblocked.`)
}

/**
 * The developer deletes an app for good: payments of the last 7 days that were not paid out go back to their buyers
 * (3.1). The versions' files are for the caller to remove.
 */
export const deleteApp = (context: CommandContext, appId: string): void => {
  const app = openAppOf(context, appId)
  returnForDeletion(context, appId)
  context.draft.put('miniApp', {
    ...app,
    standing: 'deleted',
    standingReason: null,
    multiplayer: { open: 'off', request: null },
  })
}
