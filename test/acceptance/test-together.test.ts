import { afterAll, describe, expect, it } from 'vitest'
import { closeWindows, isolatingBrowser } from '../support/browser/browser.js'
import { templateProblems, troubleProblems } from '../support/browser/trouble-problems.js'
import { LONG, someOf } from '../support/vitest/runs.js'
import { GAME_BY_TURNS, gameByClock, PLANTED_TOGETHER } from './planted-together.js'

afterAll(async () => closeWindows(await isolatingBrowser()))

describe('several people who play together', { timeout: 240_000 }, () => {
  it.each(someOf(PLANTED_TOGETHER, 1))('$scenario, $seats seats: finds $bug', async (planted) => {
    const { edits, scenario, seats, finds } = planted
    const found = await templateProblems('versus', edits, { scenarios: [scenario], seats })
    expect(found).toContainEqual({ rule: finds, message: expect.stringMatching(/seat|Seat|multiplayer/) })
  })

  it.each(someOf([2, 3], 1))('find nothing in the template itself, with %i seats', async (seats) => {
    const scenarios = someOf(
      ['together', 'host-leaves', 'lost-connection', 'back-again', 'lost-messages'] as const,
      2,
    )
    expect(await templateProblems('versus', [], { scenarios, seats })).toEqual([])
  })

  it.runIf(LONG).each(['together', 'back-again'] as const)(
    'find nothing in %s in a small game that soon ends',
    async (scenario) => {
      expect(await troubleProblems(scenario, GAME_BY_TURNS, {}, 2)).toEqual([])
    },
  )

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
