import {
  AI_ANSWERS_PER_HOUR,
  AI_IMAGES_PER_HOUR,
  AI_SOUNDS_PER_HOUR,
  AI_WEB_SEARCHES_PER_HOUR,
  PAYMENTS_PER_MINUTE,
  RATE_HOUR_MS,
  RATE_MINUTE_MS,
  SHARED_READS_PER_MINUTE,
  SHARED_WRITES_PER_MINUTE,
  SHARES_PER_HOUR,
  STORAGE_WRITES_PER_MINUTE,
} from '../../platform/limits.js'
import { RateWindow } from '../rate-window.js'
import type { SavedDocument, Store } from '../saving/store.js'
import { openStorage, type StorageValues } from '../storage/document.js'

/** One person in one app: what outlives the app's page loads. */
export class Seat {
  /** From 1. */
  readonly number: number
  /** Stable for this person in this app; every seat but the first ends in `~` and its number (2.5, 4.8). */
  readonly appUserId: string
  readonly storage: SavedDocument<StorageValues>
  readonly storageWrites = new RateWindow(STORAGE_WRITES_PER_MINUTE, RATE_MINUTE_MS)
  readonly payments = new RateWindow(PAYMENTS_PER_MINUTE, RATE_MINUTE_MS)
  readonly shares = new RateWindow(SHARES_PER_HOUR, RATE_HOUR_MS)
  readonly sharedWrites = new RateWindow(SHARED_WRITES_PER_MINUTE, RATE_MINUTE_MS)
  readonly sharedReads = new RateWindow(SHARED_READS_PER_MINUTE, RATE_MINUTE_MS)
  readonly aiPictures = new RateWindow(AI_IMAGES_PER_HOUR, RATE_HOUR_MS)
  readonly aiSounds = new RateWindow(AI_SOUNDS_PER_HOUR, RATE_HOUR_MS)
  readonly aiAnswers = new RateWindow(AI_ANSWERS_PER_HOUR, RATE_HOUR_MS)
  readonly aiSearches = new RateWindow(AI_WEB_SEARCHES_PER_HOUR, RATE_HOUR_MS)

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
}
