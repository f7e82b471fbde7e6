import { type CallEntry, isPending, type LogEntry } from '../../../../host/log/call-log.js'
import { placeOf } from '../../seat/diagnosis.js'
import { previewJson } from './preview-json.js'

/** A log entry as one row. */
export interface LogRow {
  /** Selects the colour. `load` divides the page loads. */
  readonly tone:
    | 'call'
    | 'refused'
    | 'declined'
    | 'event'
    | 'dropped'
    | 'problem'
    | 'console'
    | 'note'
    | 'load'
  /** The kind of entry, in a word. */
  readonly kind: string
  /** The method, the event, or the location. */
  readonly name: string
  readonly summary: string
  /** The answer, or undefined if there is none. */
  readonly outcome?: string
  /** The duration of a call; absent while it is pending. */
  readonly duration?: string
}

const PREVIEW_CHARACTERS = 160

/** Summarises an entry in one row. */
export const toRow = (entry: LogEntry): LogRow => {
  switch (entry.kind) {
    case 'call': {
      const params = isEmpty(entry.params) ? '' : previewJson(entry.params, PREVIEW_CHARACTERS)
      return entry.error === undefined
        ? {
            ...(declinedAs(entry) ?? { tone: 'call', kind: 'call' }),
            name: entry.method ?? entry.wire,
            summary: params,
            outcome: isPending(entry)
              ? 'pending'
              : entry.result === undefined
                ? 'no answer'
                : previewJson(entry.result, PREVIEW_CHARACTERS),
            ...durationOf(entry),
          }
        : {
            tone: 'refused',
            kind: 'refused',
            name: entry.method ?? entry.wire,
            summary: params,
            outcome: entry.error.code,
            ...durationOf(entry),
          }
    }
    case 'event':
      return {
        tone: 'event',
        kind: 'event',
        name: entry.event,
        summary: previewJson(entry.data, PREVIEW_CHARACTERS),
      }
    case 'dropped':
      return {
        tone: 'dropped',
        kind: 'dropped',
        name: entry.method ?? entry.wire ?? 'not a request',
        summary: entry.why,
      }
    case 'note':
      if (entry.action?.do === 'open') return { tone: 'load', kind: 'load', name: entry.message, summary: '' }
      return { tone: 'note', kind: 'note', name: entry.message, summary: '' }
    case 'console':
      return { tone: 'console', kind: 'console', name: placeOf(entry) ?? 'console', summary: entry.message }
    case 'violation':
      return { tone: 'problem', kind: 'violation', name: placeOf(entry) ?? 'policy', summary: entry.message }
    case 'error':
    case 'rejection':
      return { tone: 'problem', kind: entry.kind, name: placeOf(entry) ?? 'app', summary: entry.message }
    case 'failed-file':
      return { tone: 'problem', kind: 'failed file', name: placeOf(entry) ?? 'app', summary: entry.message }
  }
}

/** Answers that resolve, and say that the app got nothing: they must not look like a success. */
const DECLINED: readonly unknown[] = ['unavailable', 'blocked', 'failed']

/** How a call is shown that resolved without what the app wanted; null for any other. */
const declinedAs = ({ result, by }: CallEntry): Pick<LogRow, 'tone' | 'kind'> | null => {
  const status: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'status') : undefined
  if (DECLINED.includes(status)) return { tone: 'declined', kind: String(status) }
  // `share` and `multiplayer.list` have no status to say it with.
  return by !== undefined && status === undefined ? { tone: 'declined', kind: 'unavailable' } : null
}

const durationOf = ({ ms }: CallEntry): Pick<LogRow, 'duration'> =>
  ms === null ? {} : { duration: formatDuration(ms) }

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** `0.4 ms`, `12 ms`, `3.2 s`. */
export const formatDuration = (milliseconds: number): string =>
  milliseconds < 10
    ? `${milliseconds.toFixed(1)} ms`
    : milliseconds < 1_000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1_000).toFixed(1)} s`

/** `812 B`, `4.1 KB`, `2.3 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${(bytes / 1_024).toFixed(1)} KB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`

/** The local time of day with milliseconds; other text is unchanged. */
export const formatTime = (iso: string): string => {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`
}
