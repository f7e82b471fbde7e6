import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useLayoutEffect } from 'preact/hooks'
import type { FaultRequest } from '../../../../host/control/faults/fault.js'
import { CALL_NAMES, type CallName } from '../../../../platform/calls/table.js'
import { ERROR_CODES, type ErrorCode } from '../../../../platform/error-codes.js'
import { parseJson } from '../../../../platform/text.js'
import { Button } from '../../controls/button.js'
import { Alert, into, put, SettingRow, typedInto } from '../../controls/form.js'
import { Segmented } from '../../controls/segmented.js'
import { asChoices, Select } from '../../controls/select.js'
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
  silence: 'No answer: a call with a time limit rejects with TIMEOUT (8.2).',
  cancel: "The call's sheet is closed immediately, as if the person closed it.",
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
  useEffect(put(elsewhere, null), [selected])
  // Before it is painted: nobody sees the form without what it was opened for.
  useLayoutEffect(() => {
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
  const read = parseJson(answer.value)
  const isReady = kind.value !== 'answer' || read !== undefined
  const add = (times: 'next' | 'every') => {
    const which = { times, ...(method.value === null ? {} : { method: method.value }) }
    switch (kind.value) {
      case 'error':
        return onFault({ ...which, error: code.value }, elsewhere.value)
      case 'answer':
        return read === undefined ? undefined : onFault({ ...which, answer: read }, elsewhere.value)
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
      <h2>Calls</h2>
      {elsewhere.value !== null && (
        <p>
          For seat {elsewhere.value}, which is not in this window.{' '}
          <button type="button" class="topic-link" onClick={put(elsewhere, null)}>
            For seat {selected} instead
          </button>
        </p>
      )}
      <SettingRow label="Method" for={ids.method}>
        <Select
          label={null}
          id={ids.method}
          value={method.value}
          choices={[{ value: null, label: 'Any' }, ...asChoices(CALL_NAMES)]}
          onChange={into(method)}
        />
      </SettingRow>
      <SettingRow
        label="Fault"
        hint={
          <span class="muted small">
            <WithSections text={KIND_EFFECTS[kind.value]} />
          </span>
        }
      >
        <Segmented label="Fault" value={kind.value} choices={KINDS} onChange={into(kind)} />
      </SettingRow>
      {kind.value === 'error' && (
        <SettingRow
          label="Code"
          hint={<span class="muted small">{ERROR_CODES[code.value]}</span>}
          for={ids.code}
        >
          <Select
            label={null}
            id={ids.code}
            value={code.value}
            choices={asChoices(FAULT_CODES)}
            onChange={into(code)}
          />
        </SettingRow>
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
            onInput={typedInto(answer)}
          />
          <Alert text={read === undefined ? 'This is not JSON.' : null} className="small" />
        </div>
      )}
      <div class="fault-form">
        <Button disabled={!isReady} onClick={() => add('next')}>
          Set for the next call
        </Button>
        <Button disabled={!isReady} onClick={() => add('every')}>
          Set for every call
        </Button>
      </div>
    </section>
  )
}
