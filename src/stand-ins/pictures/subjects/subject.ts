import type { Random } from '../../random.js'
import type { Colour } from '../colours.js'

/** What a subject is drawn with. */
export interface Pencil {
  /** Its own colour. */
  readonly colour: Colour
  readonly accent: Colour
  readonly second: Colour
  readonly random: Random
  /** 0 flat, 2 with all that there is. */
  readonly detail: 0 | 1 | 2
}

/** Draws a subject into a square from -50 to 50, standing at y = 50. */
export type DrawSubject = (pencil: Pencil) => string

export const INK: Colour = '#2b2540'
