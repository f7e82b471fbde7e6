import { type RateLimit, RateWindow } from '../rate-window.js'
import type { SavedDocument, Store } from '../saving/store.js'
import { openStorage, type StorageValues } from '../storage/document.js'

/** One person in one app: everything that outlives the app's page loads. */
export class Seat {
  /** From 1. */
  readonly number: number
  /** Stable for this person in this app (2.5). */
  readonly appUserId: string
  readonly storage: SavedDocument<StorageValues>
  readonly #rates = new Map<RateLimit, RateWindow>()

  private constructor(number: number, appUserId: string, storage: SavedDocument<StorageValues>) {
    this.number = number
    this.appUserId = appUserId
    this.storage = storage
  }

  static async open(number: number, appUserId: string, store: Store): Promise<Seat> {
    return new Seat(number, appUserId, await openStorage(store, number))
  }

  /** This person's use of a rate limit. Each domain defines its limits. */
  rate(limit: RateLimit): RateWindow {
    const known = this.#rates.get(limit)
    if (known !== undefined) return known
    const created = new RateWindow(limit)
    this.#rates.set(limit, created)
    return created
  }
}
