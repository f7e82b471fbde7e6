import { SCOPES, type Scope } from '../../platform/publishing.js'
import type { App, DeviceGrant } from '../records.js'
import { type Html, html } from './html.js'
import { DEVICE_PAGE_PATH } from './paths.js'

/** The pages on which a person signs a device in (RFC 8628, 3.3). */

export const enterCodePage = (problem: string | null): Html => html`<section class="card">
<h1>Sign in a device</h1>
<p>Enter the code that your terminal or device shows.</p>
<form method="get" action="${DEVICE_PAGE_PATH}">
<label for="user_code">Code</label>
<input id="user_code" name="user_code" class="code" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" placeholder="XXXX-XXXX"${problem === null ? '' : html` aria-invalid="true" aria-describedby="problem"`}>
${problem === null ? null : html`<p id="problem" class="problem" role="alert">${problem}</p>`}
<div class="actions"><button class="primary">Continue</button></div>
</form>
</section>`

/** What the person approves: the app's name and exactly the scopes that it asked for (5.2). */
export const consentPage = (
  app: App,
  grant: Pick<DeviceGrant, 'userCode' | 'scopes'>,
  ticket: string,
  problem: string | null,
): Html => html`<section class="card">
<h1><bdi>${app.name}</bdi> wants to connect</h1>
<p>Check that your device shows this code. If it does not, or you did not start this, deny it.</p>
<p class="code" aria-label="Code">${grant.userCode}</p>
<form method="post" action="${DEVICE_PAGE_PATH}">
<input type="hidden" name="ticket" value="${ticket}">
<fieldset>
<legend>It asks to</legend>
${scopeBoxes(grant.scopes)}
</fieldset>
${problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`}
<p class="hint">Untick what you do not want to allow. You can change this at any time.</p>
<div class="actions">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</div>
</form>
</section>`

const scopeBoxes = (scopes: readonly Scope[]): readonly Html[] =>
  scopes.map(
    (scope) => html`<label class="choice"><input type="checkbox" name="scope" value="${scope}" checked>
<span>${SCOPES[scope]}<code>${scope}</code></span></label>
`,
  )

export const decidedPage = (app: App, approved: readonly Scope[]): Html =>
  approved.length === 0
    ? html`<section class="card center">
<p class="sign no" aria-hidden="true">✕</p>
<h1>Denied</h1>
<p><bdi>${app.name}</bdi> was not connected. You can close this page.</p>
</section>`
    : html`<section class="card center">
<p class="sign yes" aria-hidden="true">✓</p>
<h1>Connected</h1>
<p><bdi>${app.name}</bdi> may now use ${approved.map((scope, index) => html`${index === 0 ? '' : ', '}<code>${scope}</code>`)}.</p>
<p>You can close this page and go back to your device.</p>
</section>`

export const problemPage = (title: string, text: string): Html => html`<section class="card center">
<h1>${title}</h1>
<p>${text}</p>
</section>`
