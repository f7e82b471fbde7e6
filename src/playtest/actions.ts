import type { Randomness } from '../host/randomness.js'

/** What a restless player does next. Places are shares of the frame, choices shares of what there is to choose from. */
export type Action =
  /** Taps something that can be tapped. */
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

/** The next action, drawn from chance alone: the same seed plays the same way. */
export const nextAction = (randomness: Randomness): Action => {
  const share = (): number => randomness.integer(SHARES) / SHARES
  const kind = randomness.integer(10)
  if (kind < 4) return { kind: 'control', choice: share() }
  if (kind < 7) return { kind: 'tap', x: share(), y: share() }
  if (kind < 8) return { kind: 'drag', x: share(), y: share(), toX: share(), toY: share() }
  return { kind: 'key', key: KEYS[randomness.integer(KEYS.length)] ?? 'Space' }
}

const SHARES = 1_000
