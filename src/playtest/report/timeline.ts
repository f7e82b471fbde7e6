import { isFailure, type LogEntry } from '../../host/log/call-log.js'
import { type Html, html } from '../../local-server/html.js'
import { SECOND_MS } from '../../platform/units.js'
import { safeText } from '../../terminal/safe-text.js'
import { counted } from '../../terminal/units.js'

/** The log of a scenario as people read it: a list for each seat. */
export const timelines = (log: readonly LogEntry[], name: string): readonly Html[] => {
  const seats = [...new Set(log.map(({ seat }) => seat))].sort((a, b) => a - b)
  return seats.map((seat) => {
    const own = log.filter((entry) => entry.seat === seat)
    const failed = own.filter(isFailure).length
    return html`<details class="timeline-box">
<summary>Timeline${seats.length === 1 ? '' : ` of seat ${seat}`} <span class="muted">${counted(own.length, 'entry', 'entries')}${failed === 0 ? '' : `, ${failed} failed`}</span></summary>
<ol class="timeline" aria-label="${`Timeline of seat ${seat}, ${name}`}">${withGaps(own).map((row) => (typeof row === 'number' ? gap(row) : entryRow(row, log)))}</ol>
</details>`
  })
}

/** One entry: when it was, what it was, what came of it, and why. */
export const entryRow = (entry: LogEntry, log: readonly LogEntry[]): Html => {
  const { label, detail, outcome } = partsOf(entry)
  const state = isFailure(entry) ? ' failed' : entry.kind === 'event' || entry.kind === 'note' ? ' quiet' : ''
  return html`<li class="${`entry${state}`}">
<span class="when" title="${entry.at}">${sinceStart(entry, log)}</span>
<div class="what"><p><b>${shown(label)}</b>${detail === '' ? null : html` <code>${shown(detail)}</code>`}</p>
${outcome === '' ? null : html`<p class="outcome">${shown(outcome)}</p>`}${entry.why === undefined ? null : html`<p class="why">${shown(entry.why)}</p>`}</div>
</li>
`
}

const gap = (left: number): Html =>
  html`<li class="gap muted">${counted(left, 'more entry', 'more entries')} in the log</li>
`

/** Entries, and between them how many are left out: a real-time game has thousands, and those that failed are never left out. */
const withGaps = (entries: readonly LogEntry[]): readonly (LogEntry | number)[] => {
  const rows: (LogEntry | number)[] = []
  let failed = 0
  for (const [index, entry] of entries.entries()) {
    const isKept = index < SHOWN_AT_EACH_END || index >= entries.length - SHOWN_AT_EACH_END
    if (isFailure(entry)) failed += 1
    if (isKept || (isFailure(entry) && failed <= MOST_FAILED)) {
      rows.push(entry)
      continue
    }
    const last = rows.at(-1)
    if (typeof last === 'number') rows[rows.length - 1] = last + 1
    else rows.push(1)
  }
  return rows
}

const SHOWN_AT_EACH_END = 100
const MOST_FAILED = 200

interface EntryParts {
  readonly label: string
  readonly detail: string
  readonly outcome: string
}

const partsOf = (entry: LogEntry): EntryParts => {
  switch (entry.kind) {
    case 'call': {
      const { method, wire, params, error, result, ms } = entry
      const took = ms === null ? '' : ` (${Math.round(ms)} ms)`
      const answer = result === undefined ? 'no answer' : `→\u00a0${json(result)}`
      return {
        label: method ?? wire,
        detail: isEmpty(params) ? '' : json(params),
        outcome: `${error === undefined ? answer : `${error.code}: ${error.message}`}${took}`,
      }
    }
    case 'event':
      return {
        label: `event ${entry.event}`,
        detail: isEmpty(entry.data) ? '' : json(entry.data),
        outcome: '',
      }
    case 'dropped':
      return { label: `${entry.method ?? entry.wire ?? 'a message'} was dropped`, detail: '', outcome: '' }
    case 'note':
      return { label: entry.message, detail: '', outcome: '' }
    case 'violation':
    case 'error':
    case 'rejection':
    case 'failed-file':
    case 'console': {
      const place = [entry.file, entry.line, entry.column].filter((one) => one !== null).join(':')
      return { label: REPORTS[entry.kind], detail: place, outcome: entry.message }
    }
  }
}

const REPORTS = {
  violation: 'blocked by the sandbox',
  error: 'uncaught error',
  rejection: 'unhandled rejection',
  'failed-file': 'failed file',
  console: 'console',
} as const

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

const json = (value: unknown): string => JSON.stringify(value) ?? ''

/** A text of an app as it is shown: without what turns around or hides other text, and its start where it is long. */
export const shown = (text: string): string => {
  const start = text.slice(0, MOST_CHARACTERS)
  return safeText(text.length === start.length ? start : `${start}…`)
}

const MOST_CHARACTERS = 600

const sinceStart = ({ at }: LogEntry, [first]: readonly LogEntry[]): string =>
  `${((Date.parse(at) - Date.parse(first?.at ?? at)) / SECOND_MS).toFixed(2)} s`
