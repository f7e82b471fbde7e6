import { expect } from 'vitest'
import { type ContractCase, type ContractHost, type ContractSeat, named } from '../contract.js'
import { host, join, told } from '../people.js'

const SECOND = 1_000
const MINUTE = 60_000

const received = async (seat: ContractSeat): Promise<readonly unknown[]> =>
  (await seat.events()).flatMap(({ event, data }) =>
    event === 'mp.message' ? [(data as { readonly data: unknown }).data] : [],
  )

/** Two people in a match, at a time that stands still. */
const pair = async (all: ContractHost): Promise<readonly [ContractSeat, ContractSeat]> => {
  await all.pause()
  const [one, two] = [await all.open(1), await all.open(2)]
  const { code } = await host(one, 'Ana')
  await join(two, 'Ben', { code })
  return [one, two]
}

/** The switch `network`: one seat's way to the service and back, by the host's clock. */
export const NETWORK_CASES: readonly ContractCase[] = [
  named('network: latency holds for each way of one seat, and for no other', async (all) => {
    const [one, two] = await pair(all)
    await all.set({ network: { latency: 30_000 } }, 2)
    const send = await two.start('mp.send', { data: 'late' })
    expect(await one.call('mp.send', { data: 'soon' }, false)).toEqual({ result: {} })
    await all.advance(30 * SECOND - 1)
    await told(one)
    expect([await send.answer(), await received(one), await received(two)]).toEqual([null, [], []])
    await all.advance(1)
    await expect.poll(() => received(two)).toEqual(['soon'])
    // A window's own way to the host takes a moment too, at which the clock may have been further.
    const passing = async <T>(step: number, look: () => Promise<T>): Promise<T> => {
      const seen = await look()
      await all.advance(step)
      return seen
    }
    // However often a busy machine is asked, the way back is longer.
    await expect.poll(() => passing(SECOND / 20, () => received(one))).toEqual(['late'])
    expect(await send.answer()).toBeNull()
    await expect.poll(() => passing(SECOND, () => send.answer())).toEqual({ result: {} })
  }),

  named('network: loss and jitter take what their seed says, and nothing overtakes', async (all) => {
    const [one, two] = await pair(all)
    const messages = (count: number) =>
      Array.from({ length: count }, (_, data) => ['mp.send', { data }] as const)
    const run = async (seed: number): Promise<{ readonly there: unknown; readonly back: unknown[] }> => {
      await all.set({ network: { latency: 2_000, jitter: 2_000, loss: 0.4, seed } }, 2)
      const before = [(await received(one)).length, (await received(two)).length]
      expect(await one.burst(messages(30))).toHaveLength(30)
      for (const [method, params] of messages(10)) await two.start(method, params)
      // A person's choice takes no such way: once the host knows it, all that the app sent before has set out.
      await two.changeNickname(`Ben ${seed}`)
      const back: unknown[] = []
      for (let step = 0; step < 9; step += 1) {
        await all.advance(SECOND / 2)
        await told(one)
        back.push((await received(one)).slice(before[0]))
      }
      // Longer than the longest way, so that all that comes has come.
      await all.advance(MINUTE)
      await all.set({ network: { latency: 0, jitter: 0, loss: 0 } }, 2)
      await told(two)
      return { there: (await received(two)).slice(before[1]), back }
    }
    const first = await run(7)
    const there = first.there as readonly number[]
    expect(there).toEqual([...there].sort((a, b) => a - b))
    expect(there.length).toBeGreaterThan(5)
    expect(there.length).toBeLessThan(25)
    const [soonest, latest] = [first.back[0], first.back.at(-1)] as readonly number[][]
    expect(latest).toEqual([...(latest ?? [])].sort((a, b) => a - b))
    expect(latest?.length).toBeGreaterThan(soonest?.length ?? 0)
    const other = await run(8)
    expect(other.there).not.toEqual(first.there)
    expect(other.back).not.toEqual(first.back)
    expect(await run(7)).toEqual(first)
  }),
]
