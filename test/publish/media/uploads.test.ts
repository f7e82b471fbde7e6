import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPost } from '../../../src/publish/create-post.js'
import { checkStory, readMediaFile } from '../../../src/publish/media/media-file.js'
import { stripMedia } from '../../../src/publish/media/stripped-media.js'
import { uploadMedia, uploadStory, VIDEO_ANSWER_TIMEOUT_MS } from '../../../src/publish/media/uploads.js'
import type { Account, CallContext } from '../../../src/publish/requests/authorized-call.js'
import { boundedFetch } from '../../../src/publish/requests/bounded-fetch.js'
import { systemFetch } from '../../../src/publish/requests/system-fetch.js'
import { createService } from '../../../src/service/app.js'
import { json, rudeServer } from '../../support/fakes/rude-server.js'
import { testClock } from '../../support/fakes/test-clock.js'
import { signIn, startTestService, type TestService } from '../../support/rigs/test-service.js'
import { missing } from '../../support/vitest/missing.js'
import { temporaryFolder } from '../../support/vitest/temporary-folder.js'

const fixture = (name: string) => fileURLToPath(new URL(`../../../fixtures/media/${name}`, import.meta.url))

let service: TestService
let account: Account
let context: CallContext
beforeEach(async () => {
  service = await startTestService()
  const { access_token } = await signIn(service, 'write:post write:media read:feed')
  account = { kind: 'token', baseUrl: service.baseUrl, accessToken: access_token }
  context = {
    fetch: boundedFetch(systemFetch({})),
    clock: testClock(),
    signal: new AbortController().signal,
    onBackOff: () => {},
  }
})
afterEach(() => service.stop())

/** A picture that compresses badly, so that any part of it matters. */
const noise = (extension: string): Promise<Buffer> =>
  sharp(randomBytes(96 * 96 * 3), { raw: { width: 96, height: 96, channels: 3 } })
    .toFormat(extension.slice(1) as 'gif' | 'webp' | 'avif')
    .toBuffer()

describe('a file to upload', () => {
  it('cannot be a pipe, which would block forever', async ({ skip }) => {
    skip(...missing.pipes)
    const path = join(await temporaryFolder(), 'pipe.jpg')
    execFileSync('mkfifo', [path])
    await expect(readMediaFile(path)).rejects.toMatchObject({
      kind: 'usage',
      message: `${path} is not a file.`,
    })
  })
})

describe('API 2.3: uploading media', () => {
  it.each([
    ['gps.jpg', 'image/jpeg'],
    ['gps.mp4', 'video/mp4'],
    ['gps.mov', 'video/quicktime'],
    ['gps.webm', 'video/webm'],
  ])('%s arrives whole, and its reference goes into a post unchanged', async (name, type) => {
    const file = await readMediaFile(fixture(name))
    expect(file).toMatchObject({ name, type })
    const reference = await uploadMedia(account, file, context, () => {})
    expect(reference).toMatch(/^media_[a-z2-9]{16}$/)
    const kept = await service.world.media.get(reference)
    expect(Buffer.from(kept ?? [])).toEqual(await readFile(fixture(name)))
    await createPost(
      account,
      { content: 'Look', content_rating: 'sfw', rating_reasoning: 'x', media_urls: [reference] },
      context,
    )
    const page = await (await globalThis.fetch(service.baseUrl)).text()
    expect(page).toContain(`src="/media/${reference}"`)
    const shown = await globalThis.fetch(`${service.baseUrl}/media/${reference}`)
    expect([shown.headers.get('content-type'), shown.headers.get('content-security-policy')]).toEqual([
      type,
      "default-src 'none'; sandbox",
    ])
  })

  it('a large file arrives whole, though its parts share one buffer', async () => {
    const path = join(await temporaryFolder(), 'large.jpg')
    const bytes = Buffer.concat([await readFile(fixture('gps.jpg')), randomBytes(5_000_001)])
    await writeFile(path, bytes)
    const sent: number[] = []
    const reference = await uploadMedia(account, await readMediaFile(path), context, (count) =>
      sent.push(count),
    )
    expect(bytes.equals((await service.world.media.get(reference)) ?? Buffer.alloc(0))).toBe(true)
    expect(sent.at(-1)).toBe(bytes.byteLength)
  })

  it('uses the last line of the answer as the reference, unchanged', async () => {
    const { baseUrl } = await rudeServer((_request, response) =>
      json(response, 200, { result: 'Done.\r\nUse this:\r\n https://cdn.example/x?y=1#z \u00e9\r\n' }),
    )
    const rude: Account = { kind: 'token', baseUrl, accessToken: 'x' }
    const file = await readMediaFile(fixture('gps.jpg'))
    expect(await uploadMedia(rude, file, context, () => {})).toBe(' https://cdn.example/x?y=1#z \u00e9')
  })

  it('sends the body again after a 429', async () => {
    const bodies: string[] = []
    const { baseUrl } = await rudeServer((request, response) => {
      bodies.push(request.text)
      if (bodies.length === 1) json(response, 429, { error: 'slow' })
      else json(response, 200, { result: 'x\nref' })
    })
    const rude: Account = { kind: 'token', baseUrl, accessToken: 'x' }
    const file = await readMediaFile(fixture('gps.jpg'))
    expect(await uploadMedia(rude, file, context, () => {})).toBe('ref')
    expect(bodies[1]).toBe(bodies[0])
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      filename: 'gps.jpg',
      content_type: 'image/jpeg',
      data_base64: (await readFile(fixture('gps.jpg'))).toString('base64'),
    })
  })

  it.each([
    ['shrinks', 'x', 'became shorter while it was sent.'],
    ['grows a little', Buffer.alloc(1_000), 'grew while it was sent.'],
    ['grows a lot', Buffer.alloc(3_000_000), 'grew while it was sent.'],
  ])('names a file that %s while it is sent', async (_name, change, words) => {
    const path = join(await temporaryFolder(), 'a.jpg')
    await copyFile(fixture('gps.jpg'), path)
    const file = await readMediaFile(path)
    if (typeof change === 'string') await writeFile(path, change)
    else await appendFile(path, change)
    await expect(uploadMedia(account, file, context, () => {})).rejects.toMatchObject({
      kind: 'usage',
      message: `${path} ${words}`,
    })
  })

  it.each([
    ['gps.jpg', undefined, undefined],
    ['gps.mp4', undefined, VIDEO_ANSWER_TIMEOUT_MS],
    ['gps.jpg', 7_000, 7_000],
    ['gps.mp4', 7_000, 7_000],
  ])('waits for the answer to %s as long as that takes, or as set: %s', async (name, set, expected) => {
    const waits: (number | undefined)[] = []
    const watching: CallContext = {
      ...context,
      ...(set === undefined ? {} : { answerTimeoutMs: set }),
      fetch: (request) => {
        waits.push(request.answerTimeoutMs)
        return context.fetch(request)
      },
    }
    await uploadMedia(account, await readMediaFile(fixture(name)), watching, () => {})
    expect(waits).toEqual([expected])
  })

  it.each([
    ['a text', 'hello', 'is neither a picture nor a video'],
    ['nothing', '', 'is empty'],
  ])('refuses %s before sending', async (_name, content, words) => {
    const path = join(await temporaryFolder(), 'a.jpg')
    await writeFile(path, content)
    await expect(readMediaFile(path)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(words),
    })
  })

  it.each(['gps.jpg', 'animated.png', 'a.gif', 'a.webp', 'a.avif', 'gps.mp4', 'gps.mov', 'gps.webm'])(
    'refuses %s before sending, and the service refuses it, if its end is missing',
    async (name) => {
      const whole = name.startsWith('a.') ? await noise(extname(name)) : await readFile(fixture(name))
      const path = join(await temporaryFolder(), name)
      await writeFile(path, whole)
      expect(await readMediaFile(path)).toMatchObject({ content: { width: expect.any(Number) } })
      for (const part of [0.95, 0.7, 0.5]) {
        const cut = whole.subarray(0, Math.floor(whole.byteLength * part))
        await writeFile(path, cut)
        await expect(readMediaFile(path)).rejects.toMatchObject({
          kind: 'refused',
          message: expect.stringContaining(`${path} is damaged or incomplete`),
        })
        const answer = await globalThis.fetch(`${service.baseUrl}/v1/media`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${account.kind === 'token' ? account.accessToken : ''}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ filename: name, data_base64: cut.toString('base64') }),
        })
        expect([answer.status, await answer.json()]).toEqual([
          400,
          { error: 'Upload failed: the file is damaged or incomplete.' },
        ])
      }
    },
  )

  it('refuses a picture with damage in its middle', async () => {
    const bytes = await readFile(fixture('gps.jpg'))
    bytes.fill(0xff, bytes.byteLength - 3_000, bytes.byteLength - 2_000)
    const path = join(await temporaryFolder(), 'a.jpg')
    await writeFile(path, bytes)
    await expect(readMediaFile(path)).rejects.toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['gps.jpg', true],
    ['animated.png', false],
    ['gps.mp4', true],
    ['gps.mov', true],
    ['gps.webm', true],
  ])('knows whether %s says where it was taken: %s', async (name, hasLocation) => {
    expect((await readMediaFile(fixture(name))).hasLocation).toBe(hasLocation)
  })

  it.each(['gps.jpg', 'gps.mp4', 'gps.mov', 'gps.webm'])(
    'sends %s without its metadata, and leaves the file as it is',
    async (name) => {
      const folder = await temporaryFolder()
      const before = await readFile(fixture(name))
      const file = await stripMedia(await readMediaFile(fixture(name)), async () => folder)
      expect(file).toMatchObject({ path: fixture(name), name, hasLocation: false })
      const reference = await uploadMedia(account, file, context, () => {})
      const sent = join(await temporaryFolder(), name)
      await writeFile(sent, (await service.world.media.get(reference)) ?? '')
      expect((await readMediaFile(sent)).hasLocation).toBe(false)
      expect((await readFile(fixture(name))).equals(before)).toBe(true)
    },
  )

  it('knows of the place in a HEIC, which is not decoded here', async () => {
    const path = join(await temporaryFolder(), 'a.heic')
    const start = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    await writeFile(path, Buffer.concat([start, Buffer.from('exif:GPSLatitude="52,31N"')]))
    expect(await readMediaFile(path)).toMatchObject({ type: 'image/heic', content: null, hasLocation: true })
    await writeFile(path, start)
    expect((await readMediaFile(path)).hasLocation).toBe(false)
  })

  it('says that the metadata of a GIF cannot be removed', async () => {
    const path = join(await temporaryFolder(), 'a.gif')
    await writeFile(path, await noise('.gif'))
    await expect(stripMedia(await readMediaFile(path), temporaryFolder)).rejects.toMatchObject({
      kind: 'refused',
      message: `The metadata of ${path} (image/gif) cannot be removed.`,
    })
  })

  it('refuses a folder and a missing file', async () => {
    const folder = await temporaryFolder()
    await expect(readMediaFile(folder)).rejects.toMatchObject({ kind: 'usage' })
    await expect(readMediaFile(join(folder, 'none'))).rejects.toMatchObject({ kind: 'usage' })
  })
})

describe('API 2.4: stories', () => {
  it.each([['gps.jpg'], ['gps.mp4'], ['gps.mov']])('publishes %s, shown for 48 hours', async (name) => {
    const file = await readMediaFile(fixture(name))
    const result = await uploadStory(account, file, checkStory(file), 'harmless', context, () => {})
    expect(result).toContain('Your story is published')
    const shown = async () =>
      (await (await globalThis.fetch(service.baseUrl)).text()).includes('aria-label="Stories"')
    expect(await shown()).toBe(true)
    service.clock.advance(48 * 3_600_000)
    expect(await shown()).toBe(false)
  })

  it('deletes an expired story and its file when the next is published', async () => {
    const file = await readMediaFile(fixture('gps.jpg'))
    await uploadStory(account, file, 'image/jpeg', 'x', context, () => {})
    const [first] = [...service.world.store.all('story')]
    service.clock.advance(48 * 3_600_000)
    const { access_token } = await signIn(service, 'write:post write:media')
    const again: Account = { kind: 'token', baseUrl: service.baseUrl, accessToken: access_token }
    await uploadStory(again, file, 'image/jpeg', 'x', context, () => {})
    expect(service.world.store.count('story')).toBe(1)
    expect(await service.world.media.get(first?.mediaId ?? '')).toBeNull()
  })

  it('deletes an expired story on the next read, and when the service restarts', async () => {
    const file = await readMediaFile(fixture('gps.jpg'))
    const publish = async () => {
      await uploadStory(account, file, 'image/jpeg', 'x', context, () => {})
      return [...service.world.store.all('story')].at(-1)?.mediaId ?? ''
    }
    const first = await publish()
    const second = await publish()
    service.clock.advance(48 * 3_600_000 - 1)
    expect((await globalThis.fetch(`${service.baseUrl}/media/${first}`)).status).toBe(200)
    service.clock.advance(1)
    expect((await globalThis.fetch(`${service.baseUrl}/media/${first}`)).status).toBe(404)
    expect([await service.world.media.get(first), await service.world.media.get(second)]).toEqual([
      null,
      null,
    ])
    expect([service.world.store.count('story'), service.world.store.count('media')]).toEqual([0, 0])

    const { access_token } = await signIn(service, 'write:post write:media')
    account = { kind: 'token', baseUrl: service.baseUrl, accessToken: access_token }
    await publish()
    service.clock.advance(48 * 3_600_000)
    await createService(service.world)
    expect([service.world.store.count('story'), service.world.store.count('media')]).toEqual([0, 0])
  })

  it('accepts an animated PNG as PNG, and an .m4v as MP4', async () => {
    const folder = await temporaryFolder()
    const png = await readFile(new URL('../../../fixtures/media/animated.png', import.meta.url))
    const mp4 = await readFile(fixture('gps.mp4'))
    mp4.write('M4V ', 8, 'latin1')
    for (const [name, bytes, type] of [
      ['a.png', png, 'image/png'],
      ['a.m4v', mp4, 'video/mp4'],
    ] as const) {
      await writeFile(join(folder, name), bytes)
      const file = await readMediaFile(join(folder, name))
      expect([file.type, checkStory(file)]).toEqual([type, type])
      expect(await uploadStory(account, file, type, 'x', context, () => {})).toContain('is published')
    }
  })

  it('refuses a WebM, and a picture over 30 MB, before sending', async () => {
    const webm = await readMediaFile(fixture('gps.webm'))
    expect(() => checkStory(webm)).toThrow('is video/webm')
    const path = join(await temporaryFolder(), 'big.jpg')
    await writeFile(path, Buffer.concat([await readFile(fixture('gps.jpg')), Buffer.alloc(30 * 1_048_576)]))
    const big = await readMediaFile(path)
    expect(() => checkStory(big)).toThrow('at most 30 MB')
  })
})

describe('API 2.3 and 2.4: what the service refuses', () => {
  const send = async (path: string, body: unknown) => {
    const answer = await globalThis.fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.kind === 'token' ? account.accessToken : ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    return [answer.status, await answer.json()] as const
  }
  const jpeg = async () => (await readFile(fixture('gps.jpg'))).toString('base64')
  const story = async (change: object) => ({
    filename: 'x.jpg',
    content_type: 'image/jpeg',
    data_base64: await jpeg(),
    content_rating: 'sfw',
    rating_reasoning: 'x',
    ...change,
  })

  it.each([
    ['no file name', { filename: undefined }, 'filename is required'],
    ['what is no Base64', { data_base64: 'a*==' }, 'data_base64 must be Base64'],
    ['a text', { data_base64: 'aGVsbG8=' }, 'the file is neither an image nor a video'],
    [
      'a type that is none of media',
      { content_type: 'text/html' },
      'content_type must be an image or video type',
    ],
  ])('media: %s', async (_name, change, words) => {
    const body = { filename: 'x.jpg', data_base64: await jpeg(), ...change }
    expect(await send('/v1/media', body)).toEqual([400, { error: expect.stringContaining(words) }])
    expect(service.world.store.count('media')).toBe(0)
  })

  it.each([
    ['another rating', { content_rating: 'suggestive' }, 'content_rating must be sfw for a story'],
    ['no type', { content_type: undefined }, 'content_type must be JPEG'],
    ['another type than it is', { content_type: 'image/png' }, 'the file is image/jpeg, not image/png'],
    ['a picture called a video', { content_type: 'video/mp4' }, 'the file is image/jpeg, not video/mp4'],
  ])('a story with %s', async (_name, change, words) => {
    expect(await send('/v1/stories', await story(change))).toEqual([
      400,
      { error: expect.stringContaining(words) },
    ])
    expect(service.world.store.count('story')).toBe(0)
  })

  it('a post with a reference that it did not give', async () => {
    expect(
      await send('/v1/posts', {
        content: 'x',
        content_rating: 'sfw',
        rating_reasoning: 'x',
        media_urls: ['media_none'],
      }),
    ).toEqual([400, { error: expect.stringContaining('was not uploaded') }])
  })

  it('4: a story without both write:post and write:media', async () => {
    for (const scope of ['write:post', 'write:media']) {
      const { access_token } = await signIn(service, scope)
      account = { kind: 'token', baseUrl: service.baseUrl, accessToken: access_token }
      expect((await send('/v1/stories', await story({})))[0]).toBe(403)
    }
  })
})
