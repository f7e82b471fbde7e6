import { once } from 'node:events'
import { json, type Response, Router } from 'express'
import { TABLES, type Table } from '../records.js'
import type { World } from '../world.js'
import { importData } from './import-data.js'
import { startAgain } from './reset.js'
import { versionFileIds } from './version-file-ids.js'

/** The largest document that is taken. */
const MAX_DATA = '256mb'

/** `control/data` and `control/reset`: everything that is kept, as one document. */
export const dataRoutes = (world: World): Router => {
  const router = Router()

  router.get('/data', async (_request, response) => {
    await world.miniApps.settled()
    response.type('json')
    for await (const piece of documentOf(world)) await write(response, piece)
    response.end()
  })

  router.put('/data', json({ limit: MAX_DATA, strict: false }), async (request, response) => {
    await importData(world, request.body)
    response.json({ imported: true })
  })

  router.post('/reset', async (_request, response) => {
    await startAgain(world)
    response.json({ now: new Date(world.now()).toISOString() })
  })

  return router
}

const write = async (response: Response, piece: string): Promise<void> => {
  if (!response.write(piece) && !response.destroyed)
    await Promise.race([once(response, 'drain'), once(response, 'close')])
}

/** The document, piece by piece: files may be larger together than any text can be. */
async function* documentOf({ store, media, versionFiles }: World): AsyncGenerator<string> {
  yield '{"schema":1,"records":{'
  for (const [index, table] of TABLES.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(table)}:`
    yield JSON.stringify(Object.fromEntries(store.entries(table as Table)))
  }
  yield '},"versions":{'
  let separator = ''
  for (const { id, appId, version } of versionFileIds(store)) {
    const bytes = await versionFiles.zip({ appId, version })
    if (bytes === null) continue
    yield `${separator}${JSON.stringify(id)}:"${bytes.toString('base64')}"`
    separator = ','
  }
  yield '},"media":{'
  separator = ''
  for (const [id] of store.entries('media')) {
    const bytes = await media.get(id)
    if (bytes === null) continue
    yield `${separator}${JSON.stringify(id)}:"${Buffer.from(bytes).toString('base64')}"`
    separator = ','
  }
  yield '}}\n'
}
