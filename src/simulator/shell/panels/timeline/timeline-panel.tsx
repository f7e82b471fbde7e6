import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { IconButton } from '../../controls/button.js'
import { EntryCount, EntryExport, EntryList, indexOf } from '../../controls/entry-list.js'
import { Alert, into, put } from '../../controls/form.js'
import { SearchField } from '../../controls/search-field.js'
import { SeatMark } from '../../controls/seat-mark.js'
import { Segmented } from '../../controls/segmented.js'
import { Select, seatChoices } from '../../controls/select.js'
import type { ShellParts } from '../../parts.js'
import type { TimelineKind, TimelineStore } from '../../stores/timeline-store.js'
import { formatTime } from '../calls/log-row.js'
import { EntryDetails } from './entry-details.js'
import { toEntryRow } from './entry-row.js'
import { laneSeats } from './lanes.js'
import { LanesView } from './lanes-view.js'
import { SyncView } from './sync-view.js'

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

export type TimelinePanelProps = Pick<ShellParts, 'observer' | 'control' | 'timeline'>

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
  const selectedEntry = entries[indexOf(entries, selected.value)] ?? null
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
      <TimelineTools timeline={timeline} paused={paused} onResume={put(follow, true)} />
      <Alert text={timeline.problem.value} className="data-problem" />
      {all.value.length > 0 && (
        <div class="lanes-area stack">
          <Segmented label="Time range" value={span.value} choices={SPANS} onChange={into(span)} />
          <LanesView
            entries={ofMatch}
            shown={entries}
            span={span.value === 'all' ? null : Number(span.value) * 1_000}
            selected={selectedEntry}
            onSelect={choose}
          />
        </div>
      )}
      <EntryList
        label="Timeline"
        entries={entries}
        row={(entry) => {
          const row = toEntryRow(entry)
          return {
            tone: row.tone,
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
        selected={selected.value}
        onSelect={choose}
        follow={follow}
        empty={
          all.value.length === 0
            ? 'Nothing yet. Players who join a match, and every message, appear here.'
            : 'No entries match the filter.'
        }
      />
      {selectedEntry !== null && (
        <EntryDetails entry={selectedEntry} control={control} onClose={() => choose(null)} />
      )}
      <EntryCount
        count={entries.length}
        total={all.value.length}
        follow={follow}
        onLatest={() => {
          follow.value = true
          selected.value = null
        }}
      />
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
  const kindId = useId()
  const { all, shown, matches, match, seat, kind, types } = timeline
  const seats = laneSeats(all.value)
  return (
    <div class="panel-tools line wrap">
      <SearchField label="Filter by text" placeholder="Filter" text={timeline.text} />
      <label class="visually-hidden" for={kindId}>
        Show
      </label>
      <select
        id={kindId}
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
        <Select
          label="Player"
          labelHidden
          value={seat.value}
          choices={[{ value: null, label: 'All players' }, ...seatChoices(seats)]}
          onChange={into(seat)}
        />
      )}
      {matches.value.length > 1 && (
        <Select
          label="Match"
          labelHidden
          value={match.value}
          choices={[
            { value: null, label: 'All matches' },
            ...matches.value.map(({ id, code, closedAt }) => ({
              value: id,
              label: closedAt === null ? code : `${code} (closed)`,
            })),
          ]}
          onChange={into(match)}
        />
      )}
      <div class="icon-buttons line wrap">
        <IconButton
          icon={paused.value ? 'play' : 'pause'}
          label="Pause"
          word="Pause"
          aria-pressed={paused.value}
          title={paused.value ? 'Resume' : 'Pause: nothing new is added until you resume'}
          onClick={() => {
            paused.value = !paused.value
            if (!paused.value) onResume()
          }}
        />
        <EntryExport entries={shown.value} file="timeline.ndjson" />
      </div>
    </div>
  )
}
