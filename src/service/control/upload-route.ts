import { Router } from 'express'
import { receiveUpload } from '../miniapps/receive-upload.js'
import { RefusedError } from '../miniapps/refused.js'
import type { World } from '../world.js'

const ZIP_TYPES = ['application/zip', 'application/x-zip-compressed', 'application/octet-stream']

/** `control/apps/<id>/versions`: an upload, as the bytes of a zip. */
export const uploadRoute = (world: World): Router => {
  const router = Router()
  router.post('/apps/:id/versions', async (request, response) => {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    if (type === undefined || !ZIP_TYPES.includes(type))
      throw new RefusedError('invalid', 'content-type: send the bytes of a zip as application/zip.')
    const outcome = await receiveUpload(world, request.params.id, request)
    if (outcome === null) response.status(413).json({ error: 'The zip is far larger than any may be.' })
    else if (!outcome.accepted) response.status(422).json(outcome.result)
    else {
      const { version, state } = outcome.version
      response.status(201).json({ version, state, review: outcome.review })
    }
  })
  return router
}
