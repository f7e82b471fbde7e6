import { asidesOf } from '../../durable/json-document.js'
import type { NextFiles } from '../records/media-files.js'
import { TABLES } from '../records/records.js'
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
