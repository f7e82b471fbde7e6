import { type Html, html } from '../../local-server/html.js'
import type { Scope } from '../../platform/publishing.js'
import type { App } from '../records/records.js'
import { DEVICE_PAGE_PATH } from './paths.js'

/** The pages for signing in a device (RFC 8628, 3.3). */

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
<p>You can close this page and return to your device.</p>
</section>`
