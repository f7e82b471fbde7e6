import type {
  ClientView,
  ConnectionsView,
  ConnectionView,
  DeviceView,
  MessageView,
} from '../../control/service-answers.js'
import { isoTime } from '../../platform/units.js'
import { connectionsOf, isPaused } from '../oauth/consent.js'
import { membersOf } from '../records/chats.js'
import { lastUseOf } from '../records/last-use.js'
import {
  type App,
  type Connection,
  type DeviceGrant,
  type Message,
  OWN_MEMBER_ID,
} from '../records/records.js'
import type { World } from '../world.js'

/** An app of the publishing API, as its developer sees it (5.1). */
export const viewClient = (world: Pick<World, 'store' | 'lastUsedAt'>, app: App): ClientView => {
  const lastUsedAt = lastUseOf(world, app)
  return {
    id: app.clientId,
    name: app.name,
    redirectUris: app.redirectUris,
    owner: app.owner ?? OWN_MEMBER_ID,
    registeredAt: isoTime(app.registeredAt),
    people: connectionsOf(world, app.clientId).length,
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  }
}

const clientName = ({ store }: Pick<World, 'store'>, clientId: string): string =>
  store.get('app', clientId)?.name ?? clientId

export const viewConnection = (world: Pick<World, 'store'>, connection: Connection): ConnectionView => ({
  client: connection.clientId,
  name: clientName(world, connection.clientId),
  member: connection.memberId,
  scopes: connection.scopes,
  off: connection.off,
  connectedAt: isoTime(connection.connectedAt),
})

export const viewConnections = (world: World, member: string): ConnectionsView => ({
  member,
  paused: isPaused(world, member),
  connections: [...world.store.all('connection')]
    .filter(({ memberId, disconnectedAt }) => memberId === member && disconnectedAt === null)
    .map((connection) => viewConnection(world, connection)),
})

export const viewDevice = (world: Pick<World, 'store'>, grant: DeviceGrant): DeviceView => ({
  code: grant.userCode,
  client: grant.clientId,
  name: clientName(world, grant.clientId),
  scopes: grant.scopes,
  expiresAt: isoTime(grant.expiresAt),
})

export const viewMessage = (message: Message): MessageView => ({
  id: message.id,
  conversation: message.conversationId,
  from: message.senderId,
  to: membersOf(message).find((id) => id !== message.senderId) ?? '',
  text: message.text,
  sentAt: isoTime(message.sentAt),
})
