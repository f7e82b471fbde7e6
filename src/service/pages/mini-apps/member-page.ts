import type { AccountView } from '../../../control/service-answers.js'
import { type Html, html } from '../html.js'
import { MEMBERS_PAGE_PATH } from '../paths.js'
import { formStart, inCredits, problemLine, shortTime, stateBadge } from './parts.js'
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
<ul class="plain">${members.map(
  ({ id, name, person, balance }) => html`<li><a href="${memberPath(id)}"><bdi>${name}</bdi></a>
<p class="hint"><code>${id}</code> · ${person} · ${inCredits(balance)}</p></li>
`,
)}</ul>
</section>`

/** A member: age, credits, what a guardian allows, purchases and history (3.3, 5). */
export const memberPage = ({
  account: { member, purchases, history },
  apps,
  ticket,
  problem,
}: {
  readonly account: AccountView
  readonly apps: readonly { readonly id: string; readonly name: string }[]
  readonly ticket: string
  readonly problem: string | null
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
<label class="choice"><input type="checkbox" name="partner" value="yes"${member.partner ? html` checked` : ''}><span>Partner: up to 20 apps</span></label>
<div class="actions tight"><button class="primary" name="do" value="account">Save</button></div>
</form>
</section>
<section class="card">
<h2>Guardian</h2>
<p class="hint">What a guardian allows counts while ${member.name} is under 18.</p>
${formStart(memberPath(member.id), ticket)}
${GUARDIAN_SWITCHES.map(
  (
    name,
  ) => html`<label class="choice"><input type="checkbox" name="${name}" value="yes"${member.guardian[name] ? html` checked` : ''}><span>${SWITCHES[name]}</span></label>
`,
)}
${apps.length === 0 ? null : html`<h3>Allowed apps</h3>`}
${apps.map(
  ({
    id,
    name,
  }) => html`<label class="choice"><input type="checkbox" name="app" value="${id}"${member.guardian.apps.includes(id) ? html` checked` : ''}><span><bdi>${name}</bdi></span></label>
`,
)}
<div class="actions tight"><button class="primary" name="do" value="guardian">Save as guardian</button></div>
</form>
</section>
<section class="card">
<h2>Purchases</h2>
${purchases.length === 0 ? html`<p class="hint">None.</p>` : null}
<ul class="plain">${purchases.slice(0, MOST_LINES).map(
  ({ title, price, state }) => html`<li><bdi>${title}</bdi>: ${inCredits(price)} ${stateBadge(state)}</li>
`,
)}</ul>
</section>
<section class="card">
<h2>History of credits</h2>
${history.length === 0 ? html`<p class="hint">Nothing was paid or received.</p>` : null}
<ul class="plain">${history.slice(0, MOST_LINES).map(
  ({
    at,
    text,
    amount,
  }) => html`<li><bdi>${text}</bdi>: ${inCredits(amount)}<p class="hint">${shortTime(Date.parse(at))}</p></li>
`,
)}</ul>
</section>`
