import { isPending, type LogEntry } from '../../../host/log/call-log.js'
import type { MatchView } from '../../../host/matches/match-view.js'
import { isoTime } from '../../../platform/units.js'
import type { ObserverMessage, PhoneLinks } from '../../messages.js'
import type { SeatWorld } from './seat-world.js'

/** How many log entries a window gets at the start. */
const LOG_AT_START = 1_000

/** What panels show of a simulator. */
export interface Observed extends Pick<SeatWorld, 'clock' | 'live' | 'log' | 'addressed'> {
  readonly windows: { readonly taken: readonly number[] }
  matches(): readonly MatchView[]
}

/** The developer's panels in one window: they see the log, the problems and the seats, and take none. */
export class ObserverConnection {
  readonly #simulator: Observed
  /** The bundle's origin for this window's browser. */
  readonly #bundleOrigin: string
  readonly #phoneLinks: PhoneLinks | null
  readonly send: (message: ObserverMessage) => void
  #unsent: LogEntry[] = []
  /** The places of pending calls in `#unsent`, by their numbers. */
  readonly #unsentCalls = new Map<number, number>()
  #flushing = false

  constructor(
    simulator: Observed,
    bundleOrigin: string,
    phoneLinks: PhoneLinks | null,
    send: (message: ObserverMessage) => void,
  ) {
    this.#phoneLinks = phoneLinks
    this.#simulator = simulator
    this.#bundleOrigin = bundleOrigin
    this.send = send
  }

  /** Sends the window everything it needs at the start. */
  welcome(edition: string): void {
    const { clock, live, log, windows } = this.#simulator
    const matches = this.#simulator.matches()
    this.send({
      type: 'observing',
      edition,
      phoneLinks: this.#phoneLinks,
      ...this.#simulator.addressed(this.#bundleOrigin),
      problems: live.problems,
      taken: windows.taken,
      now: isoTime(clock.now()),
      log: log.entries(LOG_AT_START),
    })
    if (matches.length > 0) this.send({ type: 'matches', matches })
  }

  reload(): void {
    this.send({ type: 'reload', ...this.#simulator.addressed(this.#bundleOrigin) })
  }

  /** Sends log entries together: an app with sixty calls a second does not need sixty messages, nor both states of a quick call. */
  log(entry: LogEntry): void {
    const place = this.#unsentCalls.get(entry.seq)
    if (place === undefined) {
      if (isPending(entry)) this.#unsentCalls.set(entry.seq, this.#unsent.length)
      this.#unsent.push(entry)
    } else this.#unsent[place] = entry
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      const entries = this.#unsent
      this.#unsent = []
      this.#unsentCalls.clear()
      if (entries.length > 0) this.send({ type: 'log', entries })
    })
  }

  logCleared(): void {
    this.#unsent = []
    this.#unsentCalls.clear()
    this.send({ type: 'log-cleared' })
  }
}
