import { once } from 'node:events'
import type { Response } from 'express'
import type { FileFault } from '../../durable/whole-file.js'
import { faultOfMedia, faultOfZip, versionFileIds } from '../records/check-files.js'
import { DOCUMENT_TABLES } from '../records/records.js'
import type { World } from '../world.js'

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
  if (response.write(piece) || response.destroyed) return
  // What is still listening afterwards would pile up on the response, one for each piece.
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  waiting.abort()
}

/**
 * The document, piece by piece: files may be larger together than any text can be. Null where a file was removed since.
 */
async function* documentOf(world: World): AsyncGenerator<string | null> {
  const { store, media, versionFiles } = world
  // All of one moment.
  const tables = DOCUMENT_TABLES.map(
    (table) => `${JSON.stringify(table)}:${JSON.stringify(Object.fromEntries(store.entries(table)))}`,
  )
  const versions = versionFileIds(store)
  const uploads = [...store.all('media')]
  // Set aside, or lost: the others are exported. One that is removed from now on makes the document incomplete.
  const missing = new Set<unknown>([
    ...(await versionFiles.withoutZip(versions)),
    ...(await media.missing(uploads)),
  ])
  yield `{"schema":1,"records":{${tables.join(',')}},"versions":{`
  for (const [index, version] of versions.entries())
    yield entryOf(
      index,
      version.id,
      missing.has(version) || isSetAside(await faultOfZip(world, version))
        ? 'missing'
        : await versionFiles.zip(version),
    )
  yield '},"media":{'
  for (const [index, upload] of uploads.entries())
    yield entryOf(
      index,
      upload.id,
      missing.has(upload) || isSetAside(await faultOfMedia(world, upload))
        ? 'missing'
        : await media.get(upload.id),
    )
  yield '}}\n'
}

const isSetAside = (fault: FileFault | null): boolean => fault !== null && fault.why !== 'missing'

const entryOf = (index: number, id: string, bytes: Uint8Array | 'missing' | null): string | null => {
  if (bytes === null) return null
  const text = bytes === 'missing' ? 'null' : `"${Buffer.from(bytes).toString('base64')}"`
  return `${index === 0 ? '' : ','}${JSON.stringify(id)}:${text}`
}
