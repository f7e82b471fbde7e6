import { formatCredits, parseCredits } from '../../platform/credits.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import type { Randomness } from '../randomness.js'
import type { OpenSheet, SheetDrawer } from '../session/sheets.js'
import type { LedgerBook } from './document.js'
import { mayPay } from './may-pay.js'
import { CONFIRMATION_MS, DEVELOPER, purchaseId } from './purchases.js'

export interface AccessPurchase {
  readonly app: HostedApp
  /** The person's `app_user_id`. */
  readonly buyer: string
  readonly books: LedgerBook
  readonly clock: Clock
  readonly randomness: Randomness
  /** The switches as they stand: the sheet may be open for long. */
  readonly switches: () => Switches
  readonly sheets: SheetDrawer
}

/** What the buying of access came to; `refused` where the person cannot pay, or has it already. */
type AccessOutcome = 'paid' | 'pending' | 'cancelled' | 'refused'

/** The sheet on which access is bought, and what comes of it. */
export interface AccessSheet {
  /** @throws {NotSavedError} when the payment could not be saved: none was taken */
  readonly outcome: Promise<AccessOutcome>
  /** The page is gone, and its sheet with it: the outcome never comes. */
  close(): void
}

/**
 * Opens the payment sheet for access to a paid app, on the app's page before it opens (5).
 * @returns null where there is nothing to buy
 */
export const openAccessSheet = (purchase: AccessPurchase): AccessSheet | null => {
  const { app, buyer, books, sheets, switches } = purchase
  const { access } = app
  if (access.type === 'free' || mayPay(switches()) !== null) return null
  if (hasOrAwaits(purchase, access.type)) return null
  const thousandths = parseCredits(access.price) ?? 0
  const balance = books.ledger.balanceOf(buyer)
  const sheet = sheets.open(
    'payment',
    {
      app: app.name,
      developer: DEVELOPER,
      title: access.type === 'one_time' ? 'Access, kept forever' : 'Access for 30 days',
      statement: access.statement,
      total: formatCredits(thousandths),
      balance: formatCredits(balance),
      balanceAfter: balance < thousandths ? null : formatCredits(balance - thousandths),
    },
    () => null,
  )
  return { outcome: pay(sheet, purchase, access.type, thousandths), close: () => sheet.close() }
}

/** Whether the buyer has access, or a payment for it under way: nobody pays twice. */
const hasOrAwaits = ({ books, buyer, clock }: AccessPurchase, type: 'one_time' | 'pass_30d'): boolean =>
  books.ledger.accessOf(buyer, type, clock.now()).active || books.ledger.isConfirmingAccess(buyer, type)

const pay = async (
  sheet: OpenSheet<'payment'>,
  purchase: AccessPurchase,
  access: 'one_time' | 'pass_30d',
  thousandths: number,
): Promise<AccessOutcome> => {
  if ((await sheet.choice) === 'cancel') return 'cancelled'
  const { buyer, books, clock, randomness, switches } = purchase
  if (mayPay(switches()) !== null || hasOrAwaits(purchase, access)) return 'refused'
  const now = clock.now()
  const { status } = await books.change((ledger) =>
    ledger.pay(
      { id: purchaseId(randomness), buyer, item: { type: 'access', access }, thousandths },
      now,
      switches().payments === 'pending' ? now + CONFIRMATION_MS : null,
    ),
  )
  return status === 'failed' ? 'refused' : status
}
