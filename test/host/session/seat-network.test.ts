import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MovableClock } from '../../../src/host/clock.js'
import type { Switches } from '../../../src/host/control/switches.js'
import { SeatNetwork } from '../../../src/host/session/seat-network.js'
import { hostRig, type Page, STILL_CLOCK } from '../../support/rigs/host-rig.js'
import { runs } from '../../support/vitest/runs.js'

type Network = Switches['network']
const PERFECT: Network = { offline: false, latency: 0, jitter: 0, loss: 0, seed: 1 }

const rethrow = (error: unknown): void => {
  throw error
}

/** A network whose switch the test changes. */
const setUp = (network: Partial<Network>, seat = 1) => {
  const clock = new MovableClock(STILL_CLOCK, rethrow)
  let switches: Network = { ...PERFECT, ...network }
  const start = clock.now()
  return {
    clock,
    network: new SeatNetwork(clock, seat, () => switches),
    change: (change: Partial<Network>) => {
      switches = { ...switches, ...change }
    },
    elapsed: () => clock.now() - start,
  }
}

/** When each of so many messages, one a millisecond, arrives. */
const arrivals = (network: Partial<Network>, seat: number, count = 50): readonly number[] => {
  const { clock, network: line, elapsed } = setUp(network, seat)
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    line.up(() => times.push(elapsed()))
    clock.advance(1)
  }
  clock.advance(120_000)
  return times
}

const losses = (network: Partial<Network>, seat: number, count = 1_000): readonly boolean[] => {
  const { network: line } = setUp(network, seat)
  return Array.from({ length: count }, () => line.loses('down'))
}

describe('one seat’s way to the service and back', () => {
  it('is none at all without latency: what is sent is there', () => {
    const { network } = setUp({})
    const arrived: string[] = []
    network.up(() => arrived.push('up'))
    network.down(() => arrived.push('down'))
    expect(arrived).toEqual(['up', 'down'])
    expect(network.loses('up')).toBe(false)
  })

  it('takes the latency, each way on its own', () => {
    const { clock, network, elapsed } = setUp({ latency: 80 })
    const arrived: [string, number][] = []
    network.up(() => arrived.push(['up', elapsed()]))
    clock.advance(30)
    network.down(() => arrived.push(['down', elapsed()]))
    clock.advance(1_000)
    expect(arrived).toEqual([
      ['up', 80],
      ['down', 110],
    ])
  })

  it('varies by the jitter at most, and never below nothing', () => {
    const { clock, network, elapsed } = setUp({ latency: 50, jitter: 80 })
    const taken: number[] = []
    for (let n = 0; n < 200; n++) {
      const sent = elapsed()
      network.up(() => taken.push(elapsed() - sent))
      clock.advance(1_000)
    }
    expect(Math.min(...taken)).toBe(0)
    expect(Math.max(...taken)).toBeLessThanOrEqual(130)
    expect(Math.max(...taken)).toBeGreaterThan(100)
  })

  it('never lets one message overtake another, for any switches meanwhile', () => {
    const change = fc.record({ latency: fc.nat(300), jitter: fc.nat(300), seed: fc.integer() })
    const step = fc.record({ wait: fc.nat(100), change: fc.option(change, { freq: 3 }) })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const { clock, network, change: set } = setUp({ latency: 100, jitter: 100 })
        const arrived: number[] = []
        for (const [index, { wait, change: changed }] of steps.entries()) {
          if (changed !== null) set(changed)
          network.down(() => {
            arrived.push(index)
            // What an arrival sets off comes after what was sent before it.
            if (index % 5 === 0) network.down(() => arrived.push(index + 0.5))
          })
          clock.advance(wait)
        }
        clock.advance(10_000)
        const sent = arrived.filter(Number.isInteger)
        expect(sent).toEqual(steps.map((_, index) => index))
        expect(arrived).toHaveLength(steps.length + Math.ceil(steps.length / 5))
      }),
      { numRuns: runs(50) },
    )
  })

  it('does the same for the same seed and seat, and something else for others', () => {
    const rough = { latency: 200, jitter: 150, loss: 0.3 }
    expect(arrivals(rough, 1)).toEqual(arrivals(rough, 1))
    expect(losses(rough, 1)).toEqual(losses(rough, 1))
    for (const [other, seat] of [
      [{ ...rough, seed: 2 }, 1],
      [{ ...rough, seed: 1 + 2 ** 32 }, 1],
      [rough, 2],
    ] as const) {
      expect(arrivals(other, seat)).not.toEqual(arrivals(rough, 1))
      expect(losses(other, seat)).not.toEqual(losses(rough, 1))
    }
  })

  it('starts again when the seed is set, also to what it was', () => {
    const { network, change } = setUp({ loss: 0.5, seed: 7 })
    const draw = () => Array.from({ length: 64 }, () => network.loses('up'))
    const first = draw()
    expect(draw()).not.toEqual(first)
    change({ seed: 8 })
    network.reseed()
    const second = draw()
    change({ seed: 7 })
    for (let again = 0; again < 2; again++) {
      network.reseed()
      expect(draw()).toEqual(first)
    }
    expect(second).not.toEqual(first)
  })

  it('loses about the share that is asked for', () => {
    const lost = losses({ loss: 0.25 }, 1, 4_000).filter(Boolean).length
    expect(lost / 4_000).toBeCloseTo(0.25, 1)
    expect(losses({ loss: 1 }, 1, 100)).toEqual(Array(100).fill(true))
  })

  it('delivers nothing once the page is gone', () => {
    const { clock, network } = setUp({ latency: 10 })
    const arrived: string[] = []
    network.up(() => arrived.push('up'))
    network.down(() => arrived.push('down'))
    network.end()
    clock.advance(1_000)
    expect(arrived).toEqual([])
  })
})

/** Two people in a match whose networks are still perfect. */
const pair = async () => {
  const rig = await hostRig()
  const open = async (seat: number): Promise<Page> => {
    const page = await rig.open({ seat })
    page.person.choices.push({ nickname: `Person ${seat}` })
    return page
  }
  const [a, b] = [await open(1), await open(2)]
  const hosted = (await a.call('mp.host', { max_players: 2 })) as { result: { match: { code: string } } }
  await b.call('mp.join', { code: hosted.result.match.code })
  a.posted.length = 0
  b.posted.length = 0
  return { rig, a, b }
}

/** Lets all that is asked of the host be done, its clock standing still. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

const dataOf = (page: Page) =>
  page.events().map((message) => (message as { data: { data?: unknown } }).data.data)

describe('the switch `network`', () => {
  it('holds for every answer and event of its seat, each way', async () => {
    const { rig, a } = await pair()
    await rig.set({ network: { latency: 100 } }, 1)
    const json = '{"service":1,"id":"a","method":"storage.get","params":{"key":"k"}}'
    void a.session.receive({ json, gesture: false })
    rig.clock.advance(99)
    await settle()
    expect(rig.log.entries().at(-1)).toMatchObject({ method: 'storage.get', state: 'pending' })
    rig.clock.advance(1)
    await settle()
    expect(rig.log.entries().at(-1)).toMatchObject({ method: 'storage.get', ms: 0 })
    expect(rig.log.entries().at(-1)).not.toHaveProperty('state')
    await rig.set({ theme: 'dark' }, 1)
    rig.clock.advance(99)
    expect(a.posted).toEqual([])
    rig.clock.advance(1)
    expect(a.posted.map((message) => ('event' in message ? message.event : 'answer'))).toEqual([
      'answer',
      'theme',
    ])
  })

  it('4.8: a message takes the sender’s way and the receiver’s, in order', async () => {
    const { rig, a, b } = await pair()
    await rig.set({ network: { latency: 40, jitter: 40 } }, 1)
    await rig.set({ network: { latency: 100, jitter: 100 } }, 2)
    for (let n = 0; n < 30; n++) {
      void a.session.receive({
        json: JSON.stringify({ service: 1, id: `m${n}`, method: 'mp.send', params: { data: n } }),
        gesture: false,
      })
      rig.clock.advance(50)
      await settle()
    }
    rig.clock.advance(1_000)
    expect(dataOf(b)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  })

  it('loses only match messages, counts them, and says so in the log', async () => {
    const { rig, a, b } = await pair()
    await rig.set({ network: { loss: 1 } }, 2)
    expect(await a.call('mp.send', { data: 1 })).toEqual({ result: {} })
    expect(rig.log.entries().at(-1)?.why).toContain('~2')
    expect(b.events()).toEqual([])
    // Its own messages do not leave either; its calls are still answered.
    expect(await b.call('mp.send', { data: 2 })).toEqual({ result: {} })
    expect(rig.log.entries().at(-1)?.why).toContain('lost')
    expect(a.events()).toEqual([])
    expect(rig.host.matches.view()[0]).toMatchObject({
      players: [
        { sent: 1, received: 0, lost: 0 },
        { sent: 0, received: 0, lost: 2 },
      ],
      messages: [{ data: 1, lostTo: [expect.stringContaining('~2')] }],
    })
    await a.call('mp.leave')
    expect(b.events()).toMatchObject([{ event: 'mp.left' }, { event: 'mp.host' }])
  })

  it('repeats a run exactly, in a new match or in the same one, whenever the seed is set', async () => {
    const { rig, a, b } = await pair()
    const losses = async () => {
      await rig.set({ network: { loss: 0.3, seed: 42 } })
      const before = dataOf(b).length
      for (let n = 0; n < 40; n++) {
        await a.call('mp.send', { data: n })
        rig.clock.advance(100)
      }
      return dataOf(b).slice(before)
    }
    const once = await losses()
    expect(once.length).toBeLessThan(40)
    expect(await losses()).toEqual(once)
    // Another switch of the network goes on with the run.
    await rig.set({ network: { loss: 0.3 } })
    expect(await Promise.all([a.call('mp.send', { data: 'more' })])).toEqual([{ result: {} }])
  })

  it('repeats a run exactly, to the millisecond', async () => {
    const run = async () => {
      const { rig, a, b } = await pair()
      await rig.set({ network: { latency: 60, jitter: 60, loss: 0.3, seed: 42 } })
      for (let n = 0; n < 40; n++) {
        void a.session.receive({
          json: JSON.stringify({ service: 1, id: `m${n}`, method: 'mp.send', params: { data: n } }),
          gesture: false,
        })
        rig.clock.advance(50)
        await settle()
      }
      rig.clock.advance(1_000)
      const sent = rig.log.entries().filter(({ kind, seat }) => kind === 'event' && seat === 2)
      return { data: dataOf(b), times: sent.map(({ at }) => at) }
    }
    const first = await run()
    expect(await run()).toEqual(first)
    expect(first.data.length).toBeGreaterThan(5)
    expect(first.data.length).toBeLessThan(35)
  })
})

describe('a network where phones are', () => {
  it('has another latency, jitter and loss on the way from the app', () => {
    const { clock, network, elapsed } = setUp({ latency: 10, up: { latency: 80, jitter: 0, loss: 1 } })
    const arrived: [string, number][] = []
    network.up(() => arrived.push(['up', elapsed()]))
    network.down(() => arrived.push(['down', elapsed()]))
    clock.advance(1_000)
    expect(arrived).toEqual([
      ['down', 10],
      ['up', 80],
    ])
    expect([network.loses('up'), network.loses('down')]).toEqual([true, false])
  })

  it.each([
    [0.05, 1],
    [0.05, 4],
    [0.3, 10],
    [0.9, 2],
  ])('loses %f of the messages, in bursts of %i', (loss, burst) => {
    const lost = losses({ loss, burst }, 1, 40_000)
    const count = lost.filter(Boolean).length
    const bursts = lost.filter((one, index) => one && lost[index - 1] !== true).length
    expect(Math.abs(count / lost.length - loss)).toBeLessThan(0.03)
    // A burst cannot be so short that the loss is not reached; losses on their own follow each other by chance.
    const length = burst === 1 ? 1 / (1 - loss) : Math.max(burst, loss / (1 - loss))
    expect(count / bursts / length).toBeGreaterThan(0.85)
    expect(count / bursts / length).toBeLessThan(1.15)
    expect(losses({ loss, burst }, 1, 40_000)).toEqual(lost)
  })

  it('loses everything at a loss of 1, and nothing at 0, in bursts too', () => {
    expect(losses({ loss: 1, burst: 5 }, 1).every(Boolean)).toBe(true)
    expect(losses({ loss: 0, burst: 5 }, 1).some(Boolean)).toBe(false)
  })

  it('pauses regularly, and then delivers what was sent in order; each seat at other times', () => {
    const pausesOf = (seat: number): readonly number[] => {
      const { clock, network, elapsed } = setUp({ stalls: { every: 800, for: 200 } }, seat)
      const waits: number[] = []
      let before = 0
      for (let n = 0; n < 1_600; n += 100) {
        const sent = n
        network.down(() => {
          if (elapsed() > sent) waits.push(sent)
          expect(sent).toBeGreaterThanOrEqual(before)
          before = sent
        })
        clock.advance(100)
      }
      clock.advance(1_000)
      expect(before).toBe(1_500)
      return waits
    }
    expect(pausesOf(1)).toEqual([600, 700, 1_400, 1_500])
    expect(pausesOf(5)).toEqual([200, 300, 1_000, 1_100])
  })

  it('is frozen for a while, and then delivers everything, also what was on its way', () => {
    const { clock, network, elapsed } = setUp({ latency: 100 })
    const arrived: [string, number][] = []
    const send = (name: string): void => network.up(() => arrived.push([name, elapsed()]))
    send('before')
    clock.advance(50)
    network.freeze(5_000)
    send('during')
    network.down(() => arrived.push(['answer', elapsed()]))
    clock.advance(4_999)
    expect(arrived).toEqual([])
    send('late')
    clock.advance(1)
    expect(arrived).toEqual([
      ['before', 5_050],
      ['during', 5_050],
      ['answer', 5_050],
    ])
    clock.advance(99)
    expect(arrived.at(-1)).toEqual(['late', 5_149])
    send('after')
    clock.advance(100)
    expect(arrived.at(-1)).toEqual(['after', 5_249])
  })

  it('is frozen without latency too, and a shorter freeze does not end a longer one', () => {
    const { clock, network, elapsed } = setUp({})
    const arrived: number[] = []
    network.freeze(300)
    network.freeze(100)
    network.up(() => arrived.push(elapsed()))
    clock.advance(1_000)
    network.up(() => arrived.push(elapsed()))
    expect(arrived).toEqual([300, 1_000])
  })
})
