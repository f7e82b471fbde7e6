import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileDurably } from '../../../durable/atomic-file.js'
import { removeFolder } from '../../../durable/remove-folder.js'
import { renamePatiently } from '../../../durable/rename.js'
import { systemErrorCode } from '../../../failure.js'

/** What is written in full before it takes a folder's place, and what it takes the place of. */
const INCOMING = '.incoming'
const OUTGOING = '.outgoing'

/**
 * Replaces a folder of JSON documents as a whole: all are written and flushed beside it first. A kill at any moment
 * leaves the old ones or the new ones, once `mendSwaps` has looked.
 * @param documents by their names, paths of plain words with `/` between them
 * @param standStill resolves once nothing is written into the folder any more; until then it is in use
 * @throws the system's error, with the old documents in place
 */
export const swapFolder = async (
  folder: string,
  documents: ReadonlyMap<string, unknown>,
  standStill: () => Promise<void>,
): Promise<void> => {
  const incoming = `${folder}${INCOMING}`
  const outgoing = `${folder}${OUTGOING}`
  try {
    await removeFolder(incoming)
    await removeFolder(outgoing)
    await mkdir(incoming, { recursive: true })
    for (const [name, value] of documents) {
      const path = join(incoming, `${name}.json`)
      await mkdir(dirname(path), { recursive: true })
      await writeFileDurably(path, `${JSON.stringify(value, null, 2)}\n`)
    }
    await standStill()
    // From the first rename on it counts as done: everything new is on the disk.
    await mkdir(folder, { recursive: true })
    await renamePatiently(folder, outgoing)
    try {
      await renamePatiently(incoming, folder)
    } catch (error) {
      await renamePatiently(outgoing, folder)
      throw error
    }
  } catch (error) {
    await removeFolder(incoming)
    throw error
  }
  await removeFolder(outgoing)
}

/** Ends what a kill interrupted, in every folder of a folder. Call it while holding the lock. */
export const mendSwaps = async (parent: string): Promise<void> => {
  const names = await namesIn(parent)
  for (const name of names.filter((one) => one.endsWith(OUTGOING))) {
    const folder = name.slice(0, -OUTGOING.length)
    // Between the two renames: what comes was whole.
    if (!names.includes(folder))
      await renamePatiently(
        join(parent, `${folder}${names.includes(`${folder}${INCOMING}`) ? INCOMING : OUTGOING}`),
        join(parent, folder),
      )
  }
  for (const name of await namesIn(parent))
    if (name.endsWith(INCOMING) || name.endsWith(OUTGOING)) await removeFolder(join(parent, name))
}

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw error
  }
}
