import { describe, expect, it } from 'vitest'
import type { MatchView } from '../../../../src/host/matches/match-view.js'
import type { RobotRequest } from '../../../../src/host/matches/robot-control.js'
import { robotPlanSchema } from '../../../../src/host/matches/robot-plan.js'
import type { SentMessage } from '../../../../src/simulator/server/robots/robot.js'
import { Robot } from '../../../../src/simulator/server/robots/robot.js'
import { manualTimers } from '../../../support/fakes/manual-timers.js'

const player = (seat: number, waiting = false) => ({
  id: `p${seat}`,
  seat,
  nickname: null,
  waiting,
  joinedAt: '',
  sent: 0,
  received: 0,
  dropped: 0,
  lost: 0,
  perSecond: 0,
})

const match = (id: string, players: MatchView['players'], maxPlayers = 8): MatchView => ({
  id,
  code: `CODE_${id}`,
  maxPlayers,
  public: false,
  meta: {},
  host: 'p1',
  startedAt: '',
  endsAt: '',
  ends: 'expired',
  players,
  holding: false,
  held: 0,
  sync: null,
  messages: [],
})

const setUp = (request: RobotRequest, sent: readonly SentMessage[] = []) => {
  const timers = manualTimers()
  const calls: [string, object][] = []
  let matches: readonly MatchView[] = []
  const robot = new Robot(
    robotPlanSchema.parse(request),
    sent,
    { number: 3, call: (method, params) => calls.push([method, params]), matches: () => matches },
    (milliseconds, wake) => timers.startTimer(wake, milliseconds),
  )
  /** In small steps, since a timer that fires may start the next one. */
  const pass = (milliseconds: number): void => {
    for (let passed = 0; passed < milliseconds; passed += 10) timers.advance(10)
  }
  robot.start()
  timers.advance(0)
  return {
    pass,
    calls,
    robot,
    show: (...shown: readonly MatchView[]) => {
      matches = shown
    },
  }
}

const sent = (at: number, data: unknown, to: string | null = null): SentMessage => ({ seat: 1, at, data, to })

describe('a robot', () => {
  it('joins the newest match with room, once, and the next one when it is out', () => {
    const { pass, calls, show } = setUp({ action: 'random' })
    pass(1_000)
    expect(calls).toEqual([])
    show(match('a', [player(1)]), match('b', [player(2)]), match('full', [player(4), player(5)], 2))
    pass(1_000)
    expect(calls).toEqual([
      ['mp.join', { code: 'CODE_b' }],
      ['mp.join', { code: 'CODE_a' }],
    ])
  })

  it('joins only the match that it is to join', () => {
    const { pass, calls, show } = setUp({ action: 'random', match: 'CODE_a' })
    show(match('a', [player(1)]), match('b', [player(2)]))
    pass(1_000)
    expect(calls).toEqual([['mp.join', { code: 'CODE_a' }]])
  })

  it('joins again after the app was loaded again, and enters a match in which it was seated', () => {
    const { pass, calls, show, robot } = setUp({ action: 'random' })
    show(match('a', [player(1)]))
    pass(250)
    robot.loaded()
    pass(250)
    expect(calls).toHaveLength(2)
    show(match('a', [player(1), player(3, true)]))
    pass(250)
    expect(calls.at(-1)).toEqual(['mp.join', { code: 'CODE_a' }])
    expect(calls).toHaveLength(3)
  })

  it('sends random messages of the kinds seen at its rate, also of those that it sees later', () => {
    const { pass, calls, show, robot } = setUp({ action: 'random', rate: 4, seed: 9 })
    show(match('a', [player(1), player(3)]))
    pass(1_000)
    expect(calls).toEqual([])
    robot.saw({ type: 'move', x: 1 })
    pass(1_000)
    expect(calls).toEqual(Array.from({ length: 4 }, () => ['mp.send', { data: { type: 'move', x: 1 } }]))
    robot.stop()
    pass(10_000)
    expect(calls).toHaveLength(4)
  })

  it('replays messages as far apart as they were, again and again', () => {
    const { pass, calls, show } = setUp({ action: 'replay', of: 1 }, [
      sent(0, 'a'),
      sent(300, 'b'),
      sent(300, 'c'),
    ])
    show(match('a', [player(1), player(3)]))
    const at: [number, unknown][] = []
    for (let time = 0; time <= 1_200; time += 10) {
      pass(10)
      for (const [, params] of calls.splice(0)) at.push([time, Reflect.get(params, 'data')])
    }
    const [first = 0] = at.map(([time]) => time)
    expect(at.map(([time, data]) => [time - first, data])).toEqual([
      [0, 'a'],
      [300, 'b'],
      [350, 'c'],
      [400, 'a'],
      [700, 'b'],
      [750, 'c'],
      [800, 'a'],
    ])
  })

  it('replays at a rate, to the same player if they are in the match, else to all', () => {
    const { pass, calls, show } = setUp({ action: 'replay', of: 1, rate: 10 }, [
      sent(0, 1, 'p2'),
      sent(1, 2, 'p3'),
      sent(2, 3, 'gone'),
    ])
    show(match('a', [player(1), player(2), player(3)]))
    pass(500)
    expect(calls.slice(0, 3)).toEqual([
      ['mp.send', { data: 1, to: 'p2' }],
      ['mp.send', { data: 2 }],
      ['mp.send', { data: 3 }],
    ])
  })
})
