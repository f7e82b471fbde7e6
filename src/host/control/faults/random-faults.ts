import { CALL_TABLE, type Method } from '../../../platform/calls/table.js'
import type { ErrorCode } from '../../../platform/error-codes.js'
import type { Randomness } from '../../randomness.js'
import { seededRandomness } from '../../randomness.js'
import type { Fault, Moment } from './fault.js'

/**
 * Random faults from a seed. The fault of a call depends only on the seed, the seat, the method and the number of
 * earlier calls of that method; not on the time or on calls of other methods. An app that makes the same calls again
 * gets the same faults again.
 */
export class RandomFaults {
  readonly seed: number
  readonly #calls = new Map<string, number>()

  constructor(seed: number) {
    this.seed = seed
  }

  /** The fault of the next call of a method, or null. */
  faultFor(seat: number, method: Method): Fault | null {
    const randomness = this.#randomnessFor(seat, method)
    if (randomness.integer(100) >= FAULT_PERCENT) return null
    const kind = randomness.integer(10)
    const { timeoutMs } = CALL_TABLE[method]
    if (kind < 5) {
      const codes: readonly ErrorCode[] = CALL_TABLE[method].mayFailWith
      const code = codes[randomness.integer(codes.length)]
      return code === undefined ? null : { what: 'error', code }
    }
    // Only calls with a timeout go unanswered: the app would wait forever for the others.
    if (kind === 5 && timeoutMs !== null) return { what: 'silence' }
    if (kind === 6 && CALL_TABLE[method].gesture !== 'no') return { what: 'cancel' }
    return { what: 'slow', ms: SLOWEST_MS - randomness.integer(SLOWEST_MS) }
  }

  /** What happens to the app after the next answer, or null. */
  momentAfter(seat: number): Moment | null {
    const randomness = this.#randomnessFor(seat, AFTER_ANSWERS)
    if (randomness.integer(100) >= MOMENT_PERCENT) return null
    return PASSING_MOMENTS[randomness.integer(PASSING_MOMENTS.length)] ?? null
  }

  /** Seeded by the method's name: its index in the call table changes when a method is added. */
  #randomnessFor(seat: number, what: Method | typeof AFTER_ANSWERS): Randomness {
    const counter = `${seat} ${what}`
    const calls = (this.#calls.get(counter) ?? 0) + 1
    this.#calls.set(counter, calls)
    return seededRandomness(this.seed, seat, ...charactersOf(what), calls)
  }
}

const charactersOf = (text: string): readonly number[] => Array.from(text, (_, at) => text.charCodeAt(at))

/** Stands for what happens between calls. No method has a space in its name. */
const AFTER_ANSWERS = 'after answers'

const FAULT_PERCENT = 25
const MOMENT_PERCENT = 5
const SLOWEST_MS = 3_000

/** Moments that the app can recover from. The others would end the run. */
const PASSING_MOMENTS: readonly Moment[] = [
  'hide-and-show',
  'flip-theme',
  'offline-for-a-while',
  'drop-connection',
]
