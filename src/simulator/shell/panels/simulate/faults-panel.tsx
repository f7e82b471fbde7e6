import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { ActiveFault } from '../../../../host/control/faults/fault.js'
import { Button } from '../../controls/button.js'
import { Alert, SettingRow, Step } from '../../controls/form.js'
import { ScrollArea } from '../../controls/scroll-area.js'
import type { ShellParts } from '../../parts.js'
import type { FaultDraft } from '../calls/fault-draft.js'
import { previewJson } from '../calls/preview-json.js'
import { SeatChooser } from '../seat-chooser.js'
import { useRefreshed } from '../use-refreshed.js'
import { CallFaultForm } from './call-fault-form.js'
import { MOMENTS } from './moments.js'

export interface FaultsPanelProps extends Pick<ShellParts, 'seats' | 'control' | 'log'> {
  /** The fault with which the form starts, of a call that was answered so; null if there is none. */
  readonly draft: Signal<FaultDraft | null>
}

/** Deliberate faults. */
export const FaultsPanel = ({ seats, control, log, draft }: FaultsPanelProps) => {
  const { value, problem, run } = useRefreshed(log, control.faults)
  const seat = seats.chosen.value.number
  const state = value.value
  return (
    <ScrollArea className="scroll-panel" label="Faults">
      <SeatChooser seats={seats} />
      <Alert text={problem.value} />
      <CallFaultForm
        draft={draft}
        seats={seats}
        onFault={(fault, elsewhere) =>
          void run(() => control.addFault({ ...fault, seat: elsewhere ?? seat }))
        }
      />
      <section class="switch-group" aria-label="Active faults">
        <h2>Active</h2>
        {state === null || state.faults.length === 0 ? (
          <p class="muted">None. Calls work normally.</p>
        ) : (
          <ul class="upcoming stack">
            {state.faults.map((active) => (
              <li key={active.id}>
                <span class="upcoming-in">{active.times === 'next' ? 'Next' : 'Every'}</span>
                <span class="upcoming-what">{describeFault(active)}</span>
                <Button
                  aria-label={`Remove: ${describeFault(active)}`}
                  onClick={() => void run(() => control.removeFault(active.id))}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="switch-group moments" aria-label="Events">
        <h2>Events</h2>
        {MOMENTS.map(([moment, label, effect]) => (
          <Step key={moment} effect={effect}>
            <Button onClick={() => void run(() => control.addFault({ moment, seat }))}>{label}</Button>
          </Step>
        ))}
        <p class="muted">
          For a blocked or deleted app, unavailable payments and pickers, an older host and a slow network,
          use the Switches panel.
        </p>
      </section>
      <RandomFaultsGroup
        seed={state?.randomSeed ?? null}
        found={log.failures.value}
        onSeed={(seed) => void run(() => control.setRandomFaults(seed))}
      />
    </ScrollArea>
  )
}

interface RandomFaultsGroupProps {
  /** Null if off. */
  readonly seed: number | null
  /** The number of failures so far, which the Calls and Problems panels show. */
  readonly found: number
  readonly onSeed: (seed: number | null) => void
}

const RandomFaultsGroup = ({ seed, found, onSeed }: RandomFaultsGroupProps) => {
  const wanted = useSignal(1)
  const id = useId()
  return (
    <section class="switch-group" aria-label="Random faults">
      <h2>Random faults</h2>
      <p class="muted">
        Faults from a seed: the same calls get the same faults again. Errors that the app does not handle
        appear in Problems.
      </p>
      <SettingRow
        label="Seed"
        hint={
          <span class="muted small" role="status">
            {seed === null ? 'Off' : `On (seed ${seed}). Failures so far: ${found}`}
          </span>
        }
        for={id}
      >
        <input
          id={id}
          class="text-input"
          type="number"
          min={0}
          step={1}
          value={wanted.value}
          onInput={({ currentTarget }) => {
            const number = Math.trunc(currentTarget.valueAsNumber)
            if (number >= 0) wanted.value = number
          }}
        />
      </SettingRow>
      <div class="fault-form">
        <Button onClick={() => onSeed(wanted.value)}>{seed === null ? 'Start' : 'Restart'}</Button>
        <Button disabled={seed === null} onClick={() => onSeed(null)}>
          Stop
        </Button>
      </div>
    </section>
  )
}

const ANSWER_CHARACTERS = 80

const describeFault = ({ method, seat, fault }: ActiveFault): string => {
  const what =
    fault.what === 'error'
      ? `rejects with ${fault.code}`
      : fault.what === 'slow'
        ? `takes ${fault.ms / 1_000} s longer`
        : fault.what === 'answer'
          ? `gets the answer ${previewJson(fault.result, ANSWER_CHARACTERS)}`
          : fault.what === 'silence'
            ? 'gets no answer'
            : 'has its sheet closed immediately'
  return `${method ?? 'call'}${seat === null ? '' : ` of seat ${seat}`} ${what}`
}
