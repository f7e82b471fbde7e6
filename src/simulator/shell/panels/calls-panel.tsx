import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { isPending, type LogEntry } from '../../../host/log/call-log.js'
import type { AnswerMedia } from '../answer-media.js'
import { CopyButton } from '../controls/copy-button.js'
import { Icon } from '../controls/icon.js'
import { SearchField } from '../controls/search-field.js'
import { SeatMark } from '../controls/seat-mark.js'
import { VirtualList } from '../controls/virtual-list.js'
import type { LogFilter, LogStore } from '../log-store.js'
import { LOG_FILTERS, placeBySeq } from '../log-store.js'
import { saveFile } from '../save-file.js'
import { CallDetails, type CallDetailsProps } from './call-details.js'
import { formatTime, toRow } from './log-row.js'
import { RunningTime } from './running-time.js'

const ROW_HEIGHT = 28

const FILTER_LABELS = {
  all: 'All',
  calls: 'Calls',
  events: 'Events',
  failures: 'Failures',
  app: 'From the app',
  notes: 'Simulator',
} as const satisfies Record<LogFilter, string>

export interface CallsPanelProps extends Pick<CallDetailsProps, 'onAnswerAgain'> {
  readonly log: LogStore
  readonly media: AnswerMedia
}

/** The log of all communication between the app and its host. */
export const CallsPanel = ({ log, media, onAnswerAgain }: CallsPanelProps) => {
  const filterId = useId()
  const seatId = useId()
  const severalSeats = log.seats.value.length > 1 || log.seat.value !== null
  const follow = useSignal(true)
  const selected = useSignal<number | null>(null)
  const { entries, total } = log.view.value
  const chosen = selected.value === null ? null : placeBySeq(entries, selected.value)
  const selectedIndex = chosen?.found === true ? chosen.place : -1
  const selectedEntry = entries[selectedIndex]
  const count = entries.length

  return (
    <div class="calls">
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
        {severalSeats && (
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
          <CopyButton label="Copy these entries" text={() => toNdJson(entries)} />
          <button
            type="button"
            class="icon-button"
            aria-label="Save these entries as a file"
            title="Save these entries as a file"
            onClick={() => saveFile('calls.ndjson', toNdJson(entries))}
          >
            <Icon name="download" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Clear"
            title="Clear: remove the entries from this window"
            onClick={() => {
              selected.value = null
              log.replace([])
            }}
          >
            <Icon name="trash" />
          </button>
        </div>
      </div>
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
              content: (
                <>
                  <span class="row-time">{formatTime(entry.at)}</span>
                  {(severalSeats || entry.seat > 1) && <SeatMark seat={entry.seat} />}
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
              ),
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

const EVERY_SEAT = 'every'

/** One JSON object per line, as the control API streams them. */
const toNdJson = (entries: readonly LogEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
