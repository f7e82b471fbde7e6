import { formatCredits, parseCredits } from '../../platform/credits.js'
import { isoTime } from '../../platform/iso-time.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import type { Ledger } from '../money/ledger.js'
import { mayPay } from '../money/paying.js'
import type { HasMethod } from '../session/features.js'
import { gateOf } from './gate.js'
import type { AccessOffer, AccessRefusal, HeldOpening } from './held-opening.js'

/** Whether a person may open an app now, and if not, why. The app's page shows it (5). */
export type Opening = { readonly outcome: 'open' } | HeldOpening

export interface OpeningQuestion {
  readonly app: HostedApp
  /** The person's `app_user_id`. */
  readonly person: string
  readonly ledger: Ledger
  /** The methods of this host, given the sheets that the page can draw. */
  readonly has: HasMethod
  readonly switches: Switches
  /** The owner may run every version without buying it (5). */
  readonly withoutBuying: boolean
  readonly now: number
}

export const decideOpening = (question: OpeningQuestion): Opening => {
  // Checked first: access must not be sold to an app that then does not open.
  const gate = gateOf(question.app, question.has, question.switches)
  if (gate !== null) return { outcome: 'held', reason: 'gate', gate }
  const access = question.withoutBuying ? null : accessToBuy(question)
  return access === null ? { outcome: 'open' } : { outcome: 'held', reason: 'buy', access }
}

/** Access to a paid app is bought before it opens. Only the person renews an expired pass (2.3, 5). */
const accessToBuy = ({ app, person, ledger, switches, now }: OpeningQuestion): AccessOffer | null => {
  const { access } = app
  if (access.type === 'free') return null
  const { active, until } = ledger.accessOf(person, access.type, now)
  if (active) return null
  const balance = ledger.balanceOf(person)
  return {
    type: access.type,
    statement: access.statement,
    price: access.price,
    balance: formatCredits(balance),
    endedAt: until === null ? null : isoTime(until),
    pending: ledger.isConfirmingAccess(person, access.type),
    refusal: refusalOf(switches, balance, parseCredits(access.price) ?? 0),
  }
}

const refusalOf = (switches: Switches, balance: number, price: number): AccessRefusal | null => {
  const why = mayPay(switches)
  if (why !== null) return { words: 'You cannot buy access here.', why }
  if (balance < price)
    return { words: 'You do not have enough credits.', why: 'The switch `balance` sets the balance.' }
  return null
}
