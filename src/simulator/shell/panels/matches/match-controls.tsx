import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { MatchStepRequest } from '../../../../host/matches/match-step-request.js'
import { CLOSE_REASONS } from '../../../../host/matches/match-step-request.js'
import type { MatchView } from '../../../../host/matches/match-view.js'
import { parseJson } from '../../../../platform/text.js'
import { Button } from '../../controls/button.js'
import { Alert, Form, into, typedInto } from '../../controls/form.js'
import { asChoices, Select } from '../../controls/select.js'

/** Does something to a match. Resolves to whether the host accepted it. */
export type SteerMatch = (step: MatchStepRequest) => Promise<boolean>

export interface MatchControlsProps {
  readonly match: MatchView
  /** Why the last step was refused. */
  readonly problem: string | null
  readonly steer: SteerMatch
}

/** What a developer can do to a match by hand: hold messages back, send one, and close it. */
export const MatchControls = ({ match, problem, steer }: MatchControlsProps) => (
  <div class="match-controls stack">
    <div class="line wrap">
      {match.holding ? (
        <>
          <span role="status">{match.held === 1 ? '1 message' : `${match.held} messages`} held</span>
          <Button disabled={match.held === 0} onClick={() => void steer({ action: 'release', count: 1 })}>
            Release one
          </Button>
          <Button onClick={() => void steer({ action: 'release' })}>Release all</Button>
        </>
      ) : (
        <Button
          title="Hold messages back until you release them"
          onClick={() => void steer({ action: 'hold' })}
        >
          Hold messages
        </Button>
      )}
      <CloseForm steer={steer} />
    </div>
    <SendForm match={match} steer={steer} />
    <Alert text={problem} />
  </div>
)

const CloseForm = ({ steer }: Pick<MatchControlsProps, 'steer'>) => {
  const reason = useSignal<(typeof CLOSE_REASONS)[number]>('idle')
  return (
    <Form class="line wrap" onSubmit={() => void steer({ action: 'close', reason: reason.value })}>
      <Select
        label="Close as"
        value={reason.value}
        choices={asChoices(CLOSE_REASONS)}
        onChange={into(reason)}
      />
      <Button type="submit">Close match</Button>
    </Form>
  )
}

const NOT_JSON = 'This is not JSON. Write text in quotes.'

const SendForm = ({ match, steer }: Omit<MatchControlsProps, 'problem'>) => {
  const ids = { data: useId(), fault: useId() }
  const from = useSignal<number | null>(null)
  const to = useSignal<number | null>(null)
  const text = useSignal('')
  const fault = useSignal<string | null>(null)
  const seats = match.players.map(({ seat }) => seat)
  const sender = seats.find((seat) => seat === from.value) ?? seats[0]
  const others = seats.filter((seat) => seat !== sender)
  const receiver = others.find((seat) => seat === to.value) ?? null
  const send = async (): Promise<void> => {
    const data = parseJson(text.value)
    fault.value = data === undefined ? NOT_JSON : null
    if (data === undefined || sender === undefined) return
    await steer({ action: 'send', seat: sender, to: receiver, data })
  }
  return (
    <Form class="line wrap" aria-label="Send a message as a player" onSubmit={() => void send()}>
      <Select label="Send as" value={sender ?? null} choices={seats.map(asReceiver)} onChange={into(from)} />
      <Select
        label="to"
        value={receiver}
        choices={[{ value: null, label: 'all' }, ...others.map(asReceiver)]}
        onChange={into(to)}
      />
      <label class="visually-hidden" for={ids.data}>
        Message as JSON
      </label>
      <input
        id={ids.data}
        type="text"
        class="text-input mono match-message"
        placeholder='{"x":1}'
        spellcheck={false}
        autocomplete="off"
        value={text.value}
        aria-invalid={fault.value !== null}
        aria-describedby={ids.fault}
        onInput={typedInto(text)}
      />
      <Button type="submit">Send</Button>
      <span class="failure small" id={ids.fault} aria-live="polite">
        {fault.value}
      </span>
    </Form>
  )
}

const asReceiver = (seat: number) => ({ value: seat, label: `seat ${seat}` })
