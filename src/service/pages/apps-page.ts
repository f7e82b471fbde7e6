import { type Html, html } from '../../local-server/html.js'
import type { App, Connection } from '../records/records.js'
import { formStart, problemLine, scopeChoice, shortTime, ticketField } from './mini-apps/parts.js'
import { APPS_PAGE_PATH } from './paths.js'

interface ShownApp {
  readonly app: App
  /** Null if it is not connected. */
  readonly connection: Connection | null
  readonly lastUsedAt: number | null
}

/** The connected apps with their permissions, and every registered app. */
export const appsPage = ({
  apps,
  paused,
  problem,
  ticket,
}: {
  readonly apps: readonly ShownApp[]
  readonly paused: boolean
  readonly problem: string | null
  readonly ticket: string
}): Html => {
  const connected = apps.filter(({ connection }) => connection !== null)
  return html`<section class="card">
<form class="row" method="post" action="${APPS_PAGE_PATH}/pause">${ticketField(ticket)}
<h1>Connected apps</h1>
<input type="hidden" name="paused" value="${paused ? 'no' : 'yes'}">
<button>${paused ? 'Resume all' : 'Pause all'}</button>
</form>
${paused ? html`<p class="problem" role="status">All apps are paused. Every request gets 403.</p>` : null}
${connected.length === 0 ? html`<p class="hint">No connected apps.</p>` : null}
</section>
${connected.map((app) => connectedApp(app, ticket))}
<section class="card">
<h2>Registered apps</h2>
${apps.map(registeredApp)}
</section>
<section class="card">
<h2>Register an app</h2>
${formStart(`${APPS_PAGE_PATH}/register`, ticket)}
${problemLine(problem)}
<label for="name">Name</label>
<input id="name" name="name" required maxlength="60">
<label for="redirect_uris">Redirect URIs, one per line</label>
<textarea id="redirect_uris" name="redirect_uris" rows="2" placeholder="https://example.com/callback" spellcheck="false"></textarea>
<p class="hint">Each must use https; http://localhost is allowed for testing. URIs are matched exactly.</p>
<div class="actions tight"><button class="primary">Register</button></div>
</form>
</section>`
}

const connectedApp = ({ app, connection, lastUsedAt }: ShownApp, ticket: string): Html | null =>
  connection === null
    ? null
    : html`<section class="card" aria-label="${app.name}">
<h2><bdi>${app.name}</bdi></h2>
<p class="hint">Connected ${shortTime(connection.connectedAt)} · ${lastUsedAt === null ? 'not used since the service started' : `last used ${shortTime(lastUsedAt)}`}</p>
${formStart(`${APPS_PAGE_PATH}/permissions`, ticket)}
<input type="hidden" name="client_id" value="${app.clientId}">
${connection.scopes.map((scope) => scopeChoice(scope, !connection.off.includes(scope)))}
<div class="actions tight"><button class="primary">Save</button>
<button class="danger" formaction="${APPS_PAGE_PATH}/disconnect">Disconnect</button></div>
</form>
</section>`

const registeredApp = ({
  app,
  connection,
}: ShownApp): Html => html`<div class="message" id="${app.clientId}"><b><bdi>${app.name}</bdi></b> · ${connection === null ? 'not connected' : 'connected'}
<br><span class="hint">Client ID</span> <code>${app.clientId}</code>${app.redirectUris.map(
  (uri) => html`<br><span class="hint">Redirect</span> <code>${uri}</code>`,
)}</div>
`
