import { describe, expect, it } from 'vitest'
import { BinaryAnswer } from '../../../../src/host/session/binary-answer.js'
import { AnswerBytes } from '../../../../src/simulator/server/shell-origin/answer-bytes.js'
import { type SimulatorRig, send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

const picture = (bytes = 'png') => new BinaryAnswer('image/png', Buffer.from(bytes))
const WINDOW = {}

describe('the bytes of answers', () => {
  it('4: are set aside, so that JSON can carry the rest', () => {
    const kept = new AnswerBytes()
    const message = {
      service: 1,
      id: 'a',
      result: { status: 'picked', image: picture(), more: [{ deep: picture() }], width: 3 },
    } as const
    const aside = kept.setAside(WINDOW, message)
    expect(aside.message).toEqual({
      service: 1,
      id: 'a',
      result: { status: 'picked', image: null, more: [{ deep: null }], width: 3 },
    })
    expect(aside.binaries.map(({ path, type }) => ({ path, type }))).toEqual([
      { path: ['result', 'image'], type: 'image/png' },
      { path: ['result', 'more', '0', 'deep'], type: 'image/png' },
    ])
    expect(message.result.image).toBeInstanceOf(BinaryAnswer)
    expect(aside.binaries.map(({ id }) => kept.take(id))).toEqual([picture(), picture()])
    expect(kept.size).toBe(0)
  })

  it('leave every other message as it is', () => {
    const kept = new AnswerBytes()
    for (const message of [
      { service: 1, id: 'a', result: { image: null, list: [1, 'x', null] } },
      { service: 1, id: 'a', result: null },
      { service: 1, id: 'a', error: { code: 'BUSY', message: 'x' } },
      { service: 1, event: 'theme', data: { theme: 'dark' } },
    ] as const)
      expect(kept.setAside(WINDOW, message)).toEqual({ message, binaries: [] })
    expect(kept.size).toBe(0)
  })

  it('are handed out once', () => {
    const kept = new AnswerBytes()
    const id = kept.keep(WINDOW, picture())
    expect(kept.take(id)).toEqual(picture())
    expect(kept.take(id)).toBeNull()
  })

  it('go when their window’s page goes, and no other window’s do', () => {
    const kept = new AnswerBytes()
    const other = {}
    const ids = [kept.keep(WINDOW, picture('a')), kept.keep(other, picture('b'))]
    kept.drop(WINDOW)
    expect(ids.map((id) => kept.take(id))).toEqual([null, picture('b')])
  })

  it('are bounded in number: the oldest go first', () => {
    const kept = new AnswerBytes()
    const ids = Array.from({ length: 100 }, (_, i) => kept.keep(WINDOW, picture(String(i))))
    expect(kept.size).toBe(64)
    expect(kept.take(ids[35] ?? '')).toBeNull()
    expect(kept.take(ids[36] ?? '')).toEqual(picture('36'))
  })

  it('are bounded in bytes: the oldest go first', () => {
    const kept = new AnswerBytes()
    const large = new BinaryAnswer('video/mp4', new Uint8Array(100 * 1_048_576))
    const ids = [1, 2, 3].map(() => kept.keep(WINDOW, large))
    expect(ids.map((id) => kept.take(id) !== null)).toEqual([false, true, true])
  })
})

describe('the address of an answer’s bytes', () => {
  const authorized = ({ served }: SimulatorRig) => ({ authorization: `Bearer ${served.token}` })

  it('hands them to the shell once, with their type', async () => {
    const rig = await simulatorRig()
    const id = rig.simulator.answerBytes.keep(WINDOW, picture())
    const url = `${rig.shellOrigin}/answers/${id}`
    // A look uses nothing up.
    expect((await send(url, authorized(rig), { method: 'HEAD' })).status).toBe(404)
    const { status, headers, body } = await send(url, {
      ...authorized(rig),
      'sec-fetch-site': 'same-origin',
    })
    expect([status, headers['content-type'], headers['content-length'], body]).toEqual([
      200,
      'image/png',
      '3',
      'png',
    ])
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
    expect((await send(url, authorized(rig))).status).toBe(404)
  })

  it.each([
    [401, {}],
    [401, { authorization: 'Bearer wrong' }],
    [403, { origin: 'null' }],
    [403, { origin: 'http://evil.test' }],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [403, { host: 'localhost.evil.test' }],
  ])('answers %i to %j, and keeps the bytes', async (status, headers) => {
    const rig = await simulatorRig()
    const id = rig.simulator.answerBytes.keep(WINDOW, picture())
    const url = `${rig.shellOrigin}/answers/${id}`
    const token: Record<string, string> = status === 403 ? authorized(rig) : {}
    expect(await send(url, { ...token, ...headers })).toMatchObject({ status })
    expect(await send(url, authorized(rig))).toMatchObject({ status: 200, body: 'png' })
  })

  it('holds nothing for a page that is gone', async () => {
    const rig = await simulatorRig()
    const window = await rig.window()
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'ready')
    const [seat] = rig.simulator.windows.seats
    if (seat === undefined) throw new Error('No window took the seat.')
    const { answerBytes } = rig.simulator
    answerBytes.keep(seat, picture())
    window.send({ type: 'frame-opened', frame: 2 })
    await window.call(2, 'ready')
    expect(answerBytes.size).toBe(0)
    answerBytes.keep(seat, picture())
    window.close()
    await expect.poll(() => answerBytes.size).toBe(0)
  })
})
