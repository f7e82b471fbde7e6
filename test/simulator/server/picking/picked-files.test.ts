import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../src/platform/envelope.js'
import type { ShellWindow } from '../../../support/rigs/shell-window.js'
import { type RawAnswer, type SimulatorRig, send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const fixture = (name: string) => readFile(new URL(`../../../../fixtures/media/${name}`, import.meta.url))
const MB = 1_048_576

interface Picking {
  readonly rig: SimulatorRig
  readonly window: ShellWindow
  readonly sheet: number
  readonly answer: Promise<Answer>
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  put(body: Uint8Array): Promise<RawAnswer>
}

/** An app that asked its person for a file: the sheet is open. */
const picking = async (method: 'pickImage' | 'pickVideo', params: object = {}): Promise<Picking> => {
  const rig = await simulatorRig()
  const window = await rig.window(1, ['pick-image', 'pick-video'])
  window.send({ type: 'frame-opened', frame: 1 })
  const answer = window.call(1, method, params)
  const { sheet } = await window.next('sheet-opened')
  const url = `${rig.shellOrigin}/picked/1/${sheet}`
  const headers = { authorization: `Bearer ${rig.served.token}` }
  const put = (body: Uint8Array) => send(url, headers, { method: 'PUT', body })
  return { rig, window, sheet, answer, url, headers, put }
}

/** A request whose body comes in parts, as the test sends them. */
const slowPut = ({ url, headers }: Picking, length: number): ClientRequest => {
  const { port, pathname } = new URL(url)
  return request({
    host: '127.0.0.1',
    port,
    path: pathname,
    method: 'PUT',
    headers: { host: `localhost:${port}`, ...headers, 'content-length': String(length) },
    agent: false,
  })
}

/** The files that wait to be looked at. */
const waiting = async ({ rig }: Picking): Promise<string[]> => {
  const folder = await rig.simulator.uploads.path
  return folder === null ? [] : readdir(folder)
}

/** The answer's bytes, as the shell fetches them. */
const bytesOf = async ({ rig, window, headers }: Picking): Promise<Buffer> => {
  const { binaries } = await window.next('to-app', ({ binaries }) => binaries !== undefined)
  const { body } = await send(`${rig.shellOrigin}/answers/${binaries?.[0]?.id}`, headers)
  return Buffer.from(body, 'latin1')
}

describe('a picked file', () => {
  it('4.5: a photo reaches the app upright and without its location, camera and time', async () => {
    const picked = await picking('pickImage', { max_size: 160 })
    const original = await fixture('gps.jpg')
    expect(original.includes('SecretCam')).toBe(true)
    expect((await picked.put(original)).status).toBe(204)
    expect(await picked.answer).toMatchObject({
      result: { status: 'picked', image: null, type: 'image/jpeg', width: 100, height: 160 },
    })
    const bytes = await bytesOf(picked)
    const { format, exif, xmp, orientation, width, height } = await sharp(bytes).metadata()
    expect({ format, exif, xmp, orientation, width, height }).toEqual({
      format: 'jpeg',
      exif: undefined,
      xmp: undefined,
      orientation: undefined,
      width: 100,
      height: 160,
    })
    for (const secret of ['Secret', 'GPS', '2021:05:06']) expect(bytes.includes(secret)).toBe(false)
    expect(await waiting(picked)).toEqual([])
  })

  it.each([
    ['gps.mp4', 'video/mp4'],
    ['gps.mov', 'video/quicktime'],
    ['gps.webm', 'video/webm'],
  ])('4.5: %s reaches the app without its location, camera and time', async (name, type) => {
    const picked = await picking('pickVideo')
    expect((await picked.put(await fixture(name))).status).toBe(204)
    const answer = await picked.answer
    const bytes = await bytesOf(picked)
    expect(answer).toMatchObject({
      result: { status: 'picked', video: null, type, size: bytes.length, duration: expect.closeTo(1, 1) },
    })
    for (const secret of ['Secret', '48.8577', 'ISO6709', 'LOCATION'])
      expect(bytes.includes(secret)).toBe(false)
    expect(await waiting(picked)).toEqual([])
  })

  it('4.5: one that cannot be used is refused with a word to the person; the sheet stays, the app learns nothing', async () => {
    const picked = await picking('pickVideo', { max_seconds: 1 })
    const long = await readFile(new URL('../../../../src/simulator/shell/samples/long.webm', import.meta.url))
    for (const [body, fault] of [
      [Buffer.from('no video'), 'This video cannot be opened'],
      [await fixture('gps.jpg'), 'This video cannot be opened'],
      [(await fixture('gps.mp4')).subarray(0, 4_000), 'This video cannot be opened'],
      [long, 'is 1 minute 15 seconds long. The limit is 1 second.'],
    ] as const)
      expect(await picked.put(body)).toMatchObject({
        status: 422,
        body: expect.stringContaining(fault),
      })
    expect(picked.window.received.filter(({ type }) => type === 'to-app' || type === 'sheet-closed')).toEqual(
      [],
    )
    const told = picked.rig.simulator.log
      .entries()
      .flatMap((entry) => (entry.kind === 'note' ? [entry.message] : []))
    expect(told.filter((message) => message.includes('app is not told'))).toHaveLength(4)
    expect(picked.rig.simulator.log.entries().filter(({ kind }) => kind !== 'note')).toEqual([
      expect.objectContaining({ method: 'pickVideo', state: 'pending' }),
    ])
    picked.window.send({ type: 'sheet-choice', sheet: picked.sheet, choice: null })
    expect(await picked.answer).toMatchObject({ result: { status: 'cancelled' } })
    expect(await waiting(picked)).toEqual([])
  })

  it('4.5: over 50 MB is too large, with any length in its header, and is not kept', async () => {
    const picked = await picking('pickImage')
    expect(await picked.put(new Uint8Array(50 * MB + 1))).toMatchObject({
      status: 422,
      body: expect.stringContaining('up to 50 MB'),
    })
    expect(await waiting(picked)).toEqual([])
    // At the limit it is read, and then is not a picture.
    expect(await picked.put(new Uint8Array(50 * MB))).toMatchObject({
      status: 422,
      body: expect.stringContaining('This picture cannot be opened'),
    })
  })

  it('a message cannot stand for a file', async () => {
    const picked = await picking('pickImage')
    for (const choice of [{ size: 1 }, 'x', {}])
      picked.window.send({ type: 'sheet-choice', sheet: picked.sheet, choice })
    picked.window.send({ type: 'sheet-choice', sheet: picked.sheet, choice: null })
    expect(await picked.answer).toMatchObject({ result: { status: 'cancelled' } })
  })
})

describe('an upload', () => {
  it('may pause, and goes on; what has come waits readable only to its owner', async () => {
    const picked = await picking('pickImage')
    const photo = await fixture('gps.jpg')
    const upload = slowPut(picked, photo.length)
    const response = once(upload, 'response') as Promise<[IncomingMessage]>
    upload.write(photo.subarray(0, 1_000))
    await expect.poll(() => waiting(picked)).toHaveLength(1)
    if (process.platform !== 'win32') {
      const folder = await picked.rig.simulator.uploads.path
      expect((await stat(folder ?? '')).mode & 0o777).toBe(0o700)
    }
    // Meanwhile the window is served as ever.
    expect(await picked.window.call(1, 'storage.set', { key: 'k', value: 'v' })).toMatchObject({
      result: { saved: true },
    })
    upload.end(photo.subarray(1_000))
    const [{ statusCode }] = await response
    expect(statusCode).toBe(204)
    expect(await picked.answer).toMatchObject({ result: { status: 'picked' } })
  })

  it('4.5: is broken off when the person cancels: the answer is cancelled, and the file is gone', async () => {
    const picked = await picking('pickVideo')
    const upload = slowPut(picked, 1_000_000)
    upload.on('error', () => {})
    upload.write(new Uint8Array(1_000))
    await expect.poll(() => waiting(picked)).toHaveLength(1)
    picked.window.send({ type: 'sheet-choice', sheet: picked.sheet, choice: null })
    expect(await picked.answer).toMatchObject({ result: { status: 'cancelled' } })
    upload.destroy()
    await expect.poll(() => waiting(picked)).toEqual([])
  })

  it('comes to nothing where the app was loaded again meanwhile', async () => {
    const picked = await picking('pickImage')
    const photo = await fixture('gps.jpg')
    const upload = slowPut(picked, photo.length)
    const response = once(upload, 'response') as Promise<[IncomingMessage]>
    upload.write(photo.subarray(0, 1_000))
    await expect.poll(() => waiting(picked)).toHaveLength(1)
    picked.window.send({ type: 'frame-opened', frame: 2 })
    await picked.window.next('sheet-closed')
    upload.end(photo.subarray(1_000))
    const [{ statusCode }] = await response
    expect(statusCode).toBe(404)
    expect(picked.window.received.filter(({ type }) => type === 'to-app')).toEqual([])
    expect(await waiting(picked)).toEqual([])
  })

  it('leaves the sheet open where it breaks off, and nothing behind', async () => {
    const picked = await picking('pickImage')
    const upload = slowPut(picked, 1_000_000)
    upload.on('error', () => {})
    upload.write(new Uint8Array(1_000))
    await expect.poll(() => waiting(picked)).toHaveLength(1)
    upload.destroy()
    await expect.poll(() => waiting(picked)).toEqual([])
    expect((await picked.put(await fixture('gps.jpg'))).status).toBe(204)
    expect(await picked.answer).toMatchObject({ result: { status: 'picked' } })
  })

  it.each([
    [401, { authorization: 'Bearer wrong' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://evil.test' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { host: 'localhost.evil.test' }],
  ])('answers %i to %j', async (status, wrong) => {
    const { url, headers, window } = await picking('pickImage')
    const photo = await fixture('gps.jpg')
    expect(await send(url, { ...headers, ...wrong }, { method: 'PUT', body: photo })).toMatchObject({
      status,
    })
    expect(window.received.filter(({ type }) => type === 'sheet-closed')).toEqual([])
  })

  it.each(['/picked/1/99', '/picked/2/1', '/picked/0/1', '/picked/1/x', '/picked/1', '/picked/1/1/1'])(
    'answers 404 for %s, where no such sheet is open',
    async (path) => {
      const { rig, headers } = await picking('pickImage')
      const answer = await send(`${rig.shellOrigin}${path}`, headers, { method: 'PUT', body: 'x' })
      expect(answer.status).toBe(404)
    },
  )

  it('answers 404 for a sheet that takes no file', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(1, ['share'])
    window.send({ type: 'frame-opened', frame: 1 })
    void window.call(1, 'share', { text: 'Hello' })
    const { sheet } = await window.next('sheet-opened')
    const answer = await send(
      `${rig.shellOrigin}/picked/1/${sheet}`,
      { authorization: `Bearer ${rig.served.token}` },
      { method: 'PUT', body: 'x' },
    )
    expect(answer.status).toBe(404)
  })
})
