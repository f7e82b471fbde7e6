import { isChild } from '../../platform/ages.js'
import { formatCredits } from '../../platform/credits.js'
import type { Switches } from '../control/switches.js'
import { because, type SwitchReason } from '../control/switches.js'
import { type Randomness, randomId } from '../randomness.js'
import type { PaymentOffer } from '../session/sheets.js'

/** The developer's handle on the payment sheet. Only the service knows the real one. */
export const DEVELOPER = '@developer'

/** How long a pending payment takes to be confirmed in the simulator. The service gives no such time. */
export const CONFIRMATION_MS = 10_000

/** What the payment sheet shows of an amount (4.3). */
export const amountsOf = (
  thousandths: number,
  balance: number,
): Pick<PaymentOffer, 'total' | 'balance' | 'balanceAfter'> => ({
  total: formatCredits(thousandths),
  balance: formatCredits(balance),
  balanceAfter: balance < thousandths ? null : formatCredits(balance - thousandths),
})

/** When a payment that is made now will be confirmed; null if it is immediately. */
export const confirmationOf = ({ payments }: Switches, now: number): number | null =>
  payments === 'pending' ? now + CONFIRMATION_MS : null

/** A new purchase's id. */
export const purchaseId = (randomness: Randomness): string => randomId(randomness, 'p')

/**
 * Why this person cannot pay here, for the log: the app learns only that payments are unavailable (5).
 * @returns null if they can
 */
export const mayPay = ({ app, payments, person, guardian }: Switches): SwitchReason | null => {
  if (app !== 'live')
    return because('app', `The switch \`app\` is \`${app}\`: the app cannot sell anything (3.1).`)
  if (payments === 'unavailable') return because('payments', 'The switch `payments` is `unavailable`.')
  if (person === 'signed-out') return because('person', 'The person is signed out and has no credits (5).')
  if (isChild(person) && !guardian.pay)
    return because('guardian', 'The person is a child whose guardian did not allow payments (5).')
  return null
}
