import { type Randomness, randomFraction } from '../host/randomness.js'

/** What a player does next. Positions and choices are fractions, as in `Action`. */
export type Input =
  /** Taps the middle of the frame: where a game has one action, it is there. */
  | { readonly kind: 'middle' }
  | { readonly kind: 'anywhere'; readonly x: number; readonly y: number }
  /** Taps where something moves. */
  | { readonly kind: 'moving'; readonly choice: number }
  /** Taps a control. */
  | { readonly kind: 'control'; readonly choice: number }
  | { readonly kind: 'swipe'; readonly x: number; readonly y: number }
  | { readonly kind: 'key'; readonly key: string; readonly isHeld: boolean }

/** Someone who knows nothing of a game, and does more often what went well. */
export interface Learner {
  /** The next input, and how long to wait before it, in milliseconds. */
  readonly next: () => { readonly input: Input; readonly waitMs: number }
  /** Something went well since the latest input, such as a number that rose. */
  readonly reward: () => void
  /** A new game, or a new part of a long one: it is played at another tempo. */
  readonly startRound: () => void
}

type Share = readonly [share: number, make: (fraction: () => number) => Input]

/** How often each input is made at first, where nothing is known of a game. */
const SHARES: readonly Share[] = [
  [6, () => ({ kind: 'middle' })],
  [3, (fraction) => ({ kind: 'anywhere', x: fraction(), y: fraction() })],
  [2, (fraction) => ({ kind: 'moving', choice: fraction() })],
  [4, (fraction) => ({ kind: 'control', choice: fraction() })],
  ...[
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ].map(([x = 0, y = 0]): Share => [1, () => ({ kind: 'swipe', x, y })]),
  ...['Space', 'Enter', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map(
    (key): Share => [1, () => ({ kind: 'key', key, isHeld: false })],
  ),
  ...['ArrowUp', 'ArrowLeft', 'ArrowRight'].map(
    (key): Share => [0.5, () => ({ kind: 'key', key, isHeld: true })],
  ),
]

/** A player that makes the same decisions for the same randomness and rewards. */
export const learner = (randomness: Randomness): Learner => {
  const fraction = (): number => randomFraction(randomness)
  const arms = SHARES.map(([share, make]) => ({ share, make, tries: 0, rewards: 0 }))
  let latest = arms[0]
  let rounds = 0
  let round = { tempoMs: FASTEST_MS, rewards: 0, isBegun: false }
  let best = round
  const start = fraction()
  const startRound = (): void => {
    if (round.rewards > best.rewards) best = round
    rounds += 1
    const repeats = best.rewards > 0 && fraction() < REPEATS
    // Multiples of the golden ratio leave no gap: after a few rounds, some tempo is close to each.
    const place = (start + rounds * GOLDEN_RATIO) % 1
    const tempoMs = repeats
      ? best.tempoMs * varied(fraction())
      : rounds % 3 === 0
        ? FASTEST_MS * (SLOWEST_MS / FASTEST_MS) ** place
        : FASTEST_MS + (SLOWEST_MS - FASTEST_MS) * place
    round = { tempoMs, rewards: 0, isBegun: false }
  }
  startRound()
  return {
    next: () => {
      const weights = arms.map(
        ({ share, tries, rewards }) => (share * (1 + rewards * REWARD)) / (1 + tries * DULL),
      )
      let rest = fraction() * weights.reduce((sum, weight) => sum + weight, 0)
      latest = arms.find((_, index) => {
        rest -= weights[index] ?? 0
        return rest < 0
      })
      if (latest !== undefined) latest.tries += 1
      const isIdle = rounds % IDLE_EVERY === FIRST_IDLE && !round.isBegun
      round.isBegun = true
      return {
        input: latest?.make(fraction) ?? { kind: 'middle' },
        waitMs: isIdle ? IDLE_MS : Math.round(round.tempoMs * varied(fraction())),
      }
    },
    reward: () => {
      round.rewards += 1
      if (latest !== undefined) latest.rewards += 1
    },
    startRound,
  }
}

const GOLDEN_RATIO = 0.618_033_988_75
const FASTEST_MS = 120
const SLOWEST_MS = 3_000
/** Now and then, someone looks away for a while. */
const FIRST_IDLE = 6
const IDLE_EVERY = 24
const IDLE_MS = 15_000
/** How often a tempo that went well is played again. */
const REPEATS = 0.5
const REWARD = 2
/** How much less often an input is made for each time that it was made. */
const DULL = 0.1

/** A factor of about 1. */
const varied = (fraction: number): number => 0.9 + fraction * 0.2
