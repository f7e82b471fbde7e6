import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { boundedFetch } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import { discover } from '../../../src/publish/sign-in/authorization-server.js'
import { codeLogin } from '../../../src/publish/sign-in/code-login.js'
import { beginDeviceLogin, completeDeviceLogin } from '../../../src/publish/sign-in/device-login.js'
import { testClock } from '../../support/fakes/test-clock.js'
import { freePort } from '../../support/processes/free-port.js'
import { type CommandRig, commandRig, writeHome } from '../../support/rigs/command-rig.js'
import { CLIENT_ID, REFERENCE, type StrictService, strictService } from './strict-service.js'

const MB = 1_048_576
const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/media/${name}`, import.meta.url))
const call = boundedFetch(systemFetch({}))
const { signal } = new AbortController()

const signedIn = async (): Promise<CommandRig & { readonly service: StrictService }> => {
  const service = await strictService()
  const rig = await commandRig()
  await rig.signIn({
    baseUrl: service.baseUrl,
    clientId: CLIENT_ID,
    accessToken: service.tokens().access,
    refreshToken: service.tokens().refresh,
    scopes: ['read:feed', 'read:notifications', 'read:chat', 'write:post', 'write:media'],
    signedInAt: 0,
    expiresAt: null,
  })
  return { ...rig, service }
}

/** The fixture's ten frames (ISO/IEC 14496-12), each a tenth of this many seconds long, without its edits. */
const lasting = (video: Buffer, seconds: number): Buffer => {
  const longer = Buffer.from(video)
  const perSecond = longer.readUInt32BE(longer.indexOf('mdhd') + 16)
  longer.writeUInt32BE(Math.ceil((seconds / 10) * perSecond), longer.indexOf('stts') + 16)
  longer.writeUInt32BE(0, longer.indexOf('elst') + 16)
  longer.write('free', longer.indexOf('ctts'))
  return longer
}

/** The same video with a box at its end that readers skip, to be this many bytes. */
const padded = (video: Buffer, bytes: number): Buffer => {
  const larger = Buffer.alloc(bytes)
  video.copy(larger)
  larger.writeUInt32BE(bytes - video.length, video.length)
  larger.write('free', video.length + 4)
  return larger
}

const sentBytes = (body: unknown): number =>
  Buffer.byteLength((body as { readonly data_base64: string }).data_base64, 'base64')

const RATED = ['--rating', 'sfw', '--reason', 'R']

describe('against a service written from the document', () => {
  it('API 4: reads with the methods, paths and queries of the document', async () => {
    const { run, service } = await signedIn()
    for (const words of [
      ['profile'],
      ['notifications'],
      ['chat'],
      ['chat', 'a b&c=/ä'],
      ['show', 'post/1?x=#ä'],
      ['feed'],
      ['feed', '--limit', '1'],
      ['feed', '--limit', '50'],
      ['status'],
    ])
      expect(await run(words)).toMatchObject({ code: 0, stderr: '' })
    for (const limit of ['0', '51']) expect((await run(['feed', '--limit', limit])).code).toBe(2)
    expect(service.breaches).toEqual([])
    expect(service.accepted.map(({ operation, query }) => [operation, query])).toEqual([
      ['getProfile', ''],
      ['getNotifications', ''],
      ['getChat', ''],
      ['getChat', 'conversation_id=a+b%26c%3D%2F%C3%A4'],
      ['getPost', ''],
      ['getUpdates', ''],
      ['getUpdates', 'limit=1'],
      ['getUpdates', 'limit=50'],
      ['getProfile', ''],
      ['getNotifications', ''],
      ['getChat', ''],
    ])
  })

  it('API 2.2, 2.5: posts up to 500 characters, and sends none with one more or with a hashtag', async () => {
    const { run, service } = await signedIn()
    for (const character of ['a', 'ä', '👍', '日']) {
      const longest = character.repeat(500)
      expect((await run(['post', longest, ...RATED])).code).toBe(0)
      expect(service.accepted.at(-1)?.body).toEqual({
        content: longest,
        content_rating: 'sfw',
        rating_reasoning: 'R',
      })
      expect((await run(['post', `${longest}a`, ...RATED])).code).toBe(1)
    }
    for (const text of ['#tag', 'a #b', 'line\n#c'])
      expect((await run(['post', text, ...RATED])).code).toBe(1)
    for (const rating of ['suggestive', 'nsfw'])
      expect((await run(['post', 'x', '--rating', rating, '--reason', 'R'])).code).toBe(0)
    expect(service.accepted.length).toBe(6)
    expect(service.breaches).toEqual([])
  })

  it('API 2.3: uploads files byte for byte, and passes the reference on unchanged', async () => {
    const { run, service } = await signedIn()
    for (const [name, type] of [
      ['gps.jpg', 'image/jpeg'],
      ['gps.mp4', 'video/mp4'],
      ['gps.mov', 'video/quicktime'],
    ] as const) {
      const upload = await run(['upload', fixture(name), '--no-strip-metadata', '--format', 'json'])
      expect([upload.code, JSON.parse(upload.stdout).uploads]).toMatchObject([0, [{ reference: REFERENCE }]])
      expect(service.accepted.at(-1)?.body).toEqual({
        filename: name,
        content_type: type,
        data_base64: (await readFile(fixture(name))).toString('base64'),
      })
    }
    const media = ['--media', fixture('gps.jpg'), '--no-strip-metadata', '--media-ref', REFERENCE]
    expect((await run(['post', 'x', ...RATED, ...media])).code).toBe(0)
    expect(service.accepted.at(-1)?.body).toMatchObject({ media_urls: [REFERENCE, REFERENCE] })
    expect(service.breaches).toEqual([])
  })

  it('API 2.4: publishes stories of each picture type up to 30 MB, and sends none with one byte more', async () => {
    const rig = await signedIn()
    const { run, service } = rig
    const pixels = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    const story = (path: string) => run(['story', path, '--reason', 'R', '--no-strip-metadata'])
    for (const [format, type] of [
      ['jpeg', 'image/jpeg'],
      ['png', 'image/png'],
      ['gif', 'image/gif'],
      ['webp', 'image/webp'],
    ] as const) {
      const path = await writeHome(rig, `a.${format}`, await pixels.clone().toFormat(format).toBuffer())
      expect((await story(path)).code).toBe(0)
      expect(service.accepted.at(-1)?.body).toMatchObject({ content_type: type, content_rating: 'sfw' })
    }
    for (const name of ['gps.mp4', 'gps.mov']) expect((await story(fixture(name))).code).toBe(0)
    const jpeg = await readFile(fixture('gps.jpg'))
    // What follows a picture's end makes it larger and no other.
    const sized = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
    expect((await story(await writeHome(rig, 'b.jpg', sized(30 * MB)))).code).toBe(0)
    const count = service.accepted.length
    const larger = await story(await writeHome(rig, 'c.jpg', sized(30 * MB + 1)))
    expect([larger.code, larger.stderr]).toEqual([1, expect.stringContaining('at most 30 MB')])
    const avif = await writeHome(rig, 'd.avif', await pixels.clone().toFormat('avif').toBuffer())
    expect((await story(avif)).code).toBe(1)
    expect((await run(['story', fixture('gps.jpg'), '--reason', 'R', '--rating', 'nsfw'])).code).toBe(1)
    expect(service.accepted.length).toBe(count)
    expect(service.breaches).toEqual([])
  })

  it('API 2.4: publishes videos up to 30 seconds and 100 MB, and sends none with one more of either', async () => {
    const rig = await signedIn()
    const { run, service } = rig
    const story = (path: string) => run(['story', path, '--reason', 'R', '--no-strip-metadata'])
    const video = await readFile(fixture('gps.mp4'))
    expect((await story(await writeHome(rig, 'a.mp4', lasting(video, 30)))).code).toBe(0)
    const full = await writeHome(rig, 'b.mp4', padded(video, 100 * MB))
    expect((await story(full)).code).toBe(0)
    expect(service.accepted.map(({ body }) => sentBytes(body))).toEqual([video.length, 100 * MB])
    const longer = await story(await writeHome(rig, 'c.mp4', lasting(video, 30.001)))
    expect([longer.code, longer.stderr]).toEqual([1, expect.stringContaining('at most 30.')])
    const larger = await story(await writeHome(rig, 'd.mp4', padded(video, 100 * MB + 1)))
    expect([larger.code, larger.stderr]).toEqual([1, expect.stringContaining('at most 100 MB')])
    expect(service.accepted.length).toBe(2)
    expect(service.breaches).toEqual([])
  })

  it('API 5.6: refreshes once on 403, with the fields that it has to send', async () => {
    const rig = await signedIn()
    rig.service.expire()
    expect((await rig.run(['profile'])).code).toBe(0)
    expect((await rig.session())?.refreshToken).toBe(rig.service.tokens().refresh)
    expect(rig.service.breaches).toEqual([])
  })

  it('API 5.3, 5.4: signs in with a browser', async () => {
    const service = await strictService()
    const authority = await discover(call, service.baseUrl, CLIENT_ID, signal)
    let page: Promise<Response> | null = null
    const session = await codeLogin(
      call,
      authority,
      ['read:feed', 'write:post'],
      await freePort(),
      testClock(),
      signal,
      (address) => {
        page = fetch(service.authorize(address))
        return () => {}
      },
      () => {},
    )
    expect(await (await (page ?? fetch(service.baseUrl))).text()).toContain('You are signed in.')
    expect(session.accessToken).toBe(service.tokens().access)
    expect(service.breaches).toEqual([])
  })

  it('API 5.5: signs in with a code', async () => {
    const service = await strictService()
    const clock = testClock()
    const authority = await discover(call, service.baseUrl, CLIENT_ID, signal)
    const pending = await beginDeviceLogin(call, authority, ['write:post'], clock.now, signal)
    let polls = 0
    const polling: typeof call = (request) => {
      polls += 1
      if (polls === 3) service.approve()
      return call(request)
    }
    const session = await completeDeviceLogin(polling, authority, pending, clock, signal)
    // RFC 8628, 3.2: five seconds if the service names no interval.
    expect([polls, clock.slept]).toEqual([3, [5_000, 5_000, 5_000]])
    expect(session.accessToken).toBe(service.tokens().access)
    expect(service.breaches).toEqual([])
  })

  it('API 2.1, 4: raw requests are of the document, too', async () => {
    const { run, service } = await signedIn()
    expect((await run(['api', 'GET', '/v1/updates', '-F', 'limit=50'])).code).toBe(0)
    const fields = ['-f', 'content=x', '-f', 'content_rating=sfw', '-f', 'rating_reasoning=R']
    expect((await run(['api', 'POST', '/v1/posts', ...fields, '-f', `media_urls[]=${REFERENCE}`])).code).toBe(
      0,
    )
    expect(service.accepted.at(-1)?.body).toMatchObject({ media_urls: [REFERENCE] })
    expect(service.breaches).toEqual([])
  })
})

describe('the strict service itself', () => {
  it('notes what is not in the document', async () => {
    const { run, service } = await signedIn()
    await run(['api', 'GET', '/v1/updates', '-F', 'limit=51'])
    await run(['api', 'DELETE', '/v1/posts/1'])
    await run(['api', 'POST', '/v1/posts', '-F', 'content=1', '-f', 'content_rating=sfw'])
    await run(['api', 'GET', '/v1/profile', '-F', 'a=b'])
    expect(service.breaches).toEqual([
      'limit 51',
      'DELETE /v1/posts/1 is not in the document (4)',
      'no content',
      'getProfile with ?a',
    ])
  })
})
