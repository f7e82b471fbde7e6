import type { LogEntry } from '../../../host/log/call-log.js'
import type { ObserverMessage, PhoneLinks } from '../../messages.js'
import type { Simulator } from '../simulator.js'

/** How many log entries a window gets at the start. */
const LOG_AT_START = 1_000

/** The developer's panels in one window: they see the log, the problems and the seats, and take none. */
export class ObserverConnection {
  readonly #simulator: Simulator
  /** The bundle's origin for this window's browser. */
  readonly #bundleOrigin: string
  readonly #phoneLinks: PhoneLinks | null
  readonly #send: (message: ObserverMessage) => void
  #unsent: LogEntry[] = []
  #flushing = false

  constructor(
    simulator: Simulator,
    bundleOrigin: string,
    phoneLinks: PhoneLinks | null,
    send: (message: ObserverMessage) => void,
  ) {
    this.#phoneLinks = phoneLinks
    this.#simulator = simulator
    this.#bundleOrigin = bundleOrigin
    this.#send = send
  }

  /** Sends the window everything it needs at the start. */
  welcome(edition: string): void {
    const { live, log, windows } = this.#simulator
    const matches = this.#simulator.matches()
    this.#send({
      type: 'observing',
      edition,
      phoneLinks: this.#phoneLinks,
      ...this.#simulator.addressed(this.#bundleOrigin),
      problems: live.problems,
      taken: windows.taken,
      log: log.entries(LOG_AT_START),
    })
    if (matches.length > 0) this.#send({ type: 'matches', matches })
  }

  reload(): void {
    this.#send({ type: 'reload', ...this.#simulator.addressed(this.#bundleOrigin) })
  }

  send(message: ObserverMessage): void {
    this.#send(message)
  }

  /** Sends log entries together: an app with sixty calls a second does not need sixty messages. */
  log(entry: LogEntry): void {
    this.#unsent.push(entry)
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      const entries = this.#unsent
      this.#unsent = []
      if (entries.length > 0) this.#send({ type: 'log', entries })
    })
  }

  logCleared(): void {
    this.#unsent = []
    this.#send({ type: 'log-cleared' })
  }
}
