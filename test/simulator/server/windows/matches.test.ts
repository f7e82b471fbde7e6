import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { MatchView } from '../../../../src/host/matches/match-view.js'
import { SOCKET_PATH } from '../../../../src/simulator/messages.js'
import type { ShellWindow } from '../../../support/rigs/shell-window.js'
import { type SimulatorRig, send, simulatorRig } from '../../../support/rigs/simulator-rig.js'

/** A window whose person has the nickname that the sheet asks for. */
const player = async (rig: SimulatorRig, seat: number): Promise<ShellWindow> => {
  const window = await rig.window(seat, ['nickname'])
  window.send({ type: 'frame-opened', frame: 1 })
  void window
    .next('sheet-opened')
    .then(({ sheet }) => window.send({ type: 'sheet-choice', sheet, choice: { nickname: `Person ${seat}` } }))
  return window
}

const codeIn = (answer: object): string => {
  const { result } = answer as { result: { match: { code: string } } }
  return result.match.code
}

/** Two windows in a match. */
const pair = async (rig: SimulatorRig) => {
  const [a, b] = [await player(rig, 1), await player(rig, 2)]
  const code = codeIn(await a.call(1, 'mp.host', { max_players: 2 }))
  await b.call(1, 'mp.join', { code })
  return { a, b, code }
}

const event = (window: ShellWindow, name: string) =>
  window.next('to-app', ({ message }) => 'event' in message && message.event === name)

const control = async (rig: SimulatorRig, path: string, method = 'GET') => {
  const headers = { authorization: `Bearer ${rig.served.token}` }
  const answer = await send(`${rig.shellOrigin}/control/${path}`, headers, { method })
  return { status: answer.status, body: JSON.parse(answer.body) as unknown }
}

describe('matches over the WebSocket', () => {
  it('4.8: carries messages between windows, and shows the developer the match', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    const { a, b, code } = await pair(rig)
    await a.call(1, 'mp.send', { data: { x: 1 } })
    expect(await event(b, 'mp.message')).toMatchObject({ frame: 1, message: { data: { data: { x: 1 } } } })
    const shown = (matches: readonly MatchView[]) => matches[0]?.messages.length === 1
    const { matches } = await panels.next('matches', (message) => shown(message.matches))
    expect(matches).toMatchObject([
      {
        code,
        players: [
          { seat: 1, nickname: 'Person 1', sent: 1, received: 0 },
          { seat: 2, nickname: 'Person 2', sent: 0, received: 1 },
        ],
        messages: [{ seq: 1, data: { x: 1 } }],
      },
    ])
    expect((await control(rig, 'state')).body).toMatchObject({ matches: [{ code }] })
    // Panels that come later see it too.
    const late = await rig.panels()
    expect((await late.next('matches')).matches).toMatchObject([{ code }])
  })

  it('3.4: the developer drops a seat’s connection, by the control API or from a window', async () => {
    const rig = await simulatorRig()
    const { a, b, code } = await pair(rig)
    expect(await control(rig, 'drop-connection?seat=2', 'POST')).toEqual({
      status: 200,
      body: { dropped: true },
    })
    expect(await control(rig, 'drop-connection?seat=2', 'POST')).toMatchObject({ body: { dropped: false } })
    expect((await control(rig, 'drop-connection', 'POST')).status).toBe(400)
    expect((await control(rig, 'drop-connection?seat=9', 'POST')).status).toBe(400)
    expect(await event(b, 'mp.closed')).toMatchObject({ message: { data: { reason: 'connection_lost' } } })
    expect(await event(a, 'mp.left')).toMatchObject({ message: { data: { reason: 'connection_lost' } } })
    await b.call(1, 'mp.join', { code })
    b.send({ type: 'drop-connection', seat: 1 })
    expect(await event(a, 'mp.closed')).toMatchObject({ message: { data: { reason: 'connection_lost' } } })
  })

  it('3.4: is lost to the others when its window is closed or its connection breaks', async () => {
    const rig = await simulatorRig()
    const { a, b, code } = await pair(rig)
    b.close()
    expect(await event(a, 'mp.left')).toMatchObject({ message: { data: { reason: 'connection_lost' } } })
    const socket = new WebSocket(`${rig.shellOrigin.replace('http', 'ws')}${SOCKET_PATH}`, {
      origin: rig.shellOrigin,
    })
    await new Promise((resolve) => socket.once('open', resolve))
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        if (String(data).includes('"joined"')) resolve()
      })
    })
    const { token } = rig.served
    for (const message of [
      { type: 'hello', seat: 2, token, sheets: ['nickname'] },
      { type: 'frame-opened', frame: 1 },
      {
        type: 'request',
        frame: 1,
        json: JSON.stringify({ service: 1, id: 'a', method: 'mp.join', params: { code } }),
        gesture: true,
      },
    ])
      socket.send(JSON.stringify(message))
    await answered
    socket.terminate()
    await a.next(
      'to-app',
      ({ message }) => 'event' in message && JSON.stringify(message).includes('"connection_lost"'),
    )
  })

  it('tells that all matches are gone after a reset', async () => {
    const rig = await simulatorRig()
    const panels = await rig.panels()
    await pair(rig)
    await panels.next('matches', ({ matches }) => matches[0]?.players.length === 2)
    await rig.simulator.reset()
    await panels.next('matches', ({ matches }) => matches.length === 0)
  })
})
