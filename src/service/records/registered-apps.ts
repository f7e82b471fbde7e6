import { memberOf, RefusedError } from '../miniapps/context.js'
import { connectionsOf } from '../oauth/consent.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import { type App, OWN_MEMBER_ID } from './records.js'
import { put, removal } from './store.js'

/** The app that is registered by default: this tool itself. Its ID is public (5.1). */
export const LOCAL_CLIENT_ID = 'miniapp-cli'

const LOCAL_APP_NAME = 'miniapp command line'
/** 5.1: https, or `http://localhost` for testing; matched exactly. */
const LOCAL_REDIRECT_URIS = ['http://localhost:8976/callback']

/** Registers the default app if it is missing. */
export const registerLocalApp = async (world: World): Promise<void> => {
  if (world.store.get('app', LOCAL_CLIENT_ID) !== null) return
  await world.store.commit([
    put('app', LOCAL_CLIENT_ID, {
      clientId: LOCAL_CLIENT_ID,
      name: LOCAL_APP_NAME,
      redirectUris: LOCAL_REDIRECT_URIS,
      registeredAt: world.now(),
      lastUsedAt: null,
    }),
  ])
}

const MAX_NAME_CHARACTERS = 60
const MAX_REDIRECT_URIS = 10

/** 5.1: a redirect URI uses https, except `http://localhost`, which is allowed for testing. */
const isRedirectUri = (text: string): boolean => {
  // A parser of URLs forgives spaces around one, and a missing host; RFC 3986 knows neither.
  if (!/^https?:\/\/[^\s/]\S*$/i.test(text) || !URL.canParse(text) || text.length > 2_000) return false
  const url = new URL(text)
  return (
    (url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')) &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#')
  )
}

/** What is registered of an app. */
interface Registration {
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** @returns what is wrong with it, as a sentence */
const registrationFault = ({ name, redirectUris }: Registration): string | null => {
  const characters = [...name].length
  if (characters === 0 || characters > MAX_NAME_CHARACTERS)
    return `An app needs a name of 1 to ${MAX_NAME_CHARACTERS} characters.`
  if (redirectUris.length > MAX_REDIRECT_URIS)
    return `An app can have at most ${MAX_REDIRECT_URIS} redirect URIs.`
  const bad = redirectUris.find((uri) => !isRedirectUri(uri))
  return bad === undefined
    ? null
    : `${bad} is not a valid redirect URI: it must use https, or be http://localhost for testing.`
}

/**
 * Registers an app (5.1).
 * @param owner the member who registers it
 * @throws {RefusedError} `invalid` for the registration, `not-found` for the owner
 */
export const registerApp = async (
  world: World,
  registration: Registration,
  owner: string = OWN_MEMBER_ID,
): Promise<App> => {
  memberOf({ draft: world.miniApps.records }, owner)
  const app: App = {
    clientId: newId(world, 'app'),
    ...valid(registration),
    registeredAt: world.now(),
    lastUsedAt: null,
    ...(owner === OWN_MEMBER_ID ? {} : { owner }),
  }
  await world.store.commit([put('app', app.clientId, app)])
  return app
}

/** @throws {RefusedError} `not-found` */
export const registeredApp = ({ store }: World, clientId: string): App => {
  const app = store.get('app', clientId)
  if (app === null) throw new RefusedError('not-found', `No app has the client ID ${clientId}.`)
  return app
}

/** Changes what is registered of an app. @throws {RefusedError} */
export const editApp = async (
  world: World,
  clientId: string,
  change: { readonly [Key in keyof Registration]?: Registration[Key] | undefined },
): Promise<App> => {
  const before = registeredApp(world, clientId)
  const { name = before.name, redirectUris = before.redirectUris } = change
  const app: App = { ...before, ...valid({ name, redirectUris }) }
  await world.store.commit([put('app', clientId, app)])
  return app
}

/** Removes an app: everyone who connected it is disconnected, and its ID is unknown from now on. @throws {RefusedError} */
export const removeApp = async (world: World, clientId: string): Promise<void> => {
  const app = registeredApp(world, clientId)
  if (clientId === LOCAL_CLIENT_ID)
    throw new RefusedError(
      'conflict',
      `${app.name} is registered by the service itself and cannot be removed.`,
    )
  world.lastUsedAt.delete(clientId)
  await world.store.commit([
    removal('app', clientId),
    ...connectionsOf(world, clientId).map((connection) =>
      put('connection', connection.id, { ...connection, disconnectedAt: world.now() }),
    ),
  ])
  world.log({ event: 'disconnected', app: app.name })
}

const valid = (registration: Registration): Pick<App, 'name' | 'redirectUris'> => {
  const fault = registrationFault(registration)
  if (fault !== null) throw new RefusedError('invalid', fault)
  return { name: registration.name, redirectUris: [...new Set(registration.redirectUris)] }
}
