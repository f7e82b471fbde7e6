import type { Clock } from '../clock.js'
import { type Network, wayOf } from '../control/network.js'
import { MAX_SEATS } from '../control/switches.js'
import { type Randomness, randomFraction, seededRandomness } from '../randomness.js'

/**
 * A seat's simulated network, by its switch `network`. Messages are delayed each way and stay in order; match messages
 * may be lost; pauses deliver what was sent in them at their end. The result depends only on the seed, the messages and
 * their times, so that a run can be repeated.
 */
export class SeatNetwork {
  readonly #clock: Clock
  readonly #switch: () => Network
  readonly #seat: number
  readonly #up: DelayLine
  readonly #down: DelayLine
  #sources: Sources
  /** Whether the latest match message was lost, so that a burst of losses can continue. */
  #losing = { up: false, down: false }
  /** When the regular pauses start to count, in milliseconds since 1970. */
  #since: number
  #frozenUntil = 0

  constructor(clock: Clock, seat: number, network: () => Network) {
    this.#clock = clock
    this.#since = clock.now()
    this.#switch = network
    this.#seat = seat
    this.#up = new DelayLine(clock)
    this.#down = new DelayLine(clock)
    this.#sources = sourcesOf(network().seed, seat)
  }

  /** Sends a message from the app. `arrive` is called when it arrives, immediately if there is no latency. */
  up(arrive: () => void): void {
    this.#up.pass(this.#arrival('up'), arrive)
  }

  /** Sends a message to the app. */
  down(arrive: () => void): void {
    this.#down.pass(this.#arrival('down'), arrive)
  }

  /** Decides when a message to the app arrives that is sent immediately after this call. */
  planDown(): PlannedMessage {
    const time = this.#down.arrivalOf(this.#arrival('down'))
    return {
      delay: Math.max(0, time - this.#clock.now()),
      send: (arrive) => this.#down.pass(time, arrive),
    }
  }

  /** Whether a match message from this seat, or to it, gets lost. */
  loses(direction: 'up' | 'down'): boolean {
    const network = this.#switch()
    const { loss } = wayOf(network, direction)
    if (loss === 0) return false
    const drawn = randomFraction(this.#sources[direction === 'up' ? 'upLoss' : 'downLoss'])
    const { burst = 1 } = network
    if (burst === 1 || loss === 1) return drawn < loss
    // Two states (Gilbert): a burst ends with a chance that gives its length, and starts with one that gives the loss.
    const length = Math.max(burst, loss / (1 - loss))
    const lost = this.#losing[direction] ? drawn >= 1 / length : drawn < loss / (length * (1 - loss))
    this.#losing[direction] = lost
    return lost
  }

  /** Delivers nothing for so long, and then everything. @param milliseconds from now */
  freeze(milliseconds: number): void {
    this.#frozenUntil = Math.max(this.#frozenUntil, this.#clock.now() + milliseconds)
    this.#up.holdUntil(this.#frozenUntil)
    this.#down.holdUntil(this.#frozenUntil)
  }

  /** The seed was set: from here on the same messages get the same delays and losses as after every time it is set. */
  reseed(): void {
    this.#sources = sourcesOf(this.#switch().seed, this.#seat)
    this.#losing = { up: false, down: false }
    this.#since = this.#clock.now()
  }

  /** Discards the messages on their way. */
  end(): void {
    this.#up.end()
    this.#down.end()
  }

  /** When a message that is sent now arrives, in milliseconds since 1970. */
  #arrival(direction: 'up' | 'down'): number {
    const time = Math.max(this.#frozenUntil, this.#clock.now() + this.#delay(direction))
    const { stalls } = this.#switch()
    if (stalls === undefined) return time
    // Each seat has its pauses at other times. A pause is the last part of its period.
    const shift = ((this.#seat - 1) * stalls.every) / MAX_SEATS
    const inPeriod = (time - this.#since + shift) % stalls.every
    return inPeriod < stalls.every - stalls.for ? time : Math.round(time + stalls.every - inPeriod)
  }

  /** Whole milliseconds. */
  #delay(direction: 'up' | 'down'): number {
    const { latency, jitter } = wayOf(this.#switch(), direction)
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

/** A message whose delay is known before it is sent. */
export interface PlannedMessage {
  /** After how many milliseconds it is to arrive; a later freeze may add to it. */
  readonly delay: number
  readonly send: (arrive: () => void) => void
}

/** One direction: messages arrive in order, each after its delay. */
class DelayLine {
  readonly #clock: Clock
  #waiting: { readonly time: number; readonly arrive: () => void }[] = []
  #cancel: (() => void) | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @param time when the message arrives, in milliseconds since 1970; not before those ahead of it */
  pass(time: number, arrive: () => void): void {
    const last = this.#waiting.at(-1)
    if (last === undefined && time <= this.#clock.now()) {
      arrive()
      return
    }
    this.#waiting.push({ time: this.arrivalOf(time), arrive })
    if (last === undefined) this.#wait()
  }

  /** When a message arrives that the network would bring at this time: not before those ahead of it. */
  arrivalOf(time: number): number {
    return Math.max(time, this.#waiting.at(-1)?.time ?? time)
  }

  /** Lets nothing arrive before a time. */
  holdUntil(time: number): void {
    if (this.#waiting.length === 0) return
    this.#waiting = this.#waiting.map((message) => ({ ...message, time: Math.max(message.time, time) }))
    this.#cancel?.()
    this.#wait()
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
