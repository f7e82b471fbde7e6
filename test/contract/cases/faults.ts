import { expect } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '../../../src/platform/error-codes.js'
import { type ContractCall, type ContractCase, named } from '../contract.js'
import { host, join, told } from '../people.js'

const SECOND = 1_000

const kept = { result: { saved: true } }

/** Fault injection (7, 8.2): each fault, as the app meets it. */
export const FAULT_CASES: readonly ContractCase[] = [
  named('7: each error code on order, for the next call of a method or for every one', async (all) => {
    const [one, two] = [await all.open(1), await all.open(2)]
    const get = { key: 'a' }
    for (const error of Object.keys(ERROR_CODES) as ErrorCode[]) {
      await all.addFault({ method: 'storage.get', error })
      expect(await one.call('storage.get', get, false)).toEqual({ code: error })
    }
    expect(await one.call('storage.get', get, false)).toEqual({ result: null })
    await all.addFault({ seat: 2, error: 'STORAGE_FULL', times: 'every' })
    for (const method of ['storage.get', 'db.get', 'db.get'])
      expect(await two.call(method, get, false)).toEqual({ code: 'STORAGE_FULL' })
    expect(await one.call('storage.get', get, false)).toEqual({ result: null })
    await all.removeFaults()
    expect(await two.call('storage.get', get, false)).toEqual({ result: null })
  }),

  named('8.2: an answer that never comes, a slow one, and a sheet that is closed at once', async (all) => {
    await all.pause()
    const seat = await all.open()
    await all.addFault({ method: 'storage.get', silence: true })
    expect(await seat.ignores({ service: 1, id: 'lost', method: 'storage.get', params: { key: 'a' } })).toBe(
      true,
    )
    await all.addFault({ method: 'storage.set', slow: 5_000 })
    const slow = await seat.start('storage.set', { key: 'a', value: '1' })
    for (const passing of [0, 5 * SECOND - 1]) {
      await all.advance(passing)
      // What is asked later and answered sooner has seen it arrive.
      expect(await seat.call('storage.keys', {}, false)).toEqual({ result: { keys: [] } })
      expect(await slow.answer()).toBeNull()
    }
    await all.advance(1)
    await expect.poll(() => slow.answer()).toEqual(kept)
    await all.addFault({ cancel: true, times: 'every' })
    for (const [method, params, result] of [
      ['pay', { product: 'hat' }, { status: 'cancelled' }],
      ['pickImage', {}, { status: 'cancelled' }],
      ['pickVideo', {}, { status: 'cancelled' }],
      ['getNickname', { ask: true }, { nickname: null }],
      ['mp.host', { max_players: 2 }, { status: 'cancelled' }],
      ['share', { text: 'Look' }, {}],
    ] as const)
      expect([method, await seat.call(method, params)]).toEqual([method, { result }])
  }),

  named(
    '3.4, 5: a full storage, a full shared store, a dropped connection, the session ended',
    async (all) => {
      const [one, two] = [await all.open(1), await all.open(2)]
      await all.addFault({ moment: 'fill-storage', seat: 2 })
      expect(await two.call('storage.set', { key: 'a', value: '' }, false)).toEqual({ code: 'STORAGE_FULL' })
      expect(await one.call('storage.set', { key: 'a', value: '' }, false)).toEqual(kept)
      await all.addFault({ moment: 'fill-shared-store' })
      expect(await one.call('db.set', { key: 'k', value: 'v' }, false)).toEqual({ code: 'STORE_FULL' })
      expect(await one.call('db.usage', {}, false)).toEqual({
        result: { bytes: 1_048_576, limit: 1_048_576 },
      })

      const { code, me } = await host(one, 'Ana')
      await join(two, 'Ben', { code })
      await all.addFault({ moment: 'end-session', seat: 1 })
      expect(await one.call('storage.keys', {}, false)).toEqual({ code: 'LAUNCH_INVALID' })
      expect((await one.events()).at(-1)).toEqual({ event: 'mp.closed', data: { reason: 'connection_lost' } })
      expect(await told(two)).toEqual([
        ['mp.left', { player: { id: me, nickname: 'Ana' }, reason: 'connection_lost' }],
        ['mp.host', { player: { id: `${me}~2`, nickname: 'Ben' } }],
      ])
    },
  ),

  named('6, 7: hidden and shown again, a flipped theme, two seconds without a network', async (all) => {
    await all.set({ platform: 'android' })
    await all.pause()
    const seat = await all.open()
    await all.addFault({ moment: 'hide-and-show' })
    await all.addFault({ moment: 'flip-theme' })
    const before = [
      ['visibility', { visible: false }],
      ['theme', { theme: 'dark' }],
    ]
    expect(await told(seat)).toEqual(before)
    await all.advance(2 * SECOND)
    await expect.poll(() => told(seat)).toEqual([...before, ['visibility', { visible: true }]])
    await all.addFault({ moment: 'offline-for-a-while' })
    expect(await seat.call('storage.keys', {}, false)).toEqual({ code: 'OFFLINE' })
    await all.advance(2 * SECOND)
    await expect.poll(() => seat.call('storage.keys', {}, false)).toEqual({ result: { keys: [] } })
  }),

  named('random faults: the same calls get the same faults with the same seed', async (all) => {
    await all.pause()
    const run = async (seed: number): Promise<readonly unknown[]> => {
      await all.set({ theme: 'light' })
      const seat = await all.open()
      await all.setRandomFaults(seed)
      const calls: ContractCall[] = []
      for (const [method, params] of CALLS) calls.push(await seat.start(method, params))
      // An unknown method has no faults: once it is answered, all earlier messages have arrived.
      expect(await seat.call('arrived', {})).toEqual({ code: 'UNKNOWN_METHOD' })
      await all.advance(10 * SECOND)
      await all.setRandomFaults(null)
      await expect.poll(() => told(seat)).toEqual([['theme', { theme: 'dark' }]])
      return Promise.all(calls.map((call) => call.answer()))
    }
    const first = await run(SEED)
    expect(first).toContainEqual({ code: expect.any(String) })
    expect(first).toContain(null)
    expect(await run(OTHER_SEED)).not.toEqual(first)
    expect(await run(SEED)).toEqual(first)
  }),
]

const CALLS = Array.from({ length: 6 }, () => [
  ['storage.get', { key: 'a' }] as const,
  ['db.list', { key: 'a' }] as const,
  ['db.usage', {}] as const,
  ['mp.list', {}] as const,
]).flat()

/** Seeds that refuse, delay and silence some of these calls, and flip the theme among them: nothing that takes its time. */
const [SEED, OTHER_SEED] = [168, 209] as const
