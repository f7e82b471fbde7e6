import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import type { FaultRequest } from '../../../../host/control/faults/fault.js'
import { CALL_NAMES, type CallName } from '../../../../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../../../../platform/error-codes.js'
import { Segmented } from '../../controls/segmented.js'
import { WithSections } from '../../docs/with-sections.js'
import type { Seats } from '../../seat/seats.js'
import type { FaultDraft, FaultKind } from '../calls/fault-draft.js'

/** The codes with which a fault can reject a call: all but the one that only the SDK itself produces. */
export const FAULT_CODES: readonly ErrorCode[] = (Object.keys(ERROR_CODES) as ErrorCode[]).filter(
  (code) => code !== 'NO_HOST',
)

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

interface CallFaultFormProps {
  readonly draft: Signal<FaultDraft | null>
  readonly seats: Seats
  /** @param elsewhere a seat that is not in this window; null for the selected seat */
  readonly onFault: (order: CallFault, elsewhere: number | null) => void
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
export const CallFaultForm = ({ draft, seats, onFault }: CallFaultFormProps) => {
  const method = useSignal<CallName | null>(null)
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
  const add = (times: 'next' | 'every') => {
    const which = { times, ...(method.value === null ? {} : { method: method.value }) }
    switch (kind.value) {
      case 'error':
        return onFault({ ...which, error: code.value }, elsewhere.value)
      case 'answer':
        return read === null ? undefined : onFault({ ...which, answer: read.value }, elsewhere.value)
      case 'slow':
        return onFault({ ...which, slow: DELAY_MS }, elsewhere.value)
      case 'silence':
        return onFault({ ...which, silence: true }, elsewhere.value)
      case 'cancel':
        return onFault({ ...which, cancel: true }, elsewhere.value)
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
            method.value = CALL_NAMES.find((name) => name === currentTarget.value) ?? null
          }}
        >
          <option value="">Any</option>
          {CALL_NAMES.map((name) => (
            <option key={name} value={name}>
              {name}
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
        <button type="button" class="button" disabled={!isReady} onClick={() => add('next')}>
          In the next call
        </button>
        <button type="button" class="button" disabled={!isReady} onClick={() => add('every')}>
          In every call
        </button>
      </div>
    </section>
  )
}
