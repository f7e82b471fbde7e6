import type { Signal } from '@preact/signals'
import { Button, IconButton } from '../../controls/button.js'
import { EntryExport } from '../../controls/entry-list.js'
import { into, put } from '../../controls/form.js'
import { SearchField } from '../../controls/search-field.js'
import { Select, seatChoices } from '../../controls/select.js'
import { LOG_FILTERS, type LogFilter, type LogStore } from '../../stores/log-store.js'

const FILTER_LABELS = {
  all: 'All',
  calls: 'Calls',
  events: 'Events',
  failures: 'Failures',
  app: 'From the app',
  notes: 'Simulator',
} as const satisfies Record<LogFilter, string>

/** Whether entries say whose they are. */
export const showsSeats = (log: LogStore): boolean => log.seats.value.length > 1 || log.seat.value !== null

/** What is above the log: its filters. */
export const CallFilters = ({ log }: { readonly log: LogStore }) => {
  return (
    <div class="call-filters panel-tools line wrap">
      <SearchField
        label="Filter by text"
        placeholder="Filter"
        title="A method, a kind, an error code, a seat (seat 2) or any text"
        text={log.text}
      />
      <Select
        label="Show"
        labelHidden
        value={log.filter.value}
        choices={LOG_FILTERS.map((filter) => ({ value: filter, label: FILTER_LABELS[filter] }))}
        onChange={into(log.filter)}
      />
      {showsSeats(log) && (
        <Select
          label="Seat"
          labelHidden
          value={log.seat.value}
          choices={[{ value: null, label: 'All seats' }, ...seatChoices(log.seats.value)]}
          onChange={into(log.seat)}
        />
      )}
      <Button
        aria-pressed={log.thisLoad.value}
        title="Show only entries since the app was loaded"
        onClick={put(log.thisLoad, !log.thisLoad.value)}
      >
        This load
      </Button>
    </div>
  )
}

interface CallToolsProps {
  readonly log: LogStore
  /** Whether the list scrolls to new entries. */
  readonly follow: Signal<boolean>
  readonly onClear: () => void
}

/** What can be done with the entries that are shown. */
export const CallTools = ({ log, follow, onClear }: CallToolsProps) => (
  <>
    <IconButton
      icon={follow.value ? 'pause' : 'play'}
      label="Pause"
      word="Pause"
      aria-pressed={!follow.value}
      title="Pause: do not scroll to new entries"
      onClick={put(follow, !follow.value)}
    />
    <EntryExport entries={log.view.value.entries} file="calls.ndjson" />
    <IconButton
      icon="trash"
      label="Clear"
      word="Clear"
      title="Clear: remove the entries from this window"
      onClick={onClear}
    />
  </>
)
