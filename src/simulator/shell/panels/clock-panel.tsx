import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import {
  CONSUMABLE_REFUND_MS,
  MATCH_IDLE_MS,
  MATCH_MAX_MS,
  PASS_MS,
  PAYOUT_HOLD_MS,
  RATE_MINUTE_MS,
  SESSION_MS,
} from '../../../platform/limits.js'
import type { Control } from '../control.js'
import { ScrollArea } from '../controls/scroll-area.js'
import type { LogStore } from '../log-store.js'
import { formatLongTime } from './long-time.js'

export interface ClockPanelProps {
  readonly control: Control
  readonly log: LogStore
}

/** How far the clock can be moved at once, with what the platform does after that long. */
const STEPS: readonly { readonly milliseconds: number; readonly effect: string }[] = [
  { milliseconds: RATE_MINUTE_MS, effect: 'Rates a minute start over (8.2)' },
  { milliseconds: MATCH_IDLE_MS, effect: 'A match of one player without messages closes (8.3)' },
  { milliseconds: 60 * RATE_MINUTE_MS, effect: 'Rates an hour start over (8.2, 8.4)' },
  { milliseconds: MATCH_MAX_MS, effect: 'Every match closes (8.3)' },
  { milliseconds: SESSION_MS, effect: 'The session ends: calls reject LAUNCH_INVALID (5)' },
  { milliseconds: CONSUMABLE_REFUND_MS, effect: 'A consumable that was not consumed is refunded (3.2)' },
  { milliseconds: PAYOUT_HOLD_MS, effect: 'Sales are paid out (3.3)' },
  { milliseconds: PASS_MS, effect: 'A pass ends (2.3)' },
]

const SECOND_MS = 1_000

/** The host's time: it follows the real one, and can be moved forward. */
export const ClockPanel = ({ control, log }: ClockPanelProps) => {
  const ahead = useSignal<number | null>(null)
  const problem = useSignal<string | null>(null)
  const now = useSignal(Date.now())
  const asked = useSignal(false)

  const run = async (action: () => Promise<number>) => {
    try {
      ahead.value = await action()
      problem.value = null
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error)
    }
  }

  // The clock is moved by programs too, who leave a note in the log.
  useEffect(() => {
    void run(control.clockAhead)
  }, [log.notes.value])
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [])

  const time = new Date(now.value + (ahead.value ?? 0))
  return (
    <ScrollArea className="scroll-panel" label="The host's clock">
      <div class="clock">
        <time class="clock-time" dateTime={time.toISOString()}>
          {time.toLocaleTimeString('en-GB')}
        </time>
        <span class="muted">
          {time.toLocaleDateString('en-GB', {
            weekday: 'long',
            day: 'numeric',
            month: 'long',
            year: 'numeric',
          })}
        </span>
        <span class={ahead.value === 0 ? 'muted' : 'clock-ahead'} role="status">
          {ahead.value === null
            ? 'Asking the host …'
            : ahead.value === 0
              ? 'Real time'
              : `${formatLongTime(ahead.value)} ahead of real time`}
        </span>
      </div>
      {problem.value !== null && (
        <p class="failure" role="alert">
          {problem.value}
        </p>
      )}
      <section class="switch-group" aria-label="Move the clock forward">
        <h2>Move forward by</h2>
        {STEPS.map(({ milliseconds, effect }) => (
          <div key={milliseconds} class="clock-step">
            <button
              type="button"
              class="button"
              onClick={() => run(() => control.advanceClock(`${milliseconds / SECOND_MS}s`))}
            >
              {formatLongTime(milliseconds)}
            </button>
            <span class="muted">{effect}</span>
          </div>
        ))}
      </section>
      <section class="switch-group" aria-label="Start fresh">
        <h2>Start fresh</h2>
        {asked.value ? (
          <div class="clock-step">
            <button
              type="button"
              class="button button-danger"
              onClick={() => {
                asked.value = false
                void run(async () => {
                  await control.reset()
                  return control.clockAhead()
                })
              }}
            >
              Forget everything
            </button>
            <button
              type="button"
              class="button"
              onClick={() => {
                asked.value = false
              }}
            >
              Keep it
            </button>
          </div>
        ) : (
          <div class="clock-step">
            <button
              type="button"
              class="button"
              onClick={() => {
                asked.value = true
              }}
            >
              Start fresh …
            </button>
            <span class="muted">Forgets what the app saved, and goes back to real time.</span>
          </div>
        )}
      </section>
    </ScrollArea>
  )
}
