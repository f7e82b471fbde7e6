import { useSignal } from '@preact/signals'
import { isPending, type LogEntry } from '../../../../host/log/call-log.js'
import { Icon } from '../../controls/icon.js'
import { SeatMark } from '../../controls/seat-mark.js'
import { VirtualList } from '../../controls/virtual-list.js'
import type { AnswerMedia } from '../../stores/answer-media.js'
import { type LogStore, placeBySeq } from '../../stores/log-store.js'
import { CallDetails, type CallDetailsProps } from './call-details.js'
import { CallTools, showsSeats } from './call-tools.js'
import { formatTime, type LogRow, toRow } from './log-row.js'
import { RunningTime } from './running-time.js'

const ROW_HEIGHT = 28

export interface CallsPanelProps extends Pick<CallDetailsProps, 'onAnswerAgain'> {
  readonly log: LogStore
  readonly media: AnswerMedia
}

/** The log of all communication between the app and its host. */
export const CallsPanel = ({ log, media, onAnswerAgain }: CallsPanelProps) => {
  const follow = useSignal(true)
  const selected = useSignal<number | null>(null)
  const { entries, total } = log.view.value
  const chosen = selected.value === null ? null : placeBySeq(entries, selected.value)
  const selectedIndex = chosen?.found === true ? chosen.place : -1
  const selectedEntry = entries[selectedIndex]
  const count = entries.length

  return (
    <div class="calls">
      <CallTools
        log={log}
        follow={follow}
        onClear={() => {
          selected.value = null
          log.replace([])
        }}
      />
      <div class="calls-list">
        <VirtualList
          label="Calls and events"
          count={count}
          rowHeight={ROW_HEIGHT}
          selected={selectedIndex}
          follow={follow.value}
          onFollow={(value) => {
            follow.value = value
          }}
          onSelect={(index) => {
            selected.value = entries[index]?.seq ?? null
          }}
          onEscape={() => {
            selected.value = null
          }}
          row={(index) => {
            const entry = entries[index]
            if (entry === undefined) return { key: index, className: '', content: null }
            const row = toRow(entry)
            return {
              key: entry.seq,
              className: `row-${row.tone}`,
              content: <CallRow entry={entry} row={row} log={log} />,
            }
          }}
        />
        {count === 0 && (
          <p class="empty">
            {total === 0
              ? 'No entries yet. Every call of the app appears here, with its answer.'
              : 'No entries match the filter.'}
          </p>
        )}
      </div>
      {selectedEntry !== undefined && (
        <CallDetails
          media={media}
          entry={selectedEntry}
          runningMs={log.runningMs}
          onAnswerAgain={onAnswerAgain}
          onClose={() => {
            selected.value = null
          }}
        />
      )}
      <p class="panel-foot">
        <span>
          {count === total
            ? `${total.toLocaleString('en')} ${total === 1 ? 'entry' : 'entries'}`
            : `${count.toLocaleString('en')} of ${total.toLocaleString('en')} entries`}
        </span>
        {!follow.value && count > 0 && (
          <button
            type="button"
            class="topic-link to-latest"
            onClick={() => {
              follow.value = true
            }}
          >
            <Icon name="down" />
            Latest
          </button>
        )}
      </p>
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
