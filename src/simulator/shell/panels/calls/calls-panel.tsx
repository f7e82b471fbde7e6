import { useSignal } from '@preact/signals'
import { isPending, type LogEntry } from '../../../../host/log/call-log.js'
import { EntryCount, EntryList, indexOf } from '../../controls/entry-list.js'
import { into, put } from '../../controls/form.js'
import { SeatMark } from '../../controls/seat-mark.js'
import type { ShellParts } from '../../parts.js'
import type { LogStore } from '../../stores/log-store.js'
import { CallDetails, type CallDetailsProps, RunningTime } from './call-details.js'
import { CallFilters, CallTools, showsSeats } from './call-tools.js'
import { formatTime, type LogRow, toRow } from './log-row.js'

export interface CallsPanelProps
  extends Pick<CallDetailsProps, 'onAnswerAgain' | 'lifting'>,
    Pick<ShellParts, 'log' | 'media'> {}

/** The log of all communication between the app and its host. */
export const CallsPanel = ({ log, media, lifting, onAnswerAgain }: CallsPanelProps) => {
  const follow = useSignal(true)
  const selected = useSignal<number | null>(null)
  const { entries, total } = log.view.value
  const selectedEntry = entries[indexOf(entries, selected.value)]
  return (
    <div class="calls">
      <CallFilters log={log} />
      <EntryList
        label="Calls and events"
        entries={entries}
        row={(entry) => {
          const row = toRow(entry)
          return { tone: row.tone, content: <CallRow entry={entry} row={row} log={log} /> }
        }}
        selected={selected.value}
        onSelect={into(selected)}
        follow={follow}
        empty={
          total === 0
            ? 'No entries yet. Every call of the app appears here, with its answer.'
            : 'No entries match the filter.'
        }
      />
      {selectedEntry !== undefined && (
        <CallDetails
          media={media}
          lifting={lifting}
          entry={selectedEntry}
          runningMs={log.runningMs}
          onAnswerAgain={onAnswerAgain}
          onClose={put(selected, null)}
        />
      )}
      <EntryCount count={entries.length} total={total} follow={follow} onLatest={put(follow, true)}>
        <CallTools
          log={log}
          follow={follow}
          onClear={() => {
            selected.value = null
            log.replace([])
          }}
        />
      </EntryCount>
    </div>
  )
}

interface CallRowProps {
  readonly entry: LogEntry
  readonly row: LogRow
  readonly log: LogStore
}

const CallRow = ({ entry, row, log }: CallRowProps) => (
  <>
    <span class="row-time">{formatTime(entry.at)}</span>
    {(showsSeats(log) || entry.seat > 1) && <SeatMark seat={entry.seat} />}
    <span class={`kind kind-${row.tone}`}>{row.kind}</span>
    <span class="row-name">{row.name}</span>
    <span class="row-summary">{row.summary}</span>
    {row.outcome !== undefined && <span class="row-outcome">{row.outcome}</span>}
    {row.duration !== undefined && <span class="row-duration">{row.duration}</span>}
    {isPending(entry) && (
      <span class="row-duration">
        <RunningTime of={() => log.runningMs(entry)} />
      </span>
    )}
  </>
)
