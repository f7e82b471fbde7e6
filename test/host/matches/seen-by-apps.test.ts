import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALL_SHAPES } from '../../../src/platform/calls/shapes.js'
import type { EventData, MatchEventName } from '../../../src/platform/events.js'
import { type HostRig, hostRig, type Page } from '../../support/rigs/host-rig.js'
import { ofRuns, runs } from '../../support/vitest/runs.js'

/** What an app knows of its match from nothing but the answers and events that it was posted, in their order. */
interface Seen {
  readonly match: { readonly id: string; readonly host: string; readonly players: readonly string[] } | null
  readonly messages: readonly { readonly from: string; readonly data: unknown }[]
}

type MatchEvent = {
  [Name in MatchEventName]: { readonly event: Name; readonly data: EventData[Name] }
}[MatchEventName]

const follow = (page: Page): Seen => {
  let match: { id: string; host: string; players: string[] } | null = null
  const messages: { from: string; data: unknown }[] = []
  for (const posted of page.posted) {
    if ('event' in posted) {
      const told = posted as MatchEvent
      // Nothing of a match may come to somebody who is in none.
      if (match === null) throw new Error(`${told.event} came without a match.`)
      switch (told.event) {
        case 'mp.joined':
          match.players.push(told.data.player.id)
          break
        case 'mp.left': {
          const { id } = told.data.player
          if (!match.players.includes(id)) throw new Error(`${id} left and was not there.`)
          match.players = match.players.filter((player) => player !== id)
          break
        }
        case 'mp.host':
          match.host = told.data.player.id
          break
        case 'mp.message':
          messages.push({ from: told.data.from, data: told.data.data })
          break
        case 'mp.closed':
          match = null
          break
      }
    } else if ('result' in posted) {
      const entered = CALL_SHAPES['mp.host'].result.safeParse(posted.result).data
      if (entered?.status === 'joined') {
        const { id, host, players } = entered.match
        match = { id, host, players: players.map((player) => player.id) }
      } else if (posted.id.startsWith('leave')) match = null
    }
  }
  return { match, messages }
}

const SEATS = 4

type Step =
  | { readonly do: 'host' | 'leave' | 'drop'; readonly seat: number }
  | { readonly do: 'join'; readonly seat: number; readonly which: number }
  | { readonly do: 'send'; readonly seat: number }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'off and on' }

const seat = fc.integer({ min: 1, max: SEATS })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('host'), seat }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('join'), seat, which: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('leave', 'drop'), seat }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('send'), seat }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('wait'), milliseconds: fc.constantFrom(0, 10, 70, 300) }),
  },
  // Long enough for a match to be idle.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), milliseconds: fc.constant(700_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('off and on') }) },
)

/** Three of them in a match to begin with; each way takes 400 ms at most. */
const MEETING: readonly Step[] = [
  { do: 'host', seat: 1 },
  { do: 'wait', milliseconds: 400 },
  { do: 'wait', milliseconds: 400 },
  { do: 'join', seat: 2, which: 0 },
  { do: 'join', seat: 3, which: 0 },
  { do: 'wait', milliseconds: 400 },
]

const settle = () => new Promise((resolve) => setImmediate(resolve))

const run = async (rig: HostRig, pages: readonly Page[], steps: readonly Step[]) => {
  let sent = 0
  let ids = 0
  const post = (number: number, method: string, params: object = {}) => {
    ids += 1
    const id = `${method.slice(3)}-${ids}`
    const json = JSON.stringify({ service: 1, id, method, params })
    void pages[number - 1]?.session.receive({ json, gesture: true })
  }
  for (const one of steps)
    switch (one.do) {
      case 'host':
        post(one.seat, 'mp.host', { max_players: 3, public: true })
        break
      case 'join':
        post(one.seat, 'mp.join', { code: rig.host.matches.view()[one.which]?.code ?? 'NOBODY' })
        break
      case 'leave':
        post(one.seat, 'mp.leave')
        break
      case 'drop':
        rig.host.dropConnection(one.seat)
        break
      case 'send':
        sent += 1
        post(one.seat, 'mp.send', { data: sent })
        break
      case 'wait':
        // Calls that are under way go on only when the event loop turns.
        await settle()
        rig.clock.advance(one.milliseconds)
        break
      case 'off and on':
        await rig.set({ multiplayer: 'off' })
        await rig.set({ multiplayer: 'everyone' })
        break
    }
  // Until all that is under way has arrived, and been answered.
  for (let turn = 0; turn < 3; turn++) {
    await settle()
    rig.clock.advance(1_000)
  }
  await settle()
}

describe('6: what apps learn about matches', () => {
  it('is enough to know who is there, for any events and any speed of the networks', async () => {
    const networks = fc.array(fc.record({ latency: fc.nat(200), jitter: fc.nat(200), seed: fc.nat() }), {
      minLength: SEATS,
      maxLength: SEATS,
    })
    const steps = fc.array(step, { minLength: 40, maxLength: 100, size: 'max' })
    let messages = 0
    await fc.assert(
      fc.asyncProperty(networks, steps, async (conditions, moves) => {
        const rig = await hostRig()
        const pages: Page[] = []
        for (let number = 1; number <= SEATS; number++) {
          const page = await rig.open({ seat: number })
          page.person.choices.push({ nickname: `Person ${number}` })
          await page.call('getNickname', { ask: true })
          page.posted.length = 0
          pages.push(page)
        }
        for (const [index, network] of conditions.entries()) await rig.set({ network }, index + 1)
        await run(rig, pages, [...MEETING, ...moves])
        const real = rig.host.matches.view()
        for (const [index, page] of pages.entries()) {
          const seen = follow(page)
          const inside = real.find(({ players }) => players.some((player) => player.seat === index + 1))
          expect(seen.match).toEqual(
            inside === undefined
              ? null
              : { id: inside.id, host: inside.host, players: inside.players.map(({ id }) => id) },
          )
          // What one person sent arrives in the order in which it was sent.
          for (const from of new Set(seen.messages.map((message) => message.from))) {
            const numbers = seen.messages.filter((message) => message.from === from).map(({ data }) => data)
            expect(numbers).toEqual([...numbers].sort((a, b) => Number(a) - Number(b)))
          }
          messages += seen.messages.length
        }
      }),
      { numRuns: runs(40) },
    )
    // Or else nothing was held to anything.
    expect(messages).toBeGreaterThan(ofRuns(40, 40))
  })
})
