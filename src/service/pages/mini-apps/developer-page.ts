import type { AppView, ClientView } from '../../../control/service-answers.js'
import { type Html, html } from '../../../local-server/html.js'
import { inCredits } from '../../../platform/credits.js'
import { CATEGORIES } from '../../../platform/manifest.js'
import type { HistoryEntry } from '../../miniapps/history.js'
import type { Member, Notice } from '../../miniapps/records.js'
import type { ShownPart } from '../../page-routes/shown-parts.js'

import type { FormState } from '../layout.js'
import { APPS_PAGE_PATH, DEVELOPER_PATH, developerAppPath } from '../paths.js'
import {
  credits,
  formStart,
  list,
  listPart,
  memberOptions,
  peopleWords,
  problemLine,
  shortTime,
  stateBadge,
  usedWords,
} from './parts.js'

/** A member as a developer: their apps, registration, notifications and earnings. */
export const developerPage = ({
  member,
  members,
  apps,
  clients,
  notices,
  history,
  ticket,
  problem,
}: FormState & {
  readonly member: Member
  readonly members: readonly Member[]
  readonly apps: ShownPart<AppView>
  /** Their apps of the publishing API (5.1). */
  readonly clients: readonly ClientView[]
  readonly notices: ShownPart<Notice>
  readonly history: ShownPart<HistoryEntry>
}): Html => html`<section class="card">
<h1>Developer</h1>
<form method="get" action="${DEVELOPER_PATH}" class="inline">
<div><label for="as">Acting as</label>
<select id="as" name="as">${memberOptions(members, member.id)}</select></div>
<button>Switch</button>
</form>
</section>
<section class="card">
<h2>Your mini apps</h2>
${listPart(apps, appLine, 'apps', 'You have not registered an app.')}
</section>
<section class="card">
<h2>Register an app</h2>
${formStart(DEVELOPER_PATH, ticket)}
${problemLine(problem)}
<input type="hidden" name="as" value="${member.id}">
<label for="name">Name</label>
<input id="name" name="name" required minlength="2" maxlength="30">
<label for="category">Category</label>
<select id="category" name="category">${CATEGORIES.map((one) => html`<option>${one}</option>`)}</select>
<p class="hint">${member.birthDate === null ? 'You need a date of birth to register apps.' : `Date of birth: ${member.birthDate}.`} This account can have up to ${member.partner ? '20' : '5'} apps.</p>
<div class="actions tight"><button class="primary">Register</button></div>
</form>
</section>
<section class="card">
<h2>Your apps for the publishing API</h2>
${list(clients, clientLine, 'You have not registered an app.')}
<p><a href="${APPS_PAGE_PATH}">Register and edit</a></p>
</section>
<section class="card">
<h2>Notifications</h2>
${listPart(
  notices,
  ({ at, text }) => html`<bdi>${text}</bdi><p class="hint">${shortTime(at)}</p>`,
  'notifications',
  'None yet.',
)}
</section>
<section class="card">
<h2>Credits</h2>
<p>Balance: ${credits(member.balance)}</p>
${listPart(
  history,
  ({ at, text, thousandths }) =>
    html`<bdi>${text}</bdi>: ${credits(thousandths)}<p class="hint">${shortTime(at)}</p>`,
  'entries',
)}
</section>`

const clientLine = ({ id, name, people, lastUsedAt }: ClientView): Html =>
  html`<bdi>${name}</bdi>
<p class="hint"><code>${id}</code> · ${peopleWords(people)} · ${usedWords(lastUsedAt === null ? null : Date.parse(lastUsedAt))}</p>`

const appLine = ({ id, name, status, figures }: AppView): Html =>
  html`<a href="${developerAppPath(id)}"><bdi>${name}</bdi></a> ${stateBadge(status)}
<p class="hint"><code>${id}</code> · ${inCredits(figures.purchases)} of purchases, ${figures.held} held, ${figures.paid} paid to you</p>`
