import { formatCredits, inCredits, parseCredits } from '../../platform/credits.js'
import { PAYOUT_HOLD_MS } from '../../platform/limits.js'
import { DAY_MS } from '../../platform/units.js'
import type { EditKind, EditWorld, ReadEdit } from '../control/edit.js'
import { EditRefusedError } from '../control/edit.js'
import type { Ledger } from './ledger.js'
import { purchaseId } from './paying.js'
import type { Sale } from './sale.js'

/** An edit of an existing purchase. */
export type SaleEdit = {
  readonly [Kind in EditKind]: Extract<ReadEdit<Kind>, { readonly sale: string }>
}[EditKind]

/**
 * Changes the state of a purchase (3.2, 3.3), and saves it.
 * @returns what was done, in words for the log
 * @throws {EditRefusedError} if the purchase's state does not allow it
 */
export const editSale = async (
  edit: SaleEdit,
  { services: { money }, clock, switches }: EditWorld,
): Promise<string> => {
  const sale = saleOf(money.ledger, edit.sale)
  const words = describeSale(sale)
  switch (edit.edit) {
    case 'refund': {
      const reason = switches(1).app === 'blocked' ? 'blocked' : 'refund'
      if (!(await money.change((ledger) => ledger.returnToBuyer(sale.id, reason))))
        throw new EditRefusedError(
          sale.state === 'returned'
            ? 'This payment was already returned to its buyer.'
            : `A payment can be returned only while it is held, for ${PAYOUT_HOLD_MS / DAY_MS} days (3.3).`,
        )
      return `${words} was returned to its buyer (3.3).`
    }
    case 'complete-payout':
      // 3.1: payouts pause, those by hand too.
      if (switches(1).app === 'blocked')
        throw new EditRefusedError('Payouts pause while the app is blocked (3.1).')
      if (!(await money.change((ledger) => ledger.completePayout(sale.id))))
        throw new EditRefusedError('Only a failed payout can be completed manually (3.3).')
      return `The payout of ${words} was completed manually (3.3).`
    case 'consume':
      if (!(await money.change((ledger) => ledger.consume(sale.buyer, sale.id, clock.now()))))
        throw new EditRefusedError('Only a consumable that was not consumed yet can be consumed (3.2).')
      return `Marked as consumed by hand: ${words}.`
    case 'unconsume':
      if (!(await money.change((ledger) => ledger.unconsume(sale.id))))
        throw new EditRefusedError(
          'Only a purchase that was consumed and not returned can be marked as not consumed.',
        )
      return `Marked as not consumed by hand: ${words}.`
    case 'confirm':
      if (!(await money.change((ledger) => ledger.confirm(sale.id))))
        throw new EditRefusedError('Only a pending payment can be confirmed (3.2).')
      return `The payment of ${words} was confirmed (3.2).`
    case 'age': {
      await money.change((ledger) => ledger.age(sale.id, edit.milliseconds))
      await money.settled()
      return `The purchase of ${words} was made ${edit.milliseconds.toLocaleString('en')} ms older by hand.`
    }
    case 'forget-sale':
      await money.change((ledger) => ledger.forget(sale.id))
      return `Removed by hand, without a refund: ${words}.`
  }
}

/**
 * Gives a person a purchase without a payment.
 * @returns what was done, in words for the log
 * @throws {EditRefusedError} if the person owns it already (3.2: `already_owned`)
 */
export const giveSale = async (
  { seat, item, price }: ReadEdit<'give'>,
  { services: { money }, clock, randomness, ...world }: EditWorld,
): Promise<string> => {
  const { appUserId: buyer } = await world.seat(seat)
  // A refund must not be the person's first balance.
  await money.ensureBalance(buyer, world.switches(seat))
  const { ledger } = money
  const owned =
    item.type === 'product'
      ? item.kind === 'permanent' && ledger.owns(buyer, item.id)
      : item.access === 'one_time' && ledger.accessOf(buyer, 'one_time', clock.now()).active
  if (owned)
    throw new EditRefusedError(`Seat ${seat} has this already, and it can be bought only once (3.2).`)
  const thousandths = parseCredits(price) ?? 0
  const sale = await money.change((open) =>
    open.give({ id: purchaseId(randomness), buyer, item, thousandths }, clock.now()),
  )
  return `Seat ${seat} was given ${describeSale(sale)} by hand, without a payment.`
}

const saleOf = (ledger: Ledger, id: string): Sale => {
  const found = ledger.sale(id)
  if (found === null) throw new EditRefusedError(`There is no purchase ${id}.`)
  return found
}

/** A sale in words: what was bought, and for how much. */
const describeSale = ({ item, thousandths }: Pick<Sale, 'item' | 'thousandths'>): string =>
  `${item.type === 'product' ? item.id : 'access'} for ${inCredits(formatCredits(thousandths))}`
