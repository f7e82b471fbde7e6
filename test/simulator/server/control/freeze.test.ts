import { describe, expect, it } from 'vitest'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import { simulatorRig } from '../../../support/rigs/simulator-rig.js'

describe('control/freeze', () => {
  it('freezes the network of one seat, or of all; a frozen call is answered after it', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'POST', 'seats', { count: 1 })
    const window = await rig.window(2)
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'ready')
    await rig.window(3)
    expect(await ask(rig, 'POST', 'freeze', { for: '1m', seat: 2 })).toEqual({
      status: 200,
      body: { frozen: [2] },
    })
    const answer = window.call(1, 'storage.keys')
    const pending = () =>
      rig.simulator.log.entries().some((entry) => entry.kind === 'call' && entry.method === 'storage.keys')
    await expect.poll(pending).toBe(true)
    expect((await ask(rig, 'GET', 'calls')).body).toContainEqual(
      expect.objectContaining({ method: 'storage.keys', state: 'pending' }),
    )
    await ask(rig, 'POST', 'clock', { advance: '1m' })
    expect(await answer).toMatchObject({ result: { keys: [] } })
    expect((await ask(rig, 'POST', 'freeze', { for: '5s' })).body).toEqual({ frozen: [1, 2] })
    expect(await ask(rig, 'POST', 'freeze', { for: '5s', seat: 3 })).toEqual({
      status: 400,
      body: { error: 'seat: no app runs in seat 3' },
    })
  })

  it.each([
    [undefined, 'for: is missing'],
    [{ for: 5 }, 'for: must be a string'],
    [{ for: '5' }, 'for: must be a number and ms, s or m, such as 5s'],
    [{ for: '11m' }, 'for: must be at most 10m'],
    [{ for: '5s', seat: 0 }, 'seat: must be at least 1'],
  ])('refuses %j', async (body, error) => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'POST', 'freeze', body)).toEqual({ status: 400, body: { error } })
  })

  it('is given a network by its name, which the state shows in numbers', async () => {
    const rig = await simulatorRig()
    const { body } = await ask(rig, 'PATCH', 'switches?seat=2', { network: 'train' })
    expect(body).toMatchObject({
      switches: {
        network: {
          offline: false,
          latency: 90,
          jitter: 70,
          loss: 0.03,
          seed: 1,
          up: { latency: 120, jitter: 90, loss: 0.04 },
          burst: 6,
          stalls: { every: 30_000, for: 4_000 },
        },
      },
    })
    await ask(rig, 'PATCH', 'switches', { network: 'perfect' })
    expect(rig.simulator.switches.of(2).network).toEqual({
      offline: false,
      latency: 0,
      jitter: 0,
      loss: 0,
      seed: 1,
    })
  })
})
