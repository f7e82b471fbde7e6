import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { ActiveFaultOrder, FaultRequest, Moment } from '../../../host/control/faults/injected-fault.js'
import { METHODS } from '../../../platform/calls/methods.js'
import { isMethod, type Method } from '../../../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../../../platform/error-codes.js'
import type { Control } from '../control.js'
import { ScrollArea } from '../controls/scroll-area.js'
import { Segmented } from '../controls/segmented.js'
import type { LogStore } from '../log-store.js'
import type { Seats } from '../seats.js'
import { SeatChooser } from './seat-chooser.js'
import { useRefreshed } from './use-refreshed.js'

export interface TroublePanelProps {
  readonly seats: Seats
  readonly control: Control
  readonly log: LogStore
}

/** What happens to the app immediately, in the order of how often it happens to people. */
const MOMENTS: readonly (readonly [Moment | 'zero-size', string, string])[] = [
  [
    'hide-and-show',
    'Leave and come back',
    'visibility is false for two seconds; not told while a sheet is open (6)',
  ],
  ['flip-theme', 'Flip the theme', 'the event theme (6)'],
  ['offline-for-a-while', 'Lose the network', 'two seconds; on phones calls reject OFFLINE (7)'],
  ['drop-connection', 'Lose the match', 'its connection drops: connection_lost (3.4)'],
  ['end-session', 'End the session', 'as after 12 hours: calls reject LAUNCH_INVALID (5)'],
  ['zero-size', 'Start without a size', 'the frame opens at 0 × 0 and gets its size a second later'],
  ['fill-storage', 'Fill the storage', '1,024 keys: a new one rejects STORAGE_FULL (8.2)'],
  ['fill-shared-store', 'Fill the shared store', '1 MB that may not be replaced: STORE_FULL (4.6)'],
]

/** The methods of the call table; the SDK's own names differ in `mp` alone. */

/** Codes that the SDK gives by itself come from no host. */
const CODES = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => code !== 'NO_HOST')

/** Failures on purpose. */
export const TroublePanel = ({ seats, control, log }: TroublePanelProps) => {
  const { value, problem, run } = useRefreshed(log, control.trouble)
  const seat = seats.chosen.value.number
  const state = value.value
  return (
    <ScrollArea className="scroll-panel" label="Trouble">
      <SeatChooser seats={seats} />
      {problem.value !== null && (
        <p class="failure" role="alert">
          {problem.value}
        </p>
      )}
      <OrderForm onOrder={(order) => void run(() => control.orderTrouble({ ...order, seat }))} />
      <section class="switch-group" aria-label="Ordered trouble">
        <h2>Ordered</h2>
        {state === null || state.orders.length === 0 ? (
          <p class="muted">Nothing: calls go as they would.</p>
        ) : (
          <ul class="upcoming">
            {state.orders.map((order) => (
              <li key={order.id}>
                <span class="upcoming-in">{order.times === 'next' ? 'The next' : 'Every'}</span>
                <span class="upcoming-what">{wordsOf(order)}</span>
                <button
                  type="button"
                  class="button"
                  aria-label={`Call off: ${wordsOf(order)}`}
                  onClick={() => void run(() => control.callOffTrouble(order.id))}
                >
                  Call off
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="switch-group moments" aria-label="At once">
        <h2>At once</h2>
        {MOMENTS.map(([moment, label, effect]) => (
          <div key={moment} class="step">
            <button
              type="button"
              class="button"
              onClick={() => void run(() => control.orderTrouble({ moment, seat }))}
            >
              {label}
            </button>
            <span class="muted">{effect}</span>
          </div>
        ))}
        <p class="muted">
          An app that is blocked or deleted, payments and pickers that are unavailable, a host of old and a
          slow network are among the switches.
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

type Kind = 'error' | 'slow' | 'silence' | 'cancel'

const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'error', label: 'Refuse' },
  { value: 'slow', label: 'Delay' },
  { value: 'silence', label: 'No answer' },
  { value: 'cancel', label: 'Close sheet' },
]

/** What each kind does, in a line. */
const KIND_EFFECTS = {
  error: 'The call rejects with the code.',
  slow: 'The answer comes three seconds later.',
  silence: 'No answer, ever: the SDK rejects TIMEOUT where it has one (8.2).',
  cancel: 'The sheet that it opens is closed at once, as by a person.',
} as const satisfies Record<Kind, string>

const DELAY_MS = 3_000

/** What is ordered for calls to come: which, how often, what. */
const OrderForm = ({ onOrder }: { readonly onOrder: (order: FaultRequest) => void }) => {
  const method = useSignal<Method | null>(null)
  const kind = useSignal<Kind>('error')
  const code = useSignal<ErrorCode>('RATE_LIMITED')
  const ids = { method: useId(), code: useId() }
  const order = (times: 'next' | 'every') => {
    const which = { times, ...(method.value === null ? {} : { method: method.value }) }
    switch (kind.value) {
      case 'error':
        return onOrder({ ...which, error: code.value })
      case 'slow':
        return onOrder({ ...which, slow: DELAY_MS })
      case 'silence':
        return onOrder({ ...which, silence: true })
      case 'cancel':
        return onOrder({ ...which, cancel: true })
    }
  }
  return (
    <section class="switch-group" aria-label="Trouble for calls">
      <h2>For calls</h2>
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
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="switch-row">
        <div class="switch-name">
          <span>What happens</span>
          <span class="muted small">{KIND_EFFECTS[kind.value]}</span>
        </div>
        <Segmented
          label="What happens"
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
              code.value = CODES.find((one) => one === currentTarget.value) ?? code.value
            }}
          >
            {CODES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </div>
      )}
      <div class="trouble-order">
        <button type="button" class="button" onClick={() => order('next')}>
          For the next call
        </button>
        <button type="button" class="button" onClick={() => order('every')}>
          For every call
        </button>
      </div>
    </section>
  )
}

interface TortureGroupProps {
  /** Null where none is on. */
  readonly seed: number | null
  /** How much went wrong so far, of which the Calls and Problems panels tell. */
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
        Random trouble from a seed. An app that makes the same calls again meets the same trouble again; what
        it does not catch stands in Problems.
      </p>
      <div class="switch-row">
        <label class="switch-name" for={id}>
          <span>Seed</span>
          <span class="muted small" role="status">
            {seed === null ? 'Off' : `On, with the seed ${seed}. Failures so far: ${found}`}
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
      <div class="trouble-order">
        <button type="button" class="button" onClick={() => onTorture(wanted.value)}>
          {seed === null ? 'Begin' : 'Begin anew'}
        </button>
        <button type="button" class="button" disabled={seed === null} onClick={() => onTorture(null)}>
          End it
        </button>
      </div>
    </section>
  )
}

const wordsOf = ({ method, seat, trouble }: ActiveFaultOrder): string => {
  const what =
    trouble.what === 'error'
      ? `is refused with ${trouble.code}`
      : trouble.what === 'slow'
        ? `takes ${trouble.ms / 1_000} s longer`
        : trouble.what === 'silence'
          ? 'is never answered'
          : 'has its sheet closed at once'
  return `${method ?? 'call'}${seat === null ? '' : ` of seat ${seat}`} ${what}`
}
