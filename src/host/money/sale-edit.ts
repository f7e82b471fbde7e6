import { formatCredits, parseCredits } from '../../platform/credits.js'
import type { EditKind, EditWorld, ReadEdit } from '../control/edit.js'
import { EditRefusedError } from '../control/edit-refused.js'
import type { Ledger, Sale } from './ledger.js'
import { purchaseId } from './purchases.js'

/** An edit of a purchase that is there. */
export type SaleEdit = {
  readonly [Kind in EditKind]: Extract<ReadEdit<Kind>, { readonly sale: string }>
}[EditKind]

/**
 * Changes what became of a purchase (3.2, 3.3), and saves it.
 * @returns what was done, in words for the log
 * @throws {EditRefusedError} where the purchase is not in a state for it
 */
export const editSale = async (
  edit: SaleEdit,
  { services: { money: books }, clock, switches }: EditWorld,
): Promise<string> => {
  const sale = saleOf(books.ledger, edit.sale)
  const words = describeSale(sale)
  switch (edit.edit) {
    case 'refund': {
      const reason = switches(1).app === 'blocked' ? 'blocked' : 'refund'
      if (!(await books.change((ledger) => ledger.returnToBuyer(sale.id, reason))))
        throw new EditRefusedError(
          sale.state === 'returned'
            ? 'It went back to its buyer already.'
            : 'A sale can go back to its buyer while it is held, for 7 days (3.3).',
        )
      return `${words} went back to its buyer (3.3).`
    }
    case 'complete-payout':
      if (!(await books.change((ledger) => ledger.completePayout(sale.id))))
        throw new EditRefusedError('Only a payout that failed is completed by hand (3.3).')
      return `The payout of ${words} was completed by hand (3.3).`
    case 'consume':
      if (!(await books.change((ledger) => ledger.consume(sale.buyer, sale.id, clock.now()))))
        throw new EditRefusedError('Only a consumable that was not consumed yet can be (3.2).')
      return `The developer marked ${words} as consumed.`
    case 'unconsume':
      if (!(await books.change((ledger) => ledger.unconsume(sale.id))))
        throw new EditRefusedError(
          'Only what was consumed, and did not go back, can be taken as not consumed.',
        )
      return `The developer marked ${words} as not consumed.`
    case 'confirm':
      if (!(await books.change((ledger) => ledger.confirm(sale.id))))
        throw new EditRefusedError('Only a payment that is pending is confirmed (3.2).')
      return `The payment of ${words} was confirmed (3.2).`
    case 'age': {
      await books.change((ledger) => ledger.age(sale.id, edit.milliseconds))
      await books.settled()
      return `The developer made the purchase of ${words} older by ${edit.milliseconds.toLocaleString('en')} ms.`
    }
    case 'forget-sale':
      await books.change((ledger) => ledger.forget(sale.id))
      return `The developer removed ${words}, without a refund.`
  }
}

/**
 * Gives a person what was not paid for.
 * @returns what was done, in words for the log
 * @throws {EditRefusedError} where the person owns it for good already (3.2: `already_owned`)
 */
export const giveSale = async (
  { seat, item, price }: ReadEdit<'give'>,
  { services: { money: books }, clock, randomness, ...world }: EditWorld,
): Promise<string> => {
  const { appUserId: buyer } = await world.seat(seat)
  // Before anything can flow back into a purse that was never filled.
  await books.givePurse(buyer, world.switches(seat))
  const { ledger } = books
  const owned =
    item.type === 'product'
      ? item.kind === 'permanent' && ledger.owns(buyer, item.id)
      : item.access === 'one_time' && ledger.accessOf(buyer, 'one_time', clock.now()).active
  if (owned) throw new EditRefusedError(`Seat ${seat} has that already, and it is bought once (3.2).`)
  const thousandths = parseCredits(price) ?? 0
  const sale = await books.change((open) =>
    open.give({ id: purchaseId(randomness), buyer, item, thousandths }, clock.now()),
  )
  return `The developer gave seat ${seat} ${describeSale(sale)}, without a payment.`
}

const saleOf = (ledger: Ledger, id: string): Sale => {
  const found = ledger.sale(id)
  if (found === null) throw new EditRefusedError(`There is no purchase ${id}.`)
  return found
}

/** A sale in a sentence: what it was, and for how much. */
const describeSale = ({ item, thousandths }: Pick<Sale, 'item' | 'thousandths'>): string =>
  `${item.type === 'product' ? item.id : 'access'} for ${formatCredits(thousandths)} credits`
