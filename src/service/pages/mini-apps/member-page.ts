import type { AccountView } from '../../../control/service-answers.js'
import { type Html, html } from '../../../local-server/html.js'
import { PERSON_WORDS } from '../../../platform/ages.js'
import { inCredits } from '../../../platform/credits.js'
import type { ShownPart } from '../../page-routes/shown-parts.js'

import type { FormState } from '../layout.js'
import { MEMBERS_PAGE_PATH, memberPath } from '../paths.js'
import { choice, formStart, listPart, problemLine, searchForm, shortTime, stateBadge } from './parts.js'

/** What a guardian switches, in words (5). */
const SWITCHES = {
  miniApps: 'Use mini apps',
  pay: 'Pay in mini apps',
  media: 'Choose photos and videos',
  online: 'Play online',
  ai: 'Use AI',
} as const

export const GUARDIAN_SWITCHES = Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]

/** The members, each with a page. */
export const memberLinks = (
  search: string,
  members: ShownPart<AccountView['member']>,
): Html => html`<section class="card">
<h1>Members</h1>
${searchForm(MEMBERS_PAGE_PATH, 'Find members by name or ID', search)}
${listPart(
  members,
  ({ id, name, person, balance }) => html`<a href="${memberPath(id)}"><bdi>${name}</bdi></a>
<p class="hint"><code>${id}</code> · ${PERSON_WORDS[person].toLowerCase()} · ${inCredits(balance)}</p>`,
  'members',
  'No members match the search.',
)}
</section>`

/** A member: age, credits, what a guardian allows, purchases and history (3.3, 5). */
export const memberPage = ({
  member,
  purchases,
  history,
  apps,
  ticket,
  problem,
}: FormState & {
  readonly member: AccountView['member']
  readonly purchases: ShownPart<AccountView['purchases'][number]>
  readonly history: ShownPart<AccountView['history'][number]>
  readonly apps: readonly { readonly id: string; readonly name: string }[]
}): Html => html`<section class="card">
<p class="hint"><a href="${MEMBERS_PAGE_PATH}">Members</a></p>
<h1><bdi>${member.name}</bdi></h1>
<p class="hint"><code>${member.id}</code> · ${PERSON_WORDS[member.person].toLowerCase()}</p>
${problemLine(problem)}
${formStart(memberPath(member.id), ticket)}
<label for="birth-date">Date of birth</label>
<input id="birth-date" name="birthDate" type="date" value="${member.birthDate ?? ''}">
<label for="balance">Balance in credits</label>
<input id="balance" name="balance" value="${member.balance}" required inputmode="decimal">
${choice('partner', 'yes', member.partner, 'Partner: up to 20 apps')}
<div class="actions tight"><button class="primary" name="do" value="account">Save</button></div>
</form>
</section>
<section class="card">
<h2>Guardian</h2>
<p class="hint">These settings apply while ${member.name} is under 18.</p>
${formStart(memberPath(member.id), ticket)}
${GUARDIAN_SWITCHES.map((name) => choice(name, 'yes', member.guardian[name], SWITCHES[name]))}
${
  apps.length === 0
    ? null
    : html`<details><summary>Allowed apps: ${apps.filter(({ id }) => member.guardian.apps.includes(id)).length} of ${apps.length}</summary>
${apps.map(({ id, name }) => choice('app', id, member.guardian.apps.includes(id), html`<bdi>${name}</bdi>`))}</details>`
}
<div class="actions tight"><button class="primary" name="do" value="guardian">Save as guardian</button></div>
</form>
</section>
<section class="card">
<h2>Purchases</h2>
${listPart(
  purchases,
  ({ title, price, state }) => html`<bdi>${title}</bdi>: ${inCredits(price)} ${stateBadge(state)}`,
  'purchases',
  'None.',
)}
</section>
<section class="card">
<h2>Credit history</h2>
${listPart(
  history,
  ({ at, text, amount }) =>
    html`<bdi>${text}</bdi>: ${inCredits(amount)}<p class="hint">${shortTime(Date.parse(at))}</p>`,
  'entries',
  'No payments yet.',
)}
</section>`
