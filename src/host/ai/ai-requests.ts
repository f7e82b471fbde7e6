import type { Capability } from '../../platform/features.js'
import type { Clock } from '../clock.js'
import { CallRejection } from '../session/call-rejection.js'
import type { AiStrip } from './ai-strip.js'
import type { Step } from './timetable.js'

/** A running AI request. */
export interface AiRun {
  /** Why it was stopped, for the log; null if it was not. */
  readonly stopped: string | null
  /** Resolves with the promise's value, or with null as soon as the request is stopped. */
  orStopped<T>(work: Promise<T>): Promise<{ readonly value: T } | null>
  /**
   * Runs through steps, each for its time.
   * @returns whether the end was reached; false if the request was stopped
   */
  play(steps: readonly Step[], show: (step: Step) => AiStrip): Promise<boolean>
  /** Ends the request: the strip disappears, and the next request can start. */
  end(): void
}

/** The AI requests of one page load. Only one runs at a time (4.7). */
export class AiRequests {
  readonly #clock: Clock
  readonly #show: (strip: AiStrip | null) => void
  /** The capabilities whose model is in memory. A model is loaded by the first request after the app opened. */
  readonly loaded = new Set<Capability>()
  #stop: ((why: string) => void) | null = null

  /** @param show draws the strip, or hides it for null */
  constructor(clock: Clock, show: (strip: AiStrip | null) => void) {
    this.#clock = clock
    this.#show = show
  }

  /** @throws {CallRejection} BUSY while another request of the app is running */
  begin(): AiRun {
    if (this.#stop !== null)
      throw new CallRejection(
        'BUSY',
        'An AI request of the app is running.',
        'Only one AI request can run at a time: wait for its answer, or call `ai.cancel()` first (4.7).',
      )
    let stopped: string | null = null
    let resolveStopping = (): void => {}
    const stopping = new Promise<null>((resolve) => {
      resolveStopping = () => resolve(null)
    })
    const stop = (why: string): void => {
      stopped ??= why
      resolveStopping()
    }
    this.#stop = stop
    return {
      get stopped() {
        return stopped
      },
      orStopped: (work) => Promise.race([work.then((value) => ({ value })), stopping]),
      play: async (steps, show) => {
        let cancelAlarm = (): void => {}
        const played = new Promise<true>((resolve) => {
          let next = this.#clock.now()
          const go = (index: number): void => {
            const step = steps[index]
            if (stopped !== null) return
            if (step === undefined) {
              resolve(true)
              return
            }
            this.#show(show(step))
            next += step.ms
            if (step.ms === 0) go(index + 1)
            else cancelAlarm = this.#clock.at(next, () => go(index + 1))
          }
          go(0)
        })
        const reached = (await Promise.race([played, stopping])) ?? false
        cancelAlarm()
        return reached && stopped === null
      },
      end: () => {
        if (this.#stop !== stop) return
        this.#stop = null
        this.#show(null)
      },
    }
  }

  /** Stops the running request, which answers `cancelled`. @returns whether there was one */
  cancel(why: string): boolean {
    if (this.#stop === null) return false
    this.#stop(why)
    return true
  }
}
