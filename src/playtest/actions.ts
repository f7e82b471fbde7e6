import type { Randomness } from '../host/randomness.js'

/**
 * The next action of the random player. Positions are fractions of the frame, choices fractions of the
 * available targets.
 */
export type Action =
  /** Taps an element that can be tapped. */
  | { readonly kind: 'control'; readonly choice: number }
  | { readonly kind: 'tap'; readonly x: number; readonly y: number }
  | {
      readonly kind: 'drag'
      readonly x: number
      readonly y: number
      readonly toX: number
      readonly toY: number
    }
  | { readonly kind: 'key'; readonly key: string }

const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Space', 'Enter', 'Escape', 'Tab', 'a', 'd']

/** The next random action: the same seed gives the same actions. */
export const nextAction = (randomness: Randomness): Action => {
  const share = (): number => randomness.integer(SHARES) / SHARES
  const kind = randomness.integer(10)
  if (kind < 4) return { kind: 'control', choice: share() }
  if (kind < 7) return { kind: 'tap', x: share(), y: share() }
  if (kind < 8) return { kind: 'drag', x: share(), y: share(), toX: share(), toY: share() }
  return { kind: 'key', key: KEYS[randomness.integer(KEYS.length)] ?? 'Space' }
}

const SHARES = 1_000
