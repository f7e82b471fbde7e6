import type { HostClockState } from '../../../../control/simulator-answers.js'
import { CLOCK_SPEEDS } from '../../../../host/clock-course.js'
import { SECOND_MS } from '../../../../platform/units.js'
import { Button } from '../../controls/button.js'
import { ConfirmButton } from '../../controls/confirm-button.js'
import { Alert, Step } from '../../controls/form.js'
import { Icon } from '../../controls/icon.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import { Segmented } from '../../controls/segmented.js'
import { Words } from '../../docs/with-sections.js'
import type { ShellParts } from '../../parts.js'
import { formatLongTime, hostNow, useRealNow } from '../host-time.js'
import { useRefreshed } from '../use-refreshed.js'
import { CLOCK_STEPS } from './clock-steps.js'

export type ClockPanelProps = Pick<ShellParts, 'control' | 'log'>

/** The host's clock: it follows real time, is stopped, or is moved forward. */
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
          {clock === null ? 'Loading …' : describeClock(clock)}
        </span>
        <Button
          aria-pressed={paused}
          disabled={clock === null}
          onClick={() => run(() => control.pauseClock(!paused))}
        >
          <Icon name={paused ? 'play' : 'pause'} />
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Segmented
          label="Speed"
          value={clock?.speed ?? 1}
          choices={CLOCK_SPEEDS.map((speed) => ({
            value: speed,
            label: `× ${speed}`,
            title: speed === 1 ? 'Normal speed' : `${speed} times as fast`,
          }))}
          onChange={(speed) => void run(() => control.setClockSpeed(speed))}
        />
      </div>
      <Alert text={problem.value} />
      {clock !== null && (
        <Upcoming
          clock={clock}
          now={now}
          onGoTo={(milliseconds) => run(() => control.advanceClock(`${milliseconds}ms`))}
        />
      )}
      <section class="switch-group" aria-label="Move the clock forward">
        <h2>Move the clock forward</h2>
        <Step effect="All due events, until none is due within an hour">
          <Button onClick={() => run(() => control.advanceClockUntilQuiet())}>Run until idle</Button>
        </Step>
        {CLOCK_STEPS.map(({ milliseconds, effect }) => (
          <Step key={milliseconds} effect={effect}>
            <Button onClick={() => run(() => control.advanceClock(`${milliseconds / SECOND_MS}s`))}>
              {formatLongTime(milliseconds)}
            </Button>
          </Step>
        ))}
      </section>
      <section class="switch-group" aria-label="Start fresh">
        <h2>Start fresh</h2>
        <Step effect="Delete the app's saved data and return to real time. Snapshots are kept.">
          <ConfirmButton confirm="Delete everything" onConfirm={() => void run(control.reset)}>
            Start fresh
          </ConfirmButton>
        </Step>
      </section>
    </ScrollArea>
  )
}

/** Further events are only counted. */
const SHOWN = 12

interface UpcomingProps {
  readonly clock: HostClockState
  readonly now: number
  /** @param milliseconds the time until that moment */
  readonly onGoTo: (milliseconds: number) => void
}

/** Upcoming automatic events, with a button to jump to each. */
const Upcoming = ({ clock, now, onGoTo }: UpcomingProps) => {
  const { upcoming } = clock
  return (
    <section class="switch-group" aria-label="Upcoming events">
      <h2>Upcoming events</h2>
      {upcoming.length === 0 ? (
        <p class="muted">None: no app is running, and no payment is pending.</p>
      ) : (
        <ul class="upcoming stack">
          {upcoming.slice(0, SHOWN).map(({ at, what, seat, text }) => {
            const left = Math.max(0, Date.parse(at) - now)
            return (
              <li key={`${what} ${seat} ${at}`}>
                <span class="upcoming-in">{left === 0 ? 'Now' : `In ${formatLongTime(roundUp(left))}`}</span>
                <span class="upcoming-what">
                  <Words text={text} />
                </span>
                <Button
                  aria-label={`Jump to: ${text}`}
                  disabled={left === 0}
                  onClick={() => onGoTo(Math.ceil(left))}
                >
                  Jump
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {upcoming.length > SHOWN && <p class="muted">and {upcoming.length - SHOWN} more</p>}
    </section>
  )
}

/** Seconds are rounded up, so that none is shown too early. */
const roundUp = (milliseconds: number): number => Math.ceil(milliseconds / SECOND_MS) * SECOND_MS

const describeClock = ({ ahead, paused, speed }: HostClockState): string => {
  const apart =
    Math.abs(ahead) < SECOND_MS
      ? 'real time'
      : `${formatLongTime(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} real time`
  if (paused) return `Paused, ${apart}`
  if (speed !== 1) return `${speed} times as fast, ${apart}`
  return apart === 'real time' ? 'Real time' : apart
}
