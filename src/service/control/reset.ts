import { addFirstMembers } from '../miniapps/members.js'
import { versionFileIds } from '../records/check-files.js'
import { OWN_MEMBER_ID } from '../records/records.js'
import { registerLocalApp } from '../records/registered-apps.js'
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

/** What a new service has: this tool as a connected app, and a member of each kind. What is there stays. */
export const addFirstRecords = async (world: World): Promise<void> => {
  await registerLocalApp(world)
  await world.miniApps.run(({ draft, now }) => addFirstMembers(draft, OWN_MEMBER_ID, now))
}
