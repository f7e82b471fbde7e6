import { asidesOf } from '../../durable/json-document.js'
import { addFirstMembers } from '../miniapps/members.js'
import { versionFileIds } from '../records/check-files.js'
import type { NextFiles } from '../records/media-files.js'
import { OWN_MEMBER_ID, TABLES } from '../records/records.js'
import { registerLocalApp } from '../records/registered-apps.js'
import { type Change, removal } from '../records/store.js'
import type { World } from '../world.js'

/**
 * Puts records and files in place of all that there are. A kill at any moment leaves the old ones or the new
 * ones, whole.
 * @param keepFiles writes files, and returns the records that name them
 * @throws what `keepFiles` throws, or the system's error; nothing is changed then
 */
export const replaceWorld = async (
  { miniApps, files, store }: Pick<World, 'miniApps' | 'files' | 'store'>,
  keepFiles: (files: NextFiles) => Promise<readonly Change[]>,
): Promise<void> =>
  miniApps.replace(async () => {
    const next = await files.begin()
    let records: readonly Change[]
    try {
      records = await keepFiles(next)
    } catch (error) {
      await next.discard()
      throw error
    }
    await next.replaceWith((own) => store.commit([...removals(store), ...records, own]))
  })

/** All are removed first, so that the new ones are in their own order. What was set aside stays. */
const removals = (store: World['store']): readonly Change[] =>
  TABLES.flatMap((table) =>
    [...store.entries(table)].flatMap(([key]) =>
      table === 'runDocument' && asidesOf(null, [key]).length > 0 ? [] : removal(table, key),
    ),
  )

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
