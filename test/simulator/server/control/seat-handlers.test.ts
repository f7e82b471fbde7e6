import { describe, expect, it } from 'vitest'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import { MANIFEST, type SimulatorRig, simulatorRig } from '../../../support/rigs/simulator-rig.js'

/** Each open seat as `number running window`. */
const seats = async (rig: SimulatorRig) => {
  const { body } = await ask(rig, 'GET', 'state')
  return (body as { seats: { seat: number; running: boolean; window: boolean }[] }).seats.map(
    ({ seat, running, window }) => `${seat}${running ? ' running' : ''}${window ? ' in a window' : ''}`,
  )
}

describe('control/seats', () => {
  it('opens the first free seats, each with a session and without a window', async () => {
    const rig = await simulatorRig()
    await rig.window(2)
    const { status, body } = await ask(rig, 'POST', 'seats', { count: 2 })
    expect([status, body]).toMatchObject([
      201,
      {
        opened: [1, 3],
        seats: [
          { seat: 1, running: true, window: false, switches: { theme: 'light' } },
          { seat: 2, running: false, window: true },
          { seat: 3, running: true, window: false },
        ],
      },
    ])
    expect(await seats(rig)).toEqual(['1 running', '2 in a window', '3 running'])
    expect((await ask(rig, 'GET', 'seats')).body).toMatchObject({ seats: [{}, {}, {}] })
    expect(rig.simulator.log.entries().map((entry) => 'message' in entry && entry.message)).toEqual([
      'The host is ready.',
      'Hello 1.0.0 was opened in a seat without a window.',
      'Hello 1.0.0 was opened in a seat without a window.',
    ])
  })

  it.each([
    [undefined, 'count: is missing'],
    [{}, 'count: is missing'],
    [{ count: 0 }, 'count: must be at least 1'],
    [{ count: 9 }, 'count: must be at most 8'],
    [{ count: 1.5 }, 'count: must be a whole number'],
    [{ count: '4' }, 'count: must be a number'],
    [{ count: 1, seat: 2 }, 'The body has unknown fields: `seat`'],
    [[4], 'The body must be an object'],
  ])('refuses %j, and opens none', async (body, error) => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'POST', 'seats', body)).toEqual({ status: 400, body: { error } })
    expect(await seats(rig)).toEqual([])
  })

  it('refuses more seats than are free', async () => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'POST', 'seats', { count: 6 })).toMatchObject({ status: 201 })
    const refused = async (count: number) => (await ask(rig, 'POST', 'seats', { count })).body
    expect(await refused(3)).toEqual({ error: 'count: 2 of 8 seats are free' })
    await ask(rig, 'POST', 'seats', { count: 1 })
    expect(await refused(2)).toEqual({ error: 'count: 1 of 8 seats is free' })
    await ask(rig, 'POST', 'seats', { count: 1 })
    expect(await refused(1)).toEqual({ error: 'count: 0 of 8 seats are free' })
  })

  it('closes a seat, with or without a window, which hears why', async () => {
    const rig = await simulatorRig()
    const window = await rig.window(1)
    await ask(rig, 'POST', 'seats', { count: 2 })
    expect(await ask(rig, 'DELETE', 'seats/3')).toMatchObject({
      status: 200,
      body: { seats: [{ seat: 1 }, { seat: 2 }] },
    })
    expect(await ask(rig, 'DELETE', 'seats/1')).toMatchObject({ status: 200, body: { seats: [{ seat: 2 }] } })
    expect(await window.next('refused')).toEqual({
      type: 'refused',
      message: 'Seat 1 was closed by a script.',
      closed: true,
    })
    await window.closed
    expect(await ask(rig, 'DELETE', 'seats/3')).toEqual({
      status: 404,
      body: { error: 'Seat 3 is not open.' },
    })
    expect(await ask(rig, 'POST', 'seats', { count: 1 })).toMatchObject({ body: { opened: [1] } })
  })

  it.each(['0', '9', '12', 'x', '1.0', '-1'])('refuses to close the seat %j', async (seat) => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'DELETE', `seats/${seat}`)).toEqual({
      status: 400,
      body: { error: 'seat: must be a number from 1 to 8' },
    })
  })

  it('4.8: a closed seat is a lost connection for the other players of its match', async () => {
    const rig = await simulatorRig()
    const windows = [await rig.window(1, ['nickname']), await rig.window(2, ['nickname'])] as const
    for (const [index, window] of windows.entries()) {
      await ask(rig, 'PATCH', 'data', { edit: 'set-nickname', seat: index + 1, nickname: `P${index}x` })
      window.send({ type: 'frame-opened', frame: 1 })
    }
    const [host, guest] = windows
    const hosted = await host.call(1, 'mp.host', { max_players: 2 })
    const { code } = (hosted as { result: { match: { code: string } } }).result.match
    await guest.call(1, 'mp.join', { code })
    await ask(rig, 'DELETE', 'seats/2')
    const { message } = await host.next(
      'to-app',
      (said) => 'event' in said.message && said.message.event === 'mp.left',
    )
    expect(message).toMatchObject({ data: { reason: 'connection_lost' } })
  })

  it('offers its seats to the panels that opened first, and to the next ones when they go', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'POST', 'seats', { count: 2 })
    const first = await rig.panels()
    expect(await first.next('seats-offered')).toEqual({ type: 'seats-offered', seats: [1, 2] })
    const second = await rig.panels()
    await ask(rig, 'POST', 'seats', { count: 1 })
    await first.next('seats-offered', (message) => message.seats.join() === '3')
    await rig.window(1)
    expect(await seats(rig)).toEqual(['1 in a window', '2 running', '3 running'])
    expect(second.received.filter(({ type }) => type === 'seats-offered')).toEqual([])
    first.close()
    expect(await second.next('seats-offered')).toEqual({ type: 'seats-offered', seats: [2, 3] })
  })

  it('gives a seat to a window that asks whether it is free', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'POST', 'seats', { count: 1 })
    const window = await rig.window(1)
    window.send({ type: 'frame-opened', frame: 1 })
    await window.call(1, 'ready')
    expect(await seats(rig)).toEqual(['1 running in a window'])
    window.close()
    await expect.poll(() => seats(rig)).toEqual([])
  })

  it('opens the sessions again after a reset, and when the app can open', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'POST', 'seats', { count: 1 })
    await ask(rig, 'POST', 'reset')
    await expect.poll(() => seats(rig)).toEqual(['1 running'])
    await ask(rig, 'PATCH', 'switches', { app: 'blocked' })
    await rig.write({ 'index.html': '<!doctype html><p>2' })
    await rig.simulator.live.refresh()
    await expect.poll(() => seats(rig)).toEqual(['1'])
    await ask(rig, 'PATCH', 'switches', { app: 'live' })
    await expect.poll(() => seats(rig)).toEqual(['1 running'])
  })

  it('opens a seat while the manifest cannot be read, and its session once it can', async () => {
    const rig = await simulatorRig({ files: { 'manifest.json': '{' } })
    await ask(rig, 'POST', 'seats', { count: 1 })
    expect(await seats(rig)).toEqual(['1'])
    await rig.write({ 'manifest.json': JSON.stringify(MANIFEST) })
    await rig.simulator.live.refresh()
    await expect.poll(() => seats(rig)).toEqual(['1 running'])
  })
})
