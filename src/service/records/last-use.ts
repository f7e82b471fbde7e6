import { MINUTE_MS } from '../../platform/units.js'
import type { World } from '../world.js'
import type { App } from './records.js'
import { put } from './store.js'

type UsedWorld = Pick<World, 'store' | 'lastUsedAt' | 'now'>

/** When an app last used the API (5.1); null for never. */
export const lastUseOf = ({ lastUsedAt }: Pick<UsedWorld, 'lastUsedAt'>, app: App): number | null =>
  lastUsedAt.get(app.clientId) ?? app.lastUsedAt

/** Notes that an app uses the API now. It is saved once a minute at most, so that not every request writes. */
export const noteUse = (world: UsedWorld, app: App): void => {
  const now = world.now()
  world.lastUsedAt.set(app.clientId, now)
  if (app.lastUsedAt !== null && now - app.lastUsedAt < MINUTE_MS) return
  // A full disk refuses it, which the next change that matters reports.
  world.store.commit([put('app', app.clientId, { ...app, lastUsedAt: now })]).catch(() => {})
}

/** Saves when each app last used the API, before the service stops. */
export const saveLastUse = async ({ store, lastUsedAt }: UsedWorld): Promise<void> => {
  const changes = [...lastUsedAt].flatMap(([clientId, at]) => {
    const app = store.get('app', clientId)
    return app === null || app.lastUsedAt === at ? [] : [put('app', clientId, { ...app, lastUsedAt: at })]
  })
  await store.commit(changes)
}
