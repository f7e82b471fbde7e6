import { CALL_TABLE, type Method } from '../../../platform/calls/table.js'
import type { ErrorCode } from '../../../platform/error-codes.js'
import type { Randomness } from '../../randomness.js'
import { seededRandomness } from '../../seeded-randomness.js'
import type { CallTrouble, Moment } from './trouble.js'

/**
 * Random trouble from a seed. What befalls a call follows from the seed, the seat, the method and how many calls of it
 * came before, and from nothing else: not from the time, nor from what other methods are called. An app that makes the
 * same calls again meets the same trouble again.
 */
export class Torture {
  readonly seed: number
  readonly #calls = new Map<string, number>()

  constructor(seed: number) {
    this.seed = seed
  }

  /** What befalls the next call of a method; null: nothing. */
  meet(seat: number, method: Method): CallTrouble | null {
    const chance = this.#chance(seat, method)
    if (chance.integer(100) >= TROUBLED_PERCENT) return null
    const kind = chance.integer(10)
    const { timeoutMs } = CALL_TABLE[method]
    if (kind < 5) {
      const codes: readonly ErrorCode[] = CALL_TABLE[method].mayFailWith
      const code = codes[chance.integer(codes.length)]
      return code === undefined ? null : { what: 'error', code }
    }
    // Only what has a timeout can go unanswered: the app would wait for the rest for good.
    if (kind === 5 && timeoutMs !== null) return { what: 'silence' }
    if (kind === 6 && CALL_TABLE[method].gesture !== 'no') return { what: 'cancel' }
    return { what: 'slow', ms: SLOWEST_MS - chance.integer(SLOWEST_MS) }
  }

  /** What befalls the app after the next answer; null: nothing. */
  momentAfter(seat: number): Moment | null {
    const chance = this.#chance(seat, AFTER_ANSWERS)
    if (chance.integer(100) >= MOMENT_PERCENT) return null
    return PASSING_MOMENTS[chance.integer(PASSING_MOMENTS.length)] ?? null
  }

  /** By the method's name: its place in the call table changes whenever a method is added. */
  #chance(seat: number, what: Method | typeof AFTER_ANSWERS): Randomness {
    const counter = `${seat} ${what}`
    const calls = (this.#calls.get(counter) ?? 0) + 1
    this.#calls.set(counter, calls)
    return seededRandomness(this.seed, seat, ...charactersOf(what), calls)
  }
}

const charactersOf = (text: string): readonly number[] => Array.from(text, (_, at) => text.charCodeAt(at))

/** Stands for what happens between calls; no method has a space in its name. */
const AFTER_ANSWERS = 'after answers'

const TROUBLED_PERCENT = 25
const MOMENT_PERCENT = 5
const SLOWEST_MS = 3_000

/** What an app gets over: what ends it for good would end the torture too. */
const PASSING_MOMENTS: readonly Moment[] = [
  'hide-and-show',
  'flip-theme',
  'offline-for-a-while',
  'drop-connection',
]
