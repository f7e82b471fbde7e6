import { parseCredits } from '../../platform/credits.js'
import { PASS_MS } from '../../platform/limits.js'
import { DAY_MS } from '../../platform/units.js'
import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import type { HostedApp } from '../hosted-app.js'
import type { Randomness } from '../randomness.js'
import type { OpenSheet, SheetDrawer } from '../session/sheets.js'
import type { Money } from './money.js'
import { amountsOf, confirmationOf, mayPay, purchaseId } from './paying.js'

export interface AccessPurchase {
  readonly app: HostedApp
  /** The person's `app_user_id`. */
  readonly buyer: string
  readonly money: Money
  /** The developer's handle. */
  readonly developer: string
  readonly clock: Clock
  readonly randomness: Randomness
  /** The current switches: they may change while the sheet is open. */
  readonly switches: () => Switches
  readonly sheets: SheetDrawer
}

/** The outcome of buying access. `refused` if the person cannot pay, or has access already. */
type AccessOutcome = 'paid' | 'pending' | 'cancelled' | 'refused'

/** The sheet that sells access, and its outcome. */
export interface AccessSheet {
  /** @throws {NotSavedError} if the payment could not be saved; the person did not pay then */
  readonly outcome: Promise<AccessOutcome>
  /** Closes the sheet because its page is gone. The outcome never settles. */
  close(): void
}

/**
 * Opens the payment sheet for access to a paid app, on the app's page before it opens (5).
 * @returns null if there is nothing to buy
 */
export const openAccessSheet = (purchase: AccessPurchase): AccessSheet | null => {
  const { app, buyer, developer, money, sheets, switches } = purchase
  const { access } = app
  if (access.type === 'free' || mayPay(switches()) !== null) return null
  if (hasOrAwaits(purchase, access.type)) return null
  const thousandths = parseCredits(access.price) ?? 0
  const sheet = sheets.open(
    'payment',
    {
      app: app.name,
      developer,
      title: access.type === 'one_time' ? 'Access, kept forever' : `Access for ${PASS_MS / DAY_MS} days`,
      statement: access.statement,
      ...amountsOf(thousandths, money.ledger.balanceOf(buyer)),
    },
    () => null,
  )
  return { outcome: pay(sheet, purchase, access.type, thousandths), close: () => sheet.close() }
}

/** Whether the buyer has access, or a pending payment for it: nobody pays twice. */
const hasOrAwaits = ({ money, buyer, clock }: AccessPurchase, type: 'one_time' | 'pass_30d'): boolean =>
  money.ledger.accessOf(buyer, type, clock.now()).active || money.ledger.isConfirmingAccess(buyer, type)

const pay = async (
  sheet: OpenSheet<'payment'>,
  purchase: AccessPurchase,
  access: 'one_time' | 'pass_30d',
  thousandths: number,
): Promise<AccessOutcome> => {
  if ((await sheet.choice) === 'cancel') return 'cancelled'
  const { buyer, money, clock, randomness, switches } = purchase
  if (mayPay(switches()) !== null || hasOrAwaits(purchase, access)) return 'refused'
  const now = clock.now()
  const { status } = await money.change((ledger) =>
    ledger.pay(
      { id: purchaseId(randomness), buyer, item: { type: 'access', access }, thousandths },
      now,
      confirmationOf(switches(), now),
    ),
  )
  return status === 'failed' ? 'refused' : status
}
