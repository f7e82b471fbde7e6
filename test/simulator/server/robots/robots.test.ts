import { describe, expect, it } from 'vitest'
import { parseLog, replayLog } from '../../../../src/simulator/server/replay-log.js'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import type { ShellWindow } from '../../../support/rigs/shell-window.js'
import { type SimulatorRig, simulatorRig } from '../../../support/rigs/simulator-rig.js'

/** Seat 1 has the app in a window, and hosts. */
const hosted = async () => {
  const rig = await simulatorRig()
  await ask(rig, 'PATCH', 'data', { edit: 'set-nickname', seat: 1, nickname: 'Ada' })
  const host = await rig.window(1, ['nickname'])
  host.send({ type: 'frame-opened', frame: 1 })
  const answer = await host.call(1, 'mp.host', { max_players: 8 })
  const { code } = (answer as { result: { match: { code: string } } }).result.match
  return { rig, host, code }
}

const messages = (window: ShellWindow): readonly unknown[] =>
  window.received.flatMap((said) =>
    said.type === 'to-app' && 'event' in said.message && said.message.event === 'mp.message'
      ? [(said.message.data as { data: unknown }).data]
      : [],
  )

interface Seat {
  readonly seat: number
  readonly robot: unknown
  readonly window: boolean
  readonly nickname: string | null
}

const seats = async (rig: SimulatorRig) =>
  ((await ask(rig, 'GET', 'seats')).body as { seats: readonly Seat[] }).seats

describe('control/robots', () => {
  it('adds a robot that joins the match and sends messages of the kinds seen, until it is closed', async () => {
    const { rig, host } = await hosted()
    await host.call(1, 'mp.send', { data: { type: 'move', x: 5 } })
    const panels = await rig.panels()
    const { status, body } = await ask(rig, 'POST', 'robots', { action: 'random', rate: 50, seed: 3 })
    expect([status, body]).toMatchObject([201, { seat: 2 }])
    await expect.poll(() => messages(host).length).toBeGreaterThan(3)
    expect(messages(host)[0]).toEqual({ type: 'move', x: 5 })
    const [, robot] = await seats(rig)
    expect(robot).toMatchObject({
      seat: 2,
      window: false,
      nickname: expect.any(String),
      robot: { action: 'random', rate: 50, seed: 3, of: null },
    })
    expect(panels.received.filter(({ type }) => type === 'seats-offered')).toEqual([])
    await ask(rig, 'DELETE', 'seats/2')
    // An answer comes after the messages that were sent before it.
    await host.call(1, 'mp.send', { data: 1 })
    const sent = messages(host).length
    await host.call(1, 'mp.send', { data: 1 })
    expect([messages(host).length, (await seats(rig)).length]).toEqual([sent, 1])
    const names = rig.simulator.log.entries().map((entry) => 'message' in entry && entry.message)
    expect(names).toContain('A robot plays in seat 2: random messages, 50 a second, seed 3.')
  })

  it('replays what a seat sent in this run', async () => {
    const { rig, host } = await hosted()
    for (const data of ['a', 'b']) await host.call(1, 'mp.send', { data })
    await ask(rig, 'POST', 'robots', { action: 'replay', of: 1, rate: 50 })
    await expect.poll(() => messages(host).length).toBeGreaterThan(3)
    expect(messages(host).slice(0, 4)).toEqual(['a', 'b', 'a', 'b'])
  })

  it('replays what a seat sent in a log', async () => {
    const { rig, host } = await hosted()
    await host.call(1, 'mp.send', { data: 'now' })
    const call = { kind: 'call', method: 'mp.send', result: {}, at: '2026-01-01T00:00:00.000Z' }
    const log = [
      { ...call, seat: 2, params: { data: 'logged' } },
      { ...call, seat: 3, params: { data: 'of another seat' } },
      { ...call, seat: 2, params: {} },
      { kind: 'note', message: 'x' },
      null,
    ]
    await ask(rig, 'POST', 'robots', { action: 'replay', of: 2, log })
    await expect.poll(() => messages(host).length).toBeGreaterThan(1)
    expect(new Set(messages(host))).toEqual(new Set(['logged']))
  })

  it('has its calls in the log, so that a replay repeats them', async () => {
    const { rig, host } = await hosted()
    await host.call(1, 'mp.send', { data: { x: 1 } })
    await ask(rig, 'POST', 'robots', { action: 'replay', of: 1, rate: 50 })
    await expect.poll(() => messages(host).length).toBeGreaterThan(3)
    await ask(rig, 'DELETE', 'seats/2')
    await host.next('to-app', ({ message }) => 'event' in message && message.event === 'mp.left')
    const log = parseLog(JSON.stringify(rig.simulator.log.entries()), 'the log')
    const replayed = await replayLog(log, { cwd: '/', path: null })
    expect(replayed).toMatchObject({ difference: null })
    expect(replayed.alike).toBeGreaterThan(8)
  })

  it('gives the seat to a window that opens it, and plays no more', async () => {
    const { rig } = await hosted()
    await ask(rig, 'POST', 'robots', { action: 'random' })
    await rig.window(2)
    expect((await seats(rig))[1]).toMatchObject({ seat: 2, window: true, robot: null })
  })

  it('plays on after a reset, when a match is open again', async () => {
    const { rig, host } = await hosted()
    await ask(rig, 'POST', 'robots', { action: 'random', rate: 50 })
    await ask(rig, 'POST', 'reset')
    await host.next('reload')
    await ask(rig, 'PATCH', 'data', { edit: 'set-nickname', seat: 1, nickname: 'Ada' })
    host.send({ type: 'frame-opened', frame: 2 })
    await host.call(2, 'mp.host', { max_players: 2 })
    await host.call(2, 'mp.send', { data: 'again' })
    await expect.poll(() => messages(host)).toContain('again')
  })

  it.each([
    [undefined, 'action: must be random or replay'],
    [{ action: 'dance' }, 'action: must be random or replay'],
    [{ action: 'replay' }, 'of: is missing'],
    [{ action: 'replay', of: 2 }, 'of: seat 2 sent no messages'],
    [{ action: 'random', rate: 0 }, 'rate: must be at least 0.1'],
    [{ action: 'random', rate: 101 }, 'rate: must be at most 100'],
    [{ action: 'random', seed: 1.5 }, 'seed: must be a whole number'],
    [{ action: 'random', of: 1 }, 'The body has unknown fields: `of`'],
  ])('refuses %j, and opens no seat', async (plan, error) => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'POST', 'robots', plan)).toEqual({ status: 400, body: { error } })
    expect(await seats(rig)).toEqual([])
  })

  it('refuses a ninth seat', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'POST', 'seats', { count: 8 })
    expect(await ask(rig, 'POST', 'robots', { action: 'random' })).toEqual({
      status: 400,
      body: { error: 'All 8 seats are in use.' },
    })
  })
})
