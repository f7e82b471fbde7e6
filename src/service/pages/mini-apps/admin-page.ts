import type { AppView } from '../../../control/service-answers.js'
import { CLOCK_SPEEDS, type ClockSpeed } from '../../../host/clock-course.js'
import type { MiniAppVersion } from '../../miniapps/records.js'
import { type Html, html } from '../html.js'
import type { FormState } from '../layout.js'
import { formStart, list, placeOf, problemLine, shortTime, stateBadge } from './parts.js'
import { ADMIN_PATH, adminAppPath, developerAppPath } from './paths.js'

/** A version in review, with what the admin decides by. */
export interface QueuedVersion {
  readonly app: AppView
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

/** The admin's page: the queue, and every app (3.1). */
export const adminPage = ({
  queue,
  apps,
  now,
  clock,
  ticket,
  problem,
}: FormState & {
  readonly queue: readonly QueuedVersion[]
  readonly apps: readonly ListedForAdmin[]
  readonly now: number
  readonly clock: { readonly paused: boolean; readonly speed: ClockSpeed }
}): Html => html`<section class="card">
<h1>Admin</h1>
${problemLine(problem)}
<p class="hint">The service's time: ${shortTime(now)}${clock.paused ? ', paused' : ''}</p>
${formStart(ADMIN_PATH, ticket)}<div class="actions tight" role="group" aria-label="Pause or skip">
<button name="do" value="${clock.paused ? 'continue' : 'pause'}">${clock.paused ? 'Continue' : 'Pause'}</button>
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
</section>
<section class="card">
<h2>Review queue</h2>
${list(queue, (one) => queued(one, ticket), 'No version waits.')}
</section>
<section class="card">
<h2>All apps</h2>
${list(apps, appLine, 'No app is registered.')}
</section>`

const appLine = ({ id, name, status, asks }: ListedForAdmin): Html =>
  html`<a href="${adminAppPath(id)}"><bdi>${name}</bdi></a> ${stateBadge(status)}
<p class="hint"><code>${id}</code></p>${asks.length === 0 ? null : html`<p class="problem">To decide: ${asks.join(', ')}</p>`}`

const queued = ({ app, version, approvesAt }: QueuedVersion, ticket: string): Html => {
  const { version: number, manifest, findings, flags } = version
  const id = `${app.id}-${number}`
  return html`<b><bdi>${app.name}</bdi> ${number}</b> ${stateBadge(version.state)}
<p class="hint">Uploaded ${shortTime(version.uploadedAt)} · rated ${manifest.age_rating}${approvesAt === null ? '' : ` · goes live ${shortTime(approvesAt)}`} · <a href="${developerAppPath(app.id)}/versions/${number}/app.zip">Zip of ${app.name} ${number}</a></p>
${flags.length === 0 ? null : html`<p class="problem">Flags: ${flags.join(', ')}</p>`}
<details><summary>Findings of ${app.name} ${number}: ${findings.length}</summary>
${list(findings.slice(0, MOST_FINDINGS), (found) => html`${stateBadge(found.level)} ${placeOf(found)}${found.message}`)}</details>
${formStart(ADMIN_PATH, ticket)}<input type="hidden" name="app" value="${app.id}"><input type="hidden" name="version" value="${number}">
<label for="reason-${id}">Reason for ${app.name} ${number}</label>
<input id="reason-${id}" name="reason" maxlength="2000">
<div class="actions tight"><button class="primary" name="do" value="approve">Approve</button>
<button class="danger" name="do" value="decline">Decline</button>
${version.state === 'waiting' ? html`<button name="do" value="hold">Hold</button>` : null}
<button name="do" value="test">Test ${number}</button></div></form>`
}
