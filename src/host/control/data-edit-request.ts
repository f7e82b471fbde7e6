import type { Capability } from '../../platform/features.js'
import type { Item } from '../money/sale.js'

/**
 * A developer's edit of an app's saved data. It can do what no app can (change another player's record, ignore rates,
 * return a payment), but only store what the platform allows. Without zod's types, because this type is published.
 */
export type DataEdit =
  | { readonly edit: 'set-value'; readonly seat: number; readonly key: string; readonly value: string }
  | { readonly edit: 'remove-value'; readonly seat: number; readonly key: string }
  | { readonly edit: 'clear-storage'; readonly seat: number }
  /** Credits as a decimal string with up to three decimals. */
  | { readonly edit: 'set-balance'; readonly seat: number; readonly credits: string }
  | { readonly edit: 'set-nickname'; readonly seat: number; readonly nickname: string | null }
  /** Whether the person lets the app use AI. Without consent, the host asks them (4.7). */
  | {
      readonly edit: 'set-ai-consent'
      readonly seat: number
      readonly capability: Capability
      readonly allowed: boolean
    }
  | {
      readonly edit: 'set-record'
      readonly player: string
      readonly key: string
      readonly value: string
      readonly rank?: number | null | undefined
      readonly replaceable?: boolean | undefined
    }
  | { readonly edit: 'remove-record'; readonly player: string; readonly key: string }
  /** Returns the payment to the buyer, if that is still possible (3.3). */
  | { readonly edit: 'refund'; readonly sale: string }
  /** Completes a payout as an admin does after the automatic one failed (3.3). */
  | { readonly edit: 'complete-payout'; readonly sale: string }
  | { readonly edit: 'consume'; readonly sale: string }
  /** As if the app had crashed before it reported that the consumable was delivered (4.3). */
  | { readonly edit: 'unconsume'; readonly sale: string }
  /** Confirms a pending payment now (3.2: `pending`). `refund` makes it fail. */
  | { readonly edit: 'confirm'; readonly sale: string }
  /** As if it had been bought this many milliseconds earlier. What is due then happens immediately (3.2, 3.3). */
  | { readonly edit: 'age'; readonly sale: string; readonly milliseconds: number }
  /** As if the person had bought it now, without a payment. The price, in credits, counts for refunds and figures. */
  | { readonly edit: 'give'; readonly seat: number; readonly item: Item; readonly price: string }
  /** Removes the purchase without a refund. */
  | { readonly edit: 'forget-sale'; readonly sale: string }
