import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../support/vitest/runs.js'

/** The rules of the arcade template, as far as a player and a test see them. */
interface Game {
  readonly score: number
  readonly streak: number
  readonly over: 'lost' | 'burnt' | null
  readonly planets: readonly { readonly orbit: number; readonly across: number; readonly patience: number }[]
  readonly ship: {
    readonly along: number
    readonly across: number
    readonly flying: unknown
    readonly planet: { readonly index: number }
  }
  step(seconds: number): void
  leap(): void
  isOnCourse(): boolean
  takeEvents(): readonly { readonly kind: string; readonly points: number }[]
}

const SOURCE = readFileSync(new URL('../../templates/arcade/game.js', import.meta.url), 'utf8')
const STEP = 1 / 120

/** The template's plain script, as a function of the source of its chances. */
const gameWith = runInThisContext(`(function (Math) { ${SOURCE}; return new Game() })`) as (
  math: object,
) => Game

/** A game whose chances come from a seed. */
const newGame = (seed: number): Game => {
  let state = seed >>> 0
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return gameWith(Object.create(Math, { random: { value: random } }))
}

/** Leaps whenever that reaches the next planet, until this planet is reached or the game is over. */
const playTo = (game: Game, goal: number): void => {
  while (game.over === null && game.ship.planet.index < goal) {
    if (game.isOnCourse()) game.leap()
    game.step(STEP)
  }
}

describe('the rules of the arcade template', () => {
  it('let a careful player get far, with any random numbers', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const game = newGame(seed)
        playTo(game, 11)
        expect(game.over).toBeNull()
        expect(game.ship.planet.index).toBe(11)
      }),
    )
  })

  it('keep every planet within the band', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const game = newGame(seed)
        playTo(game, 30)
        for (const { across, orbit } of game.planets)
          expect(Math.abs(across) + orbit).toBeLessThanOrEqual(5.7)
      }),
      { numRuns: runs(20) },
    )
  })

  it('are the same on every device: the same seed and leaps, the same game', () => {
    const [one, other] = [newGame(7), newGame(7)]
    playTo(one, 8)
    playTo(other, 8)
    expect(other.ship).toEqual(one.ship)
  })

  it('give more for every planet of a streak, and start it again after a whole turn', () => {
    const game = newGame(1)
    playTo(game, 3)
    const points = game.takeEvents().filter(({ kind }) => kind === 'land')
    expect(points.map((event) => event.points)).toEqual([1, 2, 3])
    expect(game.score).toBe(6)
    for (let seconds = 0; seconds < 4; seconds += STEP) game.step(STEP)
    playTo(game, 4)
    expect(game.score).toBe(7)
  })

  it('burn a ship that never leaps, after the planet has been patient', () => {
    const game = newGame(1)
    let seconds = 0
    for (; game.over === null; seconds += STEP) game.step(STEP)
    expect(game.over).toBe('burnt')
    expect(seconds).toBeCloseTo(game.planets[0]?.patience ?? 0, 1)
    expect(game.takeEvents().map(({ kind }) => kind)).toEqual(['end'])
  })

  it('lose a ship that leaps into nowhere', () => {
    const game = newGame(1)
    while (game.isOnCourse()) game.step(STEP)
    game.leap()
    game.leap()
    while (game.over === null) game.step(STEP)
    expect(game.over).toBe('lost')
    expect(game.score).toBe(0)
    expect(game.takeEvents().map(({ kind }) => kind)).toEqual(['leap', 'end'])
  })
})
