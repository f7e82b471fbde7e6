import type { Problem } from '../../../check/problem.js'
import type { VersionView } from '../../../control/service-answers.js'
import { formatCredits, inCredits } from '../../../platform/credits.js'
import { SCOPES, type Scope } from '../../../platform/publishing.js'
import type { Member } from '../../miniapps/records.js'
import { type Html, html } from '../html.js'

/** Parts that the pages of mini apps share. */

/** The start of a form: where it goes, and the proof that it came from a page of ours. */
export const formStart = (action: string, ticket: string): Html =>
  html`<form method="post" action="${action}">${ticketField(ticket)}`

/** The proof that a form came from a page of ours. */
export const ticketField = (ticket: string): Html =>
  html`<input type="hidden" name="ticket" value="${ticket}">`

export const problemLine = (problem: string | null): Html | null =>
  problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`

/** A box to tick, with what it stands for. */
export const choice = (
  name: string,
  value: string,
  isChecked: boolean,
  words: string | Html,
  type: 'checkbox' | 'radio' = 'checkbox',
): Html => html`<label class="choice"><input type="${type}" name="${name}" value="${value}"${isChecked ? html` checked` : ''}>
<span>${words}</span></label>
`

export const scopeChoice = (scope: Scope, isChecked: boolean): Html =>
  choice('scope', scope, isChecked, html`${SCOPES[scope]}<code>${scope}</code>`)

/** The file and the line of a problem. */
export const placeOf = ({ file, line }: Pick<Problem, 'file' | 'line'>): Html | null =>
  file === null ? null : html`<code>${file}${line === null ? '' : `:${line}`}</code> `

/** A list, or a sentence where it is empty. */
export const list = <Item>(
  items: readonly Item[],
  line: (item: Item) => Html,
  none: string | null = null,
): Html => html`${items.length > 0 || none === null ? null : html`<p class="hint">${none}</p>`}
<ul class="plain">${items.map(
  (item) => html`<li>${line(item)}</li>
`,
)}</ul>`

/** A time in UTC, to the minute. */
export const shortTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export { inCredits }

export const credits = (thousandths: number): string => inCredits(formatCredits(thousandths))

const GOOD_STATES: readonly string[] = ['live', 'granted', 'paid-out', 'everyone', 'adults']
const BAD_STATES: readonly string[] = ['declined', 'blocked', 'deleted', 'awaiting-manual', 'off']

/** A state in a word, in the colour of what it means. */
export const stateBadge = (state: string): Html => {
  const tone = GOOD_STATES.includes(state) ? 'good' : BAD_STATES.includes(state) ? 'bad' : 'open'
  return html`<span class="badge ${tone}">${state}</span>`
}

export const memberOptions = (members: readonly Member[], chosen: string | null): readonly Html[] =>
  members.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === chosen ? html` selected` : ''}>${name} (${id})</option>`,
  )

/** When a version goes live by itself, or what it waits for. */
export const waitingLine = ({ state, approvesAt, flags }: VersionView): Html | null => {
  if (state !== 'waiting') return null
  if (approvesAt !== null)
    return html`<p class="hint">Goes live ${shortTime(Date.parse(approvesAt))}, unless an admin decides before.</p>`
  return html`<p class="hint">${flags.length > 0 ? 'Flagged: waits for an admin.' : 'Waits for an admin.'}</p>`
}
