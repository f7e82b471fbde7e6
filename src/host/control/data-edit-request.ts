import type { Capability } from '../../platform/features.js'
import type { Item } from '../money/ledger.js'

/**
 * What a developer changes by hand in what is saved of an app. It may be what no app may do (another player's record,
 * no rates, a payment taken back), but nothing that the platform would not hold. Without zod's types, since this is
 * published.
 */
export type DataEdit =
  | { readonly edit: 'set-value'; readonly seat: number; readonly key: string; readonly value: string }
  | { readonly edit: 'remove-value'; readonly seat: number; readonly key: string }
  | { readonly edit: 'clear-storage'; readonly seat: number }
  /** Credits as a decimal string with up to three decimals. */
  | { readonly edit: 'set-balance'; readonly seat: number; readonly credits: string }
  | { readonly edit: 'set-nickname'; readonly seat: number; readonly nickname: string | null }
  /** Whether the person let the app use AI; without it they are asked (4.7). */
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
  /** Back to the buyer, while that is possible (3.3). */
  | { readonly edit: 'refund'; readonly sale: string }
  /** What an admin does after an automatic payout failed (3.3). */
  | { readonly edit: 'complete-payout'; readonly sale: string }
  | { readonly edit: 'consume'; readonly sale: string }
  /** As if the app had crashed before it told that the consumable was delivered (4.3). */
  | { readonly edit: 'unconsume'; readonly sale: string }
  /** Now, instead of when the ledger comes to it (3.2: `pending`); `refund` lets it fail. */
  | { readonly edit: 'confirm'; readonly sale: string }
  /** As if it had been bought so many milliseconds earlier: what falls due by that happens at once (3.2, 3.3). */
  | { readonly edit: 'age'; readonly sale: string; readonly milliseconds: number }
  /** As if the person had bought it now; nothing is paid. The price is in credits, for a refund and the figures. */
  | { readonly edit: 'give'; readonly seat: number; readonly item: Item; readonly price: string }
  /** As if it had never been: no refund. */
  | { readonly edit: 'forget-sale'; readonly sale: string }
