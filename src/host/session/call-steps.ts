import type { Clock } from '../clock.js'
import { DECLINED } from '../control/faults/fault.js'
import type { CallEntry } from '../log/call-log.js'
import type { CallStep, NewCallStep } from '../log/call-step.js'
import type { SheetTurn } from './sheet-turns.js'
import type { Verdict } from './sheets.js'

/** Collects what the host does for one call, for the log. Starts when the call is sent. */
export class CallSteps {
  readonly #clock: Clock
  /** When the call was sent, in milliseconds since 1970. */
  readonly sentAt: number
  readonly #started: number
  readonly #steps: CallStep[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.sentAt = clock.now()
    this.#started = clock.monotonic()
  }

  /** @param later how many milliseconds after now */
  add(step: NewCallStep, later = 0): void {
    const ms = this.#clock.monotonic() - this.#started + later
    this.#steps.push({ ...step, ms: Math.round(ms * 1_000) / 1_000 })
  }

  /**
   * As the log has them: nothing if there are none.
   * @param delay after how many milliseconds the network brings the answer to the app
   */
  logged(delay = 0): Pick<CallEntry, 'steps'> {
    if (delay > 0) this.add({ step: 'delivered' }, delay)
    return this.#steps.length === 0 ? {} : { steps: [...this.#steps] }
  }

  /** The same turn, whose sheet is noted. */
  watch(turn: SheetTurn): SheetTurn {
    return {
      ...turn,
      open: async (sheet, offer, judge, onDrawn) => {
        const noted = (fault: Verdict): Verdict => {
          if (fault !== null) this.add({ step: 'choice-refused', sheet, why: fault })
          return fault
        }
        const choice = await turn.open(
          sheet,
          offer,
          (made) => {
            const verdict = judge(made)
            return verdict instanceof Promise ? verdict.then(noted) : noted(verdict)
          },
          (change) => {
            this.add({ step: 'sheet-opened', sheet })
            onDrawn?.(change)
          },
        )
        this.add({ step: 'sheet-answered', sheet, declined: choice === DECLINED[sheet] })
        return choice
      },
    }
  }
}
