import { isoTime } from '../../platform/units.js'
import type { StateDifference } from './timeline-entry.js'

/** An app's state, as it posts it to the console. */
export interface StatePost {
  /** Counts up during the match: a turn or a tick. */
  readonly number: number
  readonly hash: string
}

/** How the states of the apps of a match compare, by the hashes that they post to the console. */
export interface MatchSyncView {
  /** For how many numbers at least two seats posted a hash. */
  readonly compared: number
  /** The first number at which seats differ; null if they never did. */
  readonly difference: StateDifference | null
  /** The seats that post, in order. */
  readonly seats: readonly StatePosts[]
}

/** What a seat posted. */
export interface StatePosts {
  readonly seat: number
  /** Its latest number, and the hash. */
  readonly number: number
  readonly hash: string
  readonly at: string
  /** Other seats have gone on, and nothing came from this one for 1.5 seconds. */
  readonly stopped: boolean
  /** How often it posted a number again; only the first hash of a number counts. */
  readonly repeated: number
}

/** The hashes that the seats of a match posted for the numbers of their states. The latest 5,000 numbers are kept. */
export class StateHashes {
  readonly #rows = new Map<number, Map<number, string>>()
  readonly #latest = new Map<number, { number: number; hash: string; at: number; repeated: number }>()
  #first: { readonly number: number; readonly row: ReadonlyMap<number, string> } | null = null
  #compared = 0
  #highest = 0

  /** Whether a seat posted anything. */
  get isEmpty(): boolean {
    return this.#latest.size === 0
  }

  /** The first number at which seats differ; null if they never did. */
  get difference(): StateDifference | null {
    if (this.#first === null) return null
    const { number, row } = this.#first
    const seatsByHash = new Map<string, number[]>()
    for (const [seat, hash] of [...row].sort(([a], [b]) => a - b))
      seatsByHash.set(hash, [...(seatsByHash.get(hash) ?? []), seat])
    return { number, hashes: [...seatsByHash].map(([hash, seats]) => ({ hash, seats })) }
  }

  /** @returns whether `difference` changed */
  post(seat: number, { number, hash }: StatePost, now: number): boolean {
    const row = this.#rowOf(number)
    const repeated = this.#latest.get(seat)?.repeated ?? 0
    if (row.has(seat)) {
      this.#latest.set(seat, { number, hash, at: now, repeated: repeated + 1 })
      return false
    }
    row.set(seat, hash)
    this.#latest.set(seat, { number, hash, at: now, repeated })
    if (number > this.#highest) this.#highest = number
    if (row.size === 2) this.#compared += 1
    const differs = [...row.values()].some((other) => other !== hash)
    if (this.#first?.number === number) return true
    if (!differs || (this.#first !== null && this.#first.number < number)) return false
    this.#first = { number, row }
    return true
  }

  view(now: number): MatchSyncView {
    return {
      compared: this.#compared,
      difference: this.difference,
      seats: [...this.#latest]
        .sort(([a], [b]) => a - b)
        .map(([seat, { at, ...latest }]) => ({
          seat,
          ...latest,
          at: isoTime(at),
          stopped: latest.number < this.#highest && now - at > STOPPED_AFTER_MS,
        })),
    }
  }

  #rowOf(number: number): Map<number, string> {
    const known = this.#rows.get(number)
    if (known !== undefined) return known
    const row = new Map<number, string>()
    this.#rows.set(number, row)
    if (this.#rows.size > MOST_NUMBERS) {
      const [oldest] = this.#rows.keys()
      if (oldest !== undefined) this.#rows.delete(oldest)
    }
    return row
  }
}

const MOST_NUMBERS = 5_000

const STOPPED_AFTER_MS = 1_500
