import type { Clock } from '../clock.js'
import type { Switches } from '../control/switches.js'
import { type Randomness, randomFraction } from '../randomness.js'
import { seededRandomness } from '../seeded-randomness.js'

/**
 * A seat's simulated network, by its switch `network`. Messages are delayed each way and stay in order; match messages
 * may be lost. The result depends only on the seed and the messages, so that a run can be repeated.
 */
export class SeatNetwork {
  readonly #switch: () => Switches['network']
  readonly #seat: number
  readonly #up: DelayLine
  readonly #down: DelayLine
  #sources: Sources

  constructor(clock: Clock, seat: number, network: () => Switches['network']) {
    this.#switch = network
    this.#seat = seat
    this.#up = new DelayLine(clock)
    this.#down = new DelayLine(clock)
    this.#sources = sourcesOf(network().seed, seat)
  }

  /** Sends a message from the app. `arrive` is called when it arrives, immediately if there is no latency. */
  up(arrive: () => void): void {
    this.#up.pass(this.#delay('up'), arrive)
  }

  /** Sends a message to the app. */
  down(arrive: () => void): void {
    this.#down.pass(this.#delay('down'), arrive)
  }

  /** Whether a match message from this seat, or to it, gets lost. */
  loses(direction: 'up' | 'down'): boolean {
    const { loss } = this.#switch()
    if (loss === 0) return false
    return randomFraction(this.#sources[direction === 'up' ? 'upLoss' : 'downLoss']) < loss
  }

  /** The seed was set: from here on the same messages get the same delays and losses as after every time it is set. */
  reseed(): void {
    this.#sources = sourcesOf(this.#switch().seed, this.#seat)
  }

  /** Discards the messages on their way. */
  end(): void {
    this.#up.end()
    this.#down.end()
  }

  /** Whole milliseconds. */
  #delay(direction: 'up' | 'down'): number {
    const { latency, jitter } = this.#switch()
    if (jitter === 0) return Math.round(latency)
    const share = randomFraction(this.#sources[direction])
    return Math.max(0, Math.round(latency + (2 * share - 1) * jitter))
  }
}

/** A separate source of randomness for each purpose, so that use of one does not change the others. */
type Sources = Readonly<Record<'up' | 'down' | 'upLoss' | 'downLoss', Randomness>>

const sourcesOf = (seed: number, seat: number): Sources => {
  // A seed may have more than 32 bits.
  const parts = [seed, Math.floor(seed / 2 ** 32), seat]
  return {
    up: seededRandomness(...parts, 1),
    down: seededRandomness(...parts, 2),
    upLoss: seededRandomness(...parts, 3),
    downLoss: seededRandomness(...parts, 4),
  }
}

/** One direction: messages arrive in order, each after its delay. */
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
          // Removed only now: messages sent during the arrival must not overtake those behind it.
          this.#waiting.shift()
        }
    } finally {
      this.#wait()
    }
  }
}
