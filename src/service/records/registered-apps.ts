import { newId } from '../secrets.js'
import type { World } from '../world.js'
import type { App } from './records.js'
import { put } from './store.js'

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
    }),
  ])
}

const MAX_NAME_CHARACTERS = 60
const MAX_REDIRECT_URIS = 10

/** 5.1: a redirect URI uses https, except `http://localhost`, which is allowed for testing. */
const isRedirectUri = (text: string): boolean => {
  if (!URL.canParse(text) || text.length > 2_000) return false
  const url = new URL(text)
  return (
    (url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')) &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#')
  )
}

/**
 * Registers an app (5.1).
 * @returns the app, or an error as a sentence
 */
export const registerApp = async (
  world: World,
  name: string,
  redirectUris: readonly string[],
): Promise<string | App> => {
  const characters = [...name].length
  if (characters === 0 || characters > MAX_NAME_CHARACTERS)
    return `An app needs a name of 1 to ${MAX_NAME_CHARACTERS} characters.`
  if (redirectUris.length > MAX_REDIRECT_URIS)
    return `An app can have at most ${MAX_REDIRECT_URIS} redirect URIs.`
  const bad = redirectUris.find((uri) => !isRedirectUri(uri))
  if (bad !== undefined)
    return `${bad} is not a valid redirect URI: it must use https, or be http://localhost for testing.`
  const app = {
    clientId: newId(world, 'app'),
    name,
    redirectUris: [...new Set(redirectUris)],
    registeredAt: world.now(),
  }
  await world.store.commit([put('app', app.clientId, app)])
  return app
}
