import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { CopyButton } from '../../controls/copy-button.js'
import { Icon } from '../../controls/icon.js'
import { SearchField } from '../../controls/search-field.js'
import { SeatMark } from '../../controls/seat-mark.js'
import { Segmented } from '../../controls/segmented.js'
import { VirtualList } from '../../controls/virtual-list.js'
import { saveFile } from '../../screenshot/save-file.js'
import type { Control } from '../../stores/control.js'
import { placeBySeq } from '../../stores/log-store.js'
import type { Observer } from '../../stores/observer.js'
import type { TimelineKind, TimelineStore } from '../../stores/timeline-store.js'
import { formatTime } from '../calls/log-row.js'
import { EntryDetails } from './entry-details.js'
import { toEntryRow } from './entry-row.js'
import { laneSeats } from './lanes.js'
import { LanesView } from './lanes-view.js'
import { SyncView } from './sync-view.js'

const ROW_HEIGHT = 28

const SPANS = [
  { value: '5', label: '5 s' },
  { value: '30', label: '30 s' },
  { value: '120', label: '2 min' },
  { value: 'all', label: 'All' },
] as const
type Span = (typeof SPANS)[number]['value']

const KINDS = [
  ['all', 'Everything'],
  ['players', 'Players'],
  ['messages', 'Messages'],
  ['losses', 'Losses'],
  ['desync', 'Different states'],
] as const satisfies readonly (readonly [TimelineKind, string])[]

export interface TimelinePanelProps {
  readonly observer: Observer
  readonly control: Control
  readonly timeline: TimelineStore
}

/** What happened in matches: players and messages over time, and where the states of apps differ. */
export const TimelinePanel = ({ observer, control, timeline }: TimelinePanelProps) => {
  const span = useSignal<Span>('30')
  const follow = useSignal(true)
  const paused = useSignal(false)
  const selected = useSignal<number | null>(null)
  // Matches are reported a few times a second while anything changes.
  const changed = observer.matches.value
  useEffect(() => {
    if (!paused.value) void timeline.refresh()
  }, [changed, paused.value])
  const { all, shown, match } = timeline
  const entries = shown.value
  const ofMatch = match.value === null ? all.value : all.value.filter((entry) => entry.match === match.value)
  const chosen = selected.value === null ? null : placeBySeq(entries, selected.value)
  const selectedIndex = chosen?.found === true ? chosen.place : -1
  const selectedEntry = entries[selectedIndex] ?? null
  const live = observer.matches.value.filter(({ id }) => match.value === null || id === match.value)
  const choose = (seq: number | null): void => {
    selected.value = seq
    if (seq !== null) follow.value = false
  }
  return (
    <div class="calls timeline">
      {live.map((one) => (
        <SyncView key={one.id} match={one} />
      ))}
      <TimelineTools
        timeline={timeline}
        paused={paused}
        onResume={() => {
          follow.value = true
        }}
      />
      {timeline.problem.value !== null && (
        <p class="failure data-problem" role="alert">
          {timeline.problem.value}
        </p>
      )}
      {all.value.length > 0 && (
        <div class="lanes-area">
          <Segmented
            label="Time that the lanes show"
            value={span.value}
            choices={SPANS}
            onChange={(value) => {
              span.value = value
            }}
          />
          <LanesView
            entries={ofMatch}
            shown={entries}
            span={span.value === 'all' ? null : Number(span.value) * 1_000}
            selected={selectedEntry}
            onSelect={choose}
          />
        </div>
      )}
      <div class="calls-list">
        <VirtualList
          label="Timeline"
          count={entries.length}
          rowHeight={ROW_HEIGHT}
          selected={selectedIndex}
          follow={follow.value}
          onFollow={(value) => {
            follow.value = value
          }}
          onSelect={(index) => choose(entries[index]?.seq ?? null)}
          onEscape={() => choose(null)}
          row={(index) => {
            const entry = entries[index]
            if (entry === undefined) return { key: index, className: '', content: null }
            const row = toEntryRow(entry)
            return {
              key: entry.seq,
              className: `row-${row.tone}`,
              content: (
                <>
                  <span class="row-time">{formatTime(entry.at)}</span>
                  {row.seats.map((seat) => (
                    <SeatMark key={seat} seat={seat} />
                  ))}
                  {row.to !== null && (
                    <span class="muted">
                      <span aria-hidden="true">→ </span>
                      <span class="visually-hidden">to </span>
                      {row.to}
                    </span>
                  )}
                  <span class="row-name">{row.name}</span>
                  <span class="row-summary">{row.summary}</span>
                  <span class="row-outcome">{row.outcome}</span>
                </>
              ),
            }
          }}
        />
        {entries.length === 0 && (
          <p class="empty">
            {all.value.length === 0
              ? 'Nothing yet. Who joins a match, and every message, appears here.'
              : 'No entries match the filter.'}
          </p>
        )}
      </div>
      {selectedEntry !== null && (
        <EntryDetails entry={selectedEntry} control={control} onClose={() => choose(null)} />
      )}
      <p class="panel-foot">
        <span>
          {entries.length === all.value.length
            ? `${entries.length.toLocaleString('en')} ${entries.length === 1 ? 'entry' : 'entries'}`
            : `${entries.length.toLocaleString('en')} of ${all.value.length.toLocaleString('en')} entries`}
        </span>
        {!follow.value && entries.length > 0 && (
          <button
            type="button"
            class="topic-link to-latest"
            onClick={() => {
              follow.value = true
              selected.value = null
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

interface TimelineToolsProps {
  readonly timeline: TimelineStore
  readonly paused: { value: boolean }
  readonly onResume: () => void
}

/** The filters, pause, and export of what is shown. */
const TimelineTools = ({ timeline, paused, onResume }: TimelineToolsProps) => {
  const ids = { kind: useId(), seat: useId(), match: useId() }
  const { all, shown, matches, match, seat, kind, types } = timeline
  const seats = laneSeats(all.value)
  const toNdJson = (): string => shown.value.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  return (
    <div class="panel-tools">
      <SearchField label="Filter by text" placeholder="Filter" text={timeline.text} />
      <label class="visually-hidden" for={ids.kind}>
        Show
      </label>
      <select
        id={ids.kind}
        value={kind.value}
        onChange={({ currentTarget }) => {
          kind.value = currentTarget.value as TimelineKind
        }}
      >
        {KINDS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {types.value.length > 0 && (
          <optgroup label="Messages of a type">
            {types.value.map((type) => (
              <option key={type} value={`type:${type}`}>
                {type}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {(seats.length > 1 || seat.value !== null) && (
        <>
          <label class="visually-hidden" for={ids.seat}>
            Player
          </label>
          <select
            id={ids.seat}
            value={seat.value === null ? EVERY : String(seat.value)}
            onChange={({ currentTarget }) => {
              seat.value = currentTarget.value === EVERY ? null : Number(currentTarget.value)
            }}
          >
            <option value={EVERY}>All players</option>
            {seats.map((number) => (
              <option key={number} value={String(number)}>
                Seat {number}
              </option>
            ))}
          </select>
        </>
      )}
      {matches.value.length > 1 && (
        <>
          <label class="visually-hidden" for={ids.match}>
            Match
          </label>
          <select
            id={ids.match}
            value={match.value ?? EVERY}
            onChange={({ currentTarget }) => {
              match.value = currentTarget.value === EVERY ? null : currentTarget.value
            }}
          >
            <option value={EVERY}>All matches</option>
            {matches.value.map(({ id, code, closedAt }) => (
              <option key={id} value={id}>
                {code}
                {closedAt === null ? '' : ' (closed)'}
              </option>
            ))}
          </select>
        </>
      )}
      <div class="icon-buttons">
        <button
          type="button"
          class="icon-button"
          aria-label="Pause"
          aria-pressed={paused.value}
          title={paused.value ? 'Go on' : 'Pause: nothing new is added until you go on'}
          onClick={() => {
            paused.value = !paused.value
            if (!paused.value) onResume()
          }}
        >
          <Icon name={paused.value ? 'play' : 'pause'} />
        </button>
        <CopyButton label="Copy these entries" text={toNdJson} />
        <button
          type="button"
          class="icon-button"
          aria-label="Save these entries as a file"
          title="Save these entries as a file"
          onClick={() => saveFile('timeline.ndjson', toNdJson())}
        >
          <Icon name="download" />
        </button>
      </div>
    </div>
  )
}

const EVERY = 'every'
