import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Delivery, MessageDetails, TimelineEntry } from '../../../../host/matches/timeline-entry.js'
import { MESSAGE_MAX_BYTES } from '../../../../platform/limits.js'
import { Fact } from '../../controls/facts-row.js'
import { SeatMark } from '../../controls/seat-mark.js'
import type { Control } from '../../stores/control.js'
import { DetailsPane } from '../calls/details-pane.js'
import { JsonView } from '../calls/json-view.js'
import { formatTime } from '../calls/log-row.js'
import { previewJson } from '../calls/preview-json.js'
import { toEntryRow } from './entry-row.js'

export interface EntryDetailsProps {
  readonly entry: TimelineEntry
  readonly control: Control
  readonly onClose: () => void
}

/** An entry of the timeline: of a message its size, its way to each player, what changed, and its JSON. */
export const EntryDetails = ({ entry, control, onClose }: EntryDetailsProps) => {
  const row = toEntryRow(entry)
  return (
    <DetailsPane
      entry={entry}
      marks={row.seats.map((seat) => <SeatMark key={seat} seat={seat} />)}
      title={row.name}
      label="Message"
      onClose={onClose}
    >
      <dl class="facts-row">
        <Fact name="Time">{formatTime(entry.at)}</Fact>
        {entry.kind === 'message' && (
          <>
            <Fact name="To">{row.to === 'all' ? 'all' : `seat ${row.to}`}</Fact>
            <Fact name="Size">
              {entry.bytes.toLocaleString('en')} of {MESSAGE_MAX_BYTES.toLocaleString('en')} bytes{' '}
              <meter min={0} max={MESSAGE_MAX_BYTES} value={entry.bytes} aria-label="Share of the limit" />
            </Fact>
          </>
        )}
      </dl>
      {row.summary !== '' && entry.kind !== 'message' && <p>{row.summary}</p>}
      {entry.kind === 'message' && (
        <>
          {entry.deliveries.length > 0 ? (
            <Deliveries deliveries={entry.deliveries} />
          ) : (
            <p class="muted">{row.outcome}</p>
          )}
          <Changes key={entry.seq} seq={entry.seq} control={control} />
          <h3>Message</h3>
          <JsonView value={entry.data} />
        </>
      )}
    </DetailsPane>
  )
}

const ARRIVALS = {
  delivered: 'arrived',
  underway: 'underway',
  lost: 'lost by the network',
  missed: 'not received: the app was not in the match',
} as const satisfies Record<Delivery['outcome'], string>

const Deliveries = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => (
  <table class="message-table">
    <caption class="visually-hidden">Delay to each player</caption>
    <thead>
      <tr>
        <th scope="col">To</th>
        <th scope="col">Delay</th>
        <th scope="col">Outcome</th>
      </tr>
    </thead>
    <tbody>
      {deliveries.map(({ seat, outcome, ms }) => (
        <tr key={seat}>
          <th scope="row">
            <SeatMark seat={seat} />
          </th>
          <td>{ms === null ? '–' : `${ms} ms`}</td>
          <td class={outcome === 'lost' ? 'failure' : ''}>{ARRIVALS[outcome]}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const VALUE_CHARACTERS = 200

/** What changed since the sender's latest message of the type, as the host kept it. */
const Changes = ({ seq, control }: { readonly seq: number; readonly control: Control }) => {
  const details = useSignal<MessageDetails | null>(null)
  useEffect(() => {
    control.messageDetails(seq).then(
      (found) => {
        details.value = found
      },
      // The host may have dropped it: its message is shown without the changes.
      () => {},
    )
  }, [seq])
  if (details.value === null) return null
  const { entry, previous, changes } = details.value
  if (previous === null) return <p class="muted">The first message of this type from seat {entry.seat}.</p>
  return (
    <>
      <h3>
        Changed since {formatTime(previous.at)} <span class="muted">(number {previous.seq})</span>
      </h3>
      {changes.length === 0 ? (
        <p class="muted">Nothing.</p>
      ) : (
        <table class="message-table">
          <caption class="visually-hidden">What changed</caption>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Before</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.path}>
                <th scope="row" class="mono">
                  {change.path === '' ? 'the message' : change.path}
                </th>
                <td class="mono">
                  {'before' in change ? previewJson(change.before, VALUE_CHARACTERS) : '–'}
                </td>
                <td class="mono">{'after' in change ? previewJson(change.after, VALUE_CHARACTERS) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
