import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileDurably } from '../../../durable/atomic-file.js'
import { diskFlush, type Flush } from '../../../durable/flush.js'
import { removeFolder } from '../../../durable/folders.js'
import { renamePatiently } from '../../../durable/rename.js'
import { nullIfMissing } from '../../../failure.js'
import { jsonFileText } from '../../../platform/text.js'

/** Suffixes of the new folder while it is written, and of the old one while it is replaced. */
const INCOMING = '.incoming'
const OUTGOING = '.outgoing'

/**
 * Replaces a whole folder of JSON documents. All are written and flushed beside it first. After a kill at any moment,
 * `finishSwaps` leaves the old documents or the new ones.
 * @param documents by name, a path of plain words separated by `/`
 * @param stopWriting resolves once nothing writes into the folder; until then it is in use
 * @throws the system's error; the old documents are unchanged then
 */
export const swapFolder = async (
  folder: string,
  documents: ReadonlyMap<string, unknown>,
  stopWriting: () => Promise<void>,
  flush: Flush = diskFlush,
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
      await writeFileDurably(path, jsonFileText(value), undefined, undefined, flush)
    }
    await stopWriting()
    // From the first rename on the swap is completed in any case: everything new is on the disk.
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
  // Before that, a power cut could undo the renames and keep the removal.
  await flush.folder(dirname(folder))
  await removeFolder(outgoing)
}

/** Completes swaps that a kill interrupted, in every subfolder. Call it while holding the lock. */
export const finishSwaps = async (parent: string): Promise<void> => {
  const names = await namesIn(parent)
  for (const name of names.filter((one) => one.endsWith(OUTGOING))) {
    const folder = name.slice(0, -OUTGOING.length)
    // Killed between the two renames: the new folder is complete.
    if (!names.includes(folder))
      await renamePatiently(
        join(parent, `${folder}${names.includes(`${folder}${INCOMING}`) ? INCOMING : OUTGOING}`),
        join(parent, folder),
      )
  }
  for (const name of await namesIn(parent))
    if (name.endsWith(INCOMING) || name.endsWith(OUTGOING)) await removeFolder(join(parent, name))
}

const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(nullIfMissing)) ?? []
