import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { MatchStepRequest } from '../../../../host/matches/match-step-request.js'
import { CLOSE_REASONS } from '../../../../host/matches/match-step-request.js'
import type { MatchView } from '../../../../host/matches/match-view.js'

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
  <div class="match-controls">
    <div class="match-control">
      {match.holding ? (
        <>
          <span role="status">{match.held === 1 ? '1 message' : `${match.held} messages`} held</span>
          <button
            type="button"
            class="button"
            disabled={match.held === 0}
            onClick={() => void steer({ action: 'release', count: 1 })}
          >
            Release one
          </button>
          <button type="button" class="button" onClick={() => void steer({ action: 'release' })}>
            Release all
          </button>
        </>
      ) : (
        <button
          type="button"
          class="button"
          title="Hold messages back until you release them"
          onClick={() => void steer({ action: 'hold' })}
        >
          Hold messages
        </button>
      )}
      <CloseForm steer={steer} />
    </div>
    <SendForm match={match} steer={steer} />
    {problem !== null && (
      <p class="failure" role="alert">
        {problem}
      </p>
    )}
  </div>
)

const CloseForm = ({ steer }: Pick<MatchControlsProps, 'steer'>) => {
  const id = useId()
  const reason = useSignal<(typeof CLOSE_REASONS)[number]>('idle')
  return (
    <form
      class="match-control"
      onSubmit={(event) => {
        event.preventDefault()
        void steer({ action: 'close', reason: reason.value })
      }}
    >
      <label for={id}>Close as</label>
      <select
        id={id}
        value={reason.value}
        onChange={({ currentTarget }) => {
          reason.value = CLOSE_REASONS.find((one) => one === currentTarget.value) ?? reason.value
        }}
      >
        {CLOSE_REASONS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <button type="submit" class="button">
        Close match
      </button>
    </form>
  )
}

const NOT_JSON = 'This is not JSON. Write text in quotes.'

const SendForm = ({ match, steer }: Omit<MatchControlsProps, 'problem'>) => {
  const ids = { from: useId(), to: useId(), data: useId(), fault: useId() }
  const from = useSignal<number | null>(null)
  const to = useSignal<number | null>(null)
  const text = useSignal('')
  const fault = useSignal<string | null>(null)
  const seats = match.players.map(({ seat }) => seat)
  const sender = seats.find((seat) => seat === from.value) ?? seats[0]
  const others = seats.filter((seat) => seat !== sender)
  const receiver = others.find((seat) => seat === to.value) ?? null
  const send = async (): Promise<void> => {
    const data = parse(text.value)
    fault.value = data === undefined ? NOT_JSON : null
    if (data === undefined || sender === undefined) return
    await steer({ action: 'send', seat: sender, to: receiver, data })
  }
  return (
    <form
      class="match-control"
      aria-label="Send a message as a player"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label for={ids.from}>Send as</label>
      <select
        id={ids.from}
        value={String(sender)}
        onChange={({ currentTarget }) => {
          from.value = Number(currentTarget.value)
        }}
      >
        {seats.map((seat) => (
          <option key={seat} value={String(seat)}>
            seat {seat}
          </option>
        ))}
      </select>
      <label for={ids.to}>to</label>
      <select
        id={ids.to}
        value={receiver === null ? 'all' : String(receiver)}
        onChange={({ currentTarget }) => {
          to.value = currentTarget.value === 'all' ? null : Number(currentTarget.value)
        }}
      >
        <option value="all">all</option>
        {others.map((seat) => (
          <option key={seat} value={String(seat)}>
            seat {seat}
          </option>
        ))}
      </select>
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
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
        }}
      />
      <button type="submit" class="button">
        Send
      </button>
      <span class="failure small" id={ids.fault} aria-live="polite">
        {fault.value}
      </span>
    </form>
  )
}

/** The value of a JSON text; undefined if it is not JSON. */
const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
