import { CONSUMABLE_REFUND_MS, PAYOUT_HOLD_MS } from '../../platform/limits.js'

type ProductKind = 'consumable' | 'permanent'

/** What is for sale: a product of the manifest, or access to the app itself. */
export type Item =
  | { readonly type: 'product'; readonly id: string; readonly kind: ProductKind }
  | { readonly type: 'access'; readonly access: 'one_time' | 'pass_30d' }

/** The state of a sale (3.3). */
export const SALE_STATES = [
  /** The buyer's payment is not confirmed yet (3.2: `pending`). */
  'confirming',
  'held',
  'paid-out',
  /** The automatic payout failed and is not tried again: an admin completes it by hand. */
  'awaiting-manual',
  'returned',
] as const

/** Why a payment was returned to its buyer (3.3). */
export const RETURN_REASONS = ['unconsumed', 'refund', 'blocked', 'deleted'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** What a person buys. */
export type Purchase = Pick<Sale, 'id' | 'buyer' | 'item' | 'thousandths'>

/** A purchase and its state. Amounts are whole thousandths of a credit, times are milliseconds since 1970. */
export interface Sale {
  readonly id: string
  readonly buyer: string
  readonly item: Item
  readonly thousandths: number
  readonly purchasedAt: number
  /** When a pending payment will be confirmed; null once it is. */
  readonly confirmsAt: number | null
  readonly consumedAt: number | null
  readonly state: (typeof SALE_STATES)[number]
  readonly returnReason: ReturnReason | null
}

/** What comes due for a sale by itself, and when. */
export interface SaleStep {
  readonly at: number
  readonly what: 'confirm' | 'refund' | 'payout'
}

/** A sale as it is bought. @param confirmsAt when its payment will be confirmed; null confirms it immediately */
export const newSale = (purchase: Purchase, now: number, confirmsAt: number | null): Sale => ({
  ...purchase,
  purchasedAt: now,
  confirmsAt,
  consumedAt: null,
  state: confirmsAt === null ? 'held' : 'confirming',
  returnReason: null,
})

export const isConsumable = ({ item }: Pick<Sale, 'item'>): boolean =>
  item.type === 'product' && item.kind === 'consumable'

/** Whether the payment is confirmed, and was not returned. */
export const isConfirmed = ({ state }: Sale): boolean => state !== 'returned' && state !== 'confirming'

/** What comes due next; null if nothing does. */
export const nextStep = (sale: Sale): SaleStep | null => {
  if (sale.state === 'confirming') return { at: sale.confirmsAt ?? sale.purchasedAt, what: 'confirm' }
  if (sale.state !== 'held') return null
  if (isConsumable(sale) && sale.consumedAt === null)
    return { at: sale.purchasedAt + CONSUMABLE_REFUND_MS, what: 'refund' }
  return { at: sale.purchasedAt + PAYOUT_HOLD_MS, what: 'payout' }
}
