import { describe, expect, it } from 'vitest'
import type { Timeline } from '../../../../src/host/matches/timeline-entry.js'
import { parseLog, replayLog } from '../../../../src/simulator/server/replay-log.js'
import { askControl as ask } from '../../../support/rigs/ask-control.js'
import type { ShellWindow } from '../../../support/rigs/shell-window.js'
import { type SimulatorRig, simulatorRig } from '../../../support/rigs/simulator-rig.js'

interface State {
  readonly seats: readonly { seat: number; nickname: string | null; match: string | null }[]
  readonly matches: readonly {
    id: string
    code: string
    players: readonly { seat: number; waiting: boolean }[]
  }[]
}

const stateOf = async (rig: SimulatorRig) => (await ask(rig, 'GET', 'state')).body as State

/** Opens the app in a seat. */
const open = async (rig: SimulatorRig, seat: number): Promise<ShellWindow> => {
  const window = await rig.window(seat, ['nickname'])
  window.send({ type: 'frame-opened', frame: 1 })
  await window.call(1, 'ready')
  return window
}

/** Seat 1 has the app in a window, and hosts. */
const hosted = async (options: object = {}) => {
  const rig = await simulatorRig()
  await ask(rig, 'PATCH', 'data', { edit: 'set-nickname', seat: 1, nickname: 'Ada' })
  const host = await open(rig, 1)
  const answer = await host.call(1, 'mp.host', { max_players: 8, ...options })
  const { id, code } = (answer as { result: { match: { id: string; code: string } } }).result.match
  return { rig, host, id, code }
}

const event = (window: ShellWindow, name: string) =>
  window.next('to-app', ({ message }) => 'event' in message && message.event === name)

describe('control/matches', () => {
  it('does to a match, named by code or id, what it is asked', async () => {
    const { rig, host, id, code } = await hosted()
    await ask(rig, 'POST', 'seats', { count: 1, nicknames: ['Ben'] })
    await ask(rig, 'POST', `matches/${code}`, { action: 'seat', seat: 2 })
    expect((await event(host, 'mp.joined')).message).toMatchObject({ data: { player: { nickname: 'Ben' } } })
    await ask(rig, 'POST', `matches/${id}`, { action: 'send', seat: 2, data: { x: 1 } })
    expect((await event(host, 'mp.message')).message).toMatchObject({ data: { data: { x: 1 } } })
    expect((await ask(rig, 'GET', 'matches')).body).toMatchObject({
      matches: [{ id, players: [{ seat: 1 }, { seat: 2, waiting: true }], messages: [{ madeUp: true }] }],
    })
    expect(await ask(rig, 'POST', `matches/${code}`, { action: 'close', reason: 'idle' })).toEqual({
      status: 200,
      body: { matches: [] },
    })
    expect((await event(host, 'mp.closed')).message).toMatchObject({ data: { reason: 'idle' } })
  })

  it('refuses what is not possible, naming the field or the match', async () => {
    const { rig, code } = await hosted()
    const refusal = async (match: string, step: object) => {
      const { status, body } = await ask(rig, 'POST', `matches/${match}`, step)
      return [status, (body as { error: string }).error]
    }
    expect(await refusal(code, { action: 'kick', seat: 2 })).toEqual([
      400,
      `seat: seat 2 is not in the match ${code}`,
    ])
    expect(await refusal(code, { action: 'close', reason: 'bored' })).toEqual([
      400,
      'reason: must be "idle", "expired" or "unavailable"',
    ])
    expect(await refusal('NONE22', { action: 'hold' })).toEqual([
      404,
      'No open match has the ID or code NONE22.',
    ])
  })
})

describe('control/seat-everyone', () => {
  it('gives every seat a nickname and a place in the newest match with room', async () => {
    const { rig, host, id } = await hosted({ max_players: 3 })
    await ask(rig, 'POST', 'seats', { count: 3 })
    const { status, body } = await ask(rig, 'POST', 'seat-everyone')
    const [, second, third, fourth] = (await stateOf(rig)).seats
    expect([status, body]).toEqual([
      200,
      {
        match: id,
        seats: [
          { seat: 1, nickname: 'Ada', seated: true },
          { seat: 2, nickname: second?.nickname, seated: true },
          { seat: 3, nickname: third?.nickname, seated: true },
          { seat: 4, nickname: fourth?.nickname, seated: false, why: 'The match is full.' },
        ],
      },
    ])
    expect([second?.match, fourth?.match]).toEqual([id, null])
    expect(new Set([second?.nickname, third?.nickname, fourth?.nickname]).size).toBe(3)
    await event(host, 'mp.joined')
    expect((await ask(rig, 'POST', 'seat-everyone', { match: id })).body).toMatchObject({ match: id })
  })

  it('only gives nicknames while no match is open, and refuses a match that is not', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'POST', 'seats', { count: 1 })
    expect((await ask(rig, 'POST', 'seat-everyone', {})).body).toEqual({
      match: null,
      seats: [
        {
          seat: 1,
          nickname: expect.any(String),
          seated: false,
          why: 'No match is open. Host one in an app first.',
        },
      ],
    })
    expect((await stateOf(rig)).seats[0]?.nickname).not.toBeNull()
    expect(await ask(rig, 'POST', 'seat-everyone', { match: 'NONE22' })).toMatchObject({ status: 404 })
    expect(await ask(rig, 'POST', 'seat-everyone', { match: 4 })).toEqual({
      status: 400,
      body: { error: 'match: must be a string' },
    })
  })

  it('keeps the place of a seat whose window opens later; its app enters the match', async () => {
    const { rig, host, id } = await hosted()
    await ask(rig, 'POST', 'seats', { count: 2 })
    await ask(rig, 'POST', 'seat-everyone')
    const second = await open(rig, 2)
    expect(await second.call(1, 'mp.join', { code: 'WRONG2' })).toMatchObject({
      result: { status: 'joined', match: { id } },
    })
    const names = host.received.flatMap((said) =>
      said.type === 'to-app' && 'event' in said.message ? [said.message.event] : [],
    )
    expect(names).toEqual(['mp.joined', 'mp.joined'])
    // A window that never opens the app leaves the match as any window that goes.
    const third = await rig.window(3)
    third.close()
    expect((await event(host, 'mp.left')).message).toMatchObject({ data: { reason: 'connection_lost' } })
    expect((await stateOf(rig)).matches[0]?.players).toMatchObject([{ seat: 1 }, { seat: 2, waiting: false }])
  })

  it('is in the log, so that a replay does the same', async () => {
    const { rig, host, code } = await hosted()
    await ask(rig, 'POST', 'seats', { count: 1 })
    await ask(rig, 'POST', 'seat-everyone')
    const guest = await open(rig, 2)
    await guest.call(1, 'mp.join', { code })
    await ask(rig, 'POST', `matches/${code}`, { action: 'hold' })
    await host.call(1, 'mp.send', { data: 1 })
    await ask(rig, 'POST', `matches/${code}`, { action: 'release' })
    await ask(rig, 'POST', `matches/${code}`, { action: 'kick', seat: 2 })
    await event(guest, 'mp.closed')
    const log = parseLog(JSON.stringify(rig.simulator.log.entries()), 'the log')
    expect(await replayLog(log, { cwd: '/', path: null })).toMatchObject({ difference: null })
  })
})

describe('nicknames of new seats', () => {
  it('4.6: are set when the seats are opened; null leaves one out', async () => {
    const rig = await simulatorRig()
    await ask(rig, 'POST', 'seats', { count: 3, nicknames: ['Ada', null] })
    expect((await stateOf(rig)).seats.map(({ nickname }) => nickname)).toEqual(['Ada', null, null])
  })

  it.each([
    [['A'], 'nicknames.0: A nickname must have at least 2 characters.'],
    [['Ada', 'x@y'], 'nicknames.1: A nickname cannot contain an @.'],
    [['Ada', 'Ben', 'Cem'], 'nicknames: must have at most 2 items, one for each seat'],
    [[5], 'nicknames.0: must be a string'],
  ])('%j are refused, and no seat is opened', async (nicknames, error) => {
    const rig = await simulatorRig()
    expect(await ask(rig, 'POST', 'seats', { count: 2, nicknames })).toEqual({ status: 400, body: { error } })
    expect((await stateOf(rig)).seats).toEqual([])
  })
})

describe('control/matches/timeline', () => {
  it('has what happened in matches, by match, seat, kind and type, what is new, and as ND-JSON', async () => {
    const { rig, host, id, code } = await hosted()
    await ask(rig, 'POST', 'seats', { count: 1, nicknames: ['Ben'] })
    await ask(rig, 'POST', `matches/${code}`, { action: 'seat', seat: 2 })
    await host.call(1, 'mp.send', { data: { t: 'state', x: 1 } })
    await host.call(1, 'mp.send', { data: { t: 'state', x: 2 } })
    await ask(rig, 'POST', `matches/${code}`, { action: 'send', seat: 2, data: { t: 'move' } })
    const read = async (query: string) => (await ask(rig, 'GET', `matches/timeline${query}`)).body as Timeline
    const all = await read('')
    expect(all).toMatchObject({
      first: 1,
      matches: [{ id, code, closedAt: null }],
      entries: [
        { seq: 1, kind: 'joined', seat: 1 },
        { kind: 'host', seat: 1 },
        { kind: 'joined', seat: 2, seated: true },
        { kind: 'message', seat: 1, type: 'state', bytes: 19, deliveries: [{ seat: 2, outcome: 'missed' }] },
        { kind: 'message', seat: 1, type: 'state', previous: 4 },
        {
          kind: 'message',
          seat: 2,
          type: 'move',
          madeUp: true,
          deliveries: [{ seat: 1, outcome: 'delivered' }],
        },
      ],
    })
    const kinds = async (query: string) => (await read(query)).entries.map(({ seq }) => seq)
    expect(await kinds(`?match=${code}&seat=2`)).toEqual([3, 6])
    expect(await kinds('?kind=message&type=move')).toEqual([6])
    expect(await kinds('?match=NOBODY')).toEqual([])
    expect(await kinds(`?after=${all.revision}`)).toEqual([])
    await host.call(1, 'mp.leave')
    expect(await kinds(`?after=${all.revision}`)).toEqual([7, 8])
    const lines = await fetch(`${rig.shellOrigin}/control/matches/timeline?kind=joined`, {
      headers: { Authorization: `Bearer ${rig.served.token}`, Accept: 'application/x-ndjson' },
    })
    expect(lines.headers.get('content-type')).toContain('application/x-ndjson')
    expect(
      (await lines.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([all.entries[0], all.entries[2]])
    expect((await ask(rig, 'GET', 'matches/timeline/5')).body).toMatchObject({
      entry: { seq: 5 },
      previous: { seq: 4, data: { t: 'state', x: 1 } },
      changes: [{ path: 'x', before: 1, after: 2 }],
    })
    expect(await ask(rig, 'GET', 'matches/timeline/1')).toEqual({
      status: 404,
      body: { error: 'The timeline has no message with the number 1.' },
    })
    await rig.simulator.reset()
    expect(await read('')).toMatchObject({ first: 11, matches: [], entries: [] })
  })

  it.each([
    ['?after=x', 'after'],
    ['?seat=9', 'seat'],
    ['?kind=nothing', 'kind'],
    ['?text=a', 'text'],
  ])('refuses %s, naming the field', async (query, field) => {
    const rig = await simulatorRig()
    const { status, body } = await ask(rig, 'GET', `matches/timeline${query}`)
    expect([status, (body as { error: string }).error]).toEqual([400, expect.stringContaining(field)])
  })

  it('shows the first number at which apps post different states, and says what has another form', async () => {
    const { rig, host, id } = await hosted()
    await ask(rig, 'PATCH', 'data', { edit: 'set-nickname', seat: 2, nickname: 'Ben' })
    const other = await open(rig, 2)
    const { matches } = await stateOf(rig)
    await other.call(1, 'mp.join', { code: matches[0]?.code })
    const post = (window: ShellWindow, text: string) => window.send({ type: 'app-state', frame: 1, text })
    post(host, 'miniapp:state 1 a')
    post(other, 'miniapp:state 1 a')
    post(other, 'miniapp:state two b')
    post(other, 'miniapp:state three b')
    post(host, 'miniapp:state 2 b')
    post(other, 'miniapp:state 2 c')
    // Answered after all that was posted before it.
    await host.call(1, 'mp.list')
    await other.call(1, 'mp.list')
    const hashes = [
      { hash: 'b', seats: [1] },
      { hash: 'c', seats: [2] },
    ]
    expect((await stateOf(rig)).matches).toMatchObject([
      { id, sync: { compared: 2, difference: { number: 2, hashes }, seats: [{ number: 2 }, { number: 2 }] } },
    ])
    expect((await ask(rig, 'GET', 'matches/timeline?kind=desync')).body).toMatchObject({
      entries: [{ match: id, number: 2, hashes }],
    })
    const notes = (await ask(rig, 'GET', 'calls')).body as readonly { message?: string }[]
    expect(notes.flatMap(({ message = '' }) => (message.includes('miniapp:state') ? [message] : []))).toEqual(
      [
        'The app posted "miniapp:state two b" to the console. A state has the form miniapp:state <number> <hash>: a whole number, and up to 64 visible ASCII characters.',
      ],
    )
  })
})
