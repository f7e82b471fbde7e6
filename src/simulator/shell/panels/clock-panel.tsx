import {
  CONSUMABLE_REFUND_MS,
  MATCH_IDLE_MS,
  MATCH_MAX_MS,
  PASS_MS,
  PAYOUT_HOLD_MS,
  RATE_MINUTE_MS,
  SESSION_MS,
} from '../../../platform/limits.js'
import { SECOND_MS } from '../../../platform/units.js'
import type { ClockState, Control } from '../control.js'
import { ConfirmButton } from '../controls/confirm-button.js'
import { Icon } from '../controls/icon.js'
import { ScrollArea } from '../controls/scroll-area.js'
import type { LogStore } from '../log-store.js'
import { hostNow, useRealNow } from './host-time.js'
import { formatLongTime } from './long-time.js'
import { useRefreshed } from './use-refreshed.js'

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

/** The host's time: it follows the real one, stands still, or is moved forward. */
export const ClockPanel = ({ control, log }: ClockPanelProps) => {
  const { value, problem, run } = useRefreshed(log, control.clock)
  const realNow = useRealNow()

  const clock = value.value
  const now = clock === null ? realNow : hostNow(clock, realNow)
  const time = new Date(now)
  const paused = clock?.paused === true
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
        <span class={clock?.ahead === 0 ? 'muted' : 'clock-ahead'} role="status">
          {clock === null ? 'Asking the host …' : describeClock(clock)}
        </span>
        <button
          type="button"
          class="button"
          aria-pressed={paused}
          disabled={clock === null}
          onClick={() => run(() => control.pauseClock(!paused))}
        >
          <Icon name={paused ? 'play' : 'pause'} />
          {paused ? 'Let it run' : 'Stand still'}
        </button>
      </div>
      {problem.value !== null && (
        <p class="failure" role="alert">
          {problem.value}
        </p>
      )}
      {clock !== null && (
        <Upcoming
          clock={clock}
          now={now}
          onGoTo={(milliseconds) => run(() => control.advanceClock(`${milliseconds}ms`))}
        />
      )}
      <section class="switch-group" aria-label="Move the clock forward">
        <h2>Move forward by</h2>
        {STEPS.map(({ milliseconds, effect }) => (
          <div key={milliseconds} class="step">
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
        <div class="step">
          <ConfirmButton confirm="Forget everything" onConfirm={() => void run(control.reset)}>
            Start fresh
          </ConfirmButton>
          <span class="muted">Forgets what the app saved, and goes back to real time. Snapshots stay.</span>
        </div>
      </section>
    </ScrollArea>
  )
}

/** More than these are counted, not listed. */
const SHOWN = 12

interface UpcomingProps {
  readonly clock: ClockState
  readonly now: number
  /** @param milliseconds how far it is to that moment */
  readonly onGoTo: (milliseconds: number) => void
}

/** What will happen by itself, with a button to go there. */
const Upcoming = ({ clock, now, onGoTo }: UpcomingProps) => {
  const { upcoming } = clock
  return (
    <section class="switch-group" aria-label="About to happen">
      <h2>About to happen</h2>
      {upcoming.length === 0 ? (
        <p class="muted">Nothing: no app runs, and no payment waits.</p>
      ) : (
        <ul class="upcoming">
          {upcoming.slice(0, SHOWN).map(({ at, what, seat, text }) => {
            const left = Math.max(0, Date.parse(at) - now)
            return (
              <li key={`${what} ${seat} ${at}`}>
                <span class="upcoming-in">{left === 0 ? 'Now' : `In ${formatLongTime(roundUp(left))}`}</span>
                <span class="upcoming-what">{text}</span>
                <button
                  type="button"
                  class="button"
                  aria-label={`Go there: ${text}`}
                  disabled={left === 0}
                  onClick={() => onGoTo(Math.ceil(left))}
                >
                  Go there
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {upcoming.length > SHOWN && <p class="muted">and {upcoming.length - SHOWN} more</p>}
    </section>
  )
}

/** Seconds are shown as whole ones, and none of them too early. */
const roundUp = (milliseconds: number): number => Math.ceil(milliseconds / SECOND_MS) * SECOND_MS

const describeClock = ({ ahead, paused }: ClockState): string => {
  const apart =
    Math.abs(ahead) < SECOND_MS
      ? 'real time'
      : `${formatLongTime(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} real time`
  if (paused) return `Stands still, ${apart}`
  return apart === 'real time' ? 'Real time' : apart
}
