import { isChild } from '../../platform/ages.js'
import type { Switches } from '../control/switches.js'

/**
 * Why this person cannot pay here, for the developer alone: the app is told only that payments are unavailable (5).
 * @returns null where they can
 */
export const mayPay = ({ app, payments, person, guardian }: Switches): string | null => {
  if (app !== 'live') return `The switch \`app\` is on \`${app}\`, so that nothing is sold (3.1).`
  if (payments === 'unavailable') return 'The switch `payments` is on `unavailable`.'
  if (person === 'signed-out') return 'The person is signed out, and has no credits (5).'
  if (isChild(person) && !guardian.pay)
    return 'The person is a child whose guardian did not allow paying (5).'
  return null
}
