import { isChild } from '../../platform/ages.js'
import type { Switches } from '../control/switches.js'

/**
 * Why this person cannot give photos or videos here, for the log: the app learns only that picking is unavailable
 * (4.5, 5).
 * @returns null if they can
 */
export const mayGiveMedia = ({ pickers, person, guardian }: Switches): string | null => {
  if (pickers === 'unavailable') return 'The switch `pickers` is `unavailable`.'
  if (isChild(person) && !guardian.media)
    return 'The person is a child whose guardian did not allow photos and videos (5).'
  return null
}
