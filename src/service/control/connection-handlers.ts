import type { ServiceRoutes } from '../../control/service-routes.js'
import type { HandlersBelow } from '../../local-server/control-api.js'
import type { Scope } from '../../platform/publishing.js'
import { memberOf, RefusedError } from '../miniapps/context.js'
import { decideAuthorization, readAuthorization } from '../oauth/authorization.js'
import { connectionOf, disconnect, narrow, pauseAll } from '../oauth/consent.js'
import type { DeviceGrants } from '../oauth/device-grants.js'
import { originOf } from '../oauth/oauth-routes.js'
import type { Connection } from '../records/records.js'
import { editApp, registerApp, registeredApp, removeApp } from '../records/registered-apps.js'
import { signedInMember, signInChange } from '../records/signed-in.js'
import type { World } from '../world.js'
import { viewClient, viewConnection, viewConnections, viewDevice } from './connection-views.js'

/** The apps of the publishing API, and what people allow them. */
export const connectionHandlers = (
  world: World,
  grants: DeviceGrants,
): HandlersBelow<ServiceRoutes, 'clients' | 'connections' | 'devices' | 'consents' | 'signed-in'> => {
  /** The member that is named, else the one who is signed in. */
  const memberNamed = (id: string = signedInMember(world)): string =>
    memberOf({ draft: world.miniApps.records }, id).id

  const connected = (client: string, member: string | undefined): Connection => {
    const memberId = memberNamed(member)
    const found = connectionOf(world, registeredApp(world, client).clientId, memberId)
    if (found === null) throw new RefusedError('not-found', `${memberId} has not connected ${client}.`)
    return found
  }

  return {
    'GET signed-in': () => ({ member: signedInMember(world) }),

    'PUT signed-in': async ({ body: { member } }) => {
      await world.store.commit([signInChange(memberNamed(member))])
      return { member }
    },

    'GET clients': () => ({ clients: [...world.store.all('app')].map((app) => viewClient(world, app)) }),

    'POST clients': async ({ body: { owner, ...registration } }) =>
      viewClient(world, await registerApp(world, registration, memberNamed(owner))),

    'GET clients/:id': ({ path: { id } }) => viewClient(world, registeredApp(world, id)),

    'PATCH clients/:id': async ({ path: { id }, body }) => viewClient(world, await editApp(world, id, body)),

    'DELETE clients/:id': async ({ path: { id } }) => {
      await removeApp(world, id)
      return { removed: true }
    },

    'GET connections': ({ query: { member } }) => viewConnections(world, memberNamed(member)),

    'PATCH connections': async ({ body: { member, paused } }) => {
      const memberId = memberNamed(member)
      await pauseAll(world, memberId, paused)
      return viewConnections(world, memberId)
    },

    'PATCH connections/:client': async ({ path: { client }, body: { member, scopes } }) => {
      const connection = connected(client, member)
      requireScopes(scopes, connection.scopes)
      return viewConnection(world, await narrow(world, connection, scopes))
    },

    'DELETE connections/:client': async ({ path: { client }, query: { member } }) => {
      await disconnect(world, connected(client, member))
      return { disconnected: true }
    },

    'GET devices': () => ({ devices: grants.pending.map((grant) => viewDevice(world, grant)) }),

    'POST devices/:code': async ({ path: { code }, body: { decision, scopes, member: named } }) => {
      const member = memberNamed(named)
      const waiting = grants.findWaiting(code)
      if (waiting === null) throw new RefusedError('not-found', `No sign-in waits with the code ${code}.`)
      if (decision === 'deny') {
        await grants.deny(waiting)
        return { member, approved: [] }
      }
      const approved = approvedOf(scopes, waiting.grant.scopes)
      await grants.approve(waiting, member, approved)
      return { member, approved }
    },

    'POST consents': async ({ body: { url, decision, scopes, member }, request }) => {
      const memberId = memberNamed(member)
      const issuer = originOf(request)
      const { searchParams } = new URL(url)
      const query = Object.fromEntries(
        [...searchParams.keys()].map((name) => {
          const values = searchParams.getAll(name)
          return [name, values.length === 1 ? values[0] : values]
        }),
      )
      const authorization = readAuthorization(world, query, issuer)
      if (typeof authorization === 'string') throw new RefusedError('invalid', `url: ${authorization}`)
      if ('back' in authorization) return { redirect: authorization.back }
      const approved = decision === 'approve' ? approvedOf(scopes, authorization.scopes) : null
      return { redirect: await decideAuthorization(world, authorization, memberId, approved, issuer) }
    },
  }
}

/** The permissions that are approved: all that were requested, or fewer. */
const approvedOf = (scopes: readonly Scope[] | undefined, requested: readonly Scope[]): readonly Scope[] => {
  if (scopes === undefined) return requested
  if (scopes.length === 0) throw new RefusedError('invalid', 'scopes: approve at least one, or deny.')
  requireScopes(scopes, requested)
  return requested.filter((scope) => scopes.includes(scope))
}

const requireScopes = (scopes: readonly Scope[], among: readonly Scope[]): void => {
  const other = scopes.find((scope) => !among.includes(scope))
  if (other !== undefined)
    throw new RefusedError('invalid', `scopes: ${other} is not one of ${among.join(', ')}.`)
}
