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
  yield `{"schema":1,"records":{${tables.join(',')}},"versions":{`
  for (const [index, { id, appId, version }] of versions.entries())
    yield entryOf(index, id, await versionFiles.zip({ appId, version }))
  yield '},"media":{'
  for (const [index, id] of mediaIds.entries()) yield entryOf(index, id, await media.get(id))
  yield '}}\n'
}

const entryOf = (index: number, id: string, bytes: Uint8Array | null): string | null =>
  bytes === null
    ? null
    : `${index === 0 ? '' : ','}${JSON.stringify(id)}:"${Buffer.from(bytes).toString('base64')}"`
