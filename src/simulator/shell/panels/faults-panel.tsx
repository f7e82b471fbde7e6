import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { ActiveFaultOrder, FaultRequest } from '../../../host/control/faults/injected-fault.js'
import { METHODS } from '../../../platform/calls/methods.js'
import { CALL_TABLE, isMethod, type Method } from '../../../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../../../platform/error-codes.js'
import type { Control } from '../control.js'
import { ScrollArea } from '../controls/scroll-area.js'
import { Segmented } from '../controls/segmented.js'
import { WithSections } from '../docs/with-sections.js'
import type { FaultDraft, FaultKind } from '../fault-draft.js'
import type { LogStore } from '../log-store.js'
import { previewJson } from '../preview-json.js'
import type { Seats } from '../seats.js'
import { FAULT_CODES } from './fault-codes.js'
import { MOMENTS } from './moments.js'
import { SeatChooser } from './seat-chooser.js'
import { useRefreshed } from './use-refreshed.js'

export interface FaultsPanelProps {
  readonly seats: Seats
  readonly control: Control
  readonly log: LogStore
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
      {problem.value !== null && (
        <p class="failure" role="alert">
          {problem.value}
        </p>
      )}
      <OrderForm
        draft={draft}
        seats={seats}
        onOrder={(order, elsewhere) =>
          void run(() => control.addFault({ ...order, seat: elsewhere ?? seat }))
        }
      />
      <section class="switch-group" aria-label="Active faults">
        <h2>Active</h2>
        {state === null || state.orders.length === 0 ? (
          <p class="muted">None. Calls work normally.</p>
        ) : (
          <ul class="upcoming">
            {state.orders.map((order) => (
              <li key={order.id}>
                <span class="upcoming-in">{order.times === 'next' ? 'Next' : 'Every'}</span>
                <span class="upcoming-what">{describeFault(order)}</span>
                <button
                  type="button"
                  class="button"
                  aria-label={`Remove: ${describeFault(order)}`}
                  onClick={() => void run(() => control.removeFault(order.id))}
                >
                  Remove
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="switch-group moments" aria-label="Immediately">
        <h2>Immediately</h2>
        {MOMENTS.map(([moment, label, effect]) => (
          <div key={moment} class="step">
            <button
              type="button"
              class="button"
              onClick={() => void run(() => control.addFault({ moment, seat }))}
            >
              {label}
            </button>
            <span class="muted">
              <WithSections text={effect} />
            </span>
          </div>
        ))}
        <p class="muted">
          For a blocked or deleted app, unavailable payments and pickers, an older host and a slow network,
          use the Switches panel.
        </p>
      </section>
      <TortureGroup
        seed={state?.torture ?? null}
        found={log.failures.value}
        onTorture={(seed) => void run(() => control.torture(seed))}
      />
    </ScrollArea>
  )
}

const KINDS: readonly { readonly value: FaultKind; readonly label: string }[] = [
  { value: 'error', label: 'Reject' },
  { value: 'answer', label: 'Answer' },
  { value: 'slow', label: 'Delay' },
  { value: 'silence', label: 'No answer' },
  { value: 'cancel', label: 'Close sheet' },
]

/** What each kind does, in a line. */
const KIND_EFFECTS = {
  error: 'The call rejects with this code.',
  answer: 'The call gets this answer, and the host does nothing.',
  slow: 'The answer comes three seconds later.',
  silence: 'No answer: the SDK rejects with TIMEOUT if the call has one (8.2).',
  cancel: "The call's sheet is closed immediately, as if by the user.",
} as const satisfies Record<FaultKind, string>

const DELAY_MS = 3_000

interface OrderFormProps {
  readonly draft: Signal<FaultDraft | null>
  readonly seats: Seats
  /** @param elsewhere a seat that is not in this window; null for the selected seat */
  readonly onOrder: (order: CallFault, elsewhere: number | null) => void
}

/** A fault in calls, as the control API takes it. */
type CallFault = Exclude<FaultRequest, { moment: unknown }>

/** @returns null if the text is not JSON */
const readJson = (text: string): { readonly value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

/** The form for a fault in future calls: which calls, how often, and what happens. */
const OrderForm = ({ draft, seats, onOrder }: OrderFormProps) => {
  const method = useSignal<Method | null>(null)
  const kind = useSignal<FaultKind>('error')
  const code = useSignal<ErrorCode>('RATE_LIMITED')
  const answer = useSignal('{}')
  const elsewhere = useSignal<number | null>(null)
  const ids = { method: useId(), code: useId(), answer: useId() }
  const selected = seats.chosen.value.number
  const given = draft.value
  useEffect(() => {
    elsewhere.value = null
  }, [selected])
  useEffect(() => {
    if (given === null) return
    const { seat, fault } = given
    draft.value = null
    method.value = given.method
    kind.value = fault?.kind ?? kind.value
    if (fault?.kind === 'error') code.value = fault.code
    if (fault?.kind === 'answer') answer.value = fault.json
    const isHere = seat === null || seats.open.value.some(({ number }) => number === seat)
    elsewhere.value = isHere ? null : seat
    if (isHere && seat !== null) seats.choose(seat)
  }, [given])
  const read = readJson(answer.value)
  const isReady = kind.value !== 'answer' || read !== null
  const order = (times: 'next' | 'every') => {
    const which = { times, ...(method.value === null ? {} : { method: method.value }) }
    switch (kind.value) {
      case 'error':
        return onOrder({ ...which, error: code.value }, elsewhere.value)
      case 'answer':
        return read === null ? undefined : onOrder({ ...which, answer: read.value }, elsewhere.value)
      case 'slow':
        return onOrder({ ...which, slow: DELAY_MS }, elsewhere.value)
      case 'silence':
        return onOrder({ ...which, silence: true }, elsewhere.value)
      case 'cancel':
        return onOrder({ ...which, cancel: true }, elsewhere.value)
    }
  }
  return (
    <section class="switch-group" aria-label="Fault in calls">
      <h2>In calls</h2>
      {elsewhere.value !== null && (
        <p>
          For seat {elsewhere.value}, which is not in this window.{' '}
          <button
            type="button"
            class="topic-link"
            onClick={() => {
              elsewhere.value = null
            }}
          >
            For seat {selected} instead
          </button>
        </p>
      )}
      <div class="switch-row">
        <label class="switch-name" for={ids.method}>
          Method
        </label>
        <select
          id={ids.method}
          value={method.value ?? ''}
          onChange={({ currentTarget }) => {
            method.value = isMethod(currentTarget.value) ? currentTarget.value : null
          }}
        >
          <option value="">Any</option>
          {METHODS.map((name) => (
            <option key={name} value={name}>
              {CALL_TABLE[name].name}
            </option>
          ))}
        </select>
      </div>
      <div class="switch-row">
        <div class="switch-name">
          <span>Fault</span>
          <span class="muted small">
            <WithSections text={KIND_EFFECTS[kind.value]} />
          </span>
        </div>
        <Segmented
          label="Fault"
          value={kind.value}
          choices={KINDS}
          onChange={(chosen) => {
            kind.value = chosen
          }}
        />
      </div>
      {kind.value === 'error' && (
        <div class="switch-row">
          <label class="switch-name" for={ids.code}>
            <span>Code</span>
            <span class="muted small">{ERROR_CODES[code.value]}</span>
          </label>
          <select
            id={ids.code}
            value={code.value}
            onChange={({ currentTarget }) => {
              code.value = FAULT_CODES.find((one) => one === currentTarget.value) ?? code.value
            }}
          >
            {FAULT_CODES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
      )}
      {kind.value === 'answer' && (
        <div class="fault-answer">
          <label for={ids.answer}>Answer, as JSON</label>
          <textarea
            id={ids.answer}
            class="text-input mono"
            rows={6}
            spellcheck={false}
            value={answer.value}
            onInput={({ currentTarget }) => {
              answer.value = currentTarget.value
            }}
          />
          {read === null && (
            <p class="failure small" role="alert">
              This is not JSON.
            </p>
          )}
        </div>
      )}
      <div class="fault-form">
        <button type="button" class="button" disabled={!isReady} onClick={() => order('next')}>
          In the next call
        </button>
        <button type="button" class="button" disabled={!isReady} onClick={() => order('every')}>
          In every call
        </button>
      </div>
    </section>
  )
}

interface TortureGroupProps {
  /** Null if off. */
  readonly seed: number | null
  /** The number of failures so far, which the Calls and Problems panels show. */
  readonly found: number
  readonly onTorture: (seed: number | null) => void
}

const TortureGroup = ({ seed, found, onTorture }: TortureGroupProps) => {
  const wanted = useSignal(1)
  const id = useId()
  return (
    <section class="switch-group" aria-label="Torture">
      <h2>Torture</h2>
      <p class="muted">
        Random faults from a seed. The same calls get the same faults again. Errors that the app does not
        handle appear in Problems.
      </p>
      <div class="switch-row">
        <label class="switch-name" for={id}>
          <span>Seed</span>
          <span class="muted small" role="status">
            {seed === null ? 'Off' : `On (seed ${seed}). Failures so far: ${found}`}
          </span>
        </label>
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
      </div>
      <div class="fault-form">
        <button type="button" class="button" onClick={() => onTorture(wanted.value)}>
          {seed === null ? 'Start' : 'Restart'}
        </button>
        <button type="button" class="button" disabled={seed === null} onClick={() => onTorture(null)}>
          Stop
        </button>
      </div>
    </section>
  )
}

const ANSWER_CHARACTERS = 80

const describeFault = ({ method, seat, trouble }: ActiveFaultOrder): string => {
  const what =
    trouble.what === 'error'
      ? `rejects with ${trouble.code}`
      : trouble.what === 'slow'
        ? `takes ${trouble.ms / 1_000} s longer`
        : trouble.what === 'answer'
          ? `gets the answer ${previewJson(trouble.result, ANSWER_CHARACTERS)}`
          : trouble.what === 'silence'
            ? 'gets no answer'
            : 'has its sheet closed immediately'
  return `${method === null ? 'call' : CALL_TABLE[method].name}${seat === null ? '' : ` of seat ${seat}`} ${what}`
}
