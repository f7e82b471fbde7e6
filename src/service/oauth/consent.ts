import type { Scope } from '../../platform/publishing.js'
import { OWN_MEMBER_ID } from '../records/own-member.js'
import type { App, Connection } from '../records/records.js'
import { type Change, put } from '../records/store.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'

/** The user's consent to apps (section 3). */

export const findApp = (world: World, clientId: unknown): App | null =>
  typeof clientId === 'string' ? world.store.get('app', clientId) : null

/** The connection of an app, if it is connected. */
export const connectionOf = (world: World, clientId: string): Connection | null => {
  for (const connection of world.store.all('connection'))
    if (connection.clientId === clientId && connection.disconnectedAt === null) return connection
  return null
}

/**
 * The change that connects an app with these scopes. A connected app keeps its other scopes, and newly
 * approved ones are switched on again; after a disconnection, earlier approvals do not carry over (3).
 */
export const connect = (
  world: World,
  clientId: string,
  approved: readonly Scope[],
): { readonly connection: Connection; readonly change: Change } => {
  const existing = connectionOf(world, clientId)
  const connection: Connection =
    existing === null
      ? {
          id: newId(world, 'con'),
          clientId,
          memberId: OWN_MEMBER_ID,
          scopes: [...approved],
          off: [],
          connectedAt: world.now(),
          disconnectedAt: null,
        }
      : {
          ...existing,
          scopes: [...new Set([...existing.scopes, ...approved])],
          off: existing.off.filter((scope) => !approved.includes(scope)),
        }
  return { connection, change: put('connection', connection.id, connection) }
}

/** The scopes of a token that still apply: those granted, minus those the user has since switched off. */
export const scopesInForce = (connection: Connection, given: readonly Scope[]): readonly Scope[] =>
  connection.disconnectedAt !== null
    ? []
    : given.filter((scope) => connection.scopes.includes(scope) && !connection.off.includes(scope))

const PERSON = 'person'

/** 3: whether the user has paused all connected apps. */
export const isPaused = (world: World): boolean => world.store.get('settings', PERSON)?.paused ?? false

export const pauseChange = (paused: boolean): Change => put('settings', PERSON, { paused })
