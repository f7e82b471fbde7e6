import type { AppChange } from '../../control/service-bodies.js'
import type { Capability } from '../../platform/features.js'
import type { CommandContext } from './context.js'
import { decideGrant } from './grants.js'
import { openMultiplayer, requestMultiplayer } from './multiplayer.js'
import { chooseCategory } from './registration.js'
import { blockApp, deleteApp, unblockApp } from './standing.js'

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
