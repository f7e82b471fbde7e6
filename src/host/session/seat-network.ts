import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import type { Randomness } from '../randomness.js'
import { seededRandomness } from '../seeded-randomness.js'

/**
 * One seat's way to the service and back, as its switch `network` has it: every message takes its time, each way, and
 * none overtakes another; a match message may be lost. What happens follows from the seed and the messages alone, so
 * that a run can be repeated.
 */
export class SeatNetwork {
  readonly #switch: () => Switches['network']
  readonly #seat: number
  readonly #up: DelayLine
  readonly #down: DelayLine
  #chances: Chances

  constructor(clock: Clock, seat: number, network: () => Switches['network']) {
    this.#switch = network
    this.#seat = seat
    this.#up = new DelayLine(clock)
    this.#down = new DelayLine(clock)
    this.#chances = chancesOf(network().seed, seat)
  }

  /** A message from the app is on its way; `arrive` runs when it is there, at once where there is no latency. */
  up(arrive: () => void): void {
    this.#up.pass(this.#delay('up'), arrive)
  }

  /** A message to the app is on its way. */
  down(arrive: () => void): void {
    this.#down.pass(this.#delay('down'), arrive)
  }

  /** Whether a match message gets lost on its way from this seat, or to it. */
  loses(direction: 'up' | 'down'): boolean {
    const { loss } = this.#switch()
    if (loss === 0) return false
    const chance = this.#chances[direction === 'up' ? 'upLoss' : 'downLoss']
    return chance.integer(STEPS) < loss * STEPS
  }

  /** The seed was set: the same messages meet the same from here on as after every time it is set. */
  reseed(): void {
    this.#chances = chancesOf(this.#switch().seed, this.#seat)
  }

  /** What is under way goes nowhere. */
  end(): void {
    this.#up.end()
    this.#down.end()
  }

  /** Whole milliseconds. */
  #delay(direction: 'up' | 'down'): number {
    const { latency, jitter } = this.#switch()
    if (jitter === 0) return Math.round(latency)
    const share = this.#chances[direction].integer(STEPS) / STEPS
    return Math.max(0, Math.round(latency + (2 * share - 1) * jitter))
  }
}

const STEPS = 2 ** 32

/** Each question has chances of its own: how often one is asked changes nothing for the others. */
type Chances = Readonly<Record<'up' | 'down' | 'upLoss' | 'downLoss', Randomness>>

const chancesOf = (seed: number, seat: number): Chances => {
  // A seed may have more than 32 bits.
  const parts = [seed, Math.floor(seed / STEPS), seat]
  return {
    up: seededRandomness(...parts, 1),
    down: seededRandomness(...parts, 2),
    upLoss: seededRandomness(...parts, 3),
    downLoss: seededRandomness(...parts, 4),
  }
}

/** One direction: first in, first out, each after its delay. */
class DelayLine {
  readonly #clock: Clock
  #waiting: { readonly time: number; readonly arrive: () => void }[] = []
  #cancel: (() => void) | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  pass(delay: number, arrive: () => void): void {
    const last = this.#waiting.at(-1)
    if (last === undefined && delay === 0) {
      arrive()
      return
    }
    const time = this.#clock.now() + delay
    this.#waiting.push({ time: last === undefined ? time : Math.max(last.time, time), arrive })
    if (last === undefined) this.#wait()
  }

  end(): void {
    this.#waiting = []
    this.#cancel?.()
    this.#cancel = null
  }

  #wait(): void {
    const [first] = this.#waiting
    if (first === undefined) return
    this.#cancel = this.#clock.at(first.time, () => {
      this.#cancel = null
      this.#arrive()
    })
  }

  #arrive(): void {
    const now = this.#clock.now()
    try {
      for (let [first] = this.#waiting; first !== undefined && first.time <= now; [first] = this.#waiting)
        try {
          first.arrive()
        } finally {
          // Only now: what sets out while it arrives must not overtake those behind it.
          this.#waiting.shift()
        }
    } finally {
      this.#wait()
    }
  }
}
