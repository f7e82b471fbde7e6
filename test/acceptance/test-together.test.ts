import { afterAll, describe, expect, it } from 'vitest'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { templateProblems, troubleProblems } from '../support/browser/trouble-problems.js'
import { LONG, someOf } from '../support/vitest/runs.js'
import { fields } from './planted-games.js'
import { HANDS, room, SIDES } from './planted-styles.js'
import { GAME_BY_TURNS, gameByClock, PLANTED_TOGETHER } from './planted-together.js'

afterAll(async () => closeWindows(await isolatingBrowser()))

describe('several people who play together', { timeout: 240_000 }, () => {
  it.each(someOf(PLANTED_TOGETHER, 1))('$scenario, $seats seats: finds $bug', async (planted) => {
    const { edits, scenario, seats, finds } = planted
    const found = await templateProblems('versus', edits, { scenarios: [scenario], seats })
    expect(found).toContainEqual({ rule: finds, message: expect.stringMatching(/seat|Seat|multiplayer/) })
  })

  // Six scenarios, one after the other.
  it.each(someOf([2, 3], 1))(
    'find nothing in the template itself, with %i seats',
    { timeout: 480_000 },
    async (seats) => {
      const scenarios = someOf(
        [
          'together',
          'host-leaves',
          'guest-leaves',
          'lost-connection',
          'back-again',
          'lost-messages',
        ] as const,
        2,
      )
      expect(await templateProblems('versus', [], { scenarios, seats })).toEqual([])
    },
  )

  it.runIf(LONG).each(['together', 'back-again'] as const)(
    'find nothing in %s in a small game that soon ends',
    async (scenario) => {
      expect(await troubleProblems(scenario, GAME_BY_TURNS, {}, 2)).toEqual([])
    },
  )

  it.runIf(LONG).each([
    [
      'a player who comes back to an empty board',
      'lost-connection',
      { joined: 'send({ t: "order", order })', wanted: '', left: '' },
      // A move to a field that only this player takes for free ends the turns, too.
      ['run/match-stands-still', 'run/players-disagree'],
      3,
    ],
    [
      'a turn that stays with a player who has left',
      'host-leaves',
      { left: '' },
      ['run/match-stands-still'],
      3,
    ],
    [
      'a turn that stays with a guest who has left',
      'guest-leaves',
      { left: '' },
      ['run/match-stands-still'],
      3,
    ],
    ['another game with the board of the last one', 'together', { again: '' }, ['run/old-score'], 2],
    ['a move of a player who has to wait', 'together', { waits: 'false' }, ['run/players-disagree'], 2],
  ] as const)('find %s in a game by turns', async (_bug, scenario, bug, finds, seats) => {
    const rules = async (body: string): Promise<readonly string[]> =>
      (await troubleProblems(scenario, body, {}, seats)).map(({ rule }) => rule)
    expect(await rules(fields(bug))).toEqual([...finds, 'run/state-not-posted'])
    expect(await rules(fields())).toEqual(['run/state-not-posted'])
  })

  it.runIf(LONG).each([
    ['a player who is listed twice', 'lost-connection', { joins: '' }, 'run/shown-again', 3],
    ['a chat that is shown as HTML', 'together', { says: 'innerHTML' }, 'run/text-as-html', 2],
    [
      'a clock that only the host has',
      'together',
      { clock: 'isHost()', tells: 'clicks' },
      'run/players-disagree',
      2,
    ],
  ] as const)('find %s in a room with a chat', async (_bug, scenario, bug, finds, seats) => {
    const rules = async (body: string): Promise<readonly string[]> =>
      (await troubleProblems(scenario, body, {}, seats)).map(({ rule }) => rule)
    expect(new Set(await rules(room(bug)))).toEqual(new Set([finds, 'run/state-not-posted']))
    expect(await rules(room())).toEqual(['run/state-not-posted'])
  })

  it.runIf(LONG).each([
    ['hands of cards', HANDS, 3],
    ['boards from two sides', SIDES, 2],
  ] as const)('find nothing in %s, which rightly differ', async (_game, body, seats) => {
    const found = await troubleProblems('together', body, {}, seats)
    expect(found.map(({ rule }) => rule)).toEqual(['run/state-not-posted'])
  })

  it.runIf(LONG)('find a time that is counted in frames, where one phone saves power', async () => {
    expect(await troubleProblems('together', gameByClock('1 / 60'), {}, 2)).toEqual([
      {
        rule: 'run/speed-follows-display',
        message: expect.stringMatching(/^In 6 s, "Time left: …" changes by/),
      },
    ])
    expect(await troubleProblems('together', gameByClock('(now - last) / 1000'), {}, 2)).toEqual([])
  })

  it('are told that a posted state finds more, where the app posts none', async () => {
    const edits = [{ file: 'main.js', from: '      postState()\n', to: '' }]
    const found = await templateProblems('versus', edits, { scenarios: ['together'], seats: 2 })
    expect(found).toEqual([
      {
        rule: 'run/state-not-posted',
        message: 'The states of the players could not be compared: the app posts none.',
      },
    ])
  })
})
