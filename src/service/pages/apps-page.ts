import { type Html, html } from '../../local-server/html.js'
import type { Member } from '../miniapps/records.js'
import type { App, Connection } from '../records/records.js'
import {
  formStart,
  memberOptions,
  peopleWords,
  problemLine,
  scopeChoice,
  shortTime,
  ticketField,
  usedWords,
} from './mini-apps/parts.js'

import { APPS_PAGE_PATH } from './paths.js'

interface ShownApp {
  readonly app: App
  /** To the member who is signed in; null if it is not connected. */
  readonly connection: Connection | null
  /** How many people connected it (5.1). */
  readonly people: number
  readonly lastUsedAt: number | null
  /** Whether it cannot be removed. */
  readonly stays: boolean
}

/** The connected apps of the member who is signed in, with their permissions, and every registered app. */
export const appsPage = ({
  apps,
  paused,
  self,
  members,
  problem,
  ticket,
}: {
  readonly apps: readonly ShownApp[]
  readonly paused: boolean
  /** The ID of the member who is signed in. */
  readonly self: string
  readonly members: readonly Member[]
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
${problemLine(problem)}
${paused ? html`<p class="problem" role="status">All apps are paused. Every request gets 403.</p>` : null}
${connected.length === 0 ? html`<p class="hint">No connected apps.</p>` : null}
<form method="post" action="${APPS_PAGE_PATH}/sign-in" class="inline">${ticketField(ticket)}
<div><label for="member">Signed in as</label>
<select id="member" name="member" aria-describedby="signed-in-hint">${memberOptions(members, self)}</select></div>
<button>Switch</button>
</form>
<p class="hint" id="signed-in-hint">This member approves or denies sign-ins. The connections on this page are theirs.</p>
</section>
${connected.map((app) => connectedApp(app, ticket))}
<section class="card">
<h2>Registered apps</h2>
${apps.map((app) => registeredApp(app, ticket))}
</section>
<section class="card">
<h2>Register an app</h2>
${formStart(`${APPS_PAGE_PATH}/register`, ticket)}
${registrationFields('new', '', [])}
<div class="actions tight"><button class="primary">Register</button></div>
</form>
</section>`
}

const registrationFields = (id: string, name: string, redirectUris: readonly string[]): Html =>
  html`<label for="name-${id}">Name</label>
<input id="name-${id}" name="name" value="${name}" required maxlength="60">
<label for="redirect-uris-${id}">Redirect URIs, one per line</label>
<textarea id="redirect-uris-${id}" name="redirect_uris" rows="2" placeholder="https://example.com/callback" spellcheck="false" aria-describedby="uris-hint-${id}">${redirectUris.join('\n')}</textarea>
<p class="hint" id="uris-hint-${id}">Each must use https; http://localhost is allowed for testing. URIs are matched exactly.</p>`

const connectedApp = ({ app, connection, lastUsedAt }: ShownApp, ticket: string): Html | null =>
  connection === null
    ? null
    : html`<section class="card" aria-label="${app.name}">
<h2><bdi>${app.name}</bdi></h2>
<p class="hint">Connected ${shortTime(connection.connectedAt)} · ${usedWords(lastUsedAt)}</p>
${formStart(`${APPS_PAGE_PATH}/permissions`, ticket)}
<input type="hidden" name="client_id" value="${app.clientId}">
${connection.scopes.map((scope) => scopeChoice(scope, !connection.off.includes(scope)))}
<div class="actions tight"><button class="primary">Save</button>
<button class="danger" formaction="${APPS_PAGE_PATH}/disconnect">Disconnect</button></div>
</form>
</section>`

const registeredApp = (
  { app, people, lastUsedAt, stays }: ShownApp,
  ticket: string,
): Html => html`<div class="message" id="${app.clientId}"><b><bdi>${app.name}</bdi></b> · ${peopleWords(people)} · ${usedWords(lastUsedAt)}
<br><span class="hint">Client ID</span> <code>${app.clientId}</code>${app.redirectUris.map(
  (uri) => html`<br><span class="hint">Redirect</span> <code>${uri}</code>`,
)}
<details><summary>Edit ${app.name}</summary>
${formStart(`${APPS_PAGE_PATH}/edit`, ticket)}
<input type="hidden" name="client_id" value="${app.clientId}">
${registrationFields(app.clientId, app.name, app.redirectUris)}
<div class="actions tight"><button class="primary">Save</button>
${stays ? null : html`<button class="danger" formaction="${APPS_PAGE_PATH}/remove" formnovalidate>Remove</button>`}</div>
</form></details></div>
`
