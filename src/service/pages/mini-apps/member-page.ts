import type { AccountView } from '../../../control/service-answers.js'
import { type Html, html } from '../../../local-server/html.js'
import type { FormState } from '../layout.js'
import { MEMBERS_PAGE_PATH } from '../paths.js'
import { choice, formStart, inCredits, list, problemLine, shortTime, stateBadge } from './parts.js'
import { memberPath } from './paths.js'

const MOST_LINES = 100

/** What a guardian switches, in words (5). */
const SWITCHES = {
  miniApps: 'Use mini apps',
  pay: 'Pay in mini apps',
  media: 'Give photos and videos',
  online: 'Play online',
  ai: 'Use AI',
} as const

export const GUARDIAN_SWITCHES = Object.keys(SWITCHES) as (keyof typeof SWITCHES)[]

/** The members, each with a page. */
export const memberLinks = (members: readonly AccountView['member'][]): Html => html`<section class="card">
<h2>All members</h2>
${list(
  members,
  ({ id, name, person, balance }) => html`<a href="${memberPath(id)}"><bdi>${name}</bdi></a>
<p class="hint"><code>${id}</code> · ${person} · ${inCredits(balance)}</p>`,
)}
</section>`

/** A member: age, credits, what a guardian allows, purchases and history (3.3, 5). */
export const memberPage = ({
  account: { member, purchases, history },
  apps,
  ticket,
  problem,
}: FormState & {
  readonly account: AccountView
  readonly apps: readonly { readonly id: string; readonly name: string }[]
}): Html => html`<section class="card">
<p class="hint"><a href="${MEMBERS_PAGE_PATH}">Members</a></p>
<h1><bdi>${member.name}</bdi></h1>
<p class="hint"><code>${member.id}</code> · ${member.person}</p>
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
<p class="hint">What a guardian allows counts while ${member.name} is under 18.</p>
${formStart(memberPath(member.id), ticket)}
${GUARDIAN_SWITCHES.map((name) => choice(name, 'yes', member.guardian[name], SWITCHES[name]))}
${apps.length === 0 ? null : html`<h3>Allowed apps</h3>`}
${apps.map(({ id, name }) => choice('app', id, member.guardian.apps.includes(id), html`<bdi>${name}</bdi>`))}
<div class="actions tight"><button class="primary" name="do" value="guardian">Save as guardian</button></div>
</form>
</section>
<section class="card">
<h2>Purchases</h2>
${list(
  purchases.slice(0, MOST_LINES),
  ({ title, price, state }) => html`<bdi>${title}</bdi>: ${inCredits(price)} ${stateBadge(state)}`,
  'None.',
)}
</section>
<section class="card">
<h2>History of credits</h2>
${list(
  history.slice(0, MOST_LINES),
  ({ at, text, amount }) =>
    html`<bdi>${text}</bdi>: ${inCredits(amount)}<p class="hint">${shortTime(Date.parse(at))}</p>`,
  'Nothing was paid or received.',
)}
</section>`
