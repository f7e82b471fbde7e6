import { describe, expect, it } from 'vitest'
import {
  judgeMatch,
  noRoom,
  type PlayedMatch,
  shutOut,
  silentSeats,
} from '../../../src/playtest/together/judge-match.js'
import type { LogEntry, MatchView, MessageEntry, TimelineEntry } from '../../../src/testing/index.js'

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`

const send = (
  seq: number,
  seat: number,
  second: number,
  code?: 'MESSAGE_TOO_LARGE' | 'NOT_IN_MATCH',
): LogEntry => ({
  seq,
  seat,
  at: at(second),
  kind: 'call',
  id: String(seq),
  method: 'multiplayer.send',
  wire: 'mp.send',
  params: {},
  ms: 1,
  bytes: 10,
  gesture: false,
  ...(code === undefined ? { result: {} } : { error: { code, message: 'No.' } }),
})

const failure = (seq: number, seat: number): LogEntry => ({
  seq,
  seat,
  at: at(1),
  kind: 'error',
  message: 'TypeError: no',
  file: 'main.js',
  line: 3,
  column: 1,
})

const event = (seq: number, seat: number, second: number, name: string): LogEntry => ({
  seq,
  seat,
  at: at(second),
  kind: 'event',
  event: name,
  data: {},
})

const message = (seat: number, outcome: MessageEntry['outcome']): MessageEntry => ({
  kind: 'message',
  seq: 1,
  at: at(1),
  match: 'm_1',
  seat,
  player: `u_${seat}`,
  to: null,
  type: 'move',
  data: {},
  bytes: 2,
  outcome,
  deliveries: [],
  previous: null,
})

const left = (seat: number, reason: 'left' | 'connection_lost'): TimelineEntry => ({
  kind: 'left',
  seq: 9,
  at: at(9),
  match: 'm_1',
  seat,
  player: `u_${seat}`,
  reason,
})

const viewOf = (
  posts: readonly { readonly seat: number; readonly number: number; readonly stopped: boolean }[] | null,
): MatchView => ({
  id: 'm_1',
  code: 'ABC234',
  maxPlayers: 8,
  public: false,
  meta: {},
  host: 'u_1',
  startedAt: at(0),
  endsAt: at(59),
  ends: 'idle',
  players: [1, 2].map((seat) => ({
    id: `u_${seat}`,
    seat,
    nickname: null,
    waiting: false,
    joinedAt: at(0),
    sent: 0,
    received: 0,
    dropped: 0,
    lost: 0,
    perSecond: 0,
  })),
  holding: false,
  held: 0,
  sync:
    posts === null
      ? null
      : {
          compared: 1,
          difference: null,
          seats: posts.map((post) => ({ ...post, hash: 'a', at: at(5), repeated: 0 })),
        },
  messages: [],
})

const AGREES = viewOf([
  { seat: 1, number: 7, stopped: false },
  { seat: 2, number: 7, stopped: false },
])

const found = (played: Partial<PlayedMatch>) =>
  judgeMatch({
    entry: 'index.html',
    together: { expects: [], holdsBack: false },
    log: [send(1, 1, 1), send(2, 2, 2)],
    timeline: [message(1, 'sent')],
    view: AGREES,
    behind: null,
    removed: new Set(),
    ...played,
  }).map(({ rule, message }) => [rule, message])

describe('what players of a match would hit', () => {
  it('is nothing where all goes well, and nobody is told to post a state of a match that has closed', () => {
    expect(found({})).toEqual([])
    expect(found({ view: null })).toEqual([])
  })

  it('is a difference of their states, with the seats, the first turn and the message before', () => {
    const hashes = [
      { hash: 'a', seats: [1, 3] },
      { hash: 'b', seats: [2] },
    ]
    const timeline: TimelineEntry[] = [
      { kind: 'desync', seq: 3, at: at(2), match: 'm_1', number: 12, hashes },
    ]
    expect(found({ timeline })).toEqual([
      [
        'run/players-disagree',
        "The states of the players differ, first at state 12: seats 1, 3 in one, seat 2 in another. The latest message before that was seat 2's: multiplayer.send (log entry 2). Their devices: seat 1 en-DE, Pacific/Pago_Pago; seat 2 ar-EG, Pacific/Kiritimati, clock 11 min behind, open for 5 min, 30 Hz; seat 3 da, Asia/Kathmandu, clock 7 min ahead, open for 10 min.",
      ],
    ])
  })

  it('is a message that was dropped by the rate, but not where the network held messages back', () => {
    const timeline = [
      message(2, 'sent'),
      message(2, 'dropped'),
      message(2, 'dropped'),
      left(2, 'connection_lost'),
    ]
    expect(found({ timeline })).toEqual([
      [
        'run/messages-too-fast',
        'Seat 2 sent too fast: 2 of 3 messages were dropped, the first of the type move: multiplayer.send (log entry 2).',
      ],
    ])
    expect(found({ timeline, together: { expects: [], holdsBack: true } })).toEqual([])
  })

  it('is a player who lost the match, unless they left it or were taken out of it', () => {
    expect(found({ timeline: [left(2, 'connection_lost')] })).toEqual([
      [
        'run/player-dropped',
        'Seat 2 was dropped from the match (connection_lost). The latest before that: multiplayer.send (log entry 2).',
      ],
    ])
    expect(found({ timeline: [left(2, 'left')] })).toEqual([])
    expect(found({ timeline: [left(2, 'connection_lost')], removed: new Set([2]) })).toEqual([])
  })

  it('is a player who was behind for long, also where the next round has hidden it', () => {
    const behind = viewOf([
      { seat: 1, number: 20, stopped: false },
      { seat: 2, number: 7, stopped: true },
    ])
    expect(found({ behind }).map(([rule]) => rule)).toEqual(['run/match-stands-still'])
    expect(found({ view: behind, behind }).map(([rule]) => rule)).toEqual(['run/match-stands-still'])
  })

  it('is a player whose states stopped while others went on', () => {
    const view = viewOf([
      { seat: 1, number: 20, stopped: false },
      { seat: 2, number: 7, stopped: true },
      // It is not in the match any more.
      { seat: 3, number: 3, stopped: true },
    ])
    expect(found({ view })).toEqual([
      [
        'run/match-stands-still',
        "Seat 2 stops at state 7, while others are at 20. The latest message before that was seat 2's: multiplayer.send (log entry 2).",
      ],
    ])
  })

  it('is an app that posts no state, with the line to write', () => {
    expect(found({ view: viewOf(null) })).toEqual([
      ['run/state-not-posted', 'The states of the players could not be compared: the app posts none.'],
    ])
    expect(found({ view: viewOf(null), timeline: [] })).toEqual([])
  })

  it('is a match without room for everyone who plays the test', () => {
    const messages = (maxPlayers: number, seats: number) => {
      const view = { ...viewOf(null), maxPlayers }
      return noRoom('index.html', view, seats).map(({ rule, message }) => [rule, message])
    }
    const seated = viewOf(null).players.length
    expect(messages(seated, seated + 1)).toEqual([
      [
        'run/match-full',
        `The match has room for ${seated} of the ${seated + 1} players: multiplayer.host() was called with max_players: ${seated}.`,
      ],
    ])
    expect(messages(seated, seated)).toEqual([])
    expect(messages(8, seated + 1)).toEqual([])
    expect(noRoom('index.html', null, 3)).toEqual([])
  })

  it('is an error, with the seats if not all had it', () => {
    expect(found({ log: [failure(1, 1), failure(2, 2)] })).toEqual([['run/uncaught-error', 'TypeError: no']])
    expect(found({ log: [send(1, 1, 1), failure(2, 2)] })).toEqual([
      ['run/uncaught-error', 'TypeError: no (seat 2 of 2)'],
    ])
  })

  it('is a refused message, unless the match closed at that moment', () => {
    expect(found({ log: [send(1, 1, 1, 'MESSAGE_TOO_LARGE'), send(2, 2, 2)] })).toEqual([
      ['run/call-refused', 'multiplayer.send was refused with MESSAGE_TOO_LARGE: No. (seat 1 of 2)'],
    ])
    const late = send(2, 1, 6, 'NOT_IN_MATCH')
    expect(found({ log: [event(1, 1, 1, 'mp.closed'), late] })).toEqual([
      ['run/call-refused', 'multiplayer.send was refused with NOT_IN_MATCH: No.'],
    ])
    expect(found({ log: [event(1, 1, 5, 'mp.closed'), late] })).toEqual([])
    expect(found({ log: [late], together: { expects: ['NOT_IN_MATCH'], holdsBack: false } })).toEqual([])
  })
})

describe('players who send nothing', () => {
  const joined = (seat: number): TimelineEntry => ({
    kind: 'joined',
    seq: 1,
    at: at(1),
    match: 'm_1',
    seat,
    player: `u_${seat}`,
  })
  const messages = (seat: number, second: number, count: number): TimelineEntry[] =>
    Array.from({ length: count }, () => ({ ...message(seat, 'sent'), at: at(second) }))
  const BOTH = [joined(1), joined(2)]

  it('are silent after they have arrived, while another one plays', () => {
    expect(silentSeats([...BOTH, ...messages(1, 3, 4), ...messages(2, 1, 2)])).toEqual([2])
    expect(silentSeats([...BOTH, ...messages(1, 3, 4), ...messages(2, 3, 1)])).toEqual([])
    expect(silentSeats([...BOTH, ...messages(1, 3, 2)])).toEqual([])
  })

  it('are shut out if they play with a device as the first player has it', () => {
    const out = (count: number) =>
      shutOut(
        'index.html',
        { silent: [2], scoreless: [], timeline: BOTH },
        { timeline: [...BOTH, ...messages(2, 3, count)], gains: new Map() },
      ).map(({ rule, message: text }) => [rule, text])
    expect(out(2)).toEqual([])
    expect(out(5)).toEqual([
      [
        'run/player-shut-out',
        'Seat 2 sent nothing while the others played. With a device as in seat 1, it does. Their devices: seat 1 en-DE, Pacific/Pago_Pago; seat 2 ar-EG, Pacific/Kiritimati, clock 11 min behind, open for 5 min, 30 Hz.',
      ],
    ])
  })
})

describe('4.8: players whose messages win nothing', () => {
  const sent = (type: string, count: number): TimelineEntry[] =>
    Array.from({ length: count }, () => ({ ...message(2, 'sent'), at: at(3), type }))
  const out = (before: readonly TimelineEntry[], then: readonly TimelineEntry[], gain: number) =>
    shutOut(
      'index.html',
      { silent: [], scoreless: [2], timeline: before },
      { timeline: then, gains: new Map([[2, gain]]) },
    ).map(({ rule, message: text }) => [rule, text])

  it('are shut out if the same messages win something with a device as the first player has it', () => {
    expect(out(sent('want', 4), sent('want', 4), 9)).toEqual([
      [
        'run/player-shut-out',
        'Seat 2 played, and the number beside its name never changed, while that of another one rose. With a device as in seat 1, it rises by 9. Their devices: seat 1 en-DE, Pacific/Pago_Pago; seat 2 ar-EG, Pacific/Kiritimati, clock 11 min behind, open for 5 min, 30 Hz.',
      ],
    ])
  })

  it('may have won little by chance, have another part in the game, or have sent nothing', () => {
    expect(out(sent('want', 4), sent('want', 4), 4)).toEqual([])
    expect(out(sent('hide', 4), [...sent('hide', 4), ...sent('catch', 4)], 9)).toEqual([])
    expect(out(sent('want', 2), sent('want', 2), 9)).toEqual([])
  })
})

describe('4.8: a player who has left', () => {
  const left: TimelineEntry = {
    seq: 3,
    at: at(3),
    match: 'm_1',
    seat: 1,
    player: 'u_1',
    kind: 'left',
    reason: 'left',
  }
  const sends = (second: number, to: string | null, seq = 10 + second): MessageEntry => ({
    ...message(2, 'sent'),
    seq,
    at: at(second),
    to,
    type: 'want',
  })
  const nobody = (...timeline: readonly TimelineEntry[]) =>
    found({ timeline }).filter(([rule]) => rule === 'run/sends-to-nobody')

  it('gets no more messages', () => {
    expect(nobody(left, sends(6, 'u_1'), sends(7, 'u_1'), sends(8, 'u_1'))).toEqual([
      ['run/sends-to-nobody', 'Seat 2 sent 3 messages to seat 1, which had left the match, such as want.'],
    ])
  })

  it('may get those that cross, and messages once back; the others get theirs', () => {
    expect(nobody(left, sends(3, 'u_1'), sends(3, 'u_1', 14), sends(4, 'u_1'))).toEqual([])
    expect(nobody(left, sends(6, null), sends(7, null), sends(8, null))).toEqual([])
    const back: TimelineEntry = { ...left, kind: 'joined', seq: 4, at: at(5) }
    expect(nobody(left, back, sends(6, 'u_1'), sends(7, 'u_1'), sends(8, 'u_1'))).toEqual([])
  })
})
