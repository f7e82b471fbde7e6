import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRequester } from '../../src/rpc/requester.js'
import { fakeParent } from '../support/fakes/fake-parent.js'
import { manualTimers } from '../support/fakes/manual-timers.js'

const setUp = () => {
  const parent = fakeParent()
  const timers = manualTimers()
  const events: unknown[] = []
  const requester = createRequester({
    transport: parent.transport,
    startTimer: timers.startTimer,
    idPrefix: 'p',
    onEvent: (event, data) => events.push([event, data]),
  })
  const send = (method: string, params: unknown = {}, timeoutMs: number | null = 1_000) =>
    requester.send(requester.prepare(method, params), timeoutMs, `Service.${method}()`)
  return { parent, timers, events, requester, send }
}

describe('section 4: requests and answers', () => {
  it('posts { service: 1, id, method, params }', () => {
    const { parent, send } = setUp()
    void send('storage.get', { key: 'a' })
    expect(parent.posted).toEqual([{ service: 1, id: 'p-1', method: 'storage.get', params: { key: 'a' } }])
  })

  it('resolves with the result of the answer with its id', async () => {
    const { parent, send, timers } = setUp()
    const answer = send('storage.get')
    parent.answer('ten')
    await expect(answer).resolves.toBe('ten')
    expect(timers.running()).toBe(0)
  })

  it('rejects with the code and message of an error answer', async () => {
    const { parent, send } = setUp()
    const answer = send('storage.get')
    parent.refuse('INVALID_KEY', 'The key has a space.')
    await expect(answer).rejects.toMatchObject({ code: 'INVALID_KEY', message: 'The key has a space.' })
    await expect(answer).rejects.toBeInstanceOf(Error)
  })

  it('rejects with the stack of the call, whichever way it fails', async () => {
    const { parent, send, timers } = setUp()
    const callOfTheApp = () => send('storage.get')
    const stackOf = (answer: Promise<unknown>): Promise<string> =>
      answer.then(String, (error: Error) => String(error.stack))
    const refused = stackOf(callOfTheApp())
    parent.refuse('INVALID_KEY', 'The key has a space.')
    expect(await refused).toMatch(/^ServiceError: The key has a space\.\n[\s\S]*callOfTheApp/)
    const late = stackOf(callOfTheApp())
    timers.advance(1_000)
    expect(await late).toMatch(/^ServiceError: The host did not answer[^\n]*\n[\s\S]*callOfTheApp/)
  })

  it('matches answers by id, in any order', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 30 }).chain((values) =>
          fc.record({
            values: fc.constant(values),
            order: fc.shuffledSubarray([...values.keys()], { minLength: values.length }),
          }),
        ),
        async ({ values, order }) => {
          const { parent, send } = setUp()
          const answers = values.map((value) => send('storage.get', { value }))
          for (const index of order) parent.post({ service: 1, id: `p-${index + 1}`, result: values[index] })
          expect(await Promise.all(answers)).toEqual(values)
        },
      ),
    ))

  it('takes the first answer to a request and ignores answers to others', async () => {
    const { parent, send } = setUp()
    const answer = send('ready')
    parent.post({ service: 1, id: 'another-1', result: 'wrong' })
    parent.post({ service: 1, id: 'p-1', result: 'first' })
    parent.post({ service: 1, id: 'p-1', result: 'second' })
    await expect(answer).resolves.toBe('first')
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', '{"service":1,"id":"p-1","result":1}'],
    ['another marker', { service: 2, id: 'p-1', result: 1 }],
    ['no marker', { id: 'p-1', result: 1 }],
    ['an id that is not a string', { service: 1, id: 1, result: 1 }],
  ])('ignores %s', async (_name, message) => {
    const { parent, send, events } = setUp()
    const answer = send('ready')
    parent.post(message)
    parent.answer('right')
    expect(await answer).toBe('right')
    expect(events).toEqual([])
  })

  it('survives an error answer without code and message', async () => {
    const { parent, send } = setUp()
    const answer = send('ready')
    parent.post({ service: 1, id: 'p-1', error: 'BUSY' })
    await expect(answer).rejects.toMatchObject({ code: 'BUSY', message: 'BUSY' })
  })
})

describe('8.2: timeouts', () => {
  it('rejects with TIMEOUT when the time is up, and not before', async () => {
    const { send, timers } = setUp()
    const answer = send('ready', {}, 10_000)
    timers.advance(9_999)
    expect(timers.running()).toBe(1)
    timers.advance(1)
    await expect(answer).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'The host did not answer Service.ready() within 10000 ms.',
    })
  })

  it('ignores an answer that comes too late', async () => {
    const { send, timers, parent } = setUp()
    const answer = send('ready')
    timers.advance(1_000)
    parent.answer('late')
    await expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('waits without a limit if there is no timeout', async () => {
    const { parent, send, timers } = setUp()
    const answer = send('pay', {}, null)
    expect(timers.running()).toBe(0)
    timers.advance(1e9)
    parent.answer('paid')
    expect(await answer).toBe('paid')
  })
})

describe('the channel', () => {
  it('passes events on with their data', () => {
    const { parent, events } = setUp()
    parent.post({ service: 1, event: 'theme', data: { theme: 'dark' } })
    expect(events).toEqual([['theme', { theme: 'dark' }]])
  })

  it('rejects parameters that cannot be cloned with INVALID, and stops the timer', async () => {
    const { send, timers } = setUp()
    await expect(send('db.set', { value: () => 1 })).rejects.toMatchObject({ code: 'INVALID' })
    expect(timers.running()).toBe(0)
  })
})
