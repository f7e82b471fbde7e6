import { isChild } from '../../platform/ages.js'
import type { Switches } from '../control/switches.js'

/**
 * Why this person cannot give photos or videos here, for the developer alone: the app is told only that picking is
 * unavailable (4.5, 5).
 * @returns null where they can
 */
export const mayGiveMedia = ({ pickers, person, guardian }: Switches): string | null => {
  if (pickers === 'unavailable') return 'The switch `pickers` is on `unavailable`.'
  if (isChild(person) && !guardian.media)
    return 'The person is a child whose guardian did not allow giving photos and videos (5).'
  return null
}
