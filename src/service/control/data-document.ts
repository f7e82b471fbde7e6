import { once } from 'node:events'
import type { Response } from 'express'
import { DOCUMENT_TABLES } from '../records/records.js'
import type { World } from '../world.js'
import { versionFileIds } from './version-file-ids.js'

/** Answers with everything that is kept, as one document. */
export const writeData = async (world: World, response: Response): Promise<void> => {
  response.type('json')
  for await (const piece of documentOf(world)) {
    // Without its files a document would be taken for whole.
    if (piece === null) {
      response.destroy()
      return
    }
    await write(response, piece)
  }
  response.end()
}

const write = async (response: Response, piece: string): Promise<void> => {
  if (!response.write(piece) && !response.destroyed)
    await Promise.race([once(response, 'drain'), once(response, 'close')])
}

/**
 * The document, piece by piece: files may be larger together than any text can be. Null where a file was removed since.
 */
async function* documentOf({ store, media, versionFiles }: World): AsyncGenerator<string | null> {
  // All of one moment.
  const tables = DOCUMENT_TABLES.map(
    (table) => `${JSON.stringify(table)}:${JSON.stringify(Object.fromEntries(store.entries(table)))}`,
  )
  const versions = versionFileIds(store)
  const mediaIds = [...store.entries('media')].map(([id]) => id)
  // Set aside, or lost: the others are exported. One that is removed from now on makes the document incomplete.
  const missing = new Set<unknown>([
    ...(await versionFiles.withoutZip(versions)),
    ...(await media.missing(mediaIds)),
  ])
  yield `{"schema":1,"records":{${tables.join(',')}},"versions":{`
  for (const [index, version] of versions.entries())
    yield entryOf(index, version.id, missing.has(version) ? 'missing' : await versionFiles.zip(version))
  yield '},"media":{'
  for (const [index, id] of mediaIds.entries())
    yield entryOf(index, id, missing.has(id) ? 'missing' : await media.get(id))
  yield '}}\n'
}

const entryOf = (index: number, id: string, bytes: Uint8Array | 'missing' | null): string | null => {
  if (bytes === null) return null
  const text = bytes === 'missing' ? 'null' : `"${Buffer.from(bytes).toString('base64')}"`
  return `${index === 0 ? '' : ','}${JSON.stringify(id)}:${text}`
}
