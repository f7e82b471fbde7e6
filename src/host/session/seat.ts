import { type RateLimit, RateWindow } from '../rate-window.js'
import type { SavedDocument, Store } from '../saving/store.js'
import { openStorage, type StorageValues } from '../storage/document.js'

/** One person in one app: everything that outlives the app's page loads. */
export class Seat {
  /** From 1. */
  readonly number: number
  /** Stable for this person in this app. In every seat but the first it ends in `~` and the seat's number (2.5, 4.8). */
  readonly appUserId: string
  readonly storage: SavedDocument<StorageValues>
  readonly #rates = new Map<RateLimit, RateWindow>()

  private constructor(number: number, appUserId: string, storage: SavedDocument<StorageValues>) {
    this.number = number
    this.appUserId = appUserId
    this.storage = storage
  }

  /** @param ownerId the id of the person in the first seat */
  static async open(number: number, ownerId: string, store: Store): Promise<Seat> {
    const storage = await openStorage(store, number)
    return new Seat(number, number === 1 ? ownerId : `${ownerId}~${number}`, storage)
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
