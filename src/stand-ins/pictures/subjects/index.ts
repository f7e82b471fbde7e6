import type { Colour } from '../colours.js'
import type { Subject } from '../vocabulary.js'
import { ANIMALS } from './animals.js'
import { BEINGS } from './beings.js'
import { OUTDOORS } from './outdoors.js'
import type { DrawSubject } from './subject.js'
import { THINGS } from './things.js'

/** How each subject is drawn, and its colour where no word gives one; an empty one is taken from the palette. */
export const SUBJECTS: Readonly<Record<Subject, { readonly natural: Colour; readonly draw: DrawSubject }>> = {
  ...ANIMALS,
  ...BEINGS,
  ...OUTDOORS,
  ...THINGS,
}
