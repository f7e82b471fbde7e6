import type { World } from './world.js'

/** The app that is registered from the start: this tool itself. Its id is public (5.1). */
export const LOCAL_CLIENT_ID = 'miniapp-cli'

const LOCAL_APP_NAME = 'miniapp command line'
/** 5.1: https, or `http://localhost` for testing; matched exactly. */
const LOCAL_REDIRECT_URIS = ['http://localhost:8976/callback']

/** Registers the app that is there from the start, where it is not yet. */
export const registerLocalApp = async (world: World): Promise<void> => {
  if (world.store.get('app', LOCAL_CLIENT_ID) !== null) return
  await world.store.commit([
    {
      table: 'app',
      key: LOCAL_CLIENT_ID,
      value: {
        clientId: LOCAL_CLIENT_ID,
        name: LOCAL_APP_NAME,
        redirectUris: LOCAL_REDIRECT_URIS,
        registeredAt: world.now(),
      },
    },
  ])
}
