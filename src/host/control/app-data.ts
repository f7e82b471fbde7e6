import type { Capability } from '../../platform/features.js'
import type { Item, Sale } from '../money/sale.js'

/**
 * All saved data of an app as one document, for export and import (`control/data`, a stable interface). Only `schema`
 * is required. What a document leaves out is empty after the import.
 */
export interface AppData {
  readonly schema: 1
  /** The App ID. A document of another app is refused. */
  readonly app?: string
  /**
   * The host's time of the export, ISO 8601. The import moves every time in the document by the time that has passed
   * since then: what had three hours left has three hours left again. Without it, times stay as they are.
   */
  readonly savedAt?: string
  /** The `app_user_id` of seat 1. Those of the other seats end in `~2` to `~8` (2.5, 4.8). */
  readonly ownerId?: string
  /** The values of `storage.*`, by seat. */
  readonly storage?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** By `app_user_id` (4.6). */
  readonly nicknames?: Readonly<Record<string, string>>
  /** The AI capabilities that a person lets the app use, by `app_user_id` (4.7). */
  readonly aiConsents?: Readonly<Record<string, readonly Capability[]>>
  /** Credits as decimal strings, by `app_user_id`. */
  readonly balances?: Readonly<Record<string, string>>
  /** Every payment, oldest first (3.2, 3.3). */
  readonly sales?: readonly AppDataSale[]
  /** The records of `db.*`, oldest write first (4.6). */
  readonly sharedStore?: readonly AppDataRecord[]
}

export interface AppDataSale {
  readonly id: string
  /** An `app_user_id`. */
  readonly buyer: string
  readonly item: Item
  /** Credits as a decimal string. */
  readonly price: string
  readonly purchasedAt: string
  /** When a pending payment will be confirmed (3.2: `pending`). */
  readonly confirmsAt?: string | null
  readonly consumedAt?: string | null
  readonly state: Sale['state']
  readonly returnReason?: Sale['returnReason']
}

export interface AppDataRecord {
  /** An `app_user_id`, or the id of an invented player. */
  readonly player: string
  readonly key: string
  readonly value: string
  readonly rank?: number | null
  readonly replaceable?: boolean
  readonly updatedAt: string
}
