import { versionFileIds } from '../records/check-files.js'
import { addFirstRecords } from '../records/first-records.js'
import type { World } from '../world.js'
import { replaceWorld } from './replace-world.js'

/** Forgets everything, as if the service had just been started for the first time. */
export const startAgain = async (world: World): Promise<void> => {
  const { miniApps, faults, lastUsedAt } = world
  await miniApps.setFaults({ payments: 'ok', payouts: 'ok' })
  faults.clear()
  lastUsedAt.clear()
  await replaceWorld(world, async () => [])
  await addFirstRecords(world)
}

/** Removes the files that no record names; where records are damaged, these may be all that is left. */
export const sweepFiles = async ({ store, versionFiles, media }: World): Promise<void> => {
  if (store.isDamaged) return
  const known = new Set(versionFileIds(store).map(({ id }) => id))
  await versionFiles.sweep(({ appId, version }) => known.has(`${appId}/${version}`))
  await media.sweep((id) => store.get('media', id) !== null)
}
