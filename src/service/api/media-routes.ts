import { type Response, Router } from 'express'
import { sha256Of } from '../../durable/whole-file.js'
import { DECODED_TYPES, inspectPicture } from '../../media/inspect-picture.js'
import { mediaType } from '../../media/media-type.js'
import { inspectWholeVideo, READ_VIDEO_TYPES } from '../../media/videos.js'
import {
  OPERATIONS,
  PUBLISHED_STORY_LIFETIME_MS,
  STORY_IMAGE_MAX_BYTES,
  STORY_IMAGE_TYPES,
  STORY_RATING,
  STORY_VIDEO_MAX_BYTES,
  STORY_VIDEO_MAX_SECONDS,
  STORY_VIDEO_TYPES,
} from '../../platform/publishing.js'
import { uploadMediaBody, uploadStoryBody } from '../../platform/publishing-bodies.js'
import { HOUR_MS } from '../../platform/units.js'
import { EXACT_PATHS } from '../http/json-body.js'
import { uploadBody, uploadedFile } from '../http/upload-body.js'
import { memberOf } from '../miniapps/context.js'
import { whyNotPublished } from '../miniapps/posting.js'
import { MEDIA_PATH } from '../pages/paths.js'
import { faultOfMedia } from '../records/check-files.js'
import { endExpired } from '../records/expiry.js'
import type { RecordOf } from '../records/records.js'
import { type Change, put } from '../records/store.js'
import { newId } from '../secrets.js'
import type { World } from '../world.js'
import { appOf, denied, guard, memberIdOf } from './api-guard.js'
import { readBody, refuse } from './operation-body.js'

/** The largest file of 2.4 in Base64, plus the rest of its body. */
const BODY_LIMIT_BYTES = Math.ceil(STORY_VIDEO_MAX_BYTES / 3) * 4 + 65_536

/** The operations of section 4 that accept files, and the files themselves for the service's own pages. */
export const mediaRoutes = (world: World): Router => {
  const router = Router(EXACT_PATHS)
  const body = uploadBody(BODY_LIMIT_BYTES)

  router.post(OPERATIONS.uploadMedia.path, guard(world, 'uploadMedia'), body, async (request, response) => {
    const read = readBody(world, 'uploadMedia', request, response, uploadMediaBody)
    if (read === null) return
    const { filename, content_type } = read
    if (!mayPublishFiles(world, response, 'uploadMedia')) return
    const bytes = uploadedFile(request)
    const type = (await mediaType(bytes)) ?? ''
    if (!isPictureOrVideo(type))
      return refuse(world, response, 'uploadMedia', 'the file is neither an image nor a video.')
    if (content_type !== undefined && !isPictureOrVideo(content_type))
      return refuse(world, response, 'uploadMedia', 'content_type must be an image or video type.')
    if (await isDamaged(bytes, type))
      return refuse(world, response, 'uploadMedia', 'the file is damaged or incomplete.')
    const media = await keep(world, response, { filename, type, bytes }, () => [])
    world.log({ event: 'uploaded', app: appOf(response).name, id: media.id, type, bytes: bytes.byteLength })
    response.json({ result: `The file was uploaded. Pass this reference in media_urls:\n${media.id}` })
  })

  router.post(OPERATIONS.uploadStory.path, guard(world, 'uploadStory'), body, async (request, response) => {
    const read = readBody(world, 'uploadStory', request, response, uploadStoryBody)
    if (read === null) return
    const { filename, content_type, rating_reasoning } = read
    if (!mayPublishFiles(world, response, 'uploadStory')) return
    const bytes = uploadedFile(request)
    const fault = await storyFault(bytes, content_type)
    if (fault !== null) return refuse(world, response, 'uploadStory', fault)
    await endExpired(world)
    const app = appOf(response)
    const id = newId(world, 'story')
    await keep(world, response, { filename, type: content_type, bytes }, (media) => [
      put('story', id, {
        id,
        clientId: app.clientId,
        authorId: memberIdOf(response),
        mediaId: media.id,
        reasoning: rating_reasoning,
        publishedAt: world.now(),
      }),
    ])
    world.log({ event: 'story', app: app.name, id, type: content_type })
    response.json({
      result: `Your story is published for ${PUBLISHED_STORY_LIFETIME_MS / HOUR_MS} hours. Story id: ${id}`,
    })
  })

  router.get(`${MEDIA_PATH}/:id`, async (request, response) => {
    await endExpired(world)
    const media = world.store.get('media', String(request.params['id']))
    const isWhole = media !== null && (await faultOfMedia(world, media)) === null
    const bytes = isWhole ? await world.media.get(media.id) : null
    if (media === null || bytes === null)
      response.status(404).type('text/plain').send('There is no such file.\n')
    else
      response
        // Untrusted bytes on our origin: pages may show them, but nothing in them may run.
        .set('Content-Security-Policy', "default-src 'none'; sandbox")
        .set('Cache-Control', 'private, max-age=3600')
        .type(media.type)
        .send(bytes)
  })

  return router
}

/** Whether the account may upload files; answers the request where not. */
const mayPublishFiles = (
  world: World,
  response: Response,
  operation: 'uploadMedia' | 'uploadStory',
): boolean => {
  const member = memberOf({ draft: world.miniApps.records }, memberIdOf(response))
  // The rating of a file is that of the post that shows it; a story is sfw (2.4).
  const files = { costsCredits: false, hasFiles: true, rating: STORY_RATING }
  const why = whyNotPublished(member, files, world.now())
  if (why !== null) denied(world, response, operation, why)
  return why === null
}

const isPictureOrVideo = (type: string): boolean => type.startsWith('image/') || type.startsWith('video/')

/** Whether a picture or video does not hold all that it claims; false for a type that cannot be read here. */
const isDamaged = async (bytes: Uint8Array, type: string): Promise<boolean> => {
  if (DECODED_TYPES.includes(type)) return (await inspectPicture(bytes)) === null
  return READ_VIDEO_TYPES.includes(type) && (await inspectWholeVideo(bytes)) === null
}

/** Stores a file with its record and other changes: all of them or none. */
const keep = async (
  world: World,
  response: Response,
  file: { readonly filename: string; readonly type: string; readonly bytes: Uint8Array },
  besides: (media: RecordOf<'media'>) => readonly Change[],
): Promise<RecordOf<'media'>> => {
  const id = newId(world, 'media')
  const { clientId } = appOf(response)
  const { filename, type, bytes } = file
  const media = {
    ...{ id, clientId, memberId: memberIdOf(response), filename, type },
    bytes: bytes.byteLength,
    sha256: sha256Of(bytes),
    uploadedAt: world.now(),
  }
  // Between imports, which replace files and records together.
  await world.miniApps.exclusively(async () => {
    await world.media.put(id, bytes)
    try {
      await world.store.commit([put('media', id, media), ...besides(media)])
    } catch (error) {
      await world.media.remove(id)
      throw error
    }
  })
  return media
}

/** Why a file cannot be a story (2.4), or null. */
const storyFault = async (bytes: Buffer, declared: string): Promise<string | null> => {
  const type = (await mediaType(bytes)) ?? 'unknown'
  const isVideo = STORY_VIDEO_TYPES.some((name) => name === declared)
  const matches = isVideo
    ? STORY_VIDEO_TYPES.some((name) => name === type)
    : STORY_IMAGE_TYPES.some((name) => name === declared && name === type)
  if (!matches) return `the file is ${type}, not ${declared}.`
  const limit = isVideo ? STORY_VIDEO_MAX_BYTES : STORY_IMAGE_MAX_BYTES
  if (bytes.byteLength > limit) return `the file is larger than ${limit / 1_048_576} MB.`
  if (!isVideo) return (await isDamaged(bytes, type)) ? 'the file is damaged or incomplete.' : null
  const facts = await inspectWholeVideo(bytes)
  if (facts === null) return 'the video cannot be read.'
  return facts.durationSeconds > STORY_VIDEO_MAX_SECONDS
    ? `the video is ${facts.durationSeconds} seconds long; at most ${STORY_VIDEO_MAX_SECONDS} are allowed.`
    : null
}
