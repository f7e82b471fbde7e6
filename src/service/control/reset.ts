import { addFirstRecords } from '../first-records.js'
import { TABLES } from '../records.js'
import type { Change } from '../store.js'
import type { World } from '../world.js'
import { versionFileIds } from './version-file-ids.js'

/** Forgets everything, as if the service had just been started for the first time. */
export const startAgain = async (world: World): Promise<void> => {
  const { store, miniApps, faults, lastUsedAt } = world
  await miniApps.setFaults({ payments: 'ok', payouts: 'ok' })
  faults.clear()
  lastUsedAt.clear()
  const media = [...store.entries('media')].map(([id]) => id)
  await miniApps.replace(async () => {
    await store.commit(
      TABLES.flatMap((table) =>
        [...store.entries(table)].map(([key]) => ({ table, key, value: null }) as Change),
      ),
    )
    await sweepFiles(world)
    for (const id of media) await world.media.remove(id)
  })
  await addFirstRecords(world)
}

/** Removes the files of versions that there are not. */
export const sweepFiles = async ({ store, versionFiles }: World): Promise<void> => {
  const known = new Set(versionFileIds(store).map(({ id }) => id))
  await versionFiles.sweep(({ appId, version }) => known.has(`${appId}/${version}`))
}
