import type { Clock } from '../clock.js'
import type { CallEntry, CallLog, PendingCall } from '../log/call-log.js'
import type { CallSteps } from './call-steps.js'

/** A call that the host has, and has not answered. */
interface OpenCall {
  readonly pending: PendingCall
  /** When it reached the host, by the monotonic clock. */
  readonly started: number
  readonly steps: CallSteps
}

/** The calls of one page load that have no answer yet, which the log says if they never get one. */
export class UnansweredCalls {
  readonly #clock: Clock
  readonly #log: CallLog
  /** Requests that are on their way to the host. */
  readonly #underway = new Set<PendingCall>()
  /** By id. Ids are unique among unanswered calls (4). */
  readonly #open = new Map<string, OpenCall>()

  constructor(clock: Clock, log: CallLog) {
    this.#clock = clock
    this.#log = log
  }

  /** The app sent a call. */
  sent(pending: PendingCall): void {
    this.#underway.add(pending)
  }

  /** A call reached the host. */
  arrived(pending: PendingCall): void {
    this.#underway.delete(pending)
  }

  /** Whether the host has an unanswered call with this id. */
  has(id: string): boolean {
    return this.#open.has(id)
  }

  open(id: string, call: OpenCall): void {
    this.#open.set(id, call)
  }

  answered(id: string): void {
    this.#open.delete(id)
  }

  /** Logs that a call will not be answered, since its sheet ended with the page. */
  abandon(id: string): void {
    const call = this.#open.get(id)
    if (call === undefined) return
    const ms = this.#clock.monotonic() - call.started
    this.#settle(call.pending, ms, 'while the sheet was open', call.steps.logged())
  }

  /** Logs that the calls on their way will not be answered, since the page was closed. */
  abandonUnderway(): void {
    for (const pending of this.#underway) this.#settle(pending, 0, 'before the call reached the host', {})
    this.#underway.clear()
  }

  #settle(pending: PendingCall, ms: number, when: string, added: Pick<CallEntry, 'steps'>): void {
    const { seq: _seq, at: _at, state: _state, ...call } = pending
    const why = `The page was closed ${when}, so the call has no answer.`
    this.#log.settle(pending, { ...call, ms, why, ...added })
  }
}
