import type { Problem } from '../../../check/problem.js'
import type { VersionView } from '../../../control/service-answers.js'
import { type Html, html } from '../../../local-server/html.js'
import { formatCredits, inCredits } from '../../../platform/credits.js'
import { SCOPES, type Scope } from '../../../platform/publishing.js'
import type { Member } from '../../miniapps/records.js'

import type { ShownPart } from '../../page-routes/shown-parts.js'

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

/** A part of a list, with links to the first part and the next. @param what is listed, for the links' names */
export const listPart = <Item>(
  { shown, ...part }: ShownPart<Item>,
  line: (item: Item) => Html,
  what: string,
  none: string | null = null,
): Html => html`${list(shown, line, none)}
${pager({ ...part, count: shown.length }, what)}`

/** Links to the first part of a list and the next. @param count how many are shown */
export const pager = (
  { count, total, first, next }: Omit<ShownPart<unknown>, 'shown'> & { readonly count: number },
  what: string,
): Html | null =>
  first === null && next === null
    ? null
    : html`<nav class="pager" aria-label="Pages of ${what}"><span class="hint">${count} of ${total}</span>
${first === null ? null : html`<a href="${first}">First ${what}</a>`}
${next === null ? null : html`<a href="${next}">Next ${what}</a>`}</nav>`

/** The field that searches the lists of a page. @param label what it searches */
export const searchForm = (action: string, label: string, search: string): Html =>
  html`<form method="get" action="${action}" class="inline" role="search">
<div><label for="search">${label}</label>
<input id="search" name="search" type="search" value="${search}" maxlength="200" spellcheck="false"></div>
<button>Search</button>
</form>`

/** A time in UTC, to the minute. */
export const shortTime = (at: number): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export const credits = (thousandths: number): string => inCredits(formatCredits(thousandths))

const GOOD_STATES: readonly string[] = ['live', 'granted', 'paid-out', 'everyone', 'adults']
const BAD_STATES: readonly string[] = ['declined', 'blocked', 'deleted', 'awaiting-manual', 'off']

/** The words for states whose names are not what people call them. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  ['asked']: 'requested',
  none: 'not live',
  'paid-out': 'paid out',
  'awaiting-manual': 'payout failed',
}

/** A state in a word or two, in the colour of what it means. */
export const stateBadge = (state: string): Html => {
  const tone = GOOD_STATES.includes(state) ? 'good' : BAD_STATES.includes(state) ? 'bad' : 'open'
  return html`<span class="badge ${tone}">${STATE_WORDS[state] ?? state}</span>`
}

/** When an app of the publishing API was last used (5.1). */
export const usedWords = (lastUsedAt: number | null): string =>
  lastUsedAt === null ? 'not used yet' : `last used ${shortTime(lastUsedAt)}`

/** How many people connected an app of the publishing API (5.1). */
export const peopleWords = (people: number): string =>
  people === 0 ? 'not connected' : `connected by ${people} ${people === 1 ? 'person' : 'people'}`

export const memberOptions = (members: readonly Member[], chosen: string | null): readonly Html[] =>
  members.map(
    ({ id, name }) =>
      html`<option value="${id}"${id === chosen ? html` selected` : ''}>${name} (${id})</option>`,
  )

/** When a version goes live by itself, or what it waits for. */
export const waitingLine = ({ state, approvesAt, flags }: VersionView): Html | null => {
  if (state !== 'waiting') return null
  if (approvesAt !== null)
    return html`<p class="hint">Goes live ${shortTime(Date.parse(approvesAt))}, unless an admin decides earlier.</p>`
  return html`<p class="hint">${flags.length > 0 ? 'Flagged: waits for an admin.' : 'Waits for an admin.'}</p>`
}
