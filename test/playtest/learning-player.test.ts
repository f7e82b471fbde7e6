import { describe, expect, it } from 'vitest'
import type { TestWindow } from '../../src/playtest/drivers/driver.js'
import { learningPlayer } from '../../src/playtest/learning-player.js'
import { passTime, writtenOnCanvas } from '../../src/playtest/page/clockwork.js'
import { labelledControls } from '../../src/playtest/page/labelled-controls.js'
import { seen } from '../../src/playtest/page/seen.js'
import { frameBox } from '../../src/playtest/page/shell-questions.js'

/**
 * A game with one action, which ends unless it comes at the right moment: 2.1 to 2.5 s after the game has begun or the last point.
 * While it runs, its seconds are shown.
 */
const timedGame = () => {
  let now = 0
  let since: number | null = null
  let score = 0
  const taps: number[] = []
  const answers = new Map<unknown, (argument: { readonly milliseconds: number }) => unknown>([
    [
      passTime,
      ({ milliseconds }) => {
        now += milliseconds
        return true
      },
    ],
    [seen, () => ({ lines: [`Score ${score}`, `Second ${Math.floor(now / 1_000)}`], bars: [] })],
    [labelledControls, () => (since === null ? [PLAY_AGAIN] : [])],
    [writtenOnCanvas, () => []],
    [frameBox, () => ({ x: 0, y: 0, width: 100, height: 100 })],
  ])
  const act = async (): Promise<void> => {
    taps.push(now)
    const waited = since === null ? null : now - since
    if (waited !== null && waited > 2_100 && waited < 2_500) score += 1
    since = waited === null || (waited > 2_100 && waited < 2_500) ? now : null
  }
  const ask = async (question: unknown, argument: never): Promise<unknown> =>
    answers.get(question)?.(argument) ?? null
  const window = {
    askApp: ask,
    askShell: ask,
    press: act,
    drag: act,
    screenshot: async () => PIXEL,
    key: async () => {},
  } as unknown as TestWindow
  /** The host's clock, which is behind the app's by no more than a second. */
  let hostMs = 0
  const client = {
    advance: async (duration: string) => {
      hostMs += Number.parseInt(duration, 10)
      return ''
    },
  }
  return { window, client, hostMs: () => hostMs, taps, score: () => score, time: () => now }
}

const PLAY_AGAIN = { x: 10, y: 10, label: 'Play again', isButton: true, context: '' }

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const playerOf = ({ window, client }: ReturnType<typeof timedGame>, seed: number) =>
  learningPlayer({ window, client, seed, signal: new AbortController().signal })

const play = async (seed: number, milliseconds: number) => {
  const game = timedGame()
  await playerOf(game, seed).play(milliseconds)
  return game
}

describe('someone who learns a game while playing it', () => {
  it('scores in a game that has to be tapped at the right moment, and more often the longer it is played', async () => {
    let [early, late] = [0, 0]
    for (let seed = 1; seed <= 8; seed += 1) {
      const game = timedGame()
      const player = playerOf(game, seed)
      await player.play(150_000)
      expect(game.score()).toBeGreaterThan(0)
      early += game.score()
      await player.play(150_000)
      late += game.score()
    }
    expect(late - early).toBeGreaterThan(early)
  })

  it('plays the same for the same seed, and stops when there is enough to see', async () => {
    const [one, again, other] = [await play(4, 60_000), await play(4, 60_000), await play(5, 60_000)]
    expect(one.taps).toEqual(again.taps)
    expect(one.taps).not.toEqual(other.taps)
    const game = timedGame()
    await playerOf(game, 4).play(600_000, ({ lines }) => lines.includes('Score 1'))
    expect(game.score()).toBe(1)
    expect(game.time()).toBeLessThan(600_000)
  })

  it("takes the host's clock along, by which limits of calls count", async () => {
    const game = await play(4, 60_000)
    // What is played in a page without drawing takes next to no time.
    expect(game.hostMs()).toBeGreaterThan(game.time() * 0.5)
    expect(game.hostMs()).toBeLessThanOrEqual(game.time() + game.taps.length * 600)
    // Fewer than a hundred a minute.
    expect(game.taps.length).toBeLessThan((game.hostMs() / 60_000) * 100 + 10)
  })
})

describe('the controls that someone taps while playing', () => {
  const tapsOn = async (avoids?: (control: { readonly label: string }) => boolean) => {
    const game = timedGame()
    const places: string[] = []
    const window = {
      ...game.window,
      askApp: async (question: unknown, argument: never): Promise<unknown> =>
        question === labelledControls
          ? [
              { ...PLAY_AGAIN, x: 20, label: 'Ranking' },
              { ...PLAY_AGAIN, x: 80, label: 'Hit' },
            ]
          : game.window.askApp(question as never, argument),
      press: async ({ x, y }: { readonly x: number; readonly y: number }) => void places.push(`${x} ${y}`),
    } as unknown as TestWindow
    const signal = new AbortController().signal
    await learningPlayer({ window, client: game.client, seed: 1, signal, ...(avoids && { avoids }) }).play(
      60_000,
    )
    return { ranking: places.includes('20 10'), hit: places.includes('80 10') }
  }

  it('are all that are in sight, but for those that are known to be no part of the game', async () => {
    expect(await tapsOn()).toEqual({ ranking: true, hit: true })
    expect(await tapsOn(({ label }) => label === 'Ranking')).toEqual({ ranking: false, hit: true })
  })
})
