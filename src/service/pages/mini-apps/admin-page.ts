import type { AppView } from '../../../control/service-answers.js'
import { CLOCK_SPEEDS, type ClockSpeed } from '../../../host/clock-course.js'
import { type Html, html } from '../../../local-server/html.js'
import type { MiniAppVersion } from '../../miniapps/records.js'

import type { ShownPart } from '../../page-routes/shown-parts.js'

import type { FormState } from '../layout.js'
import { ADMIN_PATH, adminAppPath, developerAppPath } from '../paths.js'
import {
  formStart,
  list,
  listPart,
  placeOf,
  problemLine,
  searchForm,
  shortTime,
  stateBadge,
} from './parts.js'

/** A version in review, with what the admin decides by. */
export interface QueuedVersion {
  readonly app: Pick<AppView, 'id' | 'name'>
  readonly version: MiniAppVersion
  readonly approvesAt: number | null
}

/** An app as the list names it. */
export interface ListedForAdmin {
  readonly id: string
  readonly name: string
  readonly status: AppView['status']
  /** What waits for an admin beside versions. */
  readonly asks: readonly string[]
}

const MOST_FINDINGS = 100
/** How many versions are shown with their findings and buttons; of more, each is opened by hand. */
const MOST_OPEN = 3

/** The admin's page: the queue, every app, and the clock (3.1). */
export const adminPage = ({
  queue,
  apps,
  search,
  now,
  clock,
  ticket,
  problem,
}: FormState & {
  readonly queue: ShownPart<QueuedVersion>
  readonly apps: ShownPart<ListedForAdmin>
  readonly search: string
  readonly now: number
  readonly clock: { readonly paused: boolean; readonly speed: ClockSpeed }
}): Html => html`<section class="card">
<h1>Admin</h1>
${problemLine(problem)}
${searchForm(ADMIN_PATH, 'Find apps by name, ID, address or owner', search)}
</section>
<section class="card">
<h2>Review queue</h2>
${listPart(queue, (one) => queued(one, ticket, queue.total <= MOST_OPEN), 'versions', 'No version is waiting.')}
</section>
<section class="card">
<h2>All apps</h2>
${listPart(apps, appLine, 'apps', search === '' ? 'No apps are registered.' : 'No apps match the search.')}
</section>
<section class="card">
<h2>Clock</h2>
<p class="hint">The service's time: ${shortTime(now)}${clock.paused ? ', paused' : ''}</p>
${formStart(ADMIN_PATH, ticket)}<div class="actions tight" role="group" aria-label="Pause or skip">
<button name="do" value="${clock.paused ? 'continue' : 'pause'}">${clock.paused ? 'Resume' : 'Pause'}</button>
<button name="do" value="until-quiet" title="Run all due events, until none is due within an hour">Run until idle</button></div></form>
${formStart(ADMIN_PATH, ticket)}<input type="hidden" name="do" value="speed">
<div class="actions tight" role="group" aria-label="Speed of the clock">${CLOCK_SPEEDS.map(
  (speed) =>
    html`<button name="speed" value="${String(speed)}" aria-pressed="${String(speed === clock.speed)}">× ${String(speed)}</button>
`,
)}</div></form>
${formStart(ADMIN_PATH, ticket)}<input type="hidden" name="do" value="advance">
<div class="actions tight" role="group" aria-label="Move the clock forward">${['1h', '1d', '7d'].map(
  (step) => html`<button name="advance" value="${step}">+ ${step}</button>
`,
)}</div></form>
${formStart(ADMIN_PATH, ticket)}<div class="inline"><div><label for="advance">Move it forward by</label>
<input id="advance" name="advance" required pattern="[0-9]{1,9}(ms|s|m|h|d)" placeholder="48h" spellcheck="false" aria-describedby="advance-hint"></div>
<button name="do" value="advance">Move</button></div>
<p class="hint" id="advance-hint">A whole number of ms, s, m, h or d.</p></form>
</section>`

const appLine = ({ id, name, status, asks }: ListedForAdmin): Html =>
  html`<a href="${adminAppPath(id)}"><bdi>${name}</bdi></a> ${stateBadge(status)}
<code class="hint">${id}</code>${asks.length === 0 ? null : html`<p class="problem">Needs a decision: ${asks.join(', ')}</p>`}`

const queued = ({ app, version, approvesAt }: QueuedVersion, ticket: string, isOpen: boolean): Html => {
  const { version: number, manifest, findings, flags } = version
  const id = `${app.id}-${number}`
  return html`<b><bdi>${app.name}</bdi> ${number}</b> ${stateBadge(version.state)}
<p class="hint">Uploaded ${shortTime(version.uploadedAt)} · rated ${manifest.age_rating}${approvesAt === null ? '' : ` · goes live ${shortTime(approvesAt)}`} · <a href="${developerAppPath(app.id)}/versions/${number}/app.zip">Zip of ${app.name} ${number}</a></p>
${flags.length === 0 ? null : html`<p class="problem">Flags: ${flags.join(', ')}</p>`}
<details${isOpen ? html` open` : ''}><summary>Review ${app.name} ${number}</summary>
<p>Findings: ${findings.length}</p>
${list(findings.slice(0, MOST_FINDINGS), (found) => html`${stateBadge(found.level)} ${placeOf(found)}${found.message}`)}
${formStart(ADMIN_PATH, ticket)}<input type="hidden" name="app" value="${app.id}"><input type="hidden" name="version" value="${number}">
<label for="reason-${id}">Reason for ${app.name} ${number}</label>
<input id="reason-${id}" name="reason" maxlength="2000">
<div class="actions tight"><button class="primary" name="do" value="approve">Approve</button>
<button class="danger" name="do" value="decline">Decline</button>
${version.state === 'waiting' ? html`<button name="do" value="hold">Hold</button>` : null}
<button name="do" value="test">Test ${number}</button></div></form></details>`
}
