import type { Problem } from '../../../check/problem.js'
import type { AppView, SaleView, VersionView } from '../../../control/service-answers.js'
import { type Html, html } from '../../../local-server/html.js'
import { inCredits } from '../../../platform/credits.js'
import { PAYOUT_HOLD_MS, UPLOADS_PER_DAY } from '../../../platform/limits.js'
import { CATEGORIES } from '../../../platform/manifest.js'
import { DAY_MS } from '../../../platform/units.js'
import type { ShownPart } from '../../page-routes/shown-parts.js'

import type { FormState } from '../layout.js'
import { developerAppPath, developerPath, listingPath, UPLOAD_SCRIPT_PATH } from '../paths.js'
import {
  formStart,
  list,
  listPart,
  placeOf,
  problemLine,
  shortTime,
  stateBadge,
  ticketField,
  waitingLine,
} from './parts.js'

const MOST_PROBLEMS = 300

/** The app's page of its developer: upload, versions, category, sales, capabilities, multiplayer, deletion (2.1, 3.1, 3.3). */
export const appPage = ({
  app,
  versions,
  sales,
  ticket,
  problem,
  refused,
}: FormState & {
  readonly app: AppView
  /** Latest first. */
  readonly versions: ShownPart<VersionView>
  readonly sales: ShownPart<SaleView>
  /** What the last upload was refused for; null without one. */
  readonly refused: readonly Problem[] | null
}): Html => {
  const page = developerAppPath(app.id)
  const isOpen = app.status === 'live' || app.status === 'none'
  return html`<section class="card">
<p class="hint"><a href="${developerPath(app.owner)}">Developer</a></p>
<h1><bdi>${app.name}</bdi> ${stateBadge(app.status)}</h1>
<p class="hint">App ID <code>${app.id}</code>${app.status === 'live' ? html` · <a href="${listingPath(app.slug)}">In the catalogue</a>` : null}</p>
${problemLine(problem)}
</section>
${isOpen ? uploadCard(page, ticket, refused) : null}
${versionsCard(app, versions, page, ticket, isOpen)}
${salesCard(app, sales)}
${isOpen ? settingsCard(app, page, ticket) : null}
${isOpen ? deletionCard(app, page, ticket) : null}`
}

const uploadCard = (page: string, ticket: string, refused: readonly Problem[] | null): Html => {
  const errors = (refused ?? []).filter(({ level }) => level === 'error')
  return html`<section class="card">
<h2>Upload a version</h2>
${
  refused === null
    ? null
    : html`<div role="alert"><p class="problem">The upload was refused. Problems to fix: ${errors.length}.</p>
${list(
  errors.slice(0, MOST_PROBLEMS),
  (error) => html`${placeOf(error)}${error.message}
<p class="hint">Fix: ${error.fix} <code>${error.rule}</code></p>`,
)}</div>`
}
<form method="post" action="${page}/versions" enctype="multipart/form-data">
${ticketField(ticket)}
<label for="zip">Zip of the app</label>
<input id="zip" name="zip" type="file" accept=".zip,application/zip" required>
<p class="hint">Choose the zip or drop it on the field. The version must be higher than every earlier upload. An app can have up to ${UPLOADS_PER_DAY} uploads a day.</p>
<progress max="100" value="0" hidden aria-label="Upload"></progress>
<p class="hint" role="status"></p>
<div class="actions tight"><button class="primary">Upload</button></div>
</form>
<script src="${UPLOAD_SCRIPT_PATH}" defer></script>
</section>`
}

const versionsCard = (
  app: AppView,
  versions: ShownPart<VersionView>,
  page: string,
  ticket: string,
  isOpen: boolean,
): Html => html`<section class="card">
<h2>Versions</h2>
${listPart(
  versions,
  (version) => html`${versionLine(app, version, page)}
${
  app.status === 'deleted'
    ? null
    : html`${formStart(page, ticket)}<input type="hidden" name="version" value="${version.version}">
<div class="actions tight"><button name="do" value="test">Test ${version.version}</button>
${isOpen && version.state === 'waiting' ? html`<button name="do" value="withdraw">Withdraw ${version.version}</button>` : null}</div></form>`
}`,
  'versions',
  'No version has been uploaded.',
)}
</section>`

const versionLine = (
  app: AppView,
  version: VersionView,
  page: string,
): Html => html`<b>${version.version}</b> ${stateBadge(version.state)}
<p class="hint">Uploaded ${shortTime(Date.parse(version.uploadedAt))}${
  version.state === 'waiting' ? null : ` · ${version.state} ${shortTime(Date.parse(version.stateAt))}`
}${
  app.status === 'deleted'
    ? null
    : html` · <a href="${page}/versions/${version.version}/app.zip">Zip of ${version.version}</a>`
}</p>
${version.flags.length === 0 ? null : html`<p>Flags: ${version.flags.join(', ')}</p>`}
${version.reason === null ? null : html`<p>Reason: <bdi>${version.reason}</bdi></p>`}
${waitingLine(version)}
${replacesLine(app, version)}`

/** Which versions in review a waiting one replaces when it goes live: versions only go up. */
const replacesLine = ({ versions }: AppView, version: VersionView): Html | null => {
  if (version.state !== 'waiting' && version.state !== 'held') return null
  const lower = versions
    .slice(0, versions.indexOf(version))
    .filter(({ state }) => state === 'waiting' || state === 'held')
  return lower.length === 0
    ? null
    : html`<p class="hint">When it goes live, it replaces ${lower.map((one) => one.version).join(', ')}, which ${lower.length === 1 ? 'is' : 'are'} still in review.</p>`
}

const salesCard = (app: AppView, sales: ShownPart<SaleView>): Html => html`<section class="card">
<h2>Sales</h2>
<dl class="figures"><div><dt>Purchases</dt><dd>${app.figures.purchases}</dd></div>
<div><dt>Held</dt><dd>${app.figures.held}</dd></div>
<div><dt>Paid to you</dt><dd>${app.figures.paid}</dd></div></dl>
${listPart(
  sales,
  (sale) => html`<bdi>${sale.title}</bdi>: ${inCredits(sale.price)} ${stateBadge(sale.state)}
<p class="hint">${shortTime(Date.parse(sale.purchasedAt))}${sale.returnReason === null ? '' : ` · returned: ${sale.returnReason}`}</p>`,
  'sales',
)}
</section>`

const settingsCard = (app: AppView, page: string, ticket: string): Html => html`<section class="card">
<h2>Category</h2>
${formStart(page, ticket)}
<label for="category">Category</label>
<select id="category" name="category">${CATEGORIES.map(
  (one) => html`<option${one === app.category ? html` selected` : ''}>${one}</option>`,
)}</select>
<div class="actions tight"><button name="do" value="category">Change</button></div>
</form>
</section>
<section class="card">
<h2>Capabilities</h2>
${list(
  Object.entries(app.grants),
  ([name, state]) => html`<code>${name}</code> ${stateBadge(state)}`,
  'No version has requested a capability.',
)}
</section>
<section class="card">
<h2>Multiplayer ${stateBadge(app.multiplayer)}</h2>
${
  app.multiplayer === 'asked'
    ? html`<p class="hint">An admin decides on your request.</p>`
    : app.multiplayer === 'everyone'
      ? html`<p class="hint">It is open to adults and children.</p>`
      : html`${formStart(page, ticket)}
<label for="description">What players do together</label>
<textarea id="description" name="description" rows="3" required maxlength="2000"></textarea>
<div class="actions tight"><button name="do" value="multiplayer">Request multiplayer</button></div>
</form>`
}
</section>`

const deletionCard = (app: AppView, page: string, ticket: string): Html => html`<section class="card">
<h2>Delete the app</h2>
<p>This cannot be undone. All files are removed, and payments of the last ${PAYOUT_HOLD_MS / DAY_MS} days are refunded.</p>
${formStart(page, ticket)}
<label for="confirmation">Type the name to confirm: <bdi>${app.name}</bdi></label>
<input id="confirmation" name="confirmation" required autocomplete="off" spellcheck="false">
<div class="actions tight"><button class="danger" name="do" value="delete">Delete</button></div>
</form>
</section>`
