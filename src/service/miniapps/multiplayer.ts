import type { MultiplayerState } from '../../control/service-bodies.js'
import { type CommandContext, openAppOf, RefusedError } from './context.js'
import { notify } from './notices.js'
import type { MiniApp } from './records.js'

/** Multiplayer as the control API and the pages show it. */
export const multiplayerState = ({ multiplayer }: MiniApp): MultiplayerState =>
  multiplayer.request === null ? multiplayer.open : 'asked'

/** The developer asks for multiplayer, or for more of it (4.8). */
export const requestMultiplayer = (context: CommandContext, appId: string, description: string): void => {
  const app = openAppOf(context, appId)
  const { open, request } = app.multiplayer
  if (description === '')
    throw new RefusedError('invalid', 'description: describe what players do together (4.8).')
  if (request !== null)
    throw new RefusedError('conflict', `${app.name} has already requested multiplayer (4.8).`)
  if (open === 'everyone')
    throw new RefusedError('conflict', `${app.name} already has multiplayer for everyone (4.8).`)
  context.draft.put('miniApp', {
    ...app,
    multiplayer: { open, request: { description, at: context.now } },
  })
}

const OPENED = {
  off: 'was declined',
  adults: 'was opened to adults',
  everyone: 'was opened to adults and children',
} as const

/** An admin opens multiplayer to some, or to none (4.8). The developer is notified where a request is decided (6). */
export const openMultiplayer = (
  context: CommandContext,
  appId: string,
  open: MiniApp['multiplayer']['open'],
): void => {
  const app = openAppOf(context, appId)
  const { request } = app.multiplayer
  if (request === null && app.multiplayer.open === open)
    throw new RefusedError('conflict', `Multiplayer of ${app.name} is already set to ${open} (4.8).`)
  context.draft.put('miniApp', { ...app, multiplayer: { open, request: null } })
  if (request !== null) notify(context, app, 'multiplayer', `Multiplayer of ${app.name} ${OPENED[open]}.`)
}
