import type { Scope } from '../../platform/publishing.js'
import { type App, type Connection, OWN_MEMBER_ID } from '../records/records.js'
import { type Change, put } from '../records/store.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'

/** The user's consent to apps (section 3). */

export const findApp = (world: World, clientId: unknown): App | null =>
  typeof clientId === 'string' ? world.store.get('app', clientId) : null

/** The connection of an app to a member, if it is connected. */
export const connectionOf = (world: World, clientId: string, memberId: string): Connection | null => {
  for (const connection of connectionsOf(world, clientId))
    if (connection.memberId === memberId) return connection
  return null
}

/** The connections of an app: one for each person who connected it (5.1). */
export const connectionsOf = (world: Pick<World, 'store'>, clientId: string): readonly Connection[] =>
  [...world.store.all('connection')].filter(
    (connection) => connection.clientId === clientId && connection.disconnectedAt === null,
  )

/**
 * The change that connects an app with these scopes. A connected app keeps its other scopes, and newly
 * approved ones are switched on again; after a disconnection, earlier approvals do not carry over (3).
 */
export const connect = (
  world: World,
  clientId: string,
  memberId: string,
  approved: readonly Scope[],
): { readonly connection: Connection; readonly change: Change } => {
  const existing = connectionOf(world, clientId, memberId)
  const connection: Connection =
    existing === null
      ? {
          id: newId(world, 'con'),
          clientId,
          memberId,
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

/** Earlier versions only had settings of this account. */
const settingsKey = (memberId: string): string => (memberId === OWN_MEMBER_ID ? 'person' : memberId)

/** 3: whether a member has paused all connected apps. */
export const isPaused = (world: World, memberId: string): boolean =>
  world.store.get('settings', settingsKey(memberId))?.paused ?? false

/** Pauses all connected apps of a member, or lets them go on (3). */
export const pauseAll = async (world: World, memberId: string, paused: boolean): Promise<void> => {
  await world.store.commit([put('settings', settingsKey(memberId), { paused })])
  world.log({ event: 'paused', paused })
}

/** Leaves an app these of its approved permissions, and switches the others off (3). */
export const narrow = async (
  world: World,
  connection: Connection,
  scopes: readonly Scope[],
): Promise<Connection> => {
  const off = connection.scopes.filter((scope) => !scopes.includes(scope))
  const narrowed = { ...connection, off }
  await world.store.commit([put('connection', connection.id, narrowed)])
  world.log({ event: 'narrowed', app: appName(world, connection), off })
  return narrowed
}

/** 3: disconnects an app; every request gets 403 from now on. */
export const disconnect = async (world: World, connection: Connection): Promise<void> => {
  const disconnected = { ...connection, disconnectedAt: world.now() }
  await world.store.commit([put('connection', connection.id, disconnected)])
  world.log({ event: 'disconnected', app: appName(world, connection) })
}

const appName = ({ store }: World, { clientId }: Connection): string =>
  store.get('app', clientId)?.name ?? clientId
