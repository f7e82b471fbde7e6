import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { LogEntry } from '../../../../host/log/call-log.js'
import { CopyButton } from '../../controls/copy-button.js'
import { Icon } from '../../controls/icon.js'
import { SearchField } from '../../controls/search-field.js'
import { saveFile } from '../../screenshot/save-file.js'
import { LOG_FILTERS, type LogFilter, type LogStore } from '../../stores/log-store.js'

const FILTER_LABELS = {
  all: 'All',
  calls: 'Calls',
  events: 'Events',
  failures: 'Failures',
  app: 'From the app',
  notes: 'Simulator',
} as const satisfies Record<LogFilter, string>

interface CallToolsProps {
  readonly log: LogStore
  /** Whether the list scrolls to new entries. */
  readonly follow: Signal<boolean>
  readonly onClear: () => void
}

/** Whether entries say whose they are. */
export const showsSeats = (log: LogStore): boolean => log.seats.value.length > 1 || log.seat.value !== null

/** What is above the log: filters, and what can be done with the entries that are shown. */
export const CallTools = ({ log, follow, onClear }: CallToolsProps) => {
  const filterId = useId()
  const seatId = useId()
  return (
    <div class="panel-tools">
      <SearchField
        label="Filter by text"
        placeholder="Filter"
        title="A method, a kind, an error code, a seat (seat 2) or any text"
        text={log.text}
      />
      <label class="visually-hidden" for={filterId}>
        Show
      </label>
      <select
        id={filterId}
        value={log.filter.value}
        onChange={(event) => {
          const chosen = LOG_FILTERS.find((filter) => filter === event.currentTarget.value)
          if (chosen !== undefined) log.filter.value = chosen
        }}
      >
        {LOG_FILTERS.map((filter) => (
          <option key={filter} value={filter}>
            {FILTER_LABELS[filter]}
          </option>
        ))}
      </select>
      {showsSeats(log) && (
        <>
          <label class="visually-hidden" for={seatId}>
            Seat
          </label>
          <select
            id={seatId}
            value={log.seat.value ?? EVERY_SEAT}
            onChange={(event) => {
              const chosen = Number(event.currentTarget.value)
              log.seat.value = Number.isNaN(chosen) ? null : chosen
            }}
          >
            <option value={EVERY_SEAT}>All seats</option>
            {log.seats.value.map((seat) => (
              <option key={seat} value={seat}>
                Seat {seat}
              </option>
            ))}
          </select>
        </>
      )}
      <button
        type="button"
        class="button"
        aria-pressed={log.thisLoad.value}
        title="Show only what came since the app was loaded"
        onClick={() => {
          log.thisLoad.value = !log.thisLoad.value
        }}
      >
        This load
      </button>
      <div class="icon-buttons">
        <button
          type="button"
          class="icon-button"
          aria-label="Pause"
          aria-pressed={!follow.value}
          title="Pause: do not scroll to new entries"
          onClick={() => {
            follow.value = !follow.value
          }}
        >
          <Icon name={follow.value ? 'pause' : 'play'} />
        </button>
        <CopyButton label="Copy these entries" text={() => toNdJson(log.view.value.entries)} />
        <button
          type="button"
          class="icon-button"
          aria-label="Save these entries as a file"
          title="Save these entries as a file"
          onClick={() => saveFile('calls.ndjson', toNdJson(log.view.value.entries))}
        >
          <Icon name="download" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Clear"
          title="Clear: remove the entries from this window"
          onClick={onClear}
        >
          <Icon name="trash" />
        </button>
      </div>
    </div>
  )
}

const EVERY_SEAT = 'every'

/** One JSON object per line, as the control API streams them. */
const toNdJson = (entries: readonly LogEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
