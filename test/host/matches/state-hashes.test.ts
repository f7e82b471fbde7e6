import { describe, expect, it } from 'vitest'
import { StateHashes } from '../../../src/host/matches/state-hashes.js'
import type { ResultOf } from '../../../src/platform/calls/shapes.js'
import { hostRig } from '../../support/rigs/host-rig.js'

describe('the hashes of states', () => {
  it('differ first at the lowest number, in any order of posts', () => {
    const states = new StateHashes()
    for (const number of [1, 2, 3]) states.post(1, { number, hash: `h${number}` }, 0)
    expect([states.post(2, { number: 1, hash: 'h1' }, 0), states.difference]).toEqual([false, null])
    expect(states.post(2, { number: 3, hash: 'other' }, 0)).toBe(true)
    expect(states.difference).toEqual({
      number: 3,
      hashes: [
        { hash: 'h3', seats: [1] },
        { hash: 'other', seats: [2] },
      ],
    })
    // A third seat joins the first difference, and a lower one comes later.
    expect(states.post(3, { number: 3, hash: 'h3' }, 0)).toBe(true)
    expect(states.difference?.hashes[0]).toEqual({ hash: 'h3', seats: [1, 3] })
    expect(states.post(3, { number: 2, hash: 'wrong' }, 0)).toBe(true)
    expect(states.difference).toMatchObject({ number: 2 })
    expect(states.post(2, { number: 4, hash: 'x' }, 0)).toBe(false)
    expect(states.post(3, { number: 4, hash: 'y' }, 0)).toBe(false)
    expect(states.difference).toMatchObject({ number: 2 })
  })

  it('count once for each number and seat, and show where they stop coming', () => {
    const states = new StateHashes()
    states.post(1, { number: 1, hash: 'a' }, 0)
    states.post(2, { number: 1, hash: 'a' }, 0)
    states.post(2, { number: 1, hash: 'b' }, 100)
    states.post(1, { number: 2, hash: 'c' }, 1_000)
    expect(states.view(1_600)).toEqual({
      compared: 1,
      difference: null,
      seats: [
        { seat: 1, number: 2, hash: 'c', at: '1970-01-01T00:00:01.000Z', stopped: false, repeated: 0 },
        { seat: 2, number: 1, hash: 'b', at: '1970-01-01T00:00:00.100Z', stopped: false, repeated: 1 },
      ],
    })
    expect(states.view(1_601).seats.map(({ stopped }) => stopped)).toEqual([false, true])
    // A seat that all others wait with is not behind.
    states.post(2, { number: 2, hash: 'c' }, 2_000)
    expect(states.view(60_000).seats.map(({ stopped }) => stopped)).toEqual([false, false])
  })

  it('keep the latest 5,000 numbers, and the first difference', () => {
    const states = new StateHashes()
    states.post(1, { number: 0, hash: 'a' }, 0)
    states.post(2, { number: 0, hash: 'b' }, 0)
    states.post(1, { number: 1, hash: 'early' }, 0)
    for (let number = 2; number < 6_000; number++) states.post(1, { number, hash: 'x' }, 0)
    states.post(2, { number: 1, hash: 'other' }, 0)
    expect(states.difference).toEqual({
      number: 0,
      hashes: [
        { hash: 'a', seats: [1] },
        { hash: 'b', seats: [2] },
      ],
    })
    expect(states.view(0).compared).toBe(1)
  })

  it('are those of the players of a match, in its view and on its timeline', async () => {
    const rig = await hostRig()
    const pages = [await rig.open({ seat: 1 }), await rig.open({ seat: 2 })]
    const [a, b] = pages
    if (a === undefined || b === undefined) throw new Error('Nobody plays.')
    for (const seat of [1, 2]) await rig.host.edit({ edit: 'set-nickname', seat, nickname: `Person ${seat}` })
    const { matches } = rig.host
    expect(matches.statePosted(a.session.player, { number: 1, hash: 'a' })).toBe(false)
    const outcome = await a.call('mp.host', { max_players: 2 })
    const { match } = (outcome as { result: Extract<ResultOf<'mp.host'>, { match: unknown }> }).result
    await b.call('mp.join', { code: match.code })
    expect(matches.view()[0]?.sync).toBeNull()
    const post = (number: number, hashes: readonly string[]): void => {
      for (const [index, hash] of hashes.entries()) {
        const page = pages[index]
        if (page !== undefined) matches.statePosted(page.session.player, { number, hash })
      }
    }
    post(1, ['a', 'a'])
    expect(matches.view()[0]?.sync).toMatchObject({
      compared: 1,
      difference: null,
      seats: [{ seat: 1 }, { seat: 2 }],
    })
    post(3, ['a', 'b'])
    post(2, ['a', 'b'])
    const difference = {
      number: 2,
      hashes: [
        { hash: 'a', seats: [1] },
        { hash: 'b', seats: [2] },
      ],
    }
    expect(matches.view()[0]?.sync?.difference).toEqual(difference)
    // The first difference replaces the one that was found before it.
    expect(rig.timeline.read({ after: 0 }).entries.filter(({ kind }) => kind === 'desync')).toMatchObject([
      { match: match.id, ...difference },
    ])
  })
})
