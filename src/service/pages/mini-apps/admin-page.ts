import type { AppView, SaleView } from '../../control/answers.js'
import type { MiniApp, MiniAppVersion } from '../../miniapps/records.js'
import { type Html, html } from '../html.js'
import { formStart, problemLine, shortTime, stateBadge } from './parts.js'
import { ADMIN_PATH, developerAppPath } from './paths.js'

/** A version in review, with what the admin decides by. */
export interface QueuedVersion {
  readonly app: AppView
  readonly version: MiniAppVersion
  readonly approvesAt: number | null
}

/** An app with what an admin can do about it. */
export interface AdministeredApp {
  readonly app: AppView
  readonly request: MiniApp['multiplayer']['request']
  /** Sales that can be returned, or paid out by hand. */
  readonly sales: readonly SaleView[]
}

const MOST_FINDINGS = 100
const MOST_SALES = 100

/** The admin's page: the queue, and every app (3.1). */
export const adminPage = ({
  queue,
  apps,
  now,
  ticket,
  problem,
}: {
  readonly queue: readonly QueuedVersion[]
  readonly apps: readonly AdministeredApp[]
  readonly now: number
  readonly ticket: string
  readonly problem: string | null
}): Html => html`<section class="card">
<h1>Admin</h1>
${problemLine(problem)}
<p class="hint">The service's time: ${shortTime(now)}</p>
${formStart(ADMIN_PATH, ticket)}<input type="hidden" name="do" value="advance">
<div class="actions tight" role="group" aria-label="Move the clock forward">${['1h', '1d', '7d'].map(
  (step) => html`<button name="advance" value="${step}">+ ${step}</button>
`,
)}</div></form>
</section>
<section class="card">
<h2>Review queue</h2>
${queue.length === 0 ? html`<p class="hint">No version waits.</p>` : null}
<ul class="plain">${queue.map((one) => queued(one, ticket))}</ul>
</section>
<section class="card">
<h2>All apps</h2>
${apps.length === 0 ? html`<p class="hint">No app is registered.</p>` : null}
${apps.map((one) => administered(one, ticket))}
</section>`

const queued = ({ app, version, approvesAt }: QueuedVersion, ticket: string): Html => {
  const { version: number, manifest, findings, flags } = version
  const id = `${app.id}-${number}`
  return html`<li><b><bdi>${app.name}</bdi> ${number}</b> ${stateBadge(version.state)}
<p class="hint">Uploaded ${shortTime(version.uploadedAt)} · rated ${manifest.age_rating}${approvesAt === null ? '' : ` · goes live ${shortTime(approvesAt)}`} · <a href="${developerAppPath(app.id)}/versions/${number}/app.zip">Zip of ${app.name} ${number}</a></p>
${flags.length === 0 ? null : html`<p class="problem">Flags: ${flags.join(', ')}</p>`}
<details><summary>Findings of ${app.name} ${number}: ${findings.length}</summary>
<ul class="plain">${findings
    .slice(0, MOST_FINDINGS)
    .map(
      ({ level, file, line, message }) =>
        html`<li>${stateBadge(level)} ${file === null ? null : html`<code>${file}${line === null ? '' : `:${line}`}</code> `}${message}</li>`,
    )}</ul></details>
${formStart(ADMIN_PATH, ticket)}<input type="hidden" name="app" value="${app.id}"><input type="hidden" name="version" value="${number}">
<label for="reason-${id}">Reason for ${app.name} ${number}</label>
<input id="reason-${id}" name="reason" maxlength="2000">
<div class="actions tight"><button class="primary" name="do" value="approve">Approve</button>
<button class="danger" name="do" value="decline">Decline</button>
${version.state === 'waiting' ? html`<button name="do" value="hold">Hold</button>` : null}</div></form></li>
`
}

const administered = ({ app, request, sales }: AdministeredApp, ticket: string): Html => {
  const isOpen = app.status === 'live' || app.status === 'none'
  const start = html`${formStart(ADMIN_PATH, ticket)}<input type="hidden" name="app" value="${app.id}">`
  return html`<details id="${app.id}"><summary><bdi>${app.name}</bdi> ${stateBadge(app.status)} <code>${app.id}</code></summary>
${isOpen ? standing(app, start) : null}
${app.status === 'blocked' ? html`${start}<div class="actions tight"><button name="do" value="unblock">Unblock ${app.name}</button></div></form>` : null}
${isOpen ? grants(app, start) : null}
${isOpen ? multiplayer(app, request, start) : null}
${sales.length === 0 ? null : html`<h3>Sales</h3>`}
<ul class="plain">${sales.slice(0, MOST_SALES).map(
    ({
      id,
      title,
      price,
      state,
      buyer,
    }) => html`<li>${title}: ${price} credits from <code>${buyer}</code> ${stateBadge(state)}
${start}<input type="hidden" name="sale" value="${id}"><div class="actions tight">${
      state === 'awaiting-manual'
        ? html`<button name="do" value="complete">Pay out by hand</button>`
        : html`<button name="do" value="refund">Return to the buyer</button>`
    }</div></form></li>
`,
  )}</ul>
</details>`
}

const standing = (app: AppView, start: Html): Html => html`${start}
<label for="block-${app.id}">Reason to block ${app.name}</label>
<input id="block-${app.id}" name="reason" maxlength="2000">
<div class="actions tight"><button class="danger" name="do" value="block">Block ${app.name}</button></div></form>`

const DECISIONS: Readonly<Record<string, readonly (readonly [decision: string, words: string])[]>> = {
  asked: [
    ['granted', 'Grant'],
    ['declined', 'Decline'],
  ],
  granted: [['off', 'Turn off']],
  declined: [['granted', 'Grant']],
  off: [['granted', 'Turn on']],
}

const grants = (app: AppView, start: Html): Html =>
  html`<ul class="plain">${Object.entries(app.grants).map(
    ([name, state]) => html`<li><code>${name}</code> ${stateBadge(state)}
${start}<input type="hidden" name="capability" value="${name}"><input type="hidden" name="do" value="grant">
<div class="actions tight">${(DECISIONS[state] ?? []).map(
      ([decision, words]) => html`<button name="decision" value="${decision}">${words} ${name}</button>
`,
    )}</div></form></li>
`,
  )}</ul>`

const multiplayer = (
  app: AppView,
  request: AdministeredApp['request'],
  start: Html,
): Html => html`${start}<input type="hidden" name="do" value="multiplayer">
<p>Multiplayer ${stateBadge(app.multiplayer)}${request === null ? null : html` <bdi>${request.description}</bdi>`}</p>
<div class="actions tight" role="group" aria-label="Multiplayer of ${app.name}">${(
  [
    ['off', 'Off'],
    ['adults', 'Adults'],
    ['everyone', 'Adults and children'],
  ] as const
)
  .filter(([open]) => open !== app.multiplayer)
  .map(
    ([open, words]) => html`<button name="open" value="${open}">${words}</button>
`,
  )}</div></form>`
