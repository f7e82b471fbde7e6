import type { Random } from '../random.js'
import { type Envelope, type Samples, waveTable } from './wave.js'

export const SINE = waveTable([1])
export const SOFT = waveTable([1, 0.3, 0.12, 0.05])
export const BUZZ = waveTable([1, 0.5, 0.33, 0.25, 0.2, 0.16, 0.14, 0.12])
export const SQUARE = waveTable([1, 0, 0.33, 0, 0.2, 0, 0.14, 0, 0.11])
export const METAL = waveTable([1, 0, 0, 0.5, 0, 0, 0.35, 0, 0.2, 0, 0, 0.15])

export const HELD = Number.POSITIVE_INFINITY
export const envelope = (attack: number, decay: number, release: number): Envelope => ({
  attack,
  decay,
  release,
})

/** Draws an effect into a sound of this length. */
export type Draw = (into: Samples, seconds: number, random: Random) => void

/** A short effect that is repeated, each time a little different. */
export const repeated =
  (every: number, once: (into: Samples, start: number, random: Random) => void): Draw =>
  (into, seconds, random) => {
    for (let start = 0.02; start < seconds - 0.25; start += every * random.between(0.85, 1.2))
      once(into, start, random)
  }
