import { useSignal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { type CallEntry, isPending, type LogEntry, type PendingCall } from '../../../../host/log/call-log.js'
import { Button } from '../../controls/button.js'
import { CopyButton } from '../../controls/copy-button.js'
import { Fact } from '../../controls/facts-row.js'
import { PlaceLink } from '../../controls/place-link.js'
import { TopicLink } from '../../docs/topic-link.js'
import { WithSections, Words } from '../../docs/with-sections.js'
import { placeOf } from '../../seat/diagnosis.js'
import type { AnswerMedia } from '../../stores/answer-media.js'
import { callCode } from './call-code.js'
import { callTimelineOf } from './call-timeline.js'
import { DetailsPane } from './details-pane.js'
import { type FaultDraft, faultLike } from './fault-draft.js'
import { JsonView } from './json-view.js'
import { LiftButtons, type LiftTargets } from './lift-buttons.js'
import { formatBytes, formatDuration, formatTime, toRow } from './log-row.js'

export interface CallDetailsProps {
  /** What lifts refusals. */
  readonly lifting: LiftTargets
  readonly entry: LogEntry
  readonly media: AnswerMedia
  /** How long a pending call has been running, in milliseconds. */
  readonly runningMs: (call: PendingCall) => number
  /** Leads to the form for faults, with this one in it. */
  readonly onAnswerAgain: (draft: FaultDraft) => void
  readonly onClose: () => void
}

/** The details of one entry. */
export const CallDetails = ({
  entry,
  media,
  lifting,
  runningMs,
  onAnswerAgain,
  onClose,
}: CallDetailsProps) => {
  const row = toRow(entry)
  const blobs = entry.kind === 'call' ? media.of(entry.seat, entry.id) : []
  const code = entry.kind === 'call' ? callCode(entry.method, entry.params) : null
  const draft = entry.kind === 'call' ? faultLike(entry, blobs.length > 0) : null
  return (
    <DetailsPane
      entry={entry}
      marks={<span class={`kind kind-${row.tone}`}>{row.kind}</span>}
      title={
        entry.kind === 'call' && entry.method !== null ? (
          <TopicLink topic={entry.method}>{row.name}</TopicLink>
        ) : (
          row.name
        )
      }
      buttons={code !== null && <CopyButton label="Copy as code" icon="code" text={() => code} />}
      label="Parameters and answer"
      onClose={onClose}
    >
      {entry.why !== undefined && (
        <p class="why">
          <Words text={entry.why} />
        </p>
      )}
      {entry.kind === 'call' && <LiftButtons key={`lift ${entry.seq}`} call={entry} {...lifting} />}
      <Facts entry={entry} runningMs={runningMs} />
      {(entry.kind === 'call' || entry.kind === 'dropped') && entry.calledFrom !== undefined && (
        <p>
          Called from{' '}
          <PlaceLink
            key={entry.seq}
            place={entry.calledFrom}
            text={`${placeOf(entry.calledFrom)}:${entry.calledFrom.column}`}
          />
        </p>
      )}
      {draft !== null && (
        <p>
          <Button onClick={() => onAnswerAgain(draft)}>Mock this response …</Button>
        </p>
      )}
      {blobs.map((blob, index) => (
        <MediaView key={`${entry.seq} ${index}`} blob={blob} />
      ))}
      <Content entry={entry} />
    </DetailsPane>
  )
}

const Facts = ({ entry, runningMs }: Pick<CallDetailsProps, 'entry' | 'runningMs'>) => (
  <dl class="facts-row">
    <Fact name="Time">{formatTime(entry.at)}</Fact>
    {entry.kind === 'call' && entry.ms !== null && <Fact name="Duration">{formatDuration(entry.ms)}</Fact>}
    {isPending(entry) && (
      <Fact name="Running for">
        <RunningTime of={() => runningMs(entry)} />
      </Fact>
    )}
    {(entry.kind === 'call' || entry.kind === 'dropped') && (
      <Fact name="Size">{formatBytes(entry.bytes)}</Fact>
    )}
    {entry.kind === 'call' && <Fact name="Tap">{entry.gesture ? 'yes' : 'no'}</Fact>}
    <Fact name="Seat">{entry.seat}</Fact>
    {entry.kind === 'call' && <Fact name="ID">{entry.id}</Fact>}
  </dl>
)

const Content = ({ entry }: { readonly entry: LogEntry }) => {
  switch (entry.kind) {
    case 'call':
      return (
        <>
          <h3>Parameters</h3>
          <JsonView value={entry.params} />
          <Answer call={entry} />
          <h3>Timeline</h3>
          <TimeLine call={entry} />
        </>
      )
    case 'event':
      return (
        <>
          <h3>Data</h3>
          <JsonView value={entry.data} />
        </>
      )
    case 'dropped':
      return (
        <p class="muted">
          <WithSections text="The app never gets an answer. A call with a time limit rejects with TIMEOUT (8.2)." />
        </p>
      )
    case 'note':
      return (
        <p>
          <Words text={entry.message} />
        </p>
      )
    default:
      return (
        <>
          <h3>{entry.kind === 'console' ? 'Console' : 'Browser report'}</h3>
          <p class={entry.kind === 'console' ? 'report' : 'report failure'}>{entry.message}</p>
          {entry.file !== null && (
            <p>
              <PlaceLink
                key={entry.seq}
                place={{ ...entry, file: entry.file }}
                text={`${placeOf(entry)}${entry.column === null ? '' : `:${entry.column}`}`}
              />
            </p>
          )}
          {entry.stack !== undefined && <pre class="json">{entry.stack}</pre>}
        </>
      )
  }
}

/** What happened to a call, each with the milliseconds since it was sent. */
const TimeLine = ({ call }: { readonly call: CallEntry }) => (
  <ol class="call-timeline">
    {callTimelineOf(call).map(({ ms, words }, index) => (
      <li key={index}>
        <span class="call-timeline-ms">{formatDuration(ms)}</span>
        <span>{words}</span>
      </li>
    ))}
  </ol>
)

const Answer = ({ call }: { readonly call: CallEntry }) => {
  if (call.error !== undefined)
    return (
      <>
        <h3>Rejected</h3>
        <p class="failure">
          <strong class="mono">
            <TopicLink topic={`errors/${call.error.code}`}>{call.error.code}</TopicLink>
          </strong>{' '}
          {call.error.message}
        </p>
      </>
    )
  return (
    <>
      <h3>Answer</h3>
      {call.result !== undefined ? (
        <JsonView value={call.result} />
      ) : (
        <p class="muted">{isPending(call) ? 'No answer yet.' : 'The app got no answer.'}</p>
      )}
    </>
  )
}

const TICK_MS = 100

/** A duration that grows while it is shown. @param of the milliseconds so far */
export const RunningTime = ({ of }: { readonly of: () => number }) => {
  const tick = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => {
      tick.value++
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  tick.value
  return <>{formatDuration(of())}</>
}

/** A picture, sound or video from an answer to the app. */
const MediaView = ({ blob }: { readonly blob: Blob }) => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (url === null) return null
  const [kind] = blob.type.split('/')
  if (kind === 'image') return <img class="media-view" src={url} alt={MEDIA_NAME} />
  // Generated and picked media have no captions; the track says that there are none.
  if (kind === 'audio')
    return (
      <audio class="media-view" src={url} controls aria-label={MEDIA_NAME}>
        <track kind="captions" />
      </audio>
    )
  if (kind !== 'video') return null
  return (
    <video class="media-view" src={url} controls aria-label={MEDIA_NAME}>
      <track kind="captions" />
    </video>
  )
}

const MEDIA_NAME = 'Media in the answer'
